"""Bringing the best answer and the bound together, for one goal.

Most cases are over after a first try with the plain master. Where they are not, the
problem is made smaller and the bound stronger before the solver gets the rest of the time:
the linear relaxation may close the gap alone (bank), and settled rows may shrink the
problem tenfold (libras). A problem too large for any model is left to local search.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem.improve import cheapest_loss, descend, explore, fewest_conditions
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks
from clusterscribe.problem.reduce import Reduced
from clusterscribe.search.axis.master import Master
from clusterscribe.search.axis.relaxation import relaxation_bound
from clusterscribe.search.axis.settle import settle
from clusterscribe.search.axis.state import Search
from clusterscribe.search.goal import Ceiling, Goal

# What a model costs in time, measured: seconds to build one, by its number of literals
SECONDS_A_LITERAL = 3e-6
# Seconds to list the candidates of a cluster on one side of a feature, and more for each box
SECONDS_A_LADDER = 5e-5
SECONDS_A_BOX = 1e-8
LARGEST_MODEL = 4_000_000  # literals
LARGEST_TABLE = 50_000_000  # cells to go through to know the number of literals
# Shares of the time that is left
REDUCING = 0.5  # at most, to find out which bounds matter
FIRST_TRY = 0.1
EXPLORING = 0.2
RELAXATION = 0.1
SETTLING = 0.6
LEAST_TRY = 3.0  # seconds
FIRST_ROUND = 60.0  # seconds, where there is no time limit
PATIENCE = 30  # fruitless shakes before something else gets the time instead
MORE_PATIENCE = 100  # for the length, which nothing else works on where there is no model


def is_time_to_reduce(ranks: Ranks, seconds: float) -> bool:
    """Whether the candidates can be listed in the time that is left, and something be made of them.

    Nothing looks at the clock while they are.
    """
    ladders = 2 * ranks.features * ranks.clusters
    return ladders * (SECONDS_A_LADDER + SECONDS_A_BOX * len(ranks)) <= REDUCING * seconds


def too_large(problem: Reduced, seconds: float = np.inf) -> bool:
    """Whether a model of the problem is out of the question, or would eat up the time."""
    if problem.cells > LARGEST_TABLE:
        return True
    most = min(LARGEST_MODEL, seconds / (5 * SECONDS_A_LITERAL))
    return problem.literals_of_open > most or problem.literals > most


def below(ceiling: Ceiling, ranks: Ranks, answer: Ranges, clock: Clock) -> Ranges:
    """Drop what costs the fewest errors until an answer is below a ceiling."""
    by_feature = ceiling.goal.sparsity > ceiling.goal.complexity
    while ceiling.excess(answer):
        answer = cheapest_loss(ranks, answer, by_feature, clock)
    return answer


class Closing:
    """Works on one goal, within an error budget or (None) from the best errors down.

    `tight` says that the budget is close to the fewest errors possible. Then most rows can
    be settled, and the relaxation is only worth its time on what is left.
    """

    def __init__(self, search: Search, goal: Goal, budget: int | None, tight: bool = False) -> None:
        self.search = search
        self.goal = goal
        self.budget = budget
        self.tight = tight
        self.settled: NDArray[np.bool_] | None = None
        self.gave_up = False  # the problem is too large for a model
        self.statistics: dict[str, Any] = {}

    def run(self, seconds: float, enough: Callable[[], bool] = lambda: False) -> None:
        """Work for so many seconds, or until the gap is closed or the answer good enough."""
        if np.isinf(seconds):
            self._run_in_rounds(enough)
            return
        deadline = Clock(seconds)

        def done() -> bool:
            return self.search.closed or enough() or deadline.expired

        if done() or not is_time_to_reduce(self.search.ranks, self.search.clock.remaining):
            return
        problem = self._problem()
        if too_large(problem, deadline.remaining):
            self.gave_up = True
            self.statistics["model"] = "too large, local search only"
            self._explore(problem, deadline, PATIENCE if self.budget is None else MORE_PATIENCE)
            return
        self._solve(problem, max(LEAST_TRY, FIRST_TRY * deadline.remaining), deadline, enough)
        tools = [self._explore_a_while, self._relax, self._settle]  # stage one
        if self.search.ceiling is not None:
            tools = [self._explore_a_while]  # what the others prove, they prove without it
        elif self.budget is not None:
            tools = [self._settle, self._relax] if self.tight else [self._relax, self._settle]
        for strengthen in tools:
            if done():
                return
            problem = self._problem()  # fewer errors and settled rows make it smaller
            strengthen(problem, deadline)
        if not done():
            self._solve(self._problem(), deadline.remaining, deadline, enough)

    def _run_in_rounds(self, enough: Callable[[], bool]) -> None:
        """Without a limit, shares of it mean nothing: work in ever longer rounds instead.

        A round without news, of the answer or of the bound, is the last one.
        """
        seconds = FIRST_ROUND
        while True:
            before = self.search.value, self.search.bound
            self.run(seconds, enough)
            no_news = before == (self.search.value, self.search.bound)
            if self.search.closed or enough() or self.gave_up or no_news:
                return
            seconds *= 2

    @property
    def allowed(self) -> int:
        """Errors that the candidates are listed for."""
        return self.search.errors if self.budget is None else self.budget

    def _problem(self) -> Reduced:
        problem = self.search.reduce(self.allowed, self.settled)
        self.statistics["rows"] = len(problem.ranks)
        self.statistics["candidates"] = problem.candidates
        return problem

    def _solve(
        self, problem: Reduced, seconds: float, deadline: Clock, enough: Callable[[], bool]
    ) -> None:
        master = Master(problem)
        ceiling = self.search.ceiling
        if self.budget is not None:
            master.model.add(master.errors <= self.budget)
        if ceiling is not None:
            master.model.add(master.measure(ceiling.goal) <= ceiling.value)
        # presolve looks at the time only now and then
        spare = deadline.remaining - SECONDS_A_LITERAL * problem.literals / 3
        self.search.minimise(master, master.measure(self.goal), min(seconds, spare), enough)

    def _relax(self, problem: Reduced, deadline: Clock) -> None:
        seconds = RELAXATION * deadline.remaining
        if SECONDS_A_LITERAL * problem.literals > seconds:
            return
        bound = relaxation_bound(problem, self.goal, self.budget, seconds)
        if bound is not None:
            self.statistics["relaxation"] = round(bound, 4)
            self.search.raise_bound(bound)
            self.search.tell(problem)

    def _settle(self, problem: Reduced, deadline: Clock) -> None:
        search, seconds = self.search, SETTLING * deadline.remaining
        if too_large(problem, seconds):
            return
        known = problem.express(search.best)
        settled = settle(
            problem, self.allowed, known, clock=search.clock, seconds=seconds, seed=search.seed
        )
        if settled is not None:
            self.settled = settled[problem.origin]
            self.statistics["open_rows"] = int((~self.settled).sum())

    def _explore_a_while(self, problem: Reduced, deadline: Clock) -> None:
        self._explore(problem, Clock(EXPLORING * deadline.remaining), PATIENCE)

    def _explore(self, problem: Reduced, deadline: Clock, patience: float) -> None:
        """Look for a better answer by local search alone, which proves nothing."""
        search, ranks = self.search, problem.ranks

        def polish(answer: Ranges) -> Ranges:
            settled = descend(ranks, answer, deadline)
            if self.budget is not None:
                settled = fewest_conditions(ranks, settled, self.budget, False, deadline)
            if search.ceiling is not None:
                settled = below(search.ceiling, ranks, settled, deadline)
            return settled

        def key(answer: Ranges) -> tuple[int, ...]:
            errors = answer.errors(ranks)
            excess = 0 if self.budget is None else max(0, errors - self.budget)
            if search.ceiling is not None:
                excess += search.ceiling.excess(answer)
            return excess, self.goal.value(answer, errors), errors

        start = problem.express(search.best)
        chance = np.random.default_rng(search.seed)
        answers = explore(ranks, start, chance, polish=polish, key=key)
        fruitless, fewest = 0, search.value
        for answer in takewhile(lambda _: not deadline.expired, answers):
            search.offer(problem.restore(answer))
            search.tell(problem)
            fruitless = 0 if search.value < fewest else fruitless + 1
            fewest = search.value
            if search.closed or fruitless >= patience:
                return
