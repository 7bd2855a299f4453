"""Which values conditions allow: intervals of numbers, levels of a category."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TypeAlias

from clusterscribe.charts.data.grid import Grid
from clusterscribe.charts.data.subjects import Alternative, Category, Sum, about
from clusterscribe.description import HalfSpace
from clusterscribe.feature import Feature, Kind, Level

Interval: TypeAlias = tuple[float, float]  # both ends are in it


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
