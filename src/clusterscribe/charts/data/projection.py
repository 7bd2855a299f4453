"""A region projected on two axes: the area that the conditions on these axes alone allow.

Polygons are cut by half-planes (Sutherland and Hodgman); an ellipse is a polygon of many corners.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from clusterscribe.charts.data.directions import Direction
from clusterscribe.charts.data.subjects import (
    Alternative,
    Subject,
    Sum,
    alternatives_of,
    is_same,
    reach,
    subject_of_half_space,
)
from clusterscribe.description import Ball, HalfSpace, Region
from clusterscribe.feature import Feature

Corner: TypeAlias = tuple[float, float]
Polygon: TypeAlias = tuple[Corner, ...]

CORNERS = 72  # of an ellipse


@dataclass(frozen=True, slots=True)
class HalfPlane:
    """All points with `across x + up y <= bound`."""

    across: float
    up: float
    bound: float

    def excess(self, corner: Corner) -> float:
        """Return how far a point is beyond the line; at most 0 is inside."""
        return self.across * corner[0] + self.up * corner[1] - self.bound


def is_drawn(subject: Subject, axes: tuple[Subject, Subject]) -> bool:
    """Whether conditions on a subject can be drawn on two axes: as a band, or a slanted line."""
    return any(is_same(subject, axis) for axis in axes) or is_slanted(subject, axes)


def is_slanted(subject: Subject, axes: tuple[Subject, Subject]) -> bool:
    """Whether a subject is the sum of just the two features of the axes."""
    if not isinstance(subject, Sum):
        return False
    features = [term.feature for term in subject.terms]
    return len(features) == 2 and set(features) == set(axes)


def outlines(region: Region, across: Direction, up: Direction) -> tuple[Polygon, ...]:
    """Return the polygons, cut to the axes, that the conditions on them allow."""
    if isinstance(region, Ball):
        disc = _disc(region, across, up)
        if disc is not None:
            return (disc,) if disc else ()
    return tuple(
        polygon
        for alternative in alternatives_of(region)
        for polygon in _polygons(alternative, across, up)
        if polygon
    )


def rectangle(left: float, right: float, bottom: float, top: float) -> Polygon:
    """Return a rectangle."""
    return (left, bottom), (right, bottom), (right, top), (left, top)


def clipped(polygon: Polygon, half_plane: HalfPlane) -> Polygon:
    """Return the part of a convex polygon inside a half-plane, without corners if it is empty."""
    corners: list[Corner] = []
    for start, end in pairwise((*polygon, *polygon[:1])):
        before, after = half_plane.excess(start), half_plane.excess(end)
        if before <= 0:
            corners.append(start)
        if (before < 0 < after) or (after < 0 < before):
            share = before / (before - after)
            (x, y), (right, up) = start, end
            corners.append((x + share * (right - x), y + share * (up - y)))
    return tuple(corners) if len(corners) > 2 else ()


def _polygons(alternative: Alternative, across: Direction, up: Direction) -> list[Polygon]:
    axes = (across.subject, up.subject)
    lines = [
        _half_plane(space, across, up)
        for space in alternative
        if is_slanted(subject_of_half_space(space), axes)
    ]
    polygons = []
    for left, right in across.spans(alternative):
        for bottom, top in up.spans(alternative):
            polygon = rectangle(left, right, bottom, top)
            for line in lines:
                polygon = clipped(polygon, line)
            polygons.append(polygon)
    return polygons


def _half_plane(space: HalfSpace, across: Direction, up: Direction) -> HalfPlane:
    """Write `weight x share + weight x share <= bound` in the units of the axes."""
    first = next(term for term in space.terms if term.feature == across.subject)
    second = next(term for term in space.terms if term.feature == up.subject)
    slopes = first.weight / first.span, second.weight / second.span
    # a day is drawn in the middle of its room, so that its line moves with it
    zeros = first.zero + across.grid.middle, second.zero + up.grid.middle
    return HalfPlane(*slopes, space.bound + slopes[0] * zeros[0] + slopes[1] * zeros[1])


def _disc(ball: Ball, across: Direction, up: Direction) -> Polygon | None:
    """Return the projection of a ball on two numeric features; None if they are not."""
    places = []
    for side in (across, up):
        terms = zip(ball.terms, ball.centre, strict=True)
        found = next(((t, c) for t, c in terms if t.feature == side.subject), None)
        if found is None or not isinstance(side.subject, Feature):
            return None
        places.append((found[1] + side.grid.middle, reach(ball, found[0])))
    (x, width), (y, height) = places
    turns = (2 * math.pi * corner / CORNERS for corner in range(CORNERS))
    disc = tuple((x + width * math.cos(turn), y + height * math.sin(turn)) for turn in turns)
    for line in (
        HalfPlane(-1, 0, -across.axis.low),
        HalfPlane(1, 0, across.axis.high),
        HalfPlane(0, -1, -up.axis.low),
        HalfPlane(0, 1, up.axis.high),
    ):
        disc = clipped(disc, line)
    return disc
