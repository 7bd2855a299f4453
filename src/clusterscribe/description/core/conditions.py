"""How regions are read: as conditions on the columns of a table.

A half-space is a sum, but people, databases and pandas think in columns. Everything
that leaves the project (text, SQL, queries, ...) is made from the conditions below, so
that all of it is read from the half-spaces in one place.

Several half-spaces can make one condition: two bounds on one feature are a range, several
exclusions of one column are a list. That is a matter of wording, and the complexity of a
description still counts every half-space.

A union of several polyhedra is one condition, of which any alternative is enough, and a ball is
one condition as well.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

from clusterscribe.description.core.halfspace import HalfSpace, Term
from clusterscribe.description.core.region import Ball, Polyhedron, Region, Union
from clusterscribe.feature import MICROSECONDS_A_DAY, Feature, Kind, Level

ALL_WHOLE = 2**53  # below, every whole number is a floating-point number


@dataclass(frozen=True, slots=True)
class Between:
    """The number of a feature lies between two bounds, both of them included."""

    feature: Feature
    lower: float | None = None
    upper: float | None = None

    @property
    def is_far(self) -> bool:
        """Whether a bound is so far from 1970 that the numbers of times skip microseconds there.

        Times are then compared as these numbers, and not as the times they are.
        """
        ticks = MICROSECONDS_A_DAY if self.feature.kind is Kind.DATE else 1
        bounds = [abs(bound) for bound in (self.lower, self.upper) if bound is not None]
        return any(bound * ticks >= ALL_WHOLE for bound in bounds)


@dataclass(frozen=True, slots=True)
class IsLevel:
    """A column has this level (None: it is missing)."""

    column: str
    level: Level
    of: Kind | None = None  # what is missing, in a column of numbers or dates


@dataclass(frozen=True, slots=True)
class IsNoneOf:
    """A column has none of these levels (None: it is not missing)."""

    column: str
    levels: tuple[Level, ...]
    of: Kind | None = None  # what is known, in a column of numbers or dates


@dataclass(frozen=True, slots=True)
class IsTruth:
    """A boolean column is true, or false."""

    column: str
    value: bool


@dataclass(frozen=True, slots=True)
class IsKnown:
    """A boolean column is true or false, but not missing."""

    column: str


@dataclass(frozen=True, slots=True)
class Weighted:
    """A weighted sum of features is at most a bound, or at least where all weights are below 0.

    A sum of scaled features is called a score, as it is in no unit of the table.
    """

    half_space: HalfSpace

    @property
    def is_at_least(self) -> bool:
        """Whether the condition is better said the other way round, with positive weights."""
        return all(term.weight < 0 for term in self.half_space.terms)

    @property
    def is_score(self) -> bool:
        """Whether any feature is scaled."""
        return any(term.is_scaled for term in self.half_space.terms)

    @property
    def is_any_of(self) -> bool:
        """Whether this is better said as "one of these truth values and levels holds"."""
        terms = self.half_space.terms
        return -1 <= self.half_space.bound < 0 and all(
            term.weight == -1 and term.feature.kind.is_binary for term in terms
        )

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms as they are said."""
        sign = -1 if self.is_at_least else 1
        return tuple(replace(term, weight=sign * term.weight) for term in self.half_space.terms)

    @property
    def bound(self) -> float:
        """The bound as it is said."""
        return 0.0 - self.half_space.bound if self.is_at_least else self.half_space.bound


@dataclass(frozen=True, slots=True)
class Always:
    """Every row satisfies this."""


@dataclass(frozen=True, slots=True)
class Never:
    """No row satisfies this."""


@dataclass(frozen=True, slots=True)
class Near:
    """A row is within the radius of a prototype."""

    ball: Ball


OfColumn: TypeAlias = Between | IsLevel | IsNoneOf | IsTruth | IsKnown
Simple: TypeAlias = OfColumn | Always | Never
OfHalfSpace: TypeAlias = Simple | Weighted


@dataclass(frozen=True, slots=True)
class AnyOf:
    """All conditions of at least one alternative hold; there are two alternatives or more."""

    alternatives: tuple[tuple[OfHalfSpace, ...], ...]


Condition: TypeAlias = OfHalfSpace | AnyOf | Near


def condition_of(half_space: HalfSpace) -> OfHalfSpace:
    """Read one half-space."""
    term, *others = half_space.terms
    if term.feature.kind.is_binary and not others:
        return _binary(term.feature, *(term.weight * v <= half_space.bound for v in (0, 1)))
    if half_space.is_threshold:
        return _one_sided(term.feature, term.weight, half_space.bound)
    return Weighted(half_space)


def conditions_of(region: Region) -> tuple[Condition, ...]:
    """Read all that a row must satisfy to be inside a region; nothing where every row is."""
    match region:
        case Polyhedron():
            return _all_of(region)
        case Union(polyhedra=()):
            return (Never(),)
        case Union(polyhedra=(only,)):
            return _all_of(only)
        case Union(polyhedra=polyhedra):
            return (AnyOf(tuple(_all_of(part) or (Always(),) for part in polyhedra)),)
        case Ball():
            return (Near(region),)
        case _:
            assert_never(region)


def _all_of(polyhedron: Polyhedron) -> tuple[OfHalfSpace, ...]:
    """Read all half-spaces of a polyhedron, ranges and lists of exclusions put together."""
    read: list[OfHalfSpace] = []
    for condition in map(condition_of, polyhedron.half_spaces):
        for place, earlier in enumerate(read):
            both = _together(earlier, condition)
            if both is not None:
                read[place] = both
                break
        else:
            read.append(condition)
    return tuple(read)


def _one_sided(feature: Feature, weight: int, bound: float) -> Between:
    if feature.kind.is_moment and math.isfinite(bound):
        bound = math.floor(bound)  # half a day more accepts no further day
    # adding zero turns -0.0 into 0.0
    return Between(feature, upper=bound) if weight > 0 else Between(feature, lower=0.0 - bound)


def _binary(feature: Feature, zero: bool, one: bool) -> Simple:
    """Read a condition on a feature that is 0 or 1 from which of the two satisfy it."""
    if not (zero or one):
        return Never()
    if feature.kind is Kind.BOOLEAN:
        return IsKnown(feature.column) if zero and one else IsTruth(feature.column, one)
    if zero and one:
        return Always()
    if one:
        return IsLevel(feature.column, feature.level, feature.of)
    return IsNoneOf(feature.column, (feature.level,), feature.of)


def _together(first: OfHalfSpace, second: OfHalfSpace) -> OfHalfSpace | None:
    """Return both as one condition, or None when they are two."""
    if isinstance(first, Between) and isinstance(second, Between):
        return _intersection(first, second) if first.feature == second.feature else None
    if isinstance(first, IsNoneOf) and isinstance(second, IsNoneOf):
        if first.column != second.column:
            return None
        return replace(first, levels=tuple(dict.fromkeys(first.levels + second.levels)))
    return None


def _intersection(first: Between, second: Between) -> Between | None:
    lower = max((b for b in (first.lower, second.lower) if b is not None), default=None)
    upper = min((b for b in (first.upper, second.upper) if b is not None), default=None)
    if lower is not None and upper is not None and lower > upper:
        return None  # nobody reads `45 <= age <= 30` as "no row"
    return replace(first, lower=lower, upper=upper)
