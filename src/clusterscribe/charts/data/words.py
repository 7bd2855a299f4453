"""Conditions and titles in words, with the names that a user gave."""

from __future__ import annotations

from dataclasses import replace

from clusterscribe.charts.data.subjects import (
    Alternative,
    Subject,
    Sum,
    about,
    alternatives_of,
    subject_of,
)
from clusterscribe.description.core import Ball, Polyhedron, Region, Term
from clusterscribe.description.core.conditions import AnyOf, Near, OfHalfSpace, conditions_of
from clusterscribe.description.words import condition_wording
from clusterscribe.description.words.condition_wording import central, condition, near
from clusterscribe.description.words.naming import Naming
from clusterscribe.feature import Feature, Kind


def title_of(subject: Subject, naming: Naming) -> str:
    """Return the title of an axis."""
    if not isinstance(subject, Sum):
        return naming.title(subject.column)
    words = condition_wording.weighted_sum(tuple(_summand(term, naming) for term in subject.terms))
    return f"score: {words}" if any(term.is_scaled for term in subject.terms) else words


def conditions_on(region: Region, subject: Subject, naming: Naming) -> tuple[str, ...]:
    """Say what the conditions of a region ask of a subject."""
    if isinstance(region, Ball):
        return _of_ball(region, subject, naming)
    ways = [about(spaces, subject) for spaces in alternatives_of(region)]
    if len(ways) == 1:
        return tuple(condition(value) for value in read(ways[0], naming))
    return _of_union(ways, naming)


def read(spaces: Alternative, naming: Naming) -> tuple[OfHalfSpace, ...]:
    """Read half-spaces about one subject as conditions on columns with the names of a user."""
    renamed = tuple(replace(space, terms=_named_terms(space.terms, naming)) for space in spaces)
    found = conditions_of(Polyhedron(None, renamed))
    return tuple(value for value in found if not isinstance(value, AnyOf | Near))


def _of_union(ways: list[Alternative], naming: Naming) -> tuple[str, ...]:
    """Say each way once, and in how many alternatives there is any."""
    asking = [way for way in ways if way]
    if not asking:
        return ()
    different = tuple(dict.fromkeys(read(way, naming) for way in asking))
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


def _named_terms(terms: tuple[Term, ...], naming: Naming) -> tuple[Term, ...]:
    return tuple(replace(term, feature=_named(term.feature, naming)) for term in terms)


def _named(feature: Feature, naming: Naming) -> Feature:
    return replace(feature, column=naming.names.get(feature.column, feature.column))


def _summand(term: Term, naming: Naming) -> Term:
    """Return a term whose scale goes without saying."""
    feature = _named(term.feature, naming)
    if term.is_scaled:
        feature = replace(feature, kind=Kind.NUMBER)
    return Term(feature, term.weight)
