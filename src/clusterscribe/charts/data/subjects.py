"""What conditions are about, and so what an axis can show.

A half-space is about a feature with numbers, about a column of levels or truth values, or about
the sum of several features. All half-spaces about the same subject make one band of a
picture.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

from clusterscribe.description.core import Ball, HalfSpace, Polyhedron, Region, Term, Union
from clusterscribe.feature import Feature, Kind


@dataclass(frozen=True, slots=True)
class Category:
    """A column of levels or truth values."""

    column: str


@dataclass(frozen=True, slots=True)
class Sum:
    """A weighted sum of features, in the direction in which it is said."""

    terms: tuple[Term, ...]

    @property
    def is_whole(self) -> bool:
        """Whether the sum only takes whole numbers."""
        return all(term.feature.kind.is_whole and not term.is_scaled for term in self.terms)

    @property
    def turned(self) -> Sum:
        """The sum with all signs turned round."""
        return Sum(tuple(replace(term, weight=-term.weight) for term in self.terms))


Subject: TypeAlias = Feature | Category | Sum
Alternative: TypeAlias = tuple[HalfSpace, ...]  # a row inside all of them is inside


def subject_of(feature: Feature) -> Feature | Category:
    """Return what a condition on one feature is about."""
    return Category(feature.column) if feature.kind.is_binary else feature


def subject_of_half_space(half_space: HalfSpace) -> Subject:
    """Return what a half-space is about."""
    subjects = dict.fromkeys(subject_of(term.feature) for term in half_space.terms)
    if len(subjects) == 1:
        return next(iter(subjects))
    said = Sum(half_space.terms)
    # `-x - y <= -3` is said as `x + y >= 3`
    return said.turned if all(term.weight < 0 for term in said.terms) else said


def alternatives_of(region: Region) -> tuple[Alternative, ...]:
    """Return the half-spaces of a region, those of each polyhedron together."""
    match region:
        case Polyhedron(half_spaces=half_spaces):
            return (half_spaces,)
        case Union(polyhedra=polyhedra):
            return tuple(part.half_spaces for part in polyhedra)
        case Ball():
            return (shadow(region),)
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
    """Whether two subjects are the same, perhaps with all signs turned round."""
    return first == second or (isinstance(first, Sum) and first.turned == second)


def reach(ball: Ball, term: Term) -> float:
    """Return how far a ball reaches along one feature, in the units of the table."""
    return abs(term.span) * ball.radius / math.sqrt(term.weight)


def shadow(ball: Ball) -> Alternative:
    """Return the box around a ball: what each feature alone must be for a row to be inside."""
    spaces = []
    for term, centre in zip(ball.terms, ball.centre, strict=True):
        feature, far = term.feature, reach(ball, term)
        spaces.append(HalfSpace((Term(feature, 1),), centre + far))
        spaces.append(HalfSpace((Term(feature, -1),), far - centre))
    return tuple(spaces)


def is_level(feature: Feature, level: object) -> bool:
    """Whether a feature of truth values or levels is 1 where its column holds this level."""
    wanted = True if feature.kind is Kind.BOOLEAN else feature.level
    return wanted is None if level is None else wanted == level
