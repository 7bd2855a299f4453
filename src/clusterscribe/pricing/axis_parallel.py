"""Exact pricing of half-spaces with one feature, by sums along each feature's ranks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.pricing.prices import Priced, Prices
from clusterscribe.problem.columns import Column, Direction, Geometry


class AxisParallelPricer:
    """Finds the best bound on each side of every feature, or of those given.

    Where half-spaces exist that no pricer goes through, it `proves` nothing either.
    """

    def __init__(self, features: Sequence[int] | None = None, *, proves: bool = True) -> None:
        self.features = features
        self.proves = proves

    def price(self, geometry: Geometry, many: Sequence[Prices], clock: Clock) -> list[Priced]:
        """Return the columns below zero, and the least reduced cost of all, which is proved."""
        every = range(geometry.ranks.features)
        features = every if self.features is None else self.features
        priced = [_price(geometry, prices, features) for prices in many]
        return priced if self.proves else [found.without_proof() for found in priced]


def _price(geometry: Geometry, prices: Prices, features: Sequence[int]) -> Priced:
    found: list[tuple[float, Column]] = []
    least = np.inf
    for d in features:
        for sign in (1, -1):
            if not geometry.ranks.is_open(d, sign > 0):
                continue
            column, cost = _best_bound(geometry, prices, d, sign)
            least = min(least, cost)
            if cost < -prices.interest:
                found.append((cost, column))
    found.sort()
    directions = 2 * len(features)
    columns = [column for _, column in found]
    return Priced(
        columns,
        proved=float(least),
        overpriced=prices.overpriced(1, float(least)),
        tried=directions,
        covered=directions,
    )


def _best_bound(geometry: Geometry, prices: Prices, d: int, sign: int) -> tuple[Column, float]:
    """Return the best bound on one side of a feature and its reduced cost.

    Bounds are ranks turned inwards; -1 shuts everything out.
    """
    ranks, size = geometry.ranks, int(geometry.ranks.sizes[d])
    inner, outer = ranks.inward(d, sign > 0)
    members, outsiders = inner[prices.members], outer[prices.outsiders]

    def beyond(places: np.ndarray, amounts: np.ndarray) -> np.ndarray:
        """Sum the amounts beyond each of the bounds -1, 0, ..., size - 1."""
        at_rank = np.bincount(places, weights=amounts, minlength=size)
        return np.append(at_rank[::-1].cumsum()[::-1], 0.0)

    worth = beyond(outsiders, prices.gain)
    weight = beyond(members, ranks.weight[prices.members])
    if prices.budget:
        worth = worth - beyond(members, prices.loss)
    worth[weight > prices.budget] = -np.inf
    place = size - int(worth[::-1].argmax())  # the loosest of equals
    column = Column(prices.cluster, Direction((d,), (sign,)), float(place - 1))
    return column, float(prices.cost((d,)) - worth[place])
