"""Active members: the few of a large cluster that decide where its bounds lie.

Leaving members out makes a half-space look better than it is, never worse. So pricing may work
with some of the members: if it finds nothing, there is nothing to find. What it does find is
recomputed with all members, and if that refutes it, the members in the way become active.

That holds as long as the active members cannot all be cut off. If they could, a bound might lie
on a member that is not active, and what it is worth would be missed.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from clusterscribe.pricing.prices import Prices
from clusterscribe.problem.columns import Direction, Geometry

FEW = 400  # members: all of them are active
RANDOM_DIRECTIONS = 200


class ActiveMembers:
    """The active members of each cluster, which only ever grow in number."""

    def __init__(self) -> None:
        self._active: dict[int, NDArray[np.bool_]] = {}

    def narrowed(self, geometry: Geometry, prices: Prices) -> Prices:
        """Return the prices with active members only."""
        if len(prices.members) <= FEW:
            return prices
        if prices.cluster not in self._active:
            self._active[prices.cluster] = _outermost(geometry, prices.members)
        active = self._active[prices.cluster]
        weight = geometry.ranks.weight[active & (geometry.ranks.cluster == prices.cluster)].sum()
        if weight <= prices.budget:
            active[prices.members[: prices.budget + 1]] = True  # each weighs at least 1
        kept = active[prices.members]
        return replace(prices, members=prices.members[kept], loss=prices.loss[kept])

    def covers(self, prices: Prices) -> bool:
        """Whether all members of the cluster are active anyway."""
        return len(prices.members) <= FEW

    def activate(self, geometry: Geometry, prices: Prices, direction: Direction) -> None:
        """Add the outermost members in a direction, more than any bound may cut off."""
        scores = geometry.scores(direction, prices.cluster)[prices.members]
        few = min(len(scores), max(3, prices.budget + 1))
        active = self._active[prices.cluster]
        active[prices.members[np.argpartition(-scores, few - 1)[:few]]] = True
        if prices.budget == 0:  # then each of those whose order is not certain may matter
            near = prices.members[scores >= scores.max() - geometry.noise(direction)]
            corners = geometry.corners(direction, prices.cluster)[:, near]
            _, different = np.unique(corners, axis=1, return_index=True)
            active[near[different]] = True


def _outermost(geometry: Geometry, members: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return the members that lie outermost along each feature and some random directions."""
    chance = np.random.default_rng(0)
    features = geometry.varying
    rays = np.concatenate([np.eye(len(features)), np.zeros((RANDOM_DIRECTIONS, len(features)))])
    for ray in rays[len(features) :]:
        some = chance.choice(len(features), min(3, len(features)), replace=False)
        ray[some] = chance.integers(-3, 4, size=len(some))
    active = np.zeros(len(geometry), dtype=bool)
    scores = rays @ geometry.upper[features][:, members]
    active[members[scores.argmax(axis=1)]] = True
    scores = rays @ geometry.lower[features][:, members]
    active[members[scores.argmin(axis=1)]] = True
    return active
