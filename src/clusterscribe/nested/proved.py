"""What is proved of a tree, in words: split by split, and no more than that."""

from __future__ import annotations

from collections.abc import Sequence

from clusterscribe.nested.segment import BaseNestedDescription, Segment

BETTER = {"complexity": "shorter of its kind", "sparsity": "of its kind on fewer features"}
MOST = 5  # names in a sentence


def proved(nested: BaseNestedDescription) -> tuple[str, ...]:
    """Say at which splits nothing better is as accurate, and what is not said by that."""
    sentences = []
    known = [split for split in nested.splits if split.description and split.description.proof]
    settled = [split for split in known if split.is_proved]
    if settled:
        sentences.append(
            f"Proved at {_how_many(len(settled), len(nested.splits))}: nothing "
            f"{_better(settled[0])} is this accurate there."
        )
    unsettled = [split.name for split in known if not split.is_proved]
    if unsettled:
        sentences.append(f"Not settled: {_listed(unsettled)}.")
    if known:
        sentences.append(
            "What is proved is about one split each, on the rows of its own segment; nothing is "
            "claimed of the tree as a whole."
        )
    left = [split.name for split in nested.open_splits]
    if left:
        sentences.append(f"Not described, as the search ended before: {_listed(left)}.")
    return tuple(sentences)


def _better(split: Segment) -> str:
    proof = None if split.description is None else split.description.proof
    return BETTER.get(proof.objective if proof else "", "of its kind that scores better")


def _how_many(settled: int, splits: int) -> str:
    if settled < splits:
        return f"{settled} of {splits} splits"
    return {1: "the only split", 2: "both splits"}.get(splits, f"all {splits} splits")


def _listed(names: Sequence[str]) -> str:
    if len(names) > MOST:
        names = [*names[: MOST - 1], f"{len(names) - MOST + 1} more"]
    return ", ".join(names)
