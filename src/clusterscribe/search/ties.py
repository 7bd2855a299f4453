"""Between equally good answers: the other measure, then errors, then the wider margins."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from clusterscribe.clock import Clock
from clusterscribe.search.goal import Goal
from clusterscribe.search.incumbent import Incumbent
from clusterscribe.search.integer import Expression, IntegerMaster, Runner

A = TypeVar("A")


def break_ties(
    master: IntegerMaster[A],
    incumbent: Incumbent[A],
    runner: Runner,
    limit: Clock,
    *,
    margins: Callable[[], Expression],
    error_bound: int,
) -> int:
    """Settle the goals after the first, each with the earlier ones fixed, and then the margins.

    Return how many of these levels are proven, among all answers that the master can choose. The
    master is within the budget of the incumbent already; `margins` costs narrow margins.
    """
    goals, tied = incumbent.goals, incumbent
    try:
        for focus in range(1, len(goals)):
            tied = tied.turned_to(focus)
            _fix(master, tied, goals[focus - 1])
            is_open = tied.value > _least(tied, error_bound)
            if is_open and not runner.prove(master, tied, limit).optimal:
                return focus - 1
        _fix(master, tied, goals[-1])
        outcome = runner.minimise(master, margins(), tied, limit, equal=True)
        return len(goals) - 1 + outcome.optimal
    finally:
        incumbent.hold(tied.best)


def _fix(master: IntegerMaster[A], incumbent: Incumbent[A], goal: Goal) -> None:
    """Allow no answer that is worse in a goal than the best one."""
    master.model.add(master.measure(goal) <= incumbent.value_in(goal))


def _least(incumbent: Incumbent[A], error_bound: int) -> int:
    """Return what no description can be below: the proven errors, or a single feature."""
    if incumbent.goal.errors:
        return error_bound
    return min(1, incumbent.value_in(Goal(sparsity=1)))
