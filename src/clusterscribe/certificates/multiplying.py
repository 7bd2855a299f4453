"""Multipliers of whole polyhedra, as evidence of how many errors few conditions leave.

The search over whole polyhedra finds multipliers in whole units, and what no polyhedron weighs more
than under these. Both are written down; `checker/multipliers.py` says what they prove, and goes
through all polyhedra again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.checker.labelled_rows import Rows
from clusterscribe.clock import Clock
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.limits import Limits
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks, rank
from clusterscribe.progress import silent
from clusterscribe.search.goal import FEWEST_ERRORS
from clusterscribe.search.incumbent import Incumbent, RangeEncoding
from clusterscribe.search.integer import Runner
from clusterscribe.search.schedule import WholeSchedule
from clusterscribe.search.whole.compiling import compilation
from clusterscribe.search.whole.lengths import Proved
from clusterscribe.search.whole.means import Means


@dataclass(frozen=True, slots=True)
class Multiplied:
    """A bound on the errors, and the evidence for it."""

    errors: int
    evidence: dict[str, Any]


def multiply(
    rows: Rows,
    conditions: int,
    clock: Clock,
    *,
    most_outside: Sequence[int] | None = None,
    enough: int | None = None,
    answer: Ranges | None = None,
    seed: int = 0,
    jobs: int = 2,
) -> Multiplied | None:
    """Find multipliers that prove many errors for at most so many bounds per cluster.

    It ends where `enough` errors are proved, which is as many as a known description makes.
    `answer` is such a description, in ranks of the rows that have weight. None if nothing was
    proved in the time.
    """
    ranks = _ranks(rows, conditions, most_outside)
    if not len(ranks) or not (ranks.sizes > 1).any() or not compilation().wait(clock):
        return None
    start = answer or Ranges.everything(ranks.clusters, ranks.sizes)
    goals = (FEWEST_ERRORS,)
    best = Incumbent(RangeEncoding(ranks), start, clock, silent, "multipliers", goals)
    means = Means(Runner(clock, seed, workers=jobs), WholeSchedule(), jobs)
    proved = _proved(ranks, conditions, best, means, clock, enough)
    if proved is None or proved.whole_errors < 1:
        return None
    row_of = np.flatnonzero(rows.weight > 0)
    return Multiplied(proved.whole_errors, _evidence(proved, len(rows), row_of))


def _ranks(rows: Rows, conditions: int, most_outside: Sequence[int] | None) -> Ranks:
    boxes = Boxes.from_rows(rows.values, rows.cluster, rows.clusters, rows.weight)
    return replace(rank(boxes)[0], limits=Limits(conditions, tuple(most_outside or ())))


def _proved(
    ranks: Ranks,
    conditions: int,
    best: Incumbent[Ranges],
    means: Means,
    clock: Clock,
    enough: int | None,
) -> Proved | None:
    """Go round until enough is proved, rounds do not raise the bound any more, or time is over."""
    from clusterscribe.search.whole.passes import last_pass  # compiled

    search = last_pass(ranks, conditions, best, means, clock)
    if search is None:
        return None

    def is_enough() -> bool:
        found = search.proved
        return found is not None and enough is not None and found.whole_errors >= enough

    search.start(clock)
    schedule = means.schedule
    search.go_round(clock, is_enough, schedule.least_rise * best.errors, schedule.patience)
    return search.proved


def _evidence(proved: Proved, rows: int, row_of: NDArray[np.intp]) -> dict[str, Any]:
    """Write down what proves the bound; rows without weight have the first multipliers there are.

    What rounding up the bound gives away, the limits on weights may take: the higher they are, the
    sooner it is clear that no polyhedron weighs more.
    """
    prices = proved.prices
    distinct, of_pattern = np.unique(prices.of_row, axis=0, return_inverse=True)
    of_row = np.zeros(rows, dtype=np.int64)
    of_row[row_of] = of_pattern.ravel()[prices.patterns.of_row]
    unused = proved.units - (proved.whole_errors - 1) * prices.unit - 1
    heaviest = [max(by_number) + unused // len(proved.heaviest) for by_number in proved.heaviest]
    return {
        "unit": prices.unit,
        "multipliers": distinct.tolist(),
        "of_row": of_row.tolist(),
        "recall": prices.of_recall.tolist(),
        "heaviest": heaviest,
    }
