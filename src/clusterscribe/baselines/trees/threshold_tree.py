"""A tree of thresholds: every node asks on which side of one number a row lies.

Every number is on exactly one side of a cut, so that every row is in exactly one leaf: `x <= 2`
and `x >= 3` of whole numbers, `x <= 2.5` and `x > 2.5` of others. Half-spaces hold their bound,
so the latter is `x >= 2.5000000000000004`, which is the next number that a computer has. Each
node on the way to a leaf becomes a half-space of the leaf's cluster, also where a later node on
the same feature is tighter: what one reads on the way down is what the complexity counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from clusterscribe.description import HalfSpace, Label, Polyhedron, Region, Term, Union
from clusterscribe.feature import Feature


@dataclass(frozen=True, slots=True)
class Leaf:
    """Where the questions end: rows here are said to be in this cluster (or to be noise)."""

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
Path: TypeAlias = tuple[tuple[Cut, bool], ...]  # each cut on the way down, and whether left of it


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
        """Most questions on the way to a leaf."""
        return max(len(path) for _, path in self.paths())

    def paths(self) -> Iterator[tuple[int, Path]]:
        """Yield the cluster of each leaf and the way to it, leaves from left to right."""
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
        """Describe each cluster by the ways to its leaves; without a leaf, no row is inside."""
        ways: dict[int, list[tuple[HalfSpace, ...]]] = {c: [] for c in range(len(labels))}
        for cluster, path in self.paths():
            if cluster in ways:  # leaves of noise belong to no cluster
                spaces = tuple(cut.half_space(features, left) for cut, left in path)
                ways[cluster].append(spaces)
        for cluster, label in enumerate(labels):
            polyhedra = tuple(Polyhedron(label, spaces) for spaces in ways[cluster])
            yield polyhedra[0] if len(polyhedra) == 1 else Union(label, polyhedra)
