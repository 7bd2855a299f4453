"""Answers to begin a search with, beyond the tree with one leaf per cluster.

    imm_ranges      the tree that separates the centres, which no answer should be worse than either
    others          larger trees, trees to which all clusters matter alike, boxes around most rows

Each is an answer for all rows. The first is fitted to all of them; the others may be fitted to
some.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.boxes import NOISE, Boxes
from clusterscribe.problem.centres import Centres, Places
from clusterscribe.problem.imm import Rows, expand, separate_centres
from clusterscribe.problem.improve import bounding_ranges
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks, rank
from clusterscribe.problem.tree import Leaf, cart, given_up, largest_leaves, leaves_of

Values: TypeAlias = list[NDArray[np.float64]]  # of each feature, in increasing order

LARGER = (2, 4)  # times as many leaves as clusters
LEFT_OUT = (0.02, 0.1)  # share of a cluster's rows beyond each side of a box around most of them


def imm_ranges(boxes: Boxes, ranks: Ranks, values: Values) -> Ranges:
    """Separate the centres of the clusters, and return the largest leaf of each cluster."""
    leaves = _imm(boxes, values, ranks.clusters, ranks)
    return largest_leaves(leaves, ranks.clusters, ranks.sizes)


def others(boxes: Boxes, values: Values, seed: int) -> Iterator[Ranges]:
    """Yield further answers, the cheapest first; `boxes` may be some of those that there are."""
    ranks = _ranks_among(boxes, values)
    clusters, sizes = ranks.clusters, ranks.sizes
    for left_out in LEFT_OUT:
        yield around_most(ranks, left_out)
    alike = balanced(ranks)
    yield balanced_tree(ranks, seed)
    for times in LARGER:
        for weight in (ranks.weight, alike):
            leaves = list(_cart(ranks, weight, times * clusters, seed))
            yield largest_leaves(leaves, clusters, sizes)
            yield around_leaves(leaves, clusters, sizes)
    leaves = list(_imm(boxes, values, LARGER[0] * clusters))
    yield largest_leaves(leaves, clusters, sizes)
    yield around_leaves(leaves, clusters, sizes)
    yield from _by_chance(boxes, values, np.random.default_rng(seed))


def balanced_tree(ranks: Ranks, seed: int) -> Ranges:
    """Return the largest leaf of each cluster in a tree to which all clusters matter alike."""
    leaves = _cart(ranks, balanced(ranks), ranks.clusters, seed)
    return largest_leaves(leaves, ranks.clusters, ranks.sizes)


def _by_chance(boxes: Boxes, values: Values, chance: np.random.Generator) -> Iterator[Ranges]:
    """Yield trees on half of the features, without end."""
    while True:
        chosen = np.sort(chance.permutation(boxes.features)[: (boxes.features + 1) // 2])
        lower, on = boxes.lower[:, chosen], [values[d] for d in chosen.tolist()]
        rows = boxes.like(lower, lower, boxes.weight, boxes.cluster)
        ranks, leaves = _ranks_among(rows, on), boxes.clusters * int(chance.integers(1, 4))
        for tree in (_imm(rows, on, boxes.clusters), _cart(ranks, ranks.weight, leaves, 0)):
            found = largest_leaves(tree, ranks.clusters, ranks.sizes)
            whole = Ranges.everything(ranks.clusters, np.array([len(v) for v in values]))
            whole.low[:, chosen], whole.high[:, chosen] = found.low, found.high
            yield whole


def around_most(ranks: Ranks, left_out: float) -> Ranges:
    """Return boxes around all but a share of a cluster's rows at each end of every feature."""
    answer = bounding_ranges(ranks)
    for k in range(ranks.clusters):
        members = ranks.cluster == k
        if members.any():
            ends = np.quantile(
                ranks.lower[:, members], (left_out, 1 - left_out), axis=1, method="nearest"
            )
            answer.low[k], answer.high[k] = ends
    return answer


def around_leaves(leaves: Iterable[Leaf], clusters: int, sizes: NDArray[np.int64]) -> Ranges:
    """Describe each cluster by the smallest box around all its leaves."""
    answer = given_up(clusters, sizes)
    seen = np.zeros(clusters, dtype=bool)
    for leaf in leaves:
        k = leaf.cluster
        if k == NOISE:
            continue
        answer.low[k] = np.minimum(answer.low[k], leaf.low) if seen[k] else leaf.low
        answer.high[k] = np.maximum(answer.high[k], leaf.high) if seen[k] else leaf.high
        seen[k] = True
    return answer


def balanced(ranks: Ranks) -> NDArray[np.float64]:
    """Return weights with which every cluster weighs the same; noise counts as one."""
    kind = ranks.cluster + 1
    total = np.bincount(kind, ranks.weight)
    alike: NDArray[np.float64] = ranks.weight / total[kind]
    return alike


def _cart(
    ranks: Ranks, weight: NDArray[np.int64 | np.float64], leaves: int, seed: int
) -> Iterator[Leaf]:
    """Yield the leaves of a decision tree."""
    return leaves_of(cart(ranks, weight, leaves, seed), ranks.sizes)


def _imm(boxes: Boxes, values: Values, leaves: int, ranks: Ranks | None = None) -> Iterator[Leaf]:
    """Yield the leaves of the tree that separates the centres of clusters; noise takes no part.

    `ranks` are those of the boxes among the values, where they are known.
    """
    kept = boxes.cluster != NOISE
    rows, present = boxes, values
    if ranks is None or not kept.all():
        lower, cluster, weight = boxes.lower[kept], boxes.cluster[kept], boxes.weight[kept]
        rows = Boxes.from_rows(lower, cluster, boxes.clusters, weight)
        ranks, present = rank(rows)
    growth, centres = LeafBoxes(ranks), Centres.of(rows)
    separate_centres(growth, Places.of(centres, ranks))
    if leaves > boxes.clusters:
        expand(growth, rows.weight[:, None] * centres.squared_distances(), leaves)
    for leaf in growth.named():
        yield _among(leaf, present, values)


def _among(leaf: Leaf, present: Values, values: Values) -> Leaf:
    """Express a leaf over the values that are present in the ranks among all values."""
    low, high = np.zeros_like(leaf.low), np.empty_like(leaf.high)
    for d, (some, all_values) in enumerate(zip(present, values, strict=True)):
        high[d] = len(all_values) - 1
        if leaf.low[d] > 0:
            low[d] = np.searchsorted(all_values, some[leaf.low[d]])
        if leaf.high[d] < len(some) - 1:
            high[d] = np.searchsorted(all_values, some[leaf.high[d]])
    return leaf._replace(low=low, high=high)


def _ranks_among(boxes: Boxes, values: Values) -> Ranks:
    """Return the ranks of some rows among the values of all."""
    sizes = np.array([len(of_feature) for of_feature in values], dtype=np.int64)
    ranks = np.empty((boxes.features, len(boxes)), dtype=np.int32)
    for d, of_feature in enumerate(values):
        ranks[d] = np.searchsorted(of_feature, boxes.lower[:, d])
    return Ranks(ranks, ranks, sizes, boxes.weight, boxes.cluster, boxes.clusters)


class LeafBoxes:
    """A tree that grows by splitting leaves, of which only their boxes are kept."""

    def __init__(self, ranks: Ranks) -> None:
        self.ranks = ranks
        self._ends = {0: (np.zeros_like(ranks.sizes), ranks.sizes - 1)}
        self._rows: dict[int, Rows] = {0: np.arange(len(ranks))}
        self._names: dict[int, int] = {}

    @property
    def leaves(self) -> tuple[int, ...]:
        """The leaves, the oldest first."""
        return tuple(self._rows)

    def rows(self, leaf: int) -> Rows:
        """Return the rows that are in a leaf."""
        return self._rows[leaf]

    def cluster(self, leaf: int) -> int:
        """Return the cluster that a leaf is named after."""
        return self._names[leaf]

    def name(self, leaf: int, cluster: int) -> None:
        """Name a leaf after a cluster."""
        self._names[leaf] = cluster

    def split(
        self, leaf: int, feature: int, split: int, between: tuple[float, float] | None = None
    ) -> tuple[int, int]:
        """Split a leaf below a rank of a feature; between which numbers is of no interest here."""
        rows, (low, high) = self._rows.pop(leaf), self._ends.pop(leaf)
        goes_left = self.ranks.lower[feature, rows] < split
        left = 1 + max(self._names.keys() | self._rows.keys() | {leaf})
        left_high, right_low = high.copy(), low.copy()
        left_high[feature], right_low[feature] = split - 1, split
        self._rows |= {left: rows[goes_left], left + 1: rows[~goes_left]}
        self._ends |= {left: (low, left_high), left + 1: (right_low, high)}
        return left, left + 1

    def named(self) -> Iterator[Leaf]:
        """Yield the leaves that some row could be in, with their clusters."""
        for leaf, rows in self._rows.items():
            cluster, (low, high) = self._names[leaf], self._ends[leaf]
            own = self.ranks.weight[rows[self.ranks.cluster[rows] == cluster]]
            if (low <= high).all():  # a centre may lie where no row does
                yield Leaf(low, high, cluster, float(own.sum()))
