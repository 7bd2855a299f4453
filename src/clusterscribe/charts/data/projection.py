"""A region on two axes: what the conditions on these axes alone let in."""

from __future__ import annotations

from clusterscribe.charts.data.direction import Direction
from clusterscribe.charts.data.polygon import HalfPlane, Polygon, clipped, ellipse, rectangle
from clusterscribe.charts.data.subjects import (
    Alternative,
    Subject,
    Sum,
    alternatives_of,
    is_same,
    reach,
    subject_of_half_space,
)
from clusterscribe.description.core import Ball, HalfSpace, Region
from clusterscribe.feature import Feature


def is_drawn(subject: Subject, axes: tuple[Subject, Subject]) -> bool:
    """Whether conditions about a subject can be drawn on two axes: as a band, or a slanted line."""
    return any(is_same(subject, axis) for axis in axes) or is_slanted(subject, axes)


def is_slanted(subject: Subject, axes: tuple[Subject, Subject]) -> bool:
    """Whether a subject is the sum of just the two features of the axes."""
    if not isinstance(subject, Sum):
        return False
    features = [term.feature for term in subject.terms]
    return len(features) == 2 and set(features) == set(axes)


def outlines(region: Region, across: Direction, up: Direction) -> tuple[Polygon, ...]:
    """Return the polygons, cut to the axes, that the conditions on them let in."""
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
    """Return the shadow of a ball on two features with numbers; None if they are not."""
    places = []
    for side in (across, up):
        terms = zip(ball.terms, ball.centre, strict=True)
        found = next(((t, c) for t, c in terms if t.feature == side.subject), None)
        if found is None or not isinstance(side.subject, Feature):
            return None
        places.append(found)
    (first, x), (second, y) = places
    centre = x + across.grid.middle, y + up.grid.middle
    disc = ellipse(centre, reach(ball, first), reach(ball, second))
    for line in (
        HalfPlane(-1, 0, -across.axis.low),
        HalfPlane(1, 0, across.axis.high),
        HalfPlane(0, -1, -up.axis.low),
        HalfPlane(0, 1, up.axis.high),
    ):
        disc = clipped(disc, line)
    return disc
