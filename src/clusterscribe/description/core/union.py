"""A cluster that needs several polyhedra: rows inside any of them are inside.

A decision tree may have more than one leaf for a cluster. Each polyhedron is then the way to a
leaf, its half-spaces in the order of the nodes that they come from. The ways to two leaves have
their first nodes in common, so the complexity of a union counts nodes: half-spaces that follow
the same ones before them, and are the two sides (or the same side) of one cut, are one node.
Where the tree asks the same again further down another branch, that is another node.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description.core.halfspace import HalfSpace, Label, Polyhedron, Values
from clusterscribe.errors import InputError
from clusterscribe.feature import Feature


@dataclass(frozen=True, slots=True)
class Union:
    """The polyhedra that together describe one cluster; with none, no row is inside."""

    label: Label
    polyhedra: tuple[Polyhedron, ...]

    def __post_init__(self) -> None:
        if any(part.label != self.label for part in self.polyhedra):
            raise InputError(f"the polyhedra of a union must all have its label {self.label!r}")

    @property
    def complexity(self) -> int:
        """Sum over the nodes of the number of features in it plus one."""
        return sum(node.complexity for node in self.nodes)

    @property
    def nodes(self) -> tuple[HalfSpace, ...]:
        """One side of the cut of each node, in order of their first use."""
        return tuple(cut for _, cut in dict.fromkeys(self._steps()))

    def _steps(self) -> Iterator[tuple[int, HalfSpace]]:
        """Yield the node of each half-space: where those before it lead to, and its cut."""
        places: dict[tuple[int, HalfSpace], int] = {}
        for part in self.polyhedra:
            place = 0
            for space in part.half_spaces:
                yield place, _cut(space)
                place = places.setdefault((place, space), len(places) + 1)

    @property
    def features(self) -> tuple[Feature, ...]:
        """Features used by any half-space, in order of their first use."""
        return tuple(dict.fromkeys(f for part in self.polyhedra for f in part.features))

    def contains(self, values: Values, rows: int) -> NDArray[np.bool_]:
        """Whether each of the `rows` rows lies inside any polyhedron."""
        inside = np.zeros(rows, dtype=bool)
        for part in self.polyhedra:
            inside |= part.contains(values, rows)
        return inside


def _cut(space: HalfSpace) -> HalfSpace:
    """Return the same for both sides of a cut, of which every row is on exactly one.

    These are `x <= 3` and `x > 3`, which is `x >= 3.0000000000000004` or, of whole numbers,
    `x >= 4`.
    """
    is_whole = all(term.feature.kind.is_whole and not term.is_scaled for term in space.terms)
    bound = math.floor(space.bound) if is_whole and math.isfinite(space.bound) else space.bound
    if space.terms[0].weight > 0:
        return HalfSpace(space.terms, bound)
    turned = tuple(replace(term, weight=-term.weight) for term in space.terms)
    return HalfSpace(turned, -bound - 1 if is_whole else math.nextafter(-bound, -math.inf))
