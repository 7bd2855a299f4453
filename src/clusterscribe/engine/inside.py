"""Whether a row is inside a region, computed operation by operation as Python computes it."""

from __future__ import annotations

from functools import reduce
from operator import add, and_, or_
from typing import assert_never

from clusterscribe.description import Ball, HalfSpace, Polyhedron, Term, Union
from clusterscribe.description.core.region import Check, Region
from clusterscribe.engine.expressions import Expression, Numbers, double
from clusterscribe.engine.loading import ibis


def inside(region: Region | Check, numbers: Numbers) -> Expression:
    """Return whether rows with these numbers lie inside; never NULL."""
    match region:
        case HalfSpace():
            return _at_most(level_of(region, numbers), region.bound)
        case Polyhedron():
            spaces = [inside(space, numbers) for space in region.half_spaces]
            return reduce(and_, spaces) if spaces else ibis().literal(True)
        case Union():
            parts = [inside(part, numbers) for part in region.polyhedra]
            return reduce(or_, parts) if parts else ibis().literal(False)
        case Ball():
            squares = [
                _square(term, centre, numbers[term.feature])
                for term, centre in zip(region.terms, region.centre, strict=True)
            ]
            return _at_most(reduce(add, squares), region.squared_radius)
        case _:
            assert_never(region)


def level_of(half_space: HalfSpace, numbers: Numbers) -> Expression:
    """Return the left-hand side of a half-space's inequality."""
    return reduce(add, [_points(term, numbers[term.feature]) for term in half_space.terms])


def _at_most(level: Expression, bound: float) -> Expression:
    return (level <= double(bound)).fill_null(False)


def _points(term: Term, number: Expression) -> Expression:
    share = (number - double(term.zero)) / double(term.span) if term.is_scaled else number
    return share if term.weight == 1 else double(term.weight) * share


def _square(term: Term, centre: float, number: Expression) -> Expression:
    step = (number - double(centre)) / double(term.span)
    return double(term.weight) * (step * step)
