"""A tree of thresholds: every node asks on which side of one number a row lies.

Every number is on exactly one side of a cut, so that every row is in exactly one leaf: `x <= 2`
and `x >= 3` of whole numbers, `x <= 2.5` and `x > 2.5` of others. Half-spaces hold their bound,
so the latter is `x >= 2.5000000000000004`, which is the next number that a computer has. Each
node on the path to a leaf becomes a half-space of the leaf's cluster, also where a later node on
the same feature is tighter: what one reads on the way down is what the complexity counts.

A tree grows by splitting leaves. Methods choose a cut by ranks, `rank < split` or not. Its
threshold is the roundest number between the rows of the leaf on either side, so that no row of
the table changes sides; a method that separates centres also says between which of them it lies.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

import numpy as np

from clusterscribe.description import HalfSpace, Label, Polyhedron, Region, Term, Union
from clusterscribe.description.core.roundness import Gap
from clusterscribe.feature import Feature, Kind
from clusterscribe.problem.boxes import NOISE
from clusterscribe.problem.imm import Rows
from clusterscribe.problem.ranks import Ranks, rank
from clusterscribe.search.rows.encode import Encoded


@dataclass(frozen=True, slots=True)
class Leaf:
    """Where the questions end: rows here are described as this cluster (or as noise)."""

    cluster: int


@dataclass(frozen=True, slots=True)
class Cut:
    """One feature cut in two: `x <= low` on the left, `x >= high`, the next one, on the right."""

    feature: int  # its place among the features
    low: float
    high: float

    def half_space(self, features: Sequence[Feature], goes_left: bool) -> HalfSpace:
        """Return one side of the cut."""
        feature = features[self.feature]
        if goes_left:
            return HalfSpace((Term(feature, 1),), self.low)
        return HalfSpace((Term(feature, -1),), 0.0 - self.high)


@dataclass(frozen=True, slots=True)
class Split:
    """A node that asks, and the places of the two nodes that follow."""

    cut: Cut
    left: int
    right: int


Node: TypeAlias = Leaf | Split
Path: TypeAlias = tuple[tuple[Cut, bool], ...]  # each cut from the root, and whether left of it


@dataclass(frozen=True, slots=True)
class ThresholdTree:
    """Nodes, the root first and each other one after the node that leads to it."""

    nodes: tuple[Node, ...]

    @property
    def leaves(self) -> int:
        """Number of leaves."""
        return sum(isinstance(node, Leaf) for node in self.nodes)

    @property
    def depth(self) -> int:
        """Most questions on the path to a leaf."""
        return max(len(path) for _, path in self.paths())

    def paths(self) -> Iterator[tuple[int, Path]]:
        """Yield the cluster of each leaf and the path to it, leaves from left to right."""
        stack: list[tuple[int, Path]] = [(0, ())]
        while stack:
            place, path = stack.pop()
            node = self.nodes[place]
            if isinstance(node, Leaf):
                yield node.cluster, path
            else:
                stack.append((node.right, (*path, (node.cut, False))))
                stack.append((node.left, (*path, (node.cut, True))))

    def regions(self, features: Sequence[Feature], labels: Sequence[Label]) -> Iterator[Region]:
        """Describe each cluster by the paths to its leaves; without a leaf, no row is inside."""
        paths = list(self.paths())
        for cluster, label in enumerate(labels):
            polyhedra = tuple(
                Polyhedron(label, tuple(cut.half_space(features, left) for cut, left in path))
                for of, path in paths
                if of == cluster
            )
            yield polyhedra[0] if len(polyhedra) == 1 else Union(label, polyhedra)


class Growth:
    """A tree of one leaf at first, in which leaves are split and named."""

    def __init__(self, data: Encoded) -> None:
        self.ranks: Ranks = rank(data.boxes)[0]
        self._kinds = [feature.kind for feature in data.features]
        self._values = [data.values[feature] for feature in data.features]
        self._nodes: list[Node] = [Leaf(NOISE)]
        self._rows: dict[int, Rows] = {0: np.arange(len(data.boxes))}  # of each leaf

    @property
    def tree(self) -> ThresholdTree:
        """The tree so far."""
        return ThresholdTree(tuple(self._nodes))

    @property
    def leaves(self) -> tuple[int, ...]:
        """The places of the leaves, the oldest first."""
        return tuple(self._rows)

    def rows(self, leaf: int) -> Rows:
        """Return the rows of the table that are in a leaf."""
        return self._rows[leaf]

    def cluster(self, leaf: int) -> int:
        """Return the cluster that a leaf is named after."""
        return cast("Leaf", self._nodes[leaf]).cluster

    def name(self, leaf: int, cluster: int) -> None:
        """Name a leaf after a cluster."""
        self._nodes[leaf] = Leaf(cluster)

    def split(
        self, leaf: int, feature: int, split: int, between: tuple[float, float] | None = None
    ) -> tuple[int, int]:
        """Split a leaf below a rank of a feature and return the two new leaves.

        `between` are the two numbers that the threshold should lie between, as far as the rows
        leave it a choice; it may be the first of them.
        """
        rows = self._rows.pop(leaf)
        goes_left = self.ranks.lower[feature, rows] < split
        left, right = len(self._nodes), len(self._nodes) + 1
        self._nodes[leaf] = Split(self._cut(feature, split, rows, between), left, right)
        self._nodes += [Leaf(NOISE), Leaf(NOISE)]
        self._rows |= {left: rows[goes_left], right: rows[~goes_left]}
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
