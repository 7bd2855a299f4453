"""Shaking an answer: part of it is taken away and built again around the rest.

Best responses end where no single box can be better. What lies beyond is reached by building two or
three boxes again at once, by making some clusters more important for a while, or by opening a box
and letting the others answer first.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem.best_responses import Responses
from clusterscribe.problem.ranges import Ranges

FEW = (2, 3)  # boxes that are built again at once
MOST_WEIGHT = 3  # of a cluster beside others


class Shaking:
    """One answer that is shaken again and again, and kept whenever it becomes no worse."""

    def __init__(self, responses: Responses, answer: Ranges, chance: np.random.Generator) -> None:
        self.responses = responses
        self.chance = chance
        responses.take(answer)
        responses.go_round(range(len(responses.owner)), fresh=True)
        self.best, self.cost = responses.answer, responses.cost

    def shake(self) -> bool:
        """Shake the answer once; return whether that made it better."""
        responses, chance = self.responses, self.chance
        responses.take(self.best)
        order = chance.permutation(len(responses.owner)).tolist()
        kind = chance.integers(4)
        if kind < len(FEW):
            self._rebuild(order[: FEW[kind]])
        elif kind == len(FEW):
            responses.go_round(order, self._weights(), fresh=True)
        else:
            self._open(order)
        responses.go_round(order)
        before, now = self.cost, responses.cost
        if now <= before:
            self.best, self.cost = responses.answer, now
        return now < before

    def shake_on(self, fruitless: int, deadline: Clock) -> None:
        """Shake the answer until so many shakes in a row, and half of all, were in vain."""
        shakes, last = 0, 0
        while not deadline.expired and shakes - last < max(fruitless, shakes // 2):
            shakes += 1
            if self.shake():
                last = shakes

    def _rebuild(self, few: list[int]) -> None:
        for box in few:
            self.responses.empty(box)
        for box in (*few, *few):
            self.responses.respond(box, fresh=True)

    def _weights(self) -> NDArray[np.int64]:
        return self.chance.integers(
            1, MOST_WEIGHT, self.responses.ranks.clusters + 1, endpoint=True
        )

    def _open(self, order: list[int]) -> None:
        """Open one box on a feature, and let the others answer before it does."""
        first, *rest = order
        answer = self.responses.answer
        bounded = np.flatnonzero(answer.has_low[first] | answer.has_high[first])
        if len(bounded):
            self.responses.open(first, int(self.chance.choice(bounded)))
        for box in rest:
            self.responses.respond(box)


def best_of(crowd: Sequence[Shaking], number: int) -> list[Shaking]:
    """Return the best of a crowd, of equal ones the first; those that cost the same are one."""
    different = {one.cost: one for one in reversed(crowd)}
    return [different[cost] for cost in sorted(different)[: max(1, number)]]
