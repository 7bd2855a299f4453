"""ExKMC: a tree with more leaves than clusters, for less cost.

Frost, Moshkovitz and Rashtchian, "ExKMC: Expanding explainable k-means clustering" (2020).
The surrogate cost of a leaf is the sum of the squared distances of its rows from the centre
that the leaf is named after. The leaf whose best split saves most is split, and each half is
named after the centre that is best for it, until there are enough leaves or nothing is saved.

Of splits that save as much, the first feature and then the lowest threshold is taken; of
leaves, the oldest.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.baselines.trees.growth import Growth

ROUNDING = 1e-9  # of a cost: what rounding can do to sums is no saving


@dataclass(frozen=True, slots=True)
class Expansion:
    """A split of a leaf, the centres of its halves, and the cost that is left by it."""

    feature: int
    split: int
    left: int
    right: int
    cost: float


def expand(growth: Growth, distances: NDArray[np.float64], leaves: int) -> None:
    """Split leaves until there are so many, or no split saves anything.

    `distances` is what each row costs with each centre (rows x clusters), weights included.
    """
    savings = {leaf: _saving(growth, distances, leaf) for leaf in growth.leaves}
    while len(savings) < leaves:
        leaf = max(savings, key=lambda leaf: savings[leaf][0])
        _, expansion = savings.pop(leaf)
        if expansion is None:
            return
        halves = growth.split(leaf, expansion.feature, expansion.split)
        for half, cluster in zip(halves, (expansion.left, expansion.right), strict=True):
            growth.name(half, cluster)
            savings[half] = _saving(growth, distances, half)


def _saving(
    growth: Growth, distances: NDArray[np.float64], leaf: int
) -> tuple[float, Expansion | None]:
    """Return what the best split of a leaf saves, and that split if it saves anything."""
    rows = growth.rows(leaf)
    cost = float(distances[rows, growth.cluster(leaf)].sum())
    slack = ROUNDING * cost
    best = cheapest_split(growth.ranks.lower[:, rows], distances[rows], slack)
    if best is None or cost - best.cost <= slack:
        return 0.0, None
    return cost - best.cost, best


def cheapest_split(
    ranks: NDArray[np.int32], distances: NDArray[np.float64], slack: float
) -> Expansion | None:
    """Return the split of some rows with the least cost; None if all rows are the same."""
    best: Expansion | None = None
    total = distances.sum(axis=0)
    for d, column in enumerate(ranks):
        order = np.argsort(column, kind="stable")
        ordered = column[order]
        ends = np.flatnonzero(np.diff(ordered))  # the last row of each rank but the highest
        if not len(ends):
            continue
        left = np.cumsum(distances[order], axis=0)[ends]
        right = total - left
        costs = left.min(axis=1) + right.min(axis=1)
        place = int((costs <= costs.min() + slack).argmax())
        if best is None or costs[place] < best.cost - slack:
            centres = int(left[place].argmin()), int(right[place].argmin())
            best = Expansion(d, int(ordered[ends[place]]) + 1, *centres, float(costs[place]))
    return best
