"""Half-spaces and polyhedra, in the units of the table.

A half-space is `sum of weight x feature <= bound` with small integer weights; a
polyhedron is the intersection of the half-spaces of one cluster. Nothing here knows how
they were found.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.feature import Feature

Label: TypeAlias = Hashable
Values: TypeAlias = Mapping[Feature, NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Term:
    """A feature with its integer weight."""

    feature: Feature
    weight: int


@dataclass(frozen=True, slots=True)
class HalfSpace:
    """All rows with `sum(term.weight * value of term.feature) <= bound`."""

    terms: tuple[Term, ...]
    bound: float

    @property
    def complexity(self) -> int:
        """Number of terms plus one."""
        return len(self.terms) + 1

    def level(self, values: Values) -> NDArray[np.float64]:
        """Left-hand side of the inequality for each row."""
        first, *rest = self.terms
        with np.errstate(over="ignore", invalid="ignore"):  # beyond all numbers is infinite
            total = first.weight * values[first.feature]
            for term in rest:
                total = total + term.weight * values[term.feature]
        return total

    def contains(self, values: Values) -> NDArray[np.bool_]:
        """Whether each row lies inside; a missing value (NaN) lies outside."""
        inside: NDArray[np.bool_] = self.level(values) <= self.bound
        return inside


@dataclass(frozen=True, slots=True)
class Polyhedron:
    """The half-spaces that together describe one cluster; with none, every row is inside."""

    label: Label
    half_spaces: tuple[HalfSpace, ...]

    @property
    def complexity(self) -> int:
        """Sum of the complexities of the half-spaces."""
        return sum(h.complexity for h in self.half_spaces)

    @property
    def features(self) -> frozenset[Feature]:
        """Features used by any half-space."""
        return frozenset(term.feature for h in self.half_spaces for term in h.terms)

    def contains(self, values: Values, rows: int) -> NDArray[np.bool_]:
        """Whether each of the `rows` rows lies inside all half-spaces."""
        inside = np.ones(rows, dtype=bool)
        for half_space in self.half_spaces:
            inside &= half_space.contains(values)
        return inside
