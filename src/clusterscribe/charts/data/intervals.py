"""Which numbers conditions let in, as intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TypeAlias

from clusterscribe.charts.data.grid import Grid
from clusterscribe.charts.data.subjects import Alternative, Sum, about
from clusterscribe.description.core import HalfSpace
from clusterscribe.feature import Feature

Interval: TypeAlias = tuple[float, float]  # both ends are in it


def allowed_values(
    alternatives: Iterable[Alternative], subject: Feature | Sum, grid: Grid
) -> list[Interval]:
    """Return the values that at least one alternative lets in, in rising order."""
    found = (_intersection(about(spaces, subject), subject, grid) for spaces in alternatives)
    return _merged(sorted(interval for interval in found if interval[0] <= interval[1]), grid)


def pieces_of(intervals: Iterable[Interval], grid: Grid, low: float, high: float) -> list[Interval]:
    """Return the pieces of an axis from `low` to `high` that are let in, with all their room."""
    pieces = ((max(low, grid.start(first)), min(high, grid.end(last))) for first, last in intervals)
    return [(start, end) for start, end in pieces if start < end]


def bounds_of(intervals: Iterable[Interval]) -> list[float]:
    """Return the ends that are numbers."""
    return [end for interval in intervals for end in interval if math.isfinite(end)]


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


def _merged(ordered: list[Interval], grid: Grid) -> list[Interval]:
    """Put intervals together that have no value between them."""
    merged: list[Interval] = []
    for low, high in ordered:
        if merged and grid.start(low) <= grid.end(merged[-1][1]):
            merged[-1] = merged[-1][0], max(merged[-1][1], high)
        else:
            merged.append((low, high))
    return merged
