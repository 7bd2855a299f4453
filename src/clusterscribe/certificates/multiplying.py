"""Multipliers of whole polyhedra, as evidence of how many errors few conditions leave.

The search over whole polyhedra finds multipliers in whole units, and what no polyhedron weighs more
than under these. Both are written down; `checker/multipliers.py` says what they prove, and goes
through all polyhedra again. Where that is not enough, descriptions are taken apart
(`branching.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.checker.claims import Claim
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
from clusterscribe.search.whole.means import Means

if TYPE_CHECKING:
    from clusterscribe.certificates.branching import Branch


MOST_CONDITIONS = 4  # per cluster
FEW_ERRORS = 20  # of which clauses are refuted sooner
SHARE = 0.7  # of the time; clauses get the rest


@dataclass(frozen=True, slots=True)
class Multiplied:
    """A bound on the errors, and the evidence for it."""

    errors: int
    evidence: dict[str, Any]


def multipliers_for(claim: Claim, rows: Rows, clock: Clock) -> dict[str, Any] | None:
    """Return evidence for a claim about the errors of few conditions; None if there is none.

    Where few rows are wrong, clauses are refuted in no time.
    """
    statement, conditions = claim.contradiction, claim.descriptions.max_conditions
    if not claim.is_about_boxes or statement.length is not None:
        return None
    enough = statement.errors + 1
    if conditions is None or conditions > MOST_CONDITIONS or enough <= FEW_ERRORS:
        return None
    share, limits = Clock(SHARE * clock.remaining), statement.most_outside
    found = multiply(rows, conditions, share, most_outside=limits, enough=enough)
    if found is None or found.errors < enough:
        return None
    return {"kind": "multipliers", **found.evidence}


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
    found = _grown(ranks, best, means, enough)
    if found is None or found[1] < 1:
        return None
    root, errors = found
    row_of = np.flatnonzero(rows.weight > 0)
    parts = [_part(branch, errors, len(rows), row_of) for branch in root.preorder(errors)]
    unit = root.proved.prices.unit
    return Multiplied(errors, {"errors": errors, "unit": unit, "parts": parts})


def _ranks(rows: Rows, conditions: int, most_outside: Sequence[int] | None) -> Ranks:
    boxes = Boxes.from_rows(rows.values, rows.cluster, rows.clusters, rows.weight)
    return replace(rank(boxes)[0], limits=Limits(conditions, tuple(most_outside or ())))


def _grown(
    ranks: Ranks, best: Incumbent[Ranges], means: Means, enough: int | None
) -> tuple[Branch, int] | None:
    """Go round as long as that raises the bound, and take apart what is left."""
    from clusterscribe.certificates.branching import grown  # compiled, as the next
    from clusterscribe.search.whole.passes import last_pass

    clock, schedule = means.runner.clock, means.schedule
    search = last_pass(ranks, ranks.limits.max_conditions or 1, best, means, clock)
    if search is None:
        return None

    def is_enough() -> bool:
        found = search.proved
        return found is not None and enough is not None and found.whole_errors >= enough

    search.start(clock)
    search.go_round(clock, is_enough, schedule.least_rise * best.errors, schedule.patience)
    return grown(search, clock, enough)


def _part(branch: Branch, errors: int, rows: int, row_of: NDArray[np.intp]) -> dict[str, Any]:
    """Write down a part; rows without weight have the first multipliers there are.

    Where it proves enough, what it proves beyond that may be added to the limits on weights: the
    higher they are, the sooner it is clear that no polyhedron weighs more.
    """
    prices, known = branch.proved.prices, branch.search.listed
    distinct, of_pattern = np.unique(prices.of_row, axis=0, return_inverse=True)
    of_row = np.zeros(rows, dtype=np.int64)
    of_row[row_of] = of_pattern.ravel()[prices.patterns.of_row]
    is_enough = branch.errors >= errors
    beyond = branch.proved.units - (errors - 1) * prices.unit - 1 if is_enough else 0
    limits = [max(by_number) for by_number in branch.proved.heaviest]
    each = beyond // max(1, len(limits) - len(known))
    split = None
    if not is_enough and branch.split is not None:
        cluster, row = branch.split
        split = [cluster, int(row_of[row])]
    return {
        "multipliers": distinct.tolist(),
        "of_row": of_row.tolist(),
        "recall": prices.of_recall.tolist(),
        "heaviest": [0 if k in known else limit + each for k, limit in enumerate(limits)],
        "listed": [] if is_enough else branch.listed,
        "split": split,
    }
