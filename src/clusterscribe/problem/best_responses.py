"""Best responses: one cluster's box after the other becomes the best there is beside the others.

With all other boxes fixed, every row is worth something to a cluster's box or costs something, and
the heaviest box is the best possible change of that cluster. Going round the clusters until none
changes is a far better local search than moving one bound at a time. The heaviest box is itself
found by going round its features (`box_kernels.py`), from several boxes to begin with.

Importing this module imports numba.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem import box_kernels as kernels
from clusterscribe.problem.improve import bounding_ranges
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks

SCALE = 512  # of an error, in which a condition costs 1: so that none is idle
ANY = 2**31  # conditions


class Responses:
    """An answer that improves box by box; of rows only, as groups of rows are not points.

    `price` is what a condition costs, in parts of an error.
    """

    def __init__(self, ranks: Ranks, clock: Clock, price: int = 1) -> None:
        self.ranks = ranks
        self.clock = clock
        self.price = price
        self.equal = np.ones(ranks.clusters + 1, dtype=np.int64)  # weights of clusters, and noise
        self._low = np.zeros((ranks.clusters, ranks.features), dtype=np.int64)
        self._high = self._low - 1
        inside = np.zeros((ranks.clusters, len(ranks)), dtype=bool)
        self._inside = kernels.Inside(inside, ranks.cluster, ranks.weight)
        worth, own = np.zeros((2, len(ranks)), dtype=np.int64)
        self._rows = kernels.Rows(np.ascontiguousarray(ranks.lower.T), ranks.sizes, worth, own)
        self._around = bounding_ranges(ranks)
        most, outside = ranks.limits.max_conditions, ranks.limits.most_outside
        self._most = ANY if most is None else most
        self._least = ranks.cluster_weights - outside if outside else np.zeros_like(self.equal)

    @property
    def answer(self) -> Ranges:
        """The answer as it is now."""
        return Ranges(self._low.copy(), self._high.copy(), self.ranks.sizes)

    @property
    def cost(self) -> int:
        """What errors and conditions cost now, in parts of an error."""
        return SCALE * self.errors + self.price * (self.answer.complexity // 2)

    @property
    def errors(self) -> int:
        """Weight of the rows that are wrong now."""
        return int(kernels.weight_of_wrong(self._inside))

    def take(self, answer: Ranges) -> None:
        """Go on from an answer."""
        self._low[:], self._high[:] = answer.low, answer.high
        for k in range(self.ranks.clusters):
            self._mark(k)

    def empty(self, cluster: int) -> None:
        """Take a cluster's box away, until it is built again."""
        self._low[cluster], self._high[cluster] = 0, -1
        self._inside.inside[cluster] = False

    def open(self, cluster: int, feature: int) -> None:
        """Take the conditions of a cluster on a feature away."""
        self._low[cluster, feature] = 0
        self._high[cluster, feature] = self.ranks.sizes[feature] - 1
        self._mark(cluster)

    def go_round(
        self, order: Sequence[int], weights: NDArray[np.int64] | None = None, *, fresh: bool = False
    ) -> None:
        """Improve box after box until a round saves nothing, or the time is over."""
        cost = self.cost
        while True:
            for cluster in takewhile(lambda _: not self.clock.expired, order):
                self.respond(cluster, weights, fresh=fresh)
            now = self.cost
            if now >= cost or self.clock.expired:
                return
            cost = now

    def respond(
        self, cluster: int, weights: NDArray[np.int64] | None = None, *, fresh: bool = False
    ) -> None:
        """Make the best that is found of one box: from what it is, or also from the beginning.

        `weights` of whole clusters make some of them more important for a while.
        """
        least, sizes = int(self._least[cluster]), self.ranks.sizes
        scale = SCALE * (self.equal if weights is None else weights)
        kernels.evaluate(self._inside, cluster, scale, self._rows.worth, self._rows.own)
        rule = kernels.Rule(self.price, least, self._most)
        best = kernels.NOTHING
        for low, high in list(self._beginnings(cluster, fresh)):
            value = kernels.improve_box(self._rows, low, high, rule)
            if value > best:
                best, self._low[cluster], self._high[cluster] = value, low, high
        if best < -self.price and not least:  # better to give the cluster up
            self._low[cluster], self._high[cluster] = 0, sizes - 1
            self._high[cluster, 0] = -1
        self._mark(cluster)

    def _beginnings(
        self, cluster: int, fresh: bool
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Yield boxes to begin with: the present one, all there is, the one around all own rows."""
        sizes = self.ranks.sizes
        is_usable = self._is_usable(cluster)
        if is_usable:
            yield self._low[cluster].copy(), self._high[cluster].copy()
        if fresh or not is_usable:
            yield np.zeros_like(sizes), sizes - 1
            if self._most == ANY:
                yield self._around.low[cluster].copy(), self._around.high[cluster].copy()

    def _is_usable(self, cluster: int) -> bool:
        """Whether a box holds enough, and has no more conditions than it may."""
        held = int(self._rows.own[self._inside.inside[cluster]].sum())
        bounded = self._low[cluster] > 0, self._high[cluster] < self.ranks.sizes - 1
        conditions = int(np.sum(bounded))
        return held >= max(1, self._least[cluster]) and conditions <= self._most

    def _mark(self, cluster: int) -> None:
        low, high = self._low[cluster], self._high[cluster]
        ranks, sizes = self._rows.ranks, self._rows.sizes
        kernels.mark_inside(ranks, sizes, low, high, self._inside.inside[cluster])
