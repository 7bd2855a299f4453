"""Closing the gap of an incumbent by refuting clauses, from the bound up.

A SAT solver is asked whether the goal can be zero, and each time that it refutes this, the bound
rises by what the refutation shows (`refuting/least.py`). Where few rows are wrong, or rows are
wrong for reasons that have little to do with each other, that ends after as many refutations as
there are errors, each of them short: it is a hundred times as fast as an integer program (bank,
fewest errors: 0.2 s). Where clusters touch all over it does not end, but bounds rise quickly at
first, and then slowly.

Limits (the error budget, a ceiling on the length) are written in the same way: first it is found
out how much of a limit is needed in any case, and only what is left of it is counted out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from clusterscribe.clock import Clock
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.reduce import Reduced
from clusterscribe.refuting.least import Least
from clusterscribe.refuting.sat import Solver
from clusterscribe.refuting.sums import clauses_of_limit
from clusterscribe.search.axis.clause_master import ClauseMaster, clauses_of_wishes
from clusterscribe.search.goal import FEWEST_ERRORS, Goal
from clusterscribe.search.incumbent import Incumbent
from clusterscribe.search.integer import never
from clusterscribe.search.schedule import AxisSchedule


def can_be_written(problem: Reduced, schedule: AxisSchedule, seconds: float) -> bool:
    """Whether all clauses of a problem are written in half of the time, and fit into memory."""
    if problem.cells > schedule.largest_table:
        return False
    most = min(schedule.most_written, seconds / 2 / schedule.seconds_per_written)
    if problem.literals_of_open > most or problem.literals > most:
        return False
    return clauses_of_wishes(problem) <= schedule.largest_sum


def can_be_limited(problem: Reduced, spare: int, schedule: AxisSchedule) -> bool:
    """Whether it can be written that all but so many errors are known to be needed."""
    weights = problem.ranks.weight[~problem.settled].tolist()
    return clauses_of_limit(weights, spare) <= schedule.largest_sum


class ClauseSearch:
    """The clauses of one reduced problem, and a solver that has them."""

    def __init__(self, problem: Reduced, schedule: AxisSchedule) -> None:
        self.schedule = schedule
        self.master = ClauseMaster(problem)
        self.solver = Solver(self.master.formula)
        self.needed: dict[Goal, Least] = {}  # of what is limited
        self.limited = set[Goal]()

    def close(self) -> None:
        """Free the memory of the solver."""
        self.solver.close()

    def least(self, goal: Goal) -> Least:
        """Return the search for the least value of a goal."""
        return Least(self.solver, self.master.measure(goal), gradually=goal.errors > 0)

    def search(
        self,
        least: Least,
        most: int,
        limit: Clock,
        take: Callable[[Sequence[int]], int],
        goes_on: Callable[[], bool] = lambda: True,
    ) -> None:
        """Look for the least value of a goal, among answers that leave enough inside."""
        while True:
            verdict = least.search(most, limit, take, goes_on)
            if verdict.model is None or not self._write_recall(verdict.model, limit):
                return

    def is_affordable(self, clauses: int, limit: Clock) -> bool:
        """Whether so many clauses can be added in half of the time that is left."""
        most = min(
            self.schedule.largest_sum, limit.remaining / 2 / self.schedule.seconds_per_clause
        )
        return clauses <= most and not limit.expired

    def _write_recall(self, model: Sequence[int], limit: Clock) -> bool:
        """Limit what an assignment leaves too much of outside; say whether there is anything."""
        lacking = self.master.lacking(model)
        if not self.is_affordable(sum(map(self.master.clauses_of_recall, lacking)), limit):
            return False
        for cluster in lacking:
            self.solver.extend(self.master.recall(cluster, self.solver.variables))
        return bool(lacking)

    def write_limits(self, best: Incumbent[Ranges], limit: Clock) -> bool:
        """Limit what is limited for an incumbent; say whether that was possible.

        Where it was not, it may be with more time.
        """
        limits = []
        if best.budget is not None:
            limits.append((FEWEST_ERRORS, best.budget))
        if best.ceiling is not None:
            limits.append((best.ceiling.goal, best.ceiling.value))
        return all(self._write(goal, most, best, limit) for goal, most in limits)

    def _write(self, goal: Goal, most: int, best: Incumbent[Ranges], limit: Clock) -> bool:
        """Limit a goal, after a while in which it is found out what is needed in any case."""

        def offer(model: Sequence[int]) -> int:
            best.offer(self.master.read(model))
            return most

        if goal in self.limited:
            return True
        least = self.needed.setdefault(goal, self.least(goal))
        least.search(most, Clock(self.schedule.limiting * limit.remaining), offer)
        if not self.is_affordable(least.clauses_of_limit(most), limit):
            return False
        least.limit(most)
        self.limited.add(goal)
        return True


class ClauseProver(ClauseSearch):
    """Works on the goal of an incumbent; `run` goes on where it was stopped."""

    def __init__(
        self, problem: Reduced, incumbent: Incumbent[Ranges], schedule: AxisSchedule
    ) -> None:
        super().__init__(problem, schedule)
        self.incumbent = incumbent
        self.lowering = self.least(incumbent.goal)
        self.told = Clock(schedule.tell)

    def run(self, limit: Clock, enough: Callable[[], bool] = never) -> None:
        """Raise the bound and find better answers until the gap is closed, or time is over."""
        best = self.incumbent
        if not self.write_limits(best, limit):
            return
        least = self.lowering

        def goes_on() -> bool:
            self._raise(least.bound)
            return not (enough() or best.is_stalled(proving=True))

        self.search(least, self._most, limit, self._take, goes_on)
        self._raise(least.bound)
        best.tell()

    @property
    def _most(self) -> int:
        """The most of the goal that an answer may have to be of interest."""
        best = self.incumbent
        if not best.is_over:
            return best.value - 1
        if best.goal.errors:
            return self.master.problem.budget  # candidates are listed for no more
        return sum(weight for _, weight in self.master.measure(best.goal))

    def _take(self, model: Sequence[int]) -> int:
        """Offer an answer, and return what a better one may have at most."""
        self.incumbent.offer(self.master.read(model))
        self.incumbent.tell()
        return self._most

    def _raise(self, bound: int) -> None:
        self.incumbent.raise_bound(bound)
        if self.told.expired:
            self.incumbent.tell()
            self.told = Clock(self.schedule.tell)
