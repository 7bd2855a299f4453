"""What conditions are about, and so what an axis can show; and which values they allow.

A half-space is about a numeric feature, about a column of levels or truth values, or about the sum
of several features. All half-spaces about the same subject share one band.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

from clusterscribe.charts.data.grid import Grid
from clusterscribe.description.core import Ball, HalfSpace, Polyhedron, Region, Term, Union
from clusterscribe.feature import Feature, Kind, Level


@dataclass(frozen=True, slots=True)
class Category:
    """A column of levels or truth values."""

    column: str


@dataclass(frozen=True, slots=True)
class Sum:
    """A weighted sum of features, with the signs it is written with."""

    terms: tuple[Term, ...]

    @property
    def is_whole(self) -> bool:
        """Whether the sum only takes integer values."""
        return all(term.feature.kind.is_whole and not term.is_scaled for term in self.terms)

    @property
    def negated(self) -> Sum:
        """The sum with all signs reversed."""
        return Sum(tuple(replace(term, weight=-term.weight) for term in self.terms))


Subject: TypeAlias = Feature | Category | Sum
Alternative: TypeAlias = tuple[HalfSpace, ...]  # a row inside all of them is inside
Interval: TypeAlias = tuple[float, float]  # both ends are in it


def subject_of(feature: Feature) -> Feature | Category:
    """Return what a condition on one feature is about."""
    return Category(feature.column) if feature.kind.is_binary else feature


def subject_of_half_space(half_space: HalfSpace) -> Subject:
    """Return what a half-space is about."""
    subjects = dict.fromkeys(subject_of(term.feature) for term in half_space.terms)
    if len(subjects) == 1:
        return next(iter(subjects))
    found = Sum(half_space.terms)
    # `-x - y <= -3` is written as `x + y >= 3`
    return found.negated if all(term.weight < 0 for term in found.terms) else found


def alternatives_of(region: Region) -> tuple[Alternative, ...]:
    """Return the half-spaces of a region, those of each polyhedron together."""
    match region:
        case Polyhedron(half_spaces=half_spaces):
            return (half_spaces,)
        case Union(polyhedra=polyhedra):
            return tuple(part.half_spaces for part in polyhedra)
        case Ball():
            return (box_around(region),)
        case _:
            assert_never(region)


def subjects_of(region: Region) -> tuple[Subject, ...]:
    """Return what the conditions of a region are about, in order of their first use."""
    found: list[Subject] = []
    for space in (space for spaces in alternatives_of(region) for space in spaces):
        subject = subject_of_half_space(space)
        if not any(is_same(subject, earlier) for earlier in found):
            found.append(subject)
    return tuple(found)


def about(alternative: Alternative, subject: Subject) -> Alternative:
    """Return those half-spaces that are about a subject."""
    return tuple(space for space in alternative if is_same(subject_of_half_space(space), subject))


def is_same(first: Subject, second: Subject) -> bool:
    """Whether two subjects are the same, possibly with all signs reversed."""
    return first == second or (isinstance(first, Sum) and first.negated == second)


def reach(ball: Ball, term: Term) -> float:
    """Return how far a ball reaches along one feature, in the units of the table."""
    return abs(term.span) * ball.radius / math.sqrt(term.weight)


def box_around(ball: Ball) -> Alternative:
    """Return the bounding box of a ball: what each feature alone must be for a row to be inside."""
    spaces = []
    for term, centre in zip(ball.terms, ball.centre, strict=True):
        feature, far = term.feature, reach(ball, term)
        spaces.append(HalfSpace((Term(feature, 1),), centre + far))
        spaces.append(HalfSpace((Term(feature, -1),), far - centre))
    return tuple(spaces)


def allowed_values(
    alternatives: Iterable[Alternative], subject: Feature | Sum, grid: Grid
) -> list[Interval]:
    """Return the values that at least one alternative allows, in rising order."""
    found = (_intersection(about(spaces, subject), subject, grid) for spaces in alternatives)
    merged: list[Interval] = []
    for low, high in sorted(interval for interval in found if interval[0] <= interval[1]):
        if merged and grid.start(low) <= grid.end(merged[-1][1]):  # no value is between them
            merged[-1] = merged[-1][0], max(merged[-1][1], high)
        else:
            merged.append((low, high))
    return merged


def pieces_of(intervals: Iterable[Interval], grid: Grid, low: float, high: float) -> list[Interval]:
    """Return the pieces of an axis from `low` to `high` that are allowed, with all their room."""
    pieces = ((max(low, grid.start(first)), min(high, grid.end(last))) for first, last in intervals)
    return [(start, end) for start, end in pieces if start < end]


def allows_level(alternatives: Iterable[Alternative], category: Category, level: Level) -> bool:
    """Whether the conditions on a column allow this level."""
    return any(
        all(_points(space, level) <= space.bound for space in about(alternative, category))
        for alternative in alternatives
    )


def _intersection(spaces: Alternative, subject: Feature | Sum, grid: Grid) -> Interval:
    low, high = -math.inf, math.inf
    for space in spaces:
        is_upper, bound = _bound(space, subject)
        if is_upper:
            high = min(high, grid.most(bound))
        else:
            low = max(low, grid.least(bound))
    return low, high


def _bound(space: HalfSpace, subject: Feature | Sum) -> tuple[bool, float]:
    """Return whether a half-space bounds its subject from above, and where."""
    if isinstance(subject, Sum):
        is_upper = space.terms == subject.terms
        return is_upper, space.bound if is_upper else 0.0 - space.bound
    term = space.terms[0]
    bound = space.bound / term.weight
    if term.is_scaled:
        bound = term.zero + term.span * bound
    return (term.weight > 0) == (term.span > 0), 0.0 + bound


def _points(space: HalfSpace, level: Level) -> float:
    """Return the left-hand side of a half-space about one column, for rows of one level."""
    total = 0.0
    for term in space.terms:
        if level is None and term.feature.kind is Kind.BOOLEAN:
            return math.nan  # a missing truth value satisfies nothing
        total += term.weight * _has_level(term.feature, level)
    return total


def _has_level(feature: Feature, level: Level) -> bool:
    """Whether a binary feature is 1 where its column holds this level."""
    wanted = True if feature.kind is Kind.BOOLEAN else feature.level
    return wanted is None if level is None else wanted == level
