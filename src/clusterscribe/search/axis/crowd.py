"""A crowd of answers, of which the better half lives on: the compiled part of the wide search.

Importing this module imports numba.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.problem.best_responses import Responses
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks
from clusterscribe.problem.reduce import coarsened
from clusterscribe.problem.shaking import Shaking, best_of
from clusterscribe.search.axis import neighbourhood
from clusterscribe.search.integer import Runner
from clusterscribe.search.schedule import WideSchedule


class Crowd:
    """Answers on a coarse grid, on which are all bounds of those that are `known` beforehand.

    What is yielded are answers for the ranks given.
    """

    def __init__(
        self, ranks: Ranks, known: Sequence[Ranges], runner: Runner, schedule: WideSchedule
    ) -> None:
        self.began = Clock(None)
        self.runner = runner
        self.schedule = schedule
        self.chance = np.random.default_rng(runner.seed)
        self.grid = coarsened(ranks, schedule.grid, known)
        self.responses = Responses(self.grid.ranks, runner.clock)

    def search(self, starts: Iterable[Ranges], deadline: Clock) -> Iterator[Ranges]:
        """Yield ever better answers from many starts, for as long as it pays."""
        crowd: list[Shaking] = []
        beginning = Clock(self.schedule.beginning * deadline.remaining)
        for start in takewhile(lambda _: not beginning.expired, starts):
            crowd.append(self._shaking(self.grid.express(start)))
            yield self._best(crowd)
        crowd, fruitless = best_of(crowd, self.schedule.crowd), self.schedule.fruitless
        while len(crowd) > 1 and not deadline.expired:
            for one in crowd:
                one.shake_on(fruitless, deadline)
            yield self._best(crowd)
            crowd, fruitless = best_of(crowd, len(crowd) // 2), 2 * fruitless
        if crowd:
            yield from self._alone(crowd[0], fruitless, deadline)

    def _alone(self, one: Shaking, fruitless: int, deadline: Clock) -> Iterator[Ranges]:
        """Shake the best answer, and free pairs of its boxes, until neither makes it better."""
        better: Shaking | None = one
        while better is not None and not deadline.expired:
            better.shake_on(fruitless, deadline)
            yield self._best([better])
            better = self._with_a_better_pair(better, deadline)
            if better is not None:
                yield self._best([better])

    def _with_a_better_pair(self, one: Shaking, deadline: Clock) -> Shaking | None:
        """Leave two boxes at a time to the integer solver, until that makes the answer better.

        That is for no longer than all the rest has taken: there may be many pairs.
        """
        limit = Clock(min(deadline.remaining, self.began.elapsed))
        for pair in neighbourhood.pairs(self.grid.ranks, one.best):
            if limit.expired:
                break
            found = neighbourhood.improved(pair, one.best, self.runner, limit)
            if found is not None:
                other = self._shaking(found)
                if other.cost < one.cost:
                    return other
        return None

    def _shaking(self, answer: Ranges) -> Shaking:
        return Shaking(self.responses, answer, self.chance)

    def _best(self, crowd: Sequence[Shaking]) -> Ranges:
        return self.grid.restore(best_of(crowd, 1)[0].best)


def on_fine_grid(ranks: Ranks, answer: Ranges, most: int, deadline: Clock) -> Ranges:
    """Move the bounds of an answer to better places among many."""
    grid = coarsened(ranks, most, [answer])
    responses = Responses(grid.ranks, deadline)
    responses.take(grid.express(answer))
    responses.go_round(range(ranks.clusters))
    return grid.restore(responses.answer)


def compile_all() -> None:
    """Compile all that the search needs, on two rows."""
    column = np.array([[0, 1]], dtype=np.int32)
    rows = np.array([1, 1]), np.array([0, 1])
    ranks = Ranks(column, column, np.array([2]), *rows, clusters=2)
    responses = Responses(ranks, Clock(None))
    Shaking(responses, Ranges.everything(2, ranks.sizes), np.random.default_rng(0)).shake()
