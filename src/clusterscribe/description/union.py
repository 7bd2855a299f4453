"""A cluster that needs several polyhedra: rows inside any of them are inside.

A decision tree may have more than one leaf for a cluster. The half-spaces of its leaves come
from the same few cuts, so the complexity of a union counts each cut once, whichever of its
two sides is used and however often, as one counts the nodes of a tree.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description.halfspace import HalfSpace, Label, Polyhedron, Values
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
        """Sum over the different cuts of the number of features in it plus one."""
        return sum(cut.complexity for cut in self.cuts)

    @property
    def cuts(self) -> frozenset[HalfSpace]:
        """One side of each different cut that any half-space is a side of."""
        return frozenset(_cut(space) for part in self.polyhedra for space in part.half_spaces)

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
    """Return the same for both sides of a cut, such as `x <= 3` and `x >= 4` of whole numbers."""
    is_whole = all(term.feature.kind.is_whole and not term.is_scaled for term in space.terms)
    bound = math.floor(space.bound) if is_whole and math.isfinite(space.bound) else space.bound
    if space.terms[0].weight > 0:
        return HalfSpace(space.terms, bound)
    turned = tuple(replace(term, weight=-term.weight) for term in space.terms)
    return HalfSpace(turned, -bound - 1 if is_whole else 0.0 - bound)
