"""A tree while it grows: which rows are in each leaf, and where a cut is placed between them.

Methods choose a cut by ranks, `rank < split` or not. Its threshold is the roundest number
between the rows of the leaf on either side, so no row of the table changes sides by it; a
method that has centres to separate also says between which of them it is to lie.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from clusterscribe.baselines.trees.threshold_tree import Cut, Leaf, Node, Split, ThresholdTree
from clusterscribe.description.core.roundness import Gap
from clusterscribe.feature import Kind
from clusterscribe.problem.boxes import NOISE
from clusterscribe.problem.ranks import Ranks, rank
from clusterscribe.search.rows.encode import Encoded

Rows = NDArray[np.intp]


class Growth:
    """A tree of one leaf at first, in which leaves are split and named."""

    def __init__(self, data: Encoded) -> None:
        self.ranks: Ranks = rank(data.boxes)[0]
        self._kinds = [feature.kind for feature in data.features]
        self._values = [data.values[feature] for feature in data.features]
        self._splits: dict[int, Split] = {}
        self._clusters: dict[int, int] = {0: NOISE}
        self._rows: dict[int, Rows] = {0: np.arange(len(data.boxes))}

    @property
    def tree(self) -> ThresholdTree:
        """What has grown so far."""
        nodes: dict[int, Node] = {leaf: Leaf(cluster) for leaf, cluster in self._clusters.items()}
        nodes |= self._splits
        return ThresholdTree(tuple(nodes[place] for place in range(len(nodes))))

    @property
    def leaves(self) -> tuple[int, ...]:
        """The places of the leaves, in the order in which they came to be."""
        return tuple(self._rows)

    def rows(self, leaf: int) -> Rows:
        """Return the rows of the table that are in a leaf."""
        return self._rows[leaf]

    def cluster(self, leaf: int) -> int:
        """Return the cluster that a leaf is named after."""
        return self._clusters[leaf]

    def name(self, leaf: int, cluster: int) -> None:
        """Name a leaf after a cluster."""
        self._clusters[leaf] = cluster

    def split(
        self, leaf: int, feature: int, split: int, between: tuple[float, float] | None = None
    ) -> tuple[int, int]:
        """Split a leaf below a rank of a feature and return the two new leaves.

        `between` are the two numbers that the threshold is to lie between, as far as the rows
        leave it a choice; it may be the first of them.
        """
        rows = self._rows.pop(leaf)
        del self._clusters[leaf]
        goes_left = self.ranks.lower[feature, rows] < split
        left = len(self._splits) + len(self._clusters) + 1
        right = left + 1
        self._splits[leaf] = Split(self._cut(feature, split, rows, between), left, right)
        self._clusters |= {left: NOISE, right: NOISE}
        self._rows[left], self._rows[right] = rows[goes_left], rows[~goes_left]
        return left, right

    def _cut(
        self, feature: int, split: int, rows: Rows, between: tuple[float, float] | None
    ) -> Cut:
        """Place the threshold between the rows of a leaf, or of the table where a side is empty."""
        values, below = self._values[feature], self.ranks.lower[feature] < split
        left, right = rows[below[rows]], rows[~below[rows]]
        last = float(values[left].max() if len(left) else values[below].max())
        first = float(values[right].min() if len(right) else values[~below].min())
        kind = self._kinds[feature]
        if between is not None:
            last, first = _narrowed(last, first, between, kind)
        return Cut(feature, *_sides(last, first, kind))


def _narrowed(
    last: float, first: float, between: tuple[float, float], kind: Kind
) -> tuple[float, float]:
    """Return the part of a gap that lies between two numbers; all of it where there is none."""
    low, high = between
    parts = [between]
    if kind.is_whole:  # where no whole number lies between, `x <= 3` says as much as `x <= 3.7`
        parts = [
            (float(whole), float(math.ceil(high))) for whole in (math.ceil(low), math.floor(low))
        ]
    for low, high in parts:
        if max(last, low) < min(first, high):
            return max(last, low), min(first, high)
    return last, first


def _sides(last: float, first: float, kind: Kind) -> tuple[float, float]:
    """Return where the left side ends and where the right one begins: at the next number."""
    if kind.is_binary:
        return 0.0, 1.0
    if kind.is_whole:
        low = Gap(last, first, 1, kind).roundest
        return low, low + 1
    # rather between the two than on the last one, unless nothing lies between them
    inner = math.nextafter(last, math.inf)
    low = Gap(inner, first, 1, kind).roundest if inner < first else last
    return low, math.nextafter(low, math.inf)
