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
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem import box_kernels as kernels
from clusterscribe.problem.improve import bounding_ranges
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks

Ints: TypeAlias = NDArray[np.int64]

SCALE = 512  # of an error, in which a condition costs 1: so that none is idle
ANY = 2**31  # conditions


class Responses:
    """An answer that improves box by box; of rows only, as groups of rows are not points.

    `price` is what a condition costs, in parts of an error. `polyhedra` is how many boxes a cluster
    may have; where it may have several, those that hold nothing are not there, and cost nothing.
    """

    def __init__(self, ranks: Ranks, clock: Clock, price: int = 1, polyhedra: int = 1) -> None:
        self.ranks = ranks
        self.clock = clock
        self.price = price
        self.is_single = polyhedra == 1
        self.owner = np.repeat(np.arange(ranks.clusters), polyhedra)
        self.equal = np.ones(ranks.clusters + 1, dtype=np.int64)  # weights of clusters, and noise
        self._low = np.zeros((len(self.owner), ranks.features), dtype=np.int64)
        self._high = self._low - 1
        inside = np.zeros((len(self.owner), len(ranks)), dtype=bool)
        self._inside = kernels.Inside(inside, self.owner, ranks.cluster, ranks.weight)
        worth, own = np.zeros((2, len(ranks)), dtype=np.int64)
        axes = ranks.sides
        by_row = np.ascontiguousarray(ranks.lower.T)
        self._rows = kernels.Rows(by_row, ranks.sizes, axes.low, axes.high, worth, own)
        self._around = bounding_ranges(ranks)
        limits, outside = ranks.limits, ranks.limits.most_outside
        most = [limits.most_of(k) for k in range(ranks.clusters)]
        self._most = [ANY if number is None else number for number in most]
        self._least = ranks.cluster_weights - outside if outside else np.zeros_like(self.equal)

    @property
    def answer(self) -> Ranges:
        """The answer as it is now."""
        return Ranges(self._low.copy(), self._high.copy(), self.ranks.sizes)

    @property
    def cost(self) -> int:
        """What errors and conditions cost now, in parts of an error."""
        return SCALE * self.errors + self.price * self.conditions

    @property
    def conditions(self) -> int:
        """The number of conditions now."""
        number = self.answer.conditions
        return int(number.sum() if self.is_single else number[self.is_there].sum())

    @property
    def is_there(self) -> NDArray[np.bool_]:
        """Which boxes could hold a row."""
        there: NDArray[np.bool_] = np.logical_and.reduce(self._low <= self._high, axis=1)
        return there

    @property
    def errors(self) -> int:
        """Weight of the rows that are wrong now."""
        return int(kernels.weight_of_wrong(self._inside))

    def take(self, answer: Ranges) -> None:
        """Go on from an answer."""
        self._low[:], self._high[:] = answer.low, answer.high
        for box in range(len(self.owner)):
            self._mark(box)

    def empty(self, box: int) -> None:
        """Take a box away, until it is built again."""
        self._low[box], self._high[box] = 0, -1
        self._inside.inside[box] = False

    def open(self, box: int, feature: int) -> None:
        """Take the conditions of a box on a feature away."""
        self._low[box, feature] = 0
        self._high[box, feature] = self.ranks.sizes[feature] - 1
        self._mark(box)

    def go_round(
        self, order: Sequence[int], weights: NDArray[np.int64] | None = None, *, fresh: bool = False
    ) -> None:
        """Improve box after box until a round saves nothing, or the time is over."""
        cost = self.cost
        while True:
            for box in takewhile(lambda _: not self.clock.expired, order):
                self.respond(box, weights, fresh=fresh)
            now = self.cost
            if now >= cost or self.clock.expired:
                return
            cost = now

    def respond(
        self, box: int, weights: NDArray[np.int64] | None = None, *, fresh: bool = False
    ) -> None:
        """Make the best that is found of one box: from what it is, or also from the beginning.

        `weights` of whole clusters make some of them more important for a while.
        """
        scale = SCALE * (self.equal if weights is None else weights)
        kernels.evaluate(self._inside, box, scale, self._rows.worth, self._rows.own)
        least = self._still_to_hold(box)
        rule = kernels.Rule(self.price, least, self._most[self.owner[box]])
        best = kernels.NOTHING
        for low, high in list(self._beginnings(box, least, fresh)):
            value = kernels.improve_box(self._rows, low, high, rule)
            if value > best:
                best, self._low[box], self._high[box] = value, low, high
        if not least and self._is_better_without(best):
            self._give_up(box)
        self._mark(box)

    def _still_to_hold(self, box: int) -> int:
        """Return the weight of own rows that a box has to hold, as no other box of theirs does."""
        cluster = self.owner[box]
        if self.is_single or not self._least[cluster]:
            return int(self._least[cluster])
        members = self._inside.weight[self._inside.cluster == cluster].sum()
        return max(0, int(self._least[cluster] - members + self._rows.own.sum()))

    def _is_better_without(self, worth: int) -> bool:
        """Whether a box should go: one of several for nothing, an only one for a condition."""
        return worth < -self.price if self.is_single else worth <= 0

    def _give_up(self, box: int) -> None:
        self._low[box], self._high[box] = 0, self.ranks.sizes - 1
        self._high[box, 0 if self.is_single else slice(None)] = -1

    def _beginnings(
        self, box: int, least: int, fresh: bool
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Yield boxes to begin with: the present one, all there is, the one around all own rows.

        Where others hold some of these rows already, it is the one around the rest.
        """
        sizes = self.ranks.sizes
        is_usable = self._is_usable(box, least)
        if is_usable:
            yield self._low[box].copy(), self._high[box].copy()
        if fresh or not is_usable:
            yield np.zeros_like(sizes), sizes - 1
            is_any = self._most[self.owner[box]] == ANY
            if is_any and self.is_single:
                yield self._around.low[box].copy(), self._around.high[box].copy()
            elif is_any and (rest := self._rows.worth > 0).any():
                ranks = self._rows.ranks[rest].astype(np.int64)
                yield self._open(ranks.min(axis=0), ranks.max(axis=0))

    def _open(self, low: Ints, high: Ints) -> tuple[Ints, Ints]:
        """Return a box without the bounds that it may not have."""
        is_low, is_high = self._rows.low, self._rows.high
        return np.where(is_low, low, 0), np.where(is_high, high, self.ranks.sizes - 1)

    def _is_usable(self, box: int, least: int) -> bool:
        """Whether a box holds enough, and has no more conditions than it may."""
        held = int(self._rows.own[self._inside.inside[box]].sum())
        bounded = self._low[box] > 0, self._high[box] < self.ranks.sizes - 1
        conditions = int(np.sum(bounded))
        return held >= max(1, least) and conditions <= self._most[self.owner[box]]

    def _mark(self, box: int) -> None:
        low, high = self._low[box], self._high[box]
        ranks, sizes = self._rows.ranks, self._rows.sizes
        kernels.mark_inside(ranks, sizes, low, high, self._inside.inside[box])
