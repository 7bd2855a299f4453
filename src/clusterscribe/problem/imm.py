"""IMM, a tree that separates the centres of the clusters, and its expansion ExKMC.

**Iterative mistake minimisation:**
Dasgupta, Frost, Moshkovitz and Rashtchian, "Explainable k-means and k-medians clustering"
(2020), Algorithm 1, with the means of the clusters as centres. At each node a threshold is
chosen that separates at least two centres with the fewest mistakes. A mistake is a row that
goes to another side than its centre; it is dropped, and later nodes do not count it.

Of thresholds with equally few mistakes, the first feature and then the lowest threshold is
taken, as in the authors' program.

**ExKMC**, a tree with more leaves than clusters and a lower cost:
Frost, Moshkovitz and Rashtchian, "ExKMC: Expanding explainable k-means clustering" (2020).
The surrogate cost of a leaf is the sum of the squared distances of its rows from the centre
that the leaf is named after. The leaf whose best split saves most is split, and each half is
named after the centre that is best for it, until there are enough leaves or nothing is saved.
Of splits that save as much, the first feature and then the lowest threshold is taken; of
leaves, the oldest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.centres import Places
from clusterscribe.problem.ranks import Ranks

Rows: TypeAlias = NDArray[np.intp]

ROUNDING = 1e-9  # of a cost: what rounding can do to sums is no saving


class Growth(Protocol):
    """A tree of one leaf at first, in which leaves are split and named."""

    ranks: Ranks

    @property
    def leaves(self) -> tuple[int, ...]:
        """The places of the leaves, the oldest first."""

    def rows(self, leaf: int) -> Rows:
        """Return the rows that are in a leaf."""

    def cluster(self, leaf: int) -> int:
        """Return the cluster that a leaf is named after."""

    def name(self, leaf: int, cluster: int) -> None:
        """Name a leaf after a cluster."""

    def split(
        self, leaf: int, feature: int, split: int, between: tuple[float, float] | None = None
    ) -> tuple[int, int]:
        """Split a leaf below a rank of a feature and return the two new leaves.

        `between` are the two numbers that a threshold should lie between, where there is one.
        """


@dataclass(frozen=True, slots=True)
class Separation:
    """A cut behind a place of a feature, and the weight of rows that it parts from their centre."""

    feature: int
    place: int
    mistakes: float


def separate_centres(growth: Growth, places: Places) -> None:
    """Split a tree of one leaf, in which there is no noise, until each leaf has one centre."""
    ranks = growth.ranks
    kept = np.ones(len(ranks), dtype=bool)  # the rows that still share a leaf with their centre
    stack = [(leaf, np.arange(ranks.clusters)) for leaf in growth.leaves]
    while stack:
        leaf, centres = stack.pop()
        members = growth.rows(leaf)
        members = members[kept[members]]
        present = np.unique(ranks.cluster[members])  # centres that lost all rows do not count
        cut = fewest_mistakes(places, ranks, members, present)
        if cut is None:
            growth.name(leaf, _heaviest(ranks, members, present if len(present) else centres))
            continue
        is_left = places.centres[cut.feature] <= cut.place
        goes_left = places.rows[cut.feature, members] <= cut.place
        kept[members[goes_left != is_left[ranks.cluster[members]]]] = False
        split = int(places.splits[cut.feature][cut.place])
        on_left, on_right = present[is_left[present]], present[~is_left[present]]
        between = places.between(cut.feature, on_left, on_right)
        left, right = growth.split(leaf, cut.feature, split, between)
        stack += [(left, on_left), (right, on_right)]


def fewest_mistakes(
    places: Places, ranks: Ranks, members: Rows, centres: NDArray[np.int64]
) -> Separation | None:
    """Return the best cut between these centres; None where they are one, or all the same."""
    best: Separation | None = None
    if len(centres) < 2:
        return best
    weight, cluster = ranks.weight[members], ranks.cluster[members]
    for d in range(ranks.features):
        homes = places.centres[d]
        first, last = int(homes[centres].min()), int(homes[centres].max())
        if first == last:
            continue
        mistakes = _mistakes(places.rows[d, members], homes[cluster], weight, first, last)
        place = int(mistakes.argmin())
        if best is None or mistakes[place] < best.mistakes:
            best = Separation(d, first + place, float(mistakes[place]))
    return best


def _mistakes(
    rows: NDArray[np.int32],
    homes: NDArray[np.int32],
    weight: NDArray[np.int64],
    first: int,
    last: int,
) -> NDArray[np.float64]:
    """Return the mistakes of a cut behind each place from the first to before the last.

    A cut is a mistake for a row from the nearer of its own place and its centre's up to
    before the farther one, so that mistakes come and go along the places.
    """
    nearer = np.clip(np.minimum(rows, homes), first, last) - first
    farther = np.clip(np.maximum(rows, homes), first, last) - first
    length = last - first + 1
    come = np.bincount(nearer, weight, minlength=length)
    go = np.bincount(farther, weight, minlength=length)
    return np.cumsum(come - go)[:-1]


def _heaviest(ranks: Ranks, members: Rows, centres: NDArray[np.int64]) -> int:
    """Return which of the centres has most of the rows that are left; the first of equals."""
    weight = np.bincount(ranks.cluster[members], ranks.weight[members], minlength=ranks.clusters)
    return int(centres[weight[centres].argmax()])


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
