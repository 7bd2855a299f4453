"""What is said of a cluster that is described alone, and of the others beside it."""

from __future__ import annotations

from collections.abc import Iterable

from clusterscribe.contrast import Contrast
from clusterscribe.description.words import wording
from clusterscribe.parameters import Label
from clusterscribe.series import series

MOST_NAMED = 3  # labels of others that are inside, the most frequent ones first


def in_words(contrast: Contrast) -> str:
    """Write `A against all others`, or `A against B`."""
    return f"{wording.label(contrast.cluster)} against {_others(contrast)}"


def apart(contrast: Contrast) -> str:
    """Write `A apart from all others`, or `A apart from B`."""
    return f"{wording.label(contrast.cluster)} apart from {_others(contrast)}"


def named(label: Label, contrast: Contrast | None) -> str:
    """Write the label of a cluster, and what it is described against if it is described alone."""
    return wording.label(label) if contrast is None else in_words(contrast)


def leaves(contrast: Contrast | None) -> str:
    """Say how many leaves the tree beside a description has."""
    return "one leaf per cluster" if contrast is None else "a leaf for each side"


def left_out(contrast: Contrast) -> str:
    """Say which rows do not count; nothing where all of them do."""
    if contrast.against is None:
        return ""
    pair = " and ".join(map(wording.label, (contrast.cluster, contrast.against)))
    return f"rows of clusters other than {pair} do not count"


def by_label(amounts: Iterable[tuple[Label, float]]) -> str:
    """Write how many rows of each label there are, the most first: `3 of B and 1 of C`."""
    some = sorted((one for one in amounts if one[1]), key=lambda one: -one[1])
    words = [f"{wording.number(amount)} of {wording.label(label)}" for label, amount in some]
    if len(words) > MOST_NAMED:
        rest = sum(amount for _, amount in some[MOST_NAMED - 1 :])
        words = [*words[: MOST_NAMED - 1], f"{wording.number(rest)} of others"]
    return series(words)


def _others(contrast: Contrast) -> str:
    return "all others" if contrast.against is None else wording.label(contrast.against)
