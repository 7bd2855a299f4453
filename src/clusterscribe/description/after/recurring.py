"""Collecting what recurs: the description of one sample after the other is held against one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description.after.stability import ClusterStability, Recurrence
from clusterscribe.description.core.description import Description
from clusterscribe.description.core.halfspace import HalfSpace, Label, Polyhedron
from clusterscribe.feature import Feature

Shape: TypeAlias = frozenset[tuple[Feature, bool]]  # its features, and which weights are above 0
Rows: TypeAlias = NDArray[np.bool_]


@dataclass(slots=True)
class _Cluster:
    """What is known so far of one cluster."""

    polyhedron: Polyhedron
    inside: Rows
    bounds: dict[Shape, list[float | None]] = field(default_factory=dict)
    agreement: list[float] = field(default_factory=list)
    alike: int = 0

    def hold_against(self, spaces: Iterable[HalfSpace], inside: Rows) -> None:
        found = {_shape(space): _in_units(space) for space in spaces}
        for shape, bound in found.items():
            self.bounds.setdefault(shape, []).append(bound)
        self.alike += found.keys() == set(map(_shape, self.polyhedron.half_spaces))
        self.agreement.append(_jaccard(self.inside, inside))

    def stability(self) -> ClusterStability:
        recurrences = tuple(map(self._recurrence, self.polyhedron.half_spaces))
        return ClusterStability(
            self.polyhedron.label, recurrences, tuple(self.agreement), self.alike
        )

    def _recurrence(self, space: HalfSpace) -> Recurrence:
        bounds = self.bounds.get(_shape(space), [])
        known = [bound for bound in bounds if bound is not None]
        ends = (min(known), max(known)) if known else (None, None)
        return Recurrence(space, len(bounds), *ends)


class Recurring:
    """A description by polyhedra, and what recurs of it in the descriptions of samples."""

    def __init__(self, polyhedra: Iterable[Polyhedron], inside: Rows) -> None:
        self._clusters = [
            _Cluster(part, column) for part, column in zip(polyhedra, inside.T, strict=True)
        ]

    def add(self, description: Description, inside: Rows) -> None:
        """Hold another description against the first; a cluster that it lacks has no row."""
        places: dict[Label, int] = {
            part.label: place for place, part in enumerate(description.parts)
        }
        for cluster in self._clusters:
            place = places.get(cluster.polyhedron.label)
            if place is None:
                cluster.agreement.append(_jaccard(cluster.inside, np.zeros(len(inside), bool)))
                continue
            part = description.parts[place]
            spaces = part.half_spaces if isinstance(part, Polyhedron) else ()
            cluster.hold_against(spaces, inside[:, place])

    def clusters(self) -> tuple[ClusterStability, ...]:
        """Return what became of each cluster."""
        return tuple(cluster.stability() for cluster in self._clusters)


def _shape(space: HalfSpace) -> Shape:
    return frozenset((term.feature, term.weight > 0) for term in space.terms)


def _in_units(space: HalfSpace) -> float | None:
    """Return the bound of a condition on one number in the units of the table."""
    term, *others = space.terms
    if others or term.feature.kind.is_binary:
        return None
    return term.zero + term.span * (space.bound / term.weight) + 0.0


def _jaccard(first: Rows, second: Rows) -> float:
    """Return how many rows of both are in either; two empty sets are the same."""
    either = int(np.count_nonzero(first | second))
    return int(np.count_nonzero(first & second)) / either if either else 1.0
