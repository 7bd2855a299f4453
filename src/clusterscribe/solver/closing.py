"""Bringing the best answer and the bound together, for one goal.

Most cases are over after a first try with the plain master. Where they are not, the
problem is made smaller and the bound stronger before the solver gets the rest of the time:
the linear relaxation may close the gap alone (bank), and settled rows may shrink the
problem tenfold (libras). A problem too large for any model is left to local search.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem.improve import explore
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.reduce import Reduced, reduce
from clusterscribe.solver.goal import Goal
from clusterscribe.solver.master import Master
from clusterscribe.solver.relaxation import relaxation_bound
from clusterscribe.solver.search import Search
from clusterscribe.solver.settle import settle

# Literals above which building and presolving a model is not worth its time
LARGEST_MODEL = 3_000_000
# Shares of the time that is left
FIRST_TRY = 0.1
RELAXATION = 0.1
SETTLING = 0.4
LEAST_TRY = 3.0  # seconds


def too_large(problem: Reduced) -> bool:
    """Whether no model of the problem should be built."""
    return len(problem.ranks) * len(problem.ladders) + 4 * problem.candidates > LARGEST_MODEL


class Closing:
    """Works on one goal, within an error budget or (None) from the best errors down."""

    def __init__(self, search: Search, goal: Goal, budget: int | None) -> None:
        self.search = search
        self.goal = goal
        self.budget = budget
        self.settled: NDArray[np.bool_] | None = None
        self.statistics: dict[str, Any] = {}

    def run(self, seconds: float, enough: Callable[[], bool] = lambda: False) -> None:
        """Work for so many seconds, or until the gap is closed or the answer good enough."""
        deadline = Clock(seconds)
        problem = self._problem()
        if too_large(problem):
            self._explore(problem, deadline)
            return
        self._solve(problem, max(LEAST_TRY, FIRST_TRY * deadline.remaining), deadline, enough)
        if self._done(deadline, enough):
            return
        problem = self._problem()  # fewer errors may have made it smaller
        self._relax(problem, RELAXATION * deadline.remaining)
        if self._done(deadline, enough):
            return
        problem = self._settle(problem, SETTLING * deadline.remaining)
        self._solve(problem, deadline.remaining, deadline, enough)

    def _done(self, deadline: Clock, enough: Callable[[], bool]) -> bool:
        return self.search.closed or enough() or deadline.expired

    def _problem(self) -> Reduced:
        allowed = self.search.errors if self.budget is None else self.budget
        problem = reduce(self.search.ranks, allowed, self.settled)
        self.statistics["rows"] = len(problem.ranks)
        self.statistics["candidates"] = problem.candidates
        return problem

    def _solve(
        self, problem: Reduced, seconds: float, deadline: Clock, enough: Callable[[], bool]
    ) -> None:
        master = Master(problem)
        if self.budget is not None:
            master.model.add(master.errors <= self.budget)
        seconds = min(seconds, deadline.remaining)
        self.search.minimise(master, master.measure(self.goal), seconds, enough)

    def _relax(self, problem: Reduced, seconds: float) -> None:
        bound = relaxation_bound(problem, self.goal, self.budget, seconds)
        if bound is not None:
            self.statistics["relaxation"] = round(bound, 4)
            self.search.raise_bound(bound)
            self.search.tell(problem)

    def _settle(self, problem: Reduced, seconds: float) -> Reduced:
        search = self.search
        budget = search.errors if self.budget is None else self.budget
        known = problem.express(search.best)
        settled = settle(
            problem, budget, known, clock=search.clock, seconds=seconds, seed=search.seed
        )
        if settled is None:
            return problem
        self.settled = settled[problem.origin]
        self.statistics["open_rows"] = int((~self.settled).sum())
        return self._problem()

    def _explore(self, problem: Reduced, deadline: Clock) -> None:
        """Improve errors by local search alone; nothing is proven this way."""
        search = self.search
        self.statistics["model"] = "too large, local search only"
        if self.budget is not None:
            return

        def offer(answer: Ranges) -> None:
            search.offer(problem.restore(answer))
            search.tell(problem)

        explore(problem.ranks, problem.express(search.best), deadline, search.seed, offer)
