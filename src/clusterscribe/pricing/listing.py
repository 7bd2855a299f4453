"""All columns up to a reduced cost: what a better answer could be made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.pricing.oblique import ObliquePricer
from clusterscribe.pricing.prices import CLEARLY, Prices, thresholds
from clusterscribe.problem.columns import Column, Direction, Geometry

MOST_LISTED = 300_000  # directions of a cluster
MOST_KEPT = 20_000  # columns of a cluster after dominated ones are left out
SEVERAL = 100
SHUT = -1.0  # as a bound on ranks: everything is outside
LARGEST_COMPARISON = 4_000  # columns among which dominated ones are looked for


def columns_below(
    pricer: ObliquePricer,
    geometry: Geometry,
    prices: Prices,
    limit: float,
    clock: Clock,
    *,
    by_features: bool,
) -> list[Column] | None:
    """List the columns that a better answer may use; None if they are too many or time is over.

    `by_features`: features matter to the goal beyond their number.
    """
    # the other columns of an answer may each be negative by what pricing calls rounding
    limit += SEVERAL * CLEARLY
    rays = pricer.all_below(geometry, prices, limit, clock, MOST_LISTED)
    if rays is None:
        return None
    kept: dict[tuple[object, bytes], Column] = {}
    for direction in (*_single(geometry), *rays):
        for column, outside in _steps(geometry, prices, direction, limit):
            size: object = column.features if by_features else len(column.features)
            key = size, np.packbits(outside).tobytes()
            kept.setdefault(key, column)
        if len(kept) > MOST_KEPT or clock.expired:
            return None
    columns = list(kept.values())
    return columns if by_features else _undominated(geometry, columns)


def _single(geometry: Geometry) -> Iterator[Direction]:
    for d in np.flatnonzero(geometry.ranks.sizes > 1).tolist():
        yield Direction((d,), (1,))
        yield Direction((d,), (-1,))


def _steps(
    geometry: Geometry, prices: Prices, direction: Direction, limit: float
) -> Iterator[tuple[Column, NDArray[np.bool_]]]:
    """Yield the bounds in a direction with a reduced cost up to the limit."""
    scores = geometry.scores(direction, prices.cluster)
    cost = prices.cost(direction.features)
    bounds = thresholds(geometry, prices, direction).tolist()
    if direction.is_single and geometry.ranks.weight[prices.members].sum() <= prices.budget:
        bounds.append(SHUT)  # the cluster may be given up
    for bound in bounds:
        outside = scores > bound
        worth = prices.gain[outside[prices.outsiders]].sum()
        if prices.budget:
            worth -= prices.loss[outside[prices.members]].sum()
        if cost - worth <= limit:
            yield Column(prices.cluster, direction, bound), outside


def _undominated(geometry: Geometry, columns: Iterable[Column]) -> list[Column]:
    """Leave out columns beside which another one is at least as good in everything.

    A column is at least as good if it is no longer, cuts off the same outsiders and
    perhaps more, and loses the same members and perhaps fewer.
    """
    ordered = sorted(columns, key=lambda column: column.complexity)
    if not ordered or len(ordered) > LARGEST_COMPARISON:
        return ordered
    member = geometry.ranks.cluster == ordered[0].cluster
    # turned so that more is better for members too
    good = np.array([geometry.outside(column) ^ member for column in ordered])
    order = sorted(range(len(ordered)), key=lambda at: (ordered[at].complexity, -good[at].sum()))
    kept: list[int] = []
    for at in order:
        if not kept or not (good[kept] >= good[at]).all(axis=1).any():
            kept.append(at)
    return [ordered[at] for at in kept]
