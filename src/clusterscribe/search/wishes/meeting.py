"""Any answer that keeps to all wishes, or the proof that there is none.

First what lacks of an answer is added, and what is too much is dropped. If that is not enough, an
integer program looks among all bounds, where these are not too many: it finds an answer if there is
one. Where they are many, rows that wishes are about count ever more in a search without wishes, and
the integer program looks among few bounds of each axis first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem.granting import granted
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks
from clusterscribe.problem.reduce import Reduced, coarsened, reduce
from clusterscribe.problem.weights import LARGEST_TOTAL
from clusterscribe.search.axis.master import Master
from clusterscribe.search.cp_sat import run
from clusterscribe.search.incumbent import Incumbent
from clusterscribe.search.integer import Runner
from clusterscribe.search.schedule import AxisSchedule

SMALL = 30_000  # literals of a model of all bounds that is no trouble
GRIDS = (6, 24)  # bounds of an axis
A_WHILE = 0.5  # seconds to look for fewer errors, once there is an answer
FACTORS = (3, 10, 100, 1_000)  # by which rows count more
WEIGHING = 0.2  # of the time that is left, for each of them
COARSE = 0.3  # of the time that is left, for few bounds
LONGEST_PART = 60.0  # seconds, where there is no time limit

FewestWith: TypeAlias = Callable[[NDArray[np.int64], Clock], Ranges]


class Meeting:
    """Works on an incumbent that breaks wishes."""

    def __init__(
        self,
        ranks: Ranks,
        incumbent: Incumbent[Ranges],
        runner: Runner,
        schedule: AxisSchedule,
        fewest_with: FewestWith,
    ) -> None:
        self.ranks = ranks
        self.incumbent = incumbent
        self.runner = runner
        self.schedule = schedule
        self.fewest_with = fewest_with

    def is_impossible(self, limit: Clock) -> bool:
        """Look for an answer for a while; say whether it is proved that there is none."""
        self._grant(self.incumbent.best)
        if not self.incumbent.broken or not self._can_list(limit):
            return False
        every = reduce(self.ranks, self.ranks.total_weight)
        is_large = every.literals_of_open > SMALL
        if is_large:
            self._weigh(limit)
            if not self.incumbent.broken:
                return False
        for problem, restore in self._coarse() if is_large else ():
            part = _part(limit, COARSE)
            if not self._is_too_large(problem, part):
                self._solve(problem, restore, part)
            if not self.incumbent.broken or limit.expired:
                return False
        if self._is_too_large(every, limit):
            return False
        return self._solve(every, lambda answer: answer, limit)

    def _grant(self, answer: Ranges) -> None:
        """Offer what becomes of an answer by simple means."""
        for better in granted(self.ranks, answer):
            self.incumbent.offer(better)

    def _weigh(self, limit: Clock) -> None:
        """Let rows that wishes are about count ever more, as long as too many are wrong."""
        about, total = self._rows_of_wishes, self.ranks.total_weight
        factors = [factor for factor in FACTORS if factor * total <= LARGEST_TOTAL]
        for factor in factors if about.any() else ():
            weight = np.where(about, factor, 1) * self.ranks.weight
            answer = self.fewest_with(weight, _part(limit, WEIGHING))
            self.incumbent.offer(answer)
            self._grant(answer)
            self.incumbent.tell()
            if not self.incumbent.broken or limit.expired:
                return

    @property
    def _rows_of_wishes(self) -> NDArray[np.bool_]:
        """The rows that must be right, and those of clusters of which few may be wrong."""
        ranks = self.ranks
        about = np.zeros(len(ranks), dtype=bool) if ranks.right is None else ranks.right.copy()
        for k, most in enumerate(ranks.wishes.most_wrong):
            if most is not None:
                about |= ranks.cluster == k
        return about

    def _can_list(self, limit: Clock) -> bool:
        """Whether all bounds can be listed in the time, at which nobody looks meanwhile."""
        ladders = 2 * self.ranks.features * self.ranks.clusters
        schedule = self.schedule
        each = schedule.seconds_per_ladder + schedule.seconds_per_box * len(self.ranks)
        return ladders * each <= limit.remaining

    def _is_too_large(self, problem: Reduced, limit: Clock) -> bool:
        if problem.cells > self.schedule.largest_table:
            return True
        most = min(
            self.schedule.largest_model,
            limit.remaining / self.schedule.seconds_per_literal,
        )
        return problem.literals_of_open > most or problem.literals > most

    def _coarse(self) -> Iterator[tuple[Reduced, Callable[[Ranges], Ranges]]]:
        for number in GRIDS:
            grid = coarsened(self.ranks, number, [self.incumbent.best])
            yield reduce(grid.ranks, grid.ranks.total_weight), grid.restore

    def _solve(self, problem: Reduced, restore: Callable[[Ranges], Ranges], limit: Clock) -> bool:
        """Look for few errors among answers that keep to all wishes; say if there are none."""
        master, found = Master(problem), Clock(None)
        master.model.minimize(master.errors)

        def take(value: Callable[[object], bool]) -> bool:
            nonlocal found
            if self.incumbent.broken:
                found = Clock(A_WHILE)
            self.incumbent.offer(restore(master.read(value)))
            self.incumbent.tell()
            return found.expired

        outcome = run(
            master.model,
            self.runner.clock,
            limit.remaining,
            on_solution=take,
            enough=lambda: found.expired,
            seed=self.runner.seed,
            workers=self.runner.workers,
        )
        return outcome.infeasible


def _part(limit: Clock, share: float) -> Clock:
    """Return a share of the time that is left, also where there is no limit."""
    return Clock(min(LONGEST_PART, share * limit.remaining))
