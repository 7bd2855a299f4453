"""What conditions are about, and so what an axis can show.

A half-space is about a numeric feature, about a column of levels or truth values, or about the sum
of several features. All half-spaces about the same subject share one band.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

from clusterscribe.description import Ball, HalfSpace, Polyhedron, Region, Term, Union
from clusterscribe.feature import Feature


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
