"""Which numbers conditions let in: intervals, and how they lie between the values of a table."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from clusterscribe.description import HalfSpace
from clusterscribe.feature import Feature, Kind
from clusterscribe.pictures.subjects import Alternative, Sum, about

Interval: TypeAlias = tuple[float, float]  # both ends are in it


@dataclass(frozen=True, slots=True)
class Grid:
    """How much room a value takes on an axis, so that no bar is cut by the end of an interval.

    A whole number reaches half a step to both sides, a day from its start to the next one.
    """

    before: float
    after: float

    @property
    def is_whole(self) -> bool:
        """Whether there are gaps between the values."""
        return self.after > 0

    def start(self, value: float) -> float:
        """Return where the room of a value starts."""
        return value - self.before

    def end(self, value: float) -> float:
        """Return where it ends: what is there already belongs to the next value."""
        return value + self.after if self.is_whole else math.nextafter(value, math.inf)

    @property
    def middle(self) -> float:
        """How far beyond a value the middle of its room is."""
        return (self.after - self.before) / 2


WHOLE, DAYS, FINE = Grid(0.5, 0.5), Grid(0.0, 1.0), Grid(0.0, 0.0)


def grid_of(subject: Feature | Sum) -> Grid:
    """Return how much room the values of a subject take."""
    if isinstance(subject, Sum):
        return WHOLE if subject.is_whole else FINE
    if subject.kind is Kind.DATE:
        return DAYS
    return WHOLE if subject.kind is Kind.INTEGER else FINE


def allowed_values(alternatives: Iterable[Alternative], subject: Feature | Sum) -> list[Interval]:
    """Return the values that at least one alternative lets in, in rising order."""
    grid = grid_of(subject)
    found = (_intersection(about(spaces, subject), subject, grid) for spaces in alternatives)
    return _merged(sorted(interval for interval in found if interval[0] <= interval[1]), grid)


def bounds_of(intervals: Iterable[Interval]) -> list[float]:
    """Return the ends that are numbers."""
    return [end for interval in intervals for end in interval if math.isfinite(end)]


def _intersection(spaces: Alternative, subject: Feature | Sum, grid: Grid) -> Interval:
    low, high = -math.inf, math.inf
    for space in spaces:
        is_upper, bound = _bound(space, subject)
        if is_upper:
            high = min(high, math.floor(bound) if grid.is_whole and abs(bound) < 2**63 else bound)
        else:
            low = max(low, math.ceil(bound) if grid.is_whole and abs(bound) < 2**63 else bound)
    return float(low), float(high)


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
