"""Conditions and titles in words, with the names that a user gave to columns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from clusterscribe.charts.data.subjects import (
    Alternative,
    Category,
    Subject,
    Sum,
    about,
    alternatives_of,
    subject_of,
    subject_of_half_space,
)
from clusterscribe.description.core import Ball, HalfSpace, Polyhedron, Region, Term, Union
from clusterscribe.description.core.conditions import AnyOf, Near, OfHalfSpace, conditions_of
from clusterscribe.description.words.condition_wording import central, condition, near, weighted_sum
from clusterscribe.description.words.naming import Naming
from clusterscribe.feature import Feature, Kind

SIGNS = {
    "≤": "at most",
    "≥": "at least",
    "↔": "between",
    "=": "is this level",
    "≠": "is another level",
    "∈": "is one of several levels",
    "Σ": "in a sum",
    "≈": "near a prototype",
}


def title_of(subject: Subject, naming: Naming) -> str:
    """Return the title of an axis."""
    if not isinstance(subject, Sum):
        return naming.title(subject.column)
    words = weighted_sum(tuple(_summand(term, naming) for term in subject.terms))
    return f"score: {words}" if any(term.is_scaled for term in subject.terms) else words


def conditions_on(region: Region, subject: Subject, naming: Naming) -> tuple[str, ...]:
    """Write the conditions of a region on a subject."""
    if isinstance(region, Ball):
        return _of_ball(region, subject, naming)
    ways = [about(spaces, subject) for spaces in alternatives_of(region)]
    if len(ways) == 1:
        return tuple(condition(value) for value in _read(ways[0], naming))
    return _of_union(ways, naming)


def sign(region: Region, feature: Feature) -> str:
    """Return the signs of the conditions of a region on a feature, "" if there is none."""
    if isinstance(region, Ball):
        return "≈" if feature in region.features else ""
    signs = set[str]().union(*(_signs(spaces, feature) for spaces in alternatives_of(region)))
    return "".join(sign for sign in SIGNS if sign in signs)


def renamed(region: Region, naming: Naming) -> Region:
    """Return the region with the names that a user gave to columns, so that all wording follows."""
    match region:
        case Polyhedron():
            return replace(region, half_spaces=_renamed(region.half_spaces, naming))
        case Union():
            parts = (
                replace(part, half_spaces=_renamed(part.half_spaces, naming))
                for part in region.polyhedra
            )
            return replace(region, polyhedra=tuple(parts))
        case Ball():
            return replace(region, terms=_renamed_terms(region.terms, naming))
        case _:
            assert_never(region)


def name_of(column: str, naming: Naming) -> str:
    """Return what a column is called; no two have the same name."""
    return naming.names.get(column, column)


def _renamed(spaces: Iterable[HalfSpace], naming: Naming) -> tuple[HalfSpace, ...]:
    return tuple(replace(space, terms=_renamed_terms(space.terms, naming)) for space in spaces)


def _renamed_terms(terms: Iterable[Term], naming: Naming) -> tuple[Term, ...]:
    return tuple(replace(term, feature=_renamed_feature(term.feature, naming)) for term in terms)


def _renamed_feature(feature: Feature, naming: Naming) -> Feature:
    return replace(feature, column=name_of(feature.column, naming))


def _read(spaces: Alternative, naming: Naming) -> tuple[OfHalfSpace, ...]:
    """Read half-spaces about one subject as conditions on renamed columns."""
    found = conditions_of(Polyhedron(None, _renamed(spaces, naming)))
    return tuple(value for value in found if not isinstance(value, AnyOf | Near))


def _of_union(ways: list[Alternative], naming: Naming) -> tuple[str, ...]:
    """Write each way once, and how many alternatives have one."""
    asking = [way for way in ways if way]
    if not asking:
        return ()
    different = tuple(dict.fromkeys(_read(way, naming) for way in asking))
    if len(different) > 1:
        words = condition(AnyOf(different))
    else:
        words = " and ".join(condition(value) for value in different[0])
    if len(asking) < len(ways):
        words += f" (in {len(asking)} of {len(ways)} alternatives)"
    return (words,)


def _of_ball(ball: Ball, subject: Subject, naming: Naming) -> tuple[str, ...]:
    values = [
        f"{naming.title(term.feature.column)} {central(value, term.feature)}"
        for term, value in zip(ball.terms, ball.centre, strict=True)
        if subject_of(term.feature) == subject
    ]
    return (f"{near(ball)}: {', '.join(values)}",)


def _signs(spaces: Alternative, feature: Feature) -> set[str]:
    """Return the signs of one alternative: bounds of two are not those of a range."""
    used = (space for space in spaces if any(term.feature == feature for term in space.terms))
    signs = set(map(_sign, used))
    return signs - {"≤", "≥"} | {"↔"} if {"≤", "≥"} <= signs else signs


def _sign(space: HalfSpace) -> str:
    subject = subject_of_half_space(space)
    if isinstance(subject, Sum):
        return "Σ"
    if len(space.terms) > 1:
        return "∈"
    is_upper = (space.terms[0].weight > 0) == (space.terms[0].span > 0)
    if isinstance(subject, Category):
        return "≠" if is_upper else "="
    return "≤" if is_upper else "≥"


def _summand(term: Term, naming: Naming) -> Term:
    """Return a term without its scale, which goes without saying."""
    feature = _renamed_feature(term.feature, naming)
    if term.is_scaled:
        feature = replace(feature, kind=Kind.NUMBER)
    return Term(feature, term.weight)
