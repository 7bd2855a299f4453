"""The first screen: how good a description is in one sentence, and the figures beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from clusterscribe.charts.data.figures import amount_of, counted, grouped, portion
from clusterscribe.description.core import BaseDescription, Region, all_errors, all_rows
from clusterscribe.description.core.conditions import (
    Always,
    AnyOf,
    Condition,
    Never,
    conditions_of,
)
from clusterscribe.progress import proved_figure
from clusterscribe.report.summary import Figure, Piece
from clusterscribe.result import Alternative, Result

ROWS = "rows"
ROUNDING = 1e-9  # of a sum of weights, which depends on their order


class Best(NamedTuple):
    """The description of the frontier with the fewest errors."""

    errors: float
    conditions: int


def condition_count(description: BaseDescription) -> int:
    """Count the conditions as they are read: a range is one, and so is a list of levels."""
    return sum(_conditions(part) for part in description.parts)


def amount_in_words(amount: float, noun: str, weighted: bool = False) -> str:
    """Write how many rows there are by what they are; a single one has no noun of its own."""
    if amount == 1 or noun == ROWS:
        return counted(amount, "weighted row" if weighted else "row")
    return f"{grouped(amount)} {'weighted ' if weighted else ''}{noun}"


def lead(description: BaseDescription, noun: str) -> tuple[Piece, ...]:
    """Say in one sentence how many rows are described correctly, and by how much."""
    means = tuple(_means(description))
    rows = all_rows(description.tallies or ())
    if not rows:
        clusters = counted(len(description.parts), "cluster")
        verb = "is" if len(description.parts) == 1 else "are"
        return Piece(clusters, strong=True), Piece(f" {verb} described"), *means, Piece(".")
    errors = all_errors(description.tallies or ())
    weighted = any(tally.weighted for tally in description.tallies or ())
    done = "described" if description.contrast is None else "distinguished"
    if errors:
        share, whole = portion(rows - errors, rows), "weighted " if weighted else ""
        subject = Piece(share, strong=True), Piece(f" of the {whole}{noun} are {done} correctly")
    else:
        verb = "is" if rows == 1 else "are"
        whole = amount_in_words(rows, noun, weighted)
        subject = Piece(f"All {whole}", strong=True), Piece(f" {verb} {done} correctly")
    return *subject, *means, Piece(".")


def figures(
    description: BaseDescription,
    noun: str,
    tree: Alternative | None = None,
    best: Best | None = None,
    error_bound: float = 0.0,
) -> Iterator[Figure]:
    """Return the figures of the first screen, each only where it is known.

    `tree`, `best` and `error_bound` are about the same rows as the tallies.
    """
    if not all_rows(description.tallies or ()):
        return
    tallies = description.tallies or ()
    errors, rows = all_errors(tallies), all_rows(tallies)
    weighted = any(tally.weighted for tally in tallies)
    verb = "is" if errors == 1 else "are"
    whole = amount_in_words(rows, noun, weighted)
    yield Figure(amount_of(errors), f"of {whole} {verb} wrong")
    if tree is not None:
        yield Figure(amount_of(tree.errors), f"with a decision tree of {_leaves(description)}")
    yield from _fewest(errors, best, error_bound)


def bound_of(description: BaseDescription, result: Result | None) -> float:
    """Return how many errors every description makes that a proof is about."""
    proof = description.proof
    return max(
        0.0 if proof is None else proof.error_bound, 0.0 if result is None else result.error_bound
    )


def _fewest(errors: float, best: Best | None, bound: float) -> Iterator[Figure]:
    """Say what fewer errors would take, and how few are possible."""
    reached = bound * (1 + ROUNDING)
    if errors and errors <= reached:
        yield Figure(amount_of(errors), "is the fewest possible for such a description")
        return
    is_reached = False
    if best is not None and best.errors < errors:
        is_reached = best.errors <= reached or not best.errors
        conditions = counted(best.conditions, "condition")
        aim = "the fewest possible, with" if is_reached else "with more detail:"
        yield Figure(amount_of(best.errors), f"{aim} {conditions}", is_most_detailed=True)
    if bound > 0 and not is_reached:
        yield Figure(proved_figure(bound), "at best: nothing of this kind makes fewer")


def _leaves(description: BaseDescription) -> str:
    """Count the leaves of the tree: one per cluster, and one for noise or for all others."""
    tallied = {tally.label for tally in description.tallies or ()}
    has_noise = description.noise == "outside" and description.noise_label in tallied
    is_apart = description.contrast is not None or has_noise
    return counted(len(description.parts) + is_apart, "leaf", "leaves")


def _means(description: BaseDescription) -> Iterator[Piece]:
    conditions = condition_count(description)
    if not conditions:
        yield Piece(" without any condition")
        return
    yield Piece(" by ")
    yield Piece(counted(conditions, "condition"), strong=True)
    yield Piece(" on ")
    yield Piece(counted(len(description.used_columns), "column"), strong=True)


def _conditions(region: Region) -> int:
    return sum(map(_count, conditions_of(region)))


def _count(condition: Condition) -> int:
    match condition:
        case Always() | Never():
            return 0
        case AnyOf(alternatives):
            return sum(_count(one) for some in alternatives for one in some)
        case _:
            return 1
