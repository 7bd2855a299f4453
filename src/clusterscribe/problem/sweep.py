"""What moving a bound would do to the errors, for all its places at once.

A *cut* is one threshold on one feature, with the clusters that keep to its left
(`x <= t`) and those that keep to its right (`x > t`). A single bound is a cut with one
cluster; the boundary between two clusters, or a split of a decision tree, is a cut with
clusters on both sides. With everything else fixed, a box is either wholly left of
the cut, wholly right of it, or straddles it, so its fate takes three values only, and
counting them by rank gives the errors for every threshold in linear time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks


class Cut(NamedTuple):
    """Clusters on either side of one threshold on one feature."""

    feature: int
    left: tuple[int, ...]
    right: tuple[int, ...]


class Sweep:
    """An answer under improvement, with what is needed to judge a move in linear time.

    `excluded[k, i]` counts the conditions of cluster k that shut box i out; a fault is a
    cluster that gets a box wrong. A box costs 1 if it has any fault and `softness` more
    for each further one: with a softness the search can cross ground where a box that is
    wrong for two clusters becomes wrong for one.
    """

    def __init__(self, ranks: Ranks, answer: Ranges, softness: float = 0.0) -> None:
        self.ranks = ranks
        self.answer = answer.copy()
        self.softness = softness
        self.member = ranks.cluster == np.arange(ranks.clusters)[:, None]
        self.excluded = np.zeros((ranks.clusters, len(ranks)), dtype=np.int16)
        for left, where in ((True, answer.has_high), (False, answer.has_low)):
            for k, d in np.argwhere(where).tolist():
                self.excluded[k] += self._shut_out(d, k, left, self.threshold(d, k, left))
        self.faults = self._faulty(slice(None)).sum(axis=0).astype(np.int16)

    @property
    def errors(self) -> int:
        """Weight of the boxes with a fault."""
        return int(self.ranks.weight[self.faults > 0].sum())

    @property
    def cost(self) -> float:
        """What all boxes cost at present."""
        return float(self._price(self.faults).sum())

    def threshold(self, feature: int, cluster: int, left: bool) -> int:
        """Return the present place of a bound, as the last rank left of it."""
        if left:
            return int(self.answer.high[cluster, feature])
        return int(self.answer.low[cluster, feature]) - 1

    def has_bound(self, feature: int, cluster: int, left: bool) -> bool:
        """Whether there is a condition at all."""
        return self.threshold(feature, cluster, left) != self.no_bound(feature, left)

    def no_bound(self, feature: int, left: bool) -> int:
        """Return the threshold that stands for no condition."""
        return int(self.ranks.sizes[feature]) - 1 if left else -1

    def cost_by_threshold(self, cut: Cut) -> NDArray[np.float64]:
        """Cost if all bounds of the cut were at -1, 0, ..., top and all else stayed."""
        base, faults = self._without(cut)
        size = int(self.ranks.sizes[cut.feature])
        lower, upper = self.ranks.lower[cut.feature], self.ranks.upper[cut.feature]
        on_left = self._cost(cut, base, faults, self._side_of(cut, left=True))
        on_right = self._cost(cut, base, faults, self._side_of(cut, left=False))
        steps = np.zeros(size)
        if self.ranks.lower is self.ranks.upper:
            steps += np.bincount(lower, weights=on_left - on_right, minlength=size)
        else:
            across = self._cost(cut, base, faults, self._straddling(cut))
            steps += np.bincount(lower, weights=across - on_right, minlength=size)
            steps += np.bincount(upper, weights=on_left - across, minlength=size)
        cost: NDArray[np.float64] = np.concatenate([[0.0], np.cumsum(steps)]) + on_right.sum()
        return cost

    def permitted(self, cut: Cut, within: float = np.inf) -> NDArray[np.bool_]:
        """Return at which of the same places the clusters of the cut keep to their limits.

        Places that cost more than `within` do not matter, and may be called permitted.
        """
        limits, axes = self.ranks.limits, self.ranks.axes
        permitted = np.ones(int(self.ranks.sizes[cut.feature]) + 1, dtype=bool)
        if axes is not None:
            permitted &= self._is_open(cut)
        if limits.are_none:
            return permitted
        binding = limits.bind_within(within)
        for clusters, left in ((cut.left, True), (cut.right, False)):
            for k in clusters:
                if self._is_full(cut.feature, k, left):
                    absent = self.no_bound(cut.feature, left) + 1
                    permitted &= np.arange(len(permitted)) == absent
                if k in binding:
                    outside = self._outside_by_threshold(cut.feature, k, left)
                    permitted &= outside <= limits.most_outside[k]
        return permitted

    def _is_open(self, cut: Cut) -> NDArray[np.bool_]:
        """Return the places at which no cluster of the cut gets a bound on a closed side."""
        places = np.arange(int(self.ranks.sizes[cut.feature]) + 1)
        is_open = np.ones(len(places), dtype=bool)
        for clusters, left in ((cut.left, True), (cut.right, False)):
            if clusters and not self.ranks.is_open(cut.feature, left):
                is_open &= places == self.no_bound(cut.feature, left) + 1
        return is_open

    def _is_full(self, feature: int, cluster: int, left: bool) -> bool:
        """Whether a cluster has as many other conditions as it may have."""
        most = self.ranks.limits.most_of(cluster)
        if most is None:
            return False
        own = self.answer.conditions[cluster] - self.has_bound(feature, cluster, left)
        return bool(own >= most)

    def _outside_by_threshold(self, feature: int, cluster: int, left: bool) -> NDArray[np.float64]:
        """Weight of a cluster's own boxes outside if a bound were at -1, 0, ..., top."""
        ranks, member = self.ranks, self.member[cluster]
        old = self._shut_out(feature, cluster, left, self.threshold(feature, cluster, left))
        free = member & (self.excluded[cluster] == old)  # no other condition shuts them out
        corner = ranks.upper if left else ranks.lower
        by_rank = np.bincount(
            corner[feature, free], weights=ranks.weight[free], minlength=int(ranks.sizes[feature])
        )
        on_left: NDArray[np.float64] = np.concatenate([[0.0], np.cumsum(by_rank)])
        inside = on_left if left else on_left[-1] - on_left
        outside: NDArray[np.float64] = float(ranks.weight[member].sum()) - inside
        return outside

    def move(self, cut: Cut, threshold: int) -> None:
        """Put all bounds of the cut at one threshold."""
        for clusters, left in ((cut.left, True), (cut.right, False)):
            for k in clusters:
                self.put(cut.feature, k, left, threshold)

    def drop(self, feature: int, cluster: int, left: bool) -> None:
        """Take a condition away."""
        self.put(feature, cluster, left, self.no_bound(feature, left))

    def put(self, feature: int, cluster: int, left: bool, threshold: int) -> None:
        """Put one bound at a threshold."""
        before = self._faulty(cluster)
        old = self.threshold(feature, cluster, left)
        self.excluded[cluster] -= self._shut_out(feature, cluster, left, old)
        self.excluded[cluster] += self._shut_out(feature, cluster, left, threshold)
        self.faults += self._faulty(cluster).astype(np.int16) - before
        if left:
            self.answer.high[cluster, feature] = threshold
        else:
            self.answer.low[cluster, feature] = threshold + 1

    def _without(self, cut: Cut) -> tuple[dict[int, NDArray[np.int16]], NDArray[np.int16]]:
        """Exclusions of the clusters concerned without the cut, and faults elsewhere."""
        base: dict[int, NDArray[np.int16]] = {}
        faults = self.faults.copy()
        for clusters, left in ((cut.left, True), (cut.right, False)):
            for k in clusters:
                if k not in base:
                    faults -= self._faulty(k)
                    base[k] = self.excluded[k].copy()
                old = self.threshold(cut.feature, k, left)
                base[k] -= self._shut_out(cut.feature, k, left, old)
        return base, faults

    def _side_of(self, cut: Cut, left: bool) -> dict[int, NDArray[np.bool_] | bool]:
        """Which clusters of the cut shut a box out that lies wholly on one side."""
        return {**dict.fromkeys(cut.left, not left), **dict.fromkeys(cut.right, left)}

    def _straddling(self, cut: Cut) -> dict[int, NDArray[np.bool_] | bool]:
        """Shut out of its own polyhedron, but not out of any other."""
        return {k: self.member[k] for k in (*cut.left, *cut.right)}

    def _cost(
        self,
        cut: Cut,
        base: dict[int, NDArray[np.int16]],
        faults: NDArray[np.int16],
        shut_out: dict[int, NDArray[np.bool_] | bool],
    ) -> NDArray[np.float64]:
        total = faults.copy()
        for k, excluded in base.items():
            inside = (excluded == 0) & np.logical_not(shut_out[k])
            total += inside != self.member[k]
        return self._price(total)

    def _price(self, faults: NDArray[np.int16]) -> NDArray[np.float64]:
        price = (faults > 0) * (1.0 - self.softness) + self.softness * faults
        weighted: NDArray[np.float64] = price * self.ranks.weight
        return weighted

    def _faulty(self, cluster: int | slice) -> NDArray[np.bool_]:
        faulty: NDArray[np.bool_] = (self.excluded[cluster] == 0) != self.member[cluster]
        return faulty

    def _shut_out(
        self, feature: int, cluster: int, left: bool, threshold: int
    ) -> NDArray[np.bool_]:
        """Which boxes a bound shuts out: members not wholly inside, outsiders wholly outside."""
        rank = self.ranks.lower[feature]
        if self.ranks.lower is not self.ranks.upper:
            inner, outer = self.ranks.upper[feature], self.ranks.lower[feature]
            if not left:
                inner, outer = outer, inner
            rank = np.where(self.member[cluster], inner, outer)
        shut_out: NDArray[np.bool_] = rank > threshold if left else rank <= threshold
        return shut_out
