"""Ranges: an axis-parallel answer, one range of ranks for each cluster and feature.

Cluster k's polyhedron holds the boxes with `low[k, d] <= rank <= high[k, d]` for every
feature d. A side that excludes no rank is not a condition and costs nothing. A range may be
empty (`high == -1` or `low == sizes[d]`): then the cluster is given up, which can be the best
choice for a cluster inside others.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.axes import Axes
from clusterscribe.problem.ranks import Ranks


@dataclass(frozen=True, slots=True)
class Ranges:
    """Lowest and highest rank inside, clusters x features."""

    low: NDArray[np.int64]
    high: NDArray[np.int64]
    sizes: NDArray[np.int64]

    @classmethod
    def everything(cls, clusters: int, sizes: NDArray[np.int64]) -> Ranges:
        """No condition on any cluster."""
        low = np.zeros((clusters, len(sizes)), dtype=np.int64)
        return cls(low, np.tile(sizes - 1, (clusters, 1)), sizes)

    def opened(self, axes: Axes | None) -> Ranges:
        """Return the answer without the bounds that axes may not have.

        A cluster that such a bound gives up is given up on the other side.
        """
        if axes is None:
            return self
        here, tops = self.copy(), self.sizes - 1
        emptied = (self.low > tops) & ~axes.low, (self.high < 0) & ~axes.high
        here.low[:, ~axes.low], here.high[:, ~axes.high] = 0, tops[~axes.high]
        here.high[emptied[0]] = -1
        here.low[emptied[1]] = np.broadcast_to(self.sizes, here.low.shape)[emptied[1]]
        return here

    def turned(self, ranks: Ranks) -> Ranges:
        """Return the answer with the bounds that axes may not have on axes that may.

        Trees split an axis both ways. Where each side of a feature is an axis of its own, a bound
        on the wrong one becomes the same bound on the other, which shuts out missing values too.
        """
        axes, here, tops = ranks.axes, self.copy(), self.sizes - 1
        if axes is None or axes.are_features:
            return self.opened(axes)
        for axis, is_high in np.argwhere(~np.column_stack([axes.low, axes.high])).tolist():
            other = axes.instead(axis, 1 if is_high else -1)
            if other is None:
                continue
            there = np.zeros(self.sizes[axis], dtype=np.int64)
            there[ranks.lower[axis]] = ranks.lower[other]
            if is_high:
                some = (self.high[:, axis] >= 0) & (self.high[:, axis] < tops[axis])
                moved = there[self.high[some, axis]]
                here.high[some, other] = np.minimum(here.high[some, other], moved)
            else:
                some = (self.low[:, axis] > 0) & (self.low[:, axis] <= tops[axis])
                moved = there[self.low[some, axis]]
                here.low[some, other] = np.maximum(here.low[some, other], moved)
        return here.opened(axes)

    def copy(self) -> Ranges:
        """Return an answer that can be changed on its own."""
        return Ranges(self.low.copy(), self.high.copy(), self.sizes)

    @property
    def has_low(self) -> NDArray[np.bool_]:
        """Where there is a condition `x >= ...`."""
        return self.low > 0

    @property
    def has_high(self) -> NDArray[np.bool_]:
        """Where there is a condition `x <= ...`."""
        return self.high < self.sizes - 1

    @property
    def conditions(self) -> NDArray[np.int64]:
        """Number of conditions of each cluster."""
        number: NDArray[np.int64] = self.has_low.sum(axis=1) + self.has_high.sum(axis=1)
        return number

    @property
    def complexity(self) -> int:
        """Two for every condition: its one feature, plus one."""
        return 2 * int(self.has_low.sum() + self.has_high.sum())

    @property
    def used(self) -> NDArray[np.bool_]:
        """Which features have a condition on any cluster."""
        used: NDArray[np.bool_] = np.logical_or.reduce(self.has_low | self.has_high, axis=0)
        return used

    def sparsity(self, axes: Axes | None) -> int:
        """Return the number of different features with a condition."""
        used = self.used
        return int(used.sum()) if axes is None else axes.count(np.flatnonzero(used))

    def inside(self, ranks: Ranks, cluster: int, place: int | None = None) -> NDArray[np.bool_]:
        """Whether each box is inside one cluster's polyhedron, in doubt to its disadvantage.

        A member is inside only if the whole box is; an outsider is outside only if one
        condition has the whole box outside. Where a cluster has several polyhedra, `place` says
        which one.
        """
        k = cluster if place is None else place
        inside = np.ones(len(ranks), dtype=bool)
        member = ranks.cluster == cluster
        for high, where in ((True, self.has_high[k]), (False, self.has_low[k])):
            for d in np.flatnonzero(where).tolist():
                inner, outer = ranks.inward(d, high)
                limit = self.high[k, d] if high else self.sizes[d] - 1 - self.low[k, d]
                inside &= np.where(member, inner, outer) <= limit
        return inside

    def wrong(self, ranks: Ranks) -> NDArray[np.bool_]:
        """Which boxes are not correctly described."""
        wrong = np.zeros(len(ranks), dtype=bool)
        for k in range(ranks.clusters):
            wrong |= self.inside(ranks, k) != (ranks.cluster == k)
        return wrong

    def errors(self, ranks: Ranks) -> int:
        """Weight of the boxes that are not correctly described."""
        return int(ranks.weight[self.wrong(ranks)].sum())

    def inside_own(self, ranks: Ranks) -> NDArray[np.bool_]:
        """Whether each box is inside the polyhedron of its own cluster; noise has none."""
        inside = np.zeros(len(ranks), dtype=bool)
        for k in range(ranks.clusters):
            inside |= self.inside(ranks, k) & (ranks.cluster == k)
        return inside

    def outside_own(self, ranks: Ranks) -> NDArray[np.int64]:
        """Weight of each cluster's own boxes that are not inside its polyhedron."""
        return replace(
            ranks, weight=np.where(self.inside_own(ranks), 0, ranks.weight)
        ).cluster_weights

    def broken_wishes(self, ranks: Ranks) -> int:
        """Return by how much the answer breaks wishes, 0 if it keeps to all."""
        if not ranks.has_wishes:
            return 0
        used = set(np.flatnonzero(self.used).tolist())

        def inside() -> NDArray[np.bool_]:
            return np.array([self.inside(ranks, k) for k in range(ranks.clusters)])

        return ranks.wishes.excess(used, inside, ranks.to_judge)

    def tightened(self, ranks: Ranks) -> Ranges:
        """Move every bound in to the last member inside; no member changes sides."""
        tight = self.copy()
        for k in range(ranks.clusters):
            members = self.inside(ranks, k) & (ranks.cluster == k)
            if not members.any():
                continue
            for d in np.flatnonzero(self.has_high[k]):
                tight.high[k, d] = ranks.upper[d, members].max()
            for d in np.flatnonzero(self.has_low[k]):
                tight.low[k, d] = ranks.lower[d, members].min()
        return tight
