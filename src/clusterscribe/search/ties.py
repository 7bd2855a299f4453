"""Between equally good answers: the other measure, then errors, then the wider margins."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem.reduce import Reduced
from clusterscribe.search.axis.margin import margin_costs
from clusterscribe.search.axis.master import Master
from clusterscribe.search.axis.state import Search
from clusterscribe.search.goal import Goal


class Ties:
    """Settles the goals of a search after the first, each with the earlier ones fixed."""

    def __init__(self, search: Search, problem: Reduced, budget: int) -> None:
        self.search = search
        self.problem = problem
        self.budget = budget

    def run(self, values: Sequence[NDArray[np.float64]], error_bound: int, limit: Clock) -> int:
        """Break ties until time is over; return how many levels are proven."""
        goals = self.search.goals
        for focus in range(1, len(goals)):
            self.search.begin("ties", goals, self.budget, focus)
            if self.search.value > self._least(goals[focus], error_bound):
                master = self._master(goals[:focus])
                measure = master.measure(goals[focus])
                if not self.search.minimise(master, measure, limit.remaining).optimal:
                    return focus - 1
        return len(goals) - 1 + self._widen(values, limit)

    def _least(self, goal: Goal, error_bound: int) -> int:
        """Return what no description can be below: the proven errors, or a single feature."""
        return error_bound if goal.errors else min(1, self.search.best.sparsity)

    def _widen(self, values: Sequence[NDArray[np.float64]], limit: Clock) -> bool:
        """Take the widest margins among the answers that are equal in everything else."""
        master = self._master(self.search.goals)
        conditions = self.search.best.complexity // 2
        margins = master.step_costs(margin_costs(self.problem, values, conditions))
        return self.search.choose(master, margins, limit.remaining)

    def _master(self, fixed: Sequence[Goal]) -> Master:
        """Build the master within the budget, no worse than the best in the fixed goals."""
        master = Master(self.problem)
        master.model.add(master.errors <= self.budget)
        for goal in fixed:
            reached = goal.value(self.search.best, self.search.errors)
            master.model.add(master.measure(goal) <= reached)
        return master
