"""Between equally good answers: the other measure, then errors, then the wider margins.

The margin of a bound is the gap between the last value inside and the first value outside,
as a share of the feature's range. Where margins are equal too, earlier features win, and
where even that leaves several answers, a fixed draw decides: the solver's threads may find
any of them first, and the same call shall have the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem.columns import Column, Geometry
from clusterscribe.problem.ladders import Ladder
from clusterscribe.problem.margins import margin
from clusterscribe.problem.reduce import Reduced
from clusterscribe.search.cp_sat import Outcome
from clusterscribe.search.goal import Goal
from clusterscribe.search.incumbent import Incumbent
from clusterscribe.search.integer import Expression, IntegerMaster, Runner

A = TypeVar("A")
RESOLUTION = 1000  # margins are compared in thousandths of a feature's range
DRAWS = 2**12
MOST_CONDITIONS = 2**8  # draws of so many conditions never outweigh a margin


def break_ties(
    master: IntegerMaster[A],
    incumbent: Incumbent[A],
    runner: Runner,
    limit: Clock,
    *,
    margins: Callable[[], Expression],
    error_bound: int,
    is_complete: bool,
    settled: int = 0,
) -> int:
    """Settle the goals after the first, each with the earlier ones fixed, and then the margins.

    Return how many of these levels are proven, among all answers that the master can choose. The
    master is within the budget of the incumbent already; `margins` costs narrow margins. What it
    proves is proved of all descriptions only where it `is_complete`. So many levels are `settled`
    already.
    """
    goals, tied = incumbent.goals, incumbent
    try:
        for focus in range(1, len(goals)):
            tied = tied.turned_to(focus)
            _fix(master, tied, goals[focus - 1])
            is_open = focus > settled and tied.value > _least(tied, error_bound)
            if is_open and not _least_of_goal(master, tied, runner, limit, is_complete).optimal:
                return focus - 1
        _fix(master, tied, goals[-1])
        outcome = runner.minimise(master, margins(), tied, limit, equal=True)
        return len(goals) - 1 + outcome.optimal
    finally:
        incumbent.hold(tied.best)


class CompleteMaster(IntegerMaster[A], Protocol[A]):
    """An integer program over all steps of ladders."""

    problem: Reduced

    def step_costs(self, costs: Sequence[Sequence[int]]) -> Expression:
        """Sum over all bounds of the cost of the step that each one ends on."""


def settle_ties(
    master: CompleteMaster[A],
    incumbent: Incumbent[A],
    runner: Runner,
    limit: Clock,
    *,
    values: Sequence[NDArray[np.float64]],
    conditions: int,
    error_bound: int,
) -> int:
    """Make an answer lexicographically best among all there are; return the levels proven."""

    def margins() -> Expression:
        return master.step_costs(margin_costs(master.problem, values, conditions))

    return break_ties(
        master,
        incumbent,
        replace(runner, clock=limit),
        limit,
        margins=margins,
        error_bound=error_bound,
        is_complete=True,
    )


def _least_of_goal(
    master: IntegerMaster[A],
    tied: Incumbent[A],
    runner: Runner,
    limit: Clock,
    is_complete: bool,
) -> Outcome:
    if is_complete:
        return runner.prove(master, tied, limit)
    return runner.minimise(master, master.measure(tied.goal), tied, limit)


def _fix(master: IntegerMaster[A], incumbent: Incumbent[A], goal: Goal) -> None:
    """Allow no answer that is worse in a goal than the best one."""
    master.model.add(master.measure(goal) <= incumbent.value_in(goal))


def _least(incumbent: Incumbent[A], error_bound: int) -> int:
    """Return what no description can be below: the proven errors, or a single feature."""
    if incumbent.goal.errors:
        return error_bound
    return min(1, incumbent.value_in(Goal(sparsity=1)))


def margin_costs(
    problem: Reduced, values: Sequence[NDArray[np.float64]], conditions: int = 1
) -> list[list[int]]:
    """Cost of every step of every ladder: the smaller the margin, the higher.

    `conditions` is how many steps an answer may take: their draws never outweigh a margin.
    """
    features = problem.ranks.features
    chance = np.random.default_rng(0)
    costs = []
    for ladder in problem.ladders:
        narrow = RESOLUTION - _margins(problem, ladder, values[ladder.feature])
        cost = (narrow * features + ladder.feature).astype(np.int64) * DRAWS * max(1, conditions)
        costs.append((cost + chance.integers(DRAWS, size=len(ladder))).tolist())
    return costs


def margin_cost(geometry: Geometry, column: Column) -> int:
    """Cost of a column of any number of features: the smaller the margin, the higher.

    The draw depends on the column alone, whichever way it was found.
    """
    narrow = RESOLUTION - min(RESOLUTION, round(RESOLUTION * margin(geometry, column)))
    return (narrow + 1) * DRAWS * MOST_CONDITIONS + crc32(repr(column).encode()) % DRAWS


def _margins(problem: Reduced, ladder: Ladder, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Margin of each step in thousandths of the range; 0 for a step that gives up."""
    first = problem.first_rank[ladder.feature]
    ends = np.append(first, len(values))
    if ladder.high:
        outside = ends[ladder.thresholds + 1]
    else:
        outside = ends[len(first) - 1 - ladder.thresholds]
    real = (outside > 0) & (outside < len(values))
    # halves, so that the range of very large numbers does not overflow
    span = values[-1] / 2 - values[0] / 2
    inner, outer = values[outside - 1], values[np.minimum(outside, len(values) - 1)]
    share = np.where(real, (outer / 2 - inner / 2) / span if span > 0 else 0.0, 0.0)
    margins: NDArray[np.float64] = np.rint(share * RESOLUTION)
    return margins
