"""Local search over several boxes per cluster: best responses of one box after the other.

    many starts     what is known, trees, split clusters; a round of best responses from each
    a crowd         the better ones are shaken, the best for longest
    fine grid       what is best on a coarse grid is moved to its best place
    prices          the same with ever dearer conditions, for shorter answers

It proves nothing. Importing this module imports numba.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice, takewhile

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.problem.best_responses import SCALE, Responses
from clusterscribe.problem.columns import Polyhedra
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks
from clusterscribe.problem.reduce import Reduced, coarsened
from clusterscribe.problem.shaking import Shaking
from clusterscribe.search.incumbent import Incumbent
from clusterscribe.search.integer import never
from clusterscribe.search.schedule import UnionSchedule
from clusterscribe.search.unions.slots import in_slots, out_of_slots
from clusterscribe.search.unions.union_starts import union_starts


class UnionSearch:
    """Looks for fewer errors, and for shorter answers, with several boxes per cluster."""

    def __init__(self, ranks: Ranks, polyhedra: int, seed: int, schedule: UnionSchedule) -> None:
        self.ranks = ranks
        self.polyhedra = polyhedra
        self.schedule = schedule
        self.chance = np.random.default_rng(seed)
        self._number = schedule.rows
        self._starts = union_starts(self._some(schedule.rows), polyhedra, seed)

    def run(
        self, best: Incumbent[Polyhedra], deadline: Clock, enough: Callable[[], bool] = never
    ) -> None:
        """Look for fewer errors until the time is over, or it does not pay any more."""
        best.begin()
        known = self._slots(best.best)
        while not (deadline.expired or best.closed or enough()):
            some = self._some(self._number)
            is_all = some is self.ranks
            limit = Clock(deadline.remaining * (1.0 if is_all else 0.5))
            grid = coarsened(some, self.schedule.grid, [known])
            starts = chain([known], islice(self._starts, self.schedule.starts))
            for answer in self._crowd(grid, starts, limit):
                self._offer(best, answer)
                if best.closed or enough():
                    return
            self._offer(best, self._finer(best.best, deadline))
            known = self._slots(best.best)
            if is_all and best.is_stalled(proving=False):
                return
            self._number *= self.schedule.more_rows

    def of_all_lengths(self, best: Polyhedra, deadline: Clock) -> Iterator[Polyhedra]:
        """Yield answers whose conditions are ever dearer, from few errors to few conditions."""
        known = self._slots(best)
        grid = coarsened(self._some(self._number), self.schedule.fine_grid, [known])
        responses = Responses(grid.ranks, deadline, polyhedra=self.polyhedra)
        answer, order = grid.express(known), range(len(responses.owner))
        # from one error to a tenth of the rows for a condition
        prices = np.geomspace(1.0, max(2.0, 0.1 * grid.ranks.total_weight), self.schedule.prices)
        for price in takewhile(lambda _: not deadline.expired, prices.tolist()):
            responses.price = max(1, int(SCALE * price))
            responses.take(answer)
            responses.go_round(order)
            answer = responses.answer
            yield out_of_slots(grid.restore(answer), self.polyhedra)

    def polished(self, answer: Polyhedra, price: int, deadline: Clock) -> Polyhedra:
        """Move all bounds to better places, at so many errors for a condition."""
        known = self._slots(answer)
        grid = coarsened(self.ranks, self.schedule.fine_grid, [known])
        responses = Responses(grid.ranks, deadline, max(1, SCALE * price), self.polyhedra)
        responses.take(grid.express(known))
        responses.go_round(range(len(responses.owner)))
        return out_of_slots(grid.restore(responses.answer), self.polyhedra)

    def _finer(self, answer: Polyhedra, deadline: Clock) -> Ranges:
        return self._slots(self.polished(answer, 0, deadline))

    def _crowd(self, grid: Reduced, starts: Iterable[Ranges], deadline: Clock) -> Iterator[Ranges]:
        """Yield ever better answers from many starts, for as long as it pays."""
        responses = Responses(grid.ranks, deadline, polyhedra=self.polyhedra)
        crowd: list[Shaking] = []
        beginning = Clock(self.schedule.beginning * deadline.remaining)
        for start in takewhile(lambda _: not beginning.expired or not crowd, starts):
            crowd.append(Shaking(responses, grid.express(start), self.chance))
            yield grid.restore(_better(crowd, 1)[0].best)
        crowd, fruitless = _better(crowd, self.schedule.crowd), self.schedule.fruitless
        while not deadline.expired:
            for one in crowd:
                _shake(one, fruitless, deadline)
            yield grid.restore(_better(crowd, 1)[0].best)
            if len(crowd) == 1:
                return
            crowd, fruitless = _better(crowd, len(crowd) // 2), 2 * fruitless

    def _slots(self, answer: Polyhedra) -> Ranges:
        return in_slots(answer, self.polyhedra, self.ranks.sizes)

    def _offer(self, best: Incumbent[Polyhedra], answer: Ranges) -> None:
        best.offer(out_of_slots(answer, self.polyhedra))
        best.tell()

    def _some(self, number: int) -> Ranks:
        """Return so many rows, or all, and at least one of every cluster."""
        if len(self.ranks) <= number:
            return self.ranks
        chosen = self.chance.choice(len(self.ranks), number, replace=False)
        one_each = np.unique(self.ranks.cluster, return_index=True)[1]
        return self.ranks.of_rows(np.union1d(chosen, one_each))


def _better(crowd: Sequence[Shaking], number: int) -> list[Shaking]:
    """Return the best of a crowd, of equal ones the first; those that cost the same are one."""
    different = {one.cost: one for one in reversed(crowd)}
    return [different[cost] for cost in sorted(different)[: max(1, number)]]


def _shake(one: Shaking, fruitless: int, deadline: Clock) -> None:
    """Shake an answer until so many shakes in a row, and half of all, were in vain."""
    shakes, last = 0, 0
    while not deadline.expired and shakes - last < max(fruitless, shakes // 2):
        shakes += 1
        if one.shake():
            last = shakes
