"""Bringing the best answer and the bound together, for one goal.

Most cases are over after a first try with clauses (`clause_prover.py`), which rarely takes
seconds. Where they are not, the integer master has a try too, and then the problem is made smaller
and the bound stronger before the integer solver gets the rest of the time: the linear relaxation
may close the gap alone, and settled rows may shrink the problem tenfold. A problem too large for
any model is left to local search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem.improve import cheapest_loss, descend, explore, fewest_conditions
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks
from clusterscribe.problem.reduce import Reduced, Reducer
from clusterscribe.problem.repair import excess
from clusterscribe.search.axis.clause_prover import ClauseProver, can_be_limited, can_be_written
from clusterscribe.search.axis.master import Master
from clusterscribe.search.axis.relaxation import relaxation_bound
from clusterscribe.search.axis.settle import settle
from clusterscribe.search.axis.wide import WideSearch
from clusterscribe.search.goal import Ceiling, Goal
from clusterscribe.search.incumbent import Incumbent
from clusterscribe.search.integer import Runner, never
from clusterscribe.search.schedule import AxisSchedule
from clusterscribe.search.statistics import StageStatistics


def is_time_to_reduce(ranks: Ranks, seconds: float, schedule: AxisSchedule) -> bool:
    """Whether the candidates can be listed in the time that is left, and something be made of them.

    Nothing looks at the clock while they are.
    """
    ladders = 2 * ranks.features * ranks.clusters
    per_ladder = schedule.seconds_per_ladder + schedule.seconds_per_box * len(ranks)
    return ladders * per_ladder <= schedule.reducing * seconds


def too_large(problem: Reduced, schedule: AxisSchedule, seconds: float = np.inf) -> bool:
    """Whether a model of the problem is out of the question, or would eat up the time."""
    if problem.cells > schedule.largest_table:
        return True
    most = min(schedule.largest_model, seconds / (5 * schedule.seconds_per_literal))
    return problem.literals_of_open > most or problem.literals > most


def below(ceiling: Ceiling, ranks: Ranks, answer: Ranges, clock: Clock) -> Ranges:
    """Drop what costs the fewest errors until an answer is below a ceiling."""
    by_feature = ceiling.goal.sparsity > ceiling.goal.complexity
    while ceiling.excess(answer, ranks.axes):
        answer = cheapest_loss(ranks, answer, by_feature, clock)
    return answer


def shorter_ones(
    ranks: Ranks, answer: Ranges, goal: Goal, floor: int, clock: Clock
) -> Iterator[Ranges]:
    """Yield ever shorter answers down to the floor, each made by the cheapest loss from the last.

    They are found quickly and prove nothing.
    """
    while (value := goal.value(answer, 0, ranks.axes)) > floor and not clock.expired:
        answer = below(Ceiling(goal, value - goal.step), ranks, answer, clock)
        yield answer


class GapCloser:
    """Works on the goal of an incumbent, within its budget or (None) from the best errors down.

    `tight` says that the budget is close to the fewest errors possible. Then most rows can
    be settled, and the relaxation is only worth its time on what is left. `least_errors` is what
    any answer is proved to make. `wide` looks for fewer errors from many starts, where there is
    such a search.
    """

    def __init__(
        self,
        incumbent: Incumbent[Ranges],
        reduce: Reducer,
        runner: Runner,
        schedule: AxisSchedule,
        *,
        tight: bool = False,
        least_errors: int = 0,
        wide: WideSearch | None = None,
    ) -> None:
        self.incumbent = incumbent
        self.ranks = reduce.ranks
        self.reduce = reduce
        self.runner = runner
        self.schedule = schedule
        self.tight = tight
        self.least_errors = least_errors
        self.wide = wide
        self.goal = incumbent.goal
        self.budget = incumbent.budget
        self.prover: ClauseProver | None = None
        self.settled: NDArray[np.bool_] | None = None
        self.gave_up = False  # the problem is too large for a model
        self.statistics = StageStatistics()

    def run(self, seconds: float, enough: Callable[[], bool] = lambda: False) -> None:
        """Work for so many seconds, or until the gap is closed or the answer good enough."""
        if np.isinf(seconds):
            self._run_in_rounds(enough)
            return
        deadline, schedule = Clock(seconds), self.schedule
        self.incumbent.begin()

        def done() -> bool:
            is_over = deadline.expired or self.incumbent.is_stalled(proving=True)
            if self._is_refuted:
                return True
            return self.incumbent.closed or enough() or is_over

        if done() or not self._is_time:
            return
        problem = self._problem()
        many_starts = self._has_many_starts(problem)
        share = schedule.refuting_at_first if many_starts else schedule.refuting
        self._refute(problem, share * deadline.remaining, deadline, enough)
        if done():
            return
        problem = self._problem()  # fewer errors make it smaller
        if self._is_too_large(problem, deadline.remaining):
            self.gave_up = True
            self.statistics["model"] = "too large, local search only"
            self._search_locally(problem, deadline, enough)
            return
        if self._is_touching(problem):
            self._search_widely(Clock(schedule.searching_widely * deadline.remaining), enough)
            self._refute(problem, schedule.refuting * deadline.remaining, deadline, enough)
            if done():
                return
            problem = self._problem()
        first_try = max(schedule.least_try, schedule.first_try * deadline.remaining)
        self._solve(problem, first_try, deadline, enough)
        tools = [self._explore_a_while, self._relax, self._settle]  # stage one
        if self.incumbent.ceiling is not None:
            tools = [self._explore_a_while]  # what the others prove, they prove without it
        elif self.budget is not None:
            tools = [self._settle, self._relax] if self.tight else [self._relax, self._settle]
        for strengthen in tools:
            if done():
                return
            problem = self._problem()  # fewer errors and settled rows make it smaller
            strengthen(problem, deadline)
        if not done() and self.budget is not None:
            # a length is proved by clauses or not at all
            self._refute(self._problem(), deadline.remaining / 2, deadline, enough)
        if not done():
            self._solve(self._problem(), deadline.remaining, deadline, enough)

    def _run_in_rounds(self, enough: Callable[[], bool]) -> None:
        """Without a limit, shares of it mean nothing: work in ever longer rounds instead.

        A round without news, of the answer or of the bound, is the last one.
        """
        seconds = self.schedule.first_round
        while True:
            before = self.incumbent.value, self.incumbent.bound
            self.run(seconds, enough)
            no_news = before == (self.incumbent.value, self.incumbent.bound)
            if self.incumbent.closed or enough() or self.gave_up or no_news:
                return
            seconds *= 2

    @property
    def has_many_starts(self) -> bool:
        """Whether the search from many starts gets further than solvers, as far as can be seen."""
        return self._is_time and self._has_many_starts(self._problem())

    def _has_many_starts(self, problem: Reduced) -> bool:
        return self.wide is not None and self._is_touching(problem)

    @property
    def allowed(self) -> int:
        """Errors that the candidates are listed for.

        An answer that keeps to all wishes may make more errors than one that breaks some.
        """
        if self.incumbent.broken and self.budget is None:
            return self.ranks.total_weight
        return self.incumbent.errors if self.budget is None else self.budget

    @property
    def _is_refuted(self) -> bool:
        """Whether it is proved that nothing keeps to all wishes below the ceiling."""
        is_impossible = self.incumbent.bound > self.ranks.total_weight
        return bool(self.goal.errors) and is_impossible

    @property
    def _is_time(self) -> bool:
        return is_time_to_reduce(self.ranks, self.runner.clock.remaining, self.schedule)

    def _is_too_large(self, problem: Reduced, seconds: float) -> bool:
        return too_large(problem, self.schedule, seconds)

    def _problem(self) -> Reduced:
        problem = self.reduce(self.allowed, self.settled)
        self.incumbent.rows = len(problem.ranks)
        self.incumbent.candidates = problem.candidates
        self.statistics["rows"] = len(problem.ranks)
        self.statistics["candidates"] = problem.candidates
        return problem

    def _solve(
        self, problem: Reduced, seconds: float, deadline: Clock, enough: Callable[[], bool]
    ) -> None:
        master = Master(problem)
        ceiling = self.incumbent.ceiling
        if self.budget is not None:
            master.model.add(master.errors <= self.budget)
        if ceiling is not None:
            master.model.add(master.measure(ceiling.goal) <= ceiling.value)
        # presolve looks at the time only now and then
        spare = deadline.remaining - self.schedule.seconds_per_literal * problem.literals / 3
        self.incumbent.tell()
        outcome = self.runner.prove(master, self.incumbent, Clock(min(seconds, spare)), enough)
        if outcome.infeasible and problem.budget == self.ranks.total_weight and self.goal.errors:
            self.incumbent.raise_bound(self.ranks.total_weight + 1)
        self._note("integer program")

    def refute(self, seconds: float) -> None:
        """Let a SAT solver try for so many seconds, and nothing else."""
        if self._is_time and not self.incumbent.closed:
            self._refute(self._problem(), seconds, Clock(2 * seconds), never)

    def _refute(
        self, problem: Reduced, seconds: float, deadline: Clock, enough: Callable[[], bool]
    ) -> None:
        """Let a SAT solver try, or go on, where it may get somewhere."""
        limit = Clock(min(max(seconds, self.schedule.least_refuting), deadline.remaining / 2))
        if self.prover is None and self._can_refute(problem, limit.remaining):
            self.incumbent.tell()
            self.prover = ClauseProver(problem, self.incumbent, self.schedule)
        if self.prover is not None:
            self.incumbent.begin()
            self.prover.run(limit, enough)
            self._note("clauses")

    def _can_refute(self, problem: Reduced, seconds: float) -> bool:
        """Whether clauses are written in time, those that limit the errors among them."""
        if not can_be_written(problem, self.schedule, seconds):
            return False
        spare = 0 if self.budget is None else max(0, self.budget - self.least_errors)
        return self.budget is None or can_be_limited(problem, spare, self.schedule)

    def _note(self, prover: str) -> None:
        """Take note of what closed the gap."""
        if self.incumbent.closed:
            self.statistics["prover"] = prover

    def _relax(self, problem: Reduced, deadline: Clock) -> None:
        seconds = self.schedule.relaxation * deadline.remaining
        if self.schedule.seconds_per_literal * problem.literals > seconds:
            return
        bound = relaxation_bound(problem, self.goal, self.budget, seconds)
        if bound is not None:
            self.statistics["relaxation"] = round(bound, 4)
            self.incumbent.raise_bound(bound)
            self.incumbent.tell()
            self._note("relaxation")

    def _settle(self, problem: Reduced, deadline: Clock) -> None:
        limit = Clock(min(self.schedule.settling * deadline.remaining, self.runner.clock.remaining))
        if self._is_too_large(problem, limit.limit):
            return
        known = problem.express(self.incumbent.best)
        settled = settle(problem, self.allowed, known, limit, self.runner.seed)
        if settled is not None:
            self.incumbent.hear()
            self.settled = settled[problem.origin]
            self.statistics["open_rows"] = int((~self.settled).sum())

    def _is_touching(self, problem: Reduced) -> bool:
        """Whether so many rows are wrong that the solver is not expected to get far."""
        many = self.schedule.touching * self.ranks.total_weight
        if self.incumbent.errors <= many or problem.cells > self.schedule.largest_table:
            return False
        return problem.literals_of_open >= self.schedule.small_model

    def _search_widely(self, deadline: Clock, enough: Callable[[], bool]) -> None:
        """Look for fewer errors from many starts, where there is such a search."""
        if self.wide is not None:
            self.wide.run(self.incumbent, deadline, self.runner, enough)

    def _search_locally(
        self, problem: Reduced, deadline: Clock, enough: Callable[[], bool]
    ) -> None:
        """Look for a better answer where there is no model of the whole."""
        if self.wide is not None:
            self._search_widely(deadline, enough)
            return
        in_vain = self.schedule.patience if self.budget is None else self.schedule.more_patience
        self._explore(problem, deadline, in_vain)

    def _explore_a_while(self, problem: Reduced, deadline: Clock) -> None:
        a_while = Clock(self.schedule.exploring * deadline.remaining)
        is_near = self.incumbent.bound >= (1 - self.schedule.near) * self.incumbent.value
        if self.wide is None or is_near:
            self._explore(problem, a_while, self.schedule.patience)
        else:
            self._search_widely(a_while, lambda: False)

    def _explore(self, problem: Reduced, deadline: Clock, patience: float) -> None:
        """Look for a better answer by local search alone, which proves nothing."""
        incumbent, ranks = self.incumbent, problem.ranks

        def polish(answer: Ranges) -> Ranges:
            settled = descend(ranks, answer, deadline)
            if self.budget is not None:
                settled = fewest_conditions(ranks, settled, self.budget, False, deadline)
            if incumbent.ceiling is not None:
                settled = below(incumbent.ceiling, ranks, settled, deadline)
            return settled

        def key(answer: Ranges) -> tuple[int, ...]:
            errors = answer.errors(ranks)
            over = 0 if self.budget is None else max(0, errors - self.budget)
            if incumbent.ceiling is not None:
                over += incumbent.ceiling.excess(answer, ranks.axes)
            value = self.goal.value(answer, errors, ranks.axes)
            return excess(ranks, answer, errors), over, value, errors

        start = problem.express(incumbent.best)
        chance = np.random.default_rng(self.runner.seed)
        answers = explore(ranks, start, chance, polish=polish, key=key)
        fruitless, fewest = 0, incumbent.value
        for answer in takewhile(lambda _: not deadline.expired, answers):
            incumbent.offer(problem.restore(answer))
            incumbent.tell()
            fruitless = 0 if incumbent.value < fewest else fruitless + 1
            fewest = incumbent.value
            is_stalled = fruitless >= incumbent.stall.least_shakes and incumbent.is_stalled(
                proving=False
            )
            if incumbent.closed or fruitless >= patience or is_stalled:
                return
