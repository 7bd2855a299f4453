"""Good prototypes fast: one cluster at a time, all others as they are, until nothing improves.

With the balls of the other clusters fixed, the best ball of a cluster is found exactly, over
all candidates and radii at once. A row that another ball violates already costs next to nothing
more, but not nothing: of equal answers, the one with fewer violations leaves more room.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.baselines.prototypes.choices import Choice, Choices
from clusterscribe.clock import Clock

Balls: TypeAlias = tuple[Choice, ...]
AGAIN = 1e-3  # what one more violation of a row that is wrong already costs
SHARE_MOVED = 0.4  # of the clusters, before another ascent


@dataclass(frozen=True, slots=True, eq=False)
class Ascent:
    """The balls of all clusters, and what wrong rows cost."""

    choices: Sequence[Choices]
    weight: NDArray[np.int64]
    clock: Clock

    def errors(self, balls: Balls) -> int:
        """Weight of the rows that are not correctly described."""
        return int(self.weight[self._violated(balls).any(axis=0)].sum())

    def start(self) -> Balls:
        """Return the best ball of each cluster by itself."""
        cost = self.weight.astype(np.float64)
        return tuple(choices.cheapest(cost) for choices in self.choices)

    def climb(self, balls: Balls) -> Balls:
        """Improve one ball at a time until none can be improved, or the time is up."""
        violated = self._violated(balls)
        best = list(balls)
        waiting = list(range(len(best)))
        while waiting and not self.clock.expired:
            cluster = waiting.pop(0)
            choice, found = self._best(cluster, violated)
            cost = self._cost(cluster, violated)
            if cost[found].sum() < cost[violated[cluster]].sum() * (1 - 1e-12):
                best[cluster], violated[cluster] = choice, found
                waiting = [*waiting, *(k for k in range(len(best)) if k not in {*waiting, cluster})]
        return tuple(best)

    def moved(self, balls: Balls, chance: np.random.Generator) -> Balls:
        """Give some clusters another prototype by chance, with the best radius by itself."""
        moves = chance.random(len(balls)) < SHARE_MOVED
        moves[chance.integers(len(balls))] = True
        cost = self.weight.astype(np.float64)
        return tuple(
            choices.around(int(chance.integers(len(choices.order))), cost) if moves[k] else ball
            for k, (choices, ball) in enumerate(zip(self.choices, balls, strict=True))
        )

    def _best(self, cluster: int, violated: NDArray[np.bool_]) -> tuple[Choice, NDArray[np.bool_]]:
        choices = self.choices[cluster]
        choice = choices.cheapest(self._cost(cluster, violated))
        return choice, choices.violated(choice)

    def _cost(self, cluster: int, violated: NDArray[np.bool_]) -> NDArray[np.float64]:
        others = violated.sum(axis=0) > violated[cluster]
        return np.where(others, AGAIN, 1.0) * self.weight

    def _violated(self, balls: Balls) -> NDArray[np.bool_]:
        return np.array([c.violated(b) for c, b in zip(self.choices, balls, strict=True)])
