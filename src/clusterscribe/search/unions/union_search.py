"""Local search over several boxes per cluster: best responses of one box after the other.

    many starts     what is known, trees, split clusters; a round of best responses from each
    a crowd         the better ones are shaken, the best for longest, while conditions become
                    cheaper: where they cost something, the way to few errors is shorter
    prices          the same at ever other prices of a condition, for the shortest answer within a
                    budget, and for answers of all lengths

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
from clusterscribe.problem.shaking import Shaking, best_of
from clusterscribe.search.incumbent import Incumbent
from clusterscribe.search.integer import never
from clusterscribe.search.schedule import UnionSchedule
from clusterscribe.search.unions.slots import in_slots, out_of_slots
from clusterscribe.search.unions.union_starts import union_starts

PART = 0.5  # of the time, for some of many rows, and for dearer conditions
PRICES = (2 * SCALE, SCALE // 2, 1)  # of a condition, one after the other
CHEAPEST = 0.1  # errors that a condition has to save, and
DEAREST = 0.02  # share of the rows
NEARLY = 1.3  # times a price, which is close enough


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
        while not (deadline.expired or best.closed or enough()):
            some, known = self._some(self._number), self._slots(best.best)
            is_all = some is self.ranks
            limit = Clock(deadline.remaining * (1.0 if is_all else PART))
            grid = coarsened(some, self.schedule.grid, [known])
            starts = chain([known], islice(self._starts, self.schedule.starts))
            for answer in self._crowd(grid, starts, limit):
                self._offer(best, answer)
                if best.closed or enough():
                    return
            self._offer(best, self._slots(self.polished(best.best, 0, deadline)))
            if is_all and best.is_stalled(proving=False):
                return
            self._number *= self.schedule.more_rows

    def shorten(
        self, answers: Sequence[Polyhedra], budget: int, deadline: Clock
    ) -> Iterator[Polyhedra]:
        """Yield short answers of about so many errors: the price of a condition is bisected."""
        some = self._some(self._number)
        allowed = budget * some.total_weight / max(1, self.ranks.total_weight)
        known = [self._slots(answer) for answer in answers]
        grid = coarsened(some, self.schedule.grid, known)
        responses = Responses(grid.ranks, deadline, polyhedra=self.polyhedra)
        crowd = [grid.express(one) for one in known]
        cheap, dear = CHEAPEST, max(1.0, DEAREST * some.total_weight)
        while dear > NEARLY * cheap and not deadline.expired:
            price = float(np.sqrt(cheap * dear))
            responses.price = max(1, int(SCALE * price))
            limit = Clock(self.schedule.at_a_price * deadline.remaining)
            best = self._shaken(responses, crowd, limit)
            crowd = [best, *crowd][: self.schedule.crowd]
            responses.take(best)
            cheap, dear = (price, dear) if responses.errors <= allowed else (cheap, price)
            yield self._on_all_rows(
                out_of_slots(grid.restore(best), self.polyhedra), price, deadline
            )

    def of_all_lengths(self, best: Polyhedra, deadline: Clock) -> Iterator[Polyhedra]:
        """Yield answers whose conditions are ever dearer, from few errors to few conditions."""
        known = self._slots(best)
        grid = coarsened(self._some(self._number), self.schedule.grid, [known])
        responses = Responses(grid.ranks, deadline, polyhedra=self.polyhedra)
        answer = grid.express(known)
        most = max(1.0, DEAREST * grid.ranks.total_weight)
        prices = np.geomspace(CHEAPEST, most, self.schedule.prices).tolist()
        for left, price in zip(range(len(prices), 0, -1), prices, strict=True):
            if deadline.expired:
                return
            responses.price = max(1, int(SCALE * price))
            answer = self._shaken(responses, [answer], Clock(deadline.remaining / left))
            yield out_of_slots(grid.restore(answer), self.polyhedra)

    def _shaken(self, responses: Responses, answers: Sequence[Ranges], limit: Clock) -> Ranges:
        """Shake the best of some answers at the present price."""
        crowd = [Shaking(responses, answer, self.chance) for answer in answers]
        best = best_of(crowd, 1)[0]
        best.shake_on(self.schedule.fruitless, limit)
        return best.best

    def _on_all_rows(self, answer: Polyhedra, price: float, deadline: Clock) -> Polyhedra:
        is_all = len(self.ranks) <= self._number
        return answer if is_all else self.polished(answer, price, deadline)

    def polished(self, answer: Polyhedra, price: float, deadline: Clock) -> Polyhedra:
        """Move all bounds to better places, at so many errors for a condition."""
        known = self._slots(answer)
        grid = coarsened(self.ranks, self.schedule.fine_grid, [known])
        cost = max(1, int(SCALE * price))
        responses = Responses(grid.ranks, deadline, cost, self.polyhedra)
        responses.take(grid.express(known))
        responses.go_round(range(len(responses.owner)))
        return out_of_slots(grid.restore(responses.answer), self.polyhedra)

    def _crowd(self, grid: Reduced, starts: Iterable[Ranges], deadline: Clock) -> Iterator[Ranges]:
        """Yield ever better answers from many starts, for as long as it pays."""
        responses = Responses(grid.ranks, deadline, PRICES[0], self.polyhedra)
        crowd: list[Shaking] = []
        beginning = Clock(self.schedule.beginning * deadline.remaining)
        for start in takewhile(lambda _: not beginning.expired or not crowd, starts):
            crowd.append(Shaking(responses, grid.express(start), self.chance))
            yield grid.restore(best_of(crowd, 1)[0].best)
        crowd, fruitless = best_of(crowd, self.schedule.crowd), self.schedule.fruitless
        for price in PRICES:
            responses.price = price
            crowd = [Shaking(responses, one.best, self.chance) for one in crowd]
            for number, one in enumerate(crowd):
                share = deadline.remaining / (len(crowd) - number)
                one.shake_on(fruitless, Clock(share if price == PRICES[-1] else PART * share))
                yield grid.restore(one.best)  # if not the best, it may be the shortest
            crowd, fruitless = best_of(crowd, max(2, len(crowd) // 2)), 2 * fruitless

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
