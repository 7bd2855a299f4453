"""A tree while it grows: which rows are in each leaf, and where a cut is placed between them.

Methods choose a cut by ranks, `rank < split` or not. Its threshold is the roundest number
between the rows of the leaf on either side, so no row of the table changes sides by it.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from clusterscribe.baselines.trees.threshold_tree import Cut, Leaf, Node, Split, ThresholdTree
from clusterscribe.description.roundness import Gap
from clusterscribe.encode import Encoded
from clusterscribe.feature import Kind
from clusterscribe.problem.boxes import NOISE
from clusterscribe.problem.ranks import Ranks, rank

Rows = NDArray[np.intp]


class Growth:
    """A tree of one leaf at first, in which leaves are split and named."""

    def __init__(self, data: Encoded) -> None:
        self.ranks: Ranks = rank(data.boxes)[0]
        self._kinds = [feature.kind for feature in data.features]
        self._values = [data.values[feature] for feature in data.features]
        self._nodes: list[Node] = [Leaf(NOISE)]
        self._rows: dict[int, Rows] = {0: np.arange(len(data.boxes))}

    @property
    def tree(self) -> ThresholdTree:
        """What has grown so far."""
        return ThresholdTree(tuple(self._nodes))

    @property
    def leaves(self) -> tuple[int, ...]:
        """The places of the leaves, in the order in which they came to be."""
        return tuple(self._rows)

    def rows(self, leaf: int) -> Rows:
        """Return the rows of the table that are in a leaf."""
        return self._rows[leaf]

    def cluster(self, leaf: int) -> int:
        """Return the cluster that a leaf is named after."""
        node = self._nodes[leaf]
        return node.cluster if isinstance(node, Leaf) else NOISE

    def name(self, leaf: int, cluster: int) -> None:
        """Name a leaf after a cluster."""
        self._nodes[leaf] = Leaf(cluster)

    def split(self, leaf: int, feature: int, split: int) -> tuple[int, int]:
        """Split a leaf below a rank of a feature and return the two new leaves."""
        rows = self._rows.pop(leaf)
        goes_left = self.ranks.lower[feature, rows] < split
        left, right = len(self._nodes), len(self._nodes) + 1
        self._nodes[leaf] = Split(self._cut(feature, split, rows), left, right)
        self._nodes += [Leaf(NOISE), Leaf(NOISE)]
        self._rows[left], self._rows[right] = rows[goes_left], rows[~goes_left]
        return left, right

    def _cut(self, feature: int, split: int, rows: Rows) -> Cut:
        """Place the threshold between the rows of a leaf, or of the table where a side is empty."""
        values, below = self._values[feature], self.ranks.lower[feature] < split
        left, right = rows[below[rows]], rows[~below[rows]]
        last = values[left].max() if len(left) else values[below].max()
        first = values[right].min() if len(right) else values[~below].min()
        return Cut(feature, *_sides(float(last), float(first), self._kinds[feature]))


def _sides(last: float, first: float, kind: Kind) -> tuple[float, float]:
    """Return where the left side ends and where the right one begins."""
    if kind.is_binary:
        return 0.0, 1.0
    if kind.is_whole:
        low = Gap(last, first, 1, kind).roundest
        return low, low + 1 if low < low + 1 < first else first
    inner = math.nextafter(last, math.inf)
    if inner == first:  # the smallest numbers that there are: nothing lies between them
        return last, first
    between = Gap(inner, first, 1, kind).roundest
    return between, between
