"""A region and the rows on two axes: where rows are, and the area that conditions allow.

Polygons are cut by half-planes (Sutherland and Hodgman); an ellipse is a polygon of many corners.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TypeAlias

import numpy as np

from clusterscribe.charts.data.axis import Axis, Tick
from clusterscribe.charts.data.by_label import Floats
from clusterscribe.charts.data.grid import INTEGERS, Grid
from clusterscribe.charts.data.levels import Coded, coded, words_of
from clusterscribe.charts.data.number_axis import (
    all_alternatives,
    laid_out,
    laid_out_for_all,
    numbers_of,
)
from clusterscribe.charts.data.rows import Rows
from clusterscribe.charts.data.subjects import (
    Alternative,
    Category,
    Interval,
    Subject,
    Sum,
    allowed_values,
    allows_level,
    alternatives_of,
    is_same,
    pieces_of,
    reach,
    subject_of_half_space,
)
from clusterscribe.charts.data.words import title_of
from clusterscribe.description.core import Ball, HalfSpace, Label, Region
from clusterscribe.feature import Feature, Level

Corner: TypeAlias = tuple[float, float]
Polygon: TypeAlias = tuple[Corner, ...]

CORNERS = 72  # of an ellipse
MOST = 6  # levels that are allowed, and as many that are not, with a place of their own


@dataclass(frozen=True, slots=True, eq=False)
class Direction:
    """A subject, its axis, and the value of each row, NaN where it is missing.

    Levels that are allowed come first, so that they are one piece of the axis; the rare ones of
    each side share a place.
    """

    subject: Subject
    axis: Axis
    values: Floats  # of levels, their places
    grid: Grid
    levels: tuple[tuple[Level, ...], ...] = ()  # at each place of a category

    def spans(self, alternative: Alternative) -> list[Interval]:
        """Return the pieces of the axis that the conditions of an alternative allow."""
        subject = self.subject
        if not isinstance(subject, Category):
            allowed = allowed_values([alternative], subject, self.grid)
            return pieces_of(allowed, self.grid, self.axis.low, self.axis.high)
        inside = [
            all(allows_level([alternative], subject, level) for level in levels)
            for levels in self.levels
        ]
        runs = groupby(range(len(inside)), key=inside.__getitem__)
        pieces = [list(places) for is_inside, places in runs if is_inside]
        return [(places[0] - 0.5, places[-1] + 0.5) for places in pieces]


def direction(rows: Rows, label: Label, subject: Subject) -> Direction:
    """Lay a subject out on an axis."""
    if isinstance(subject, Category):
        return _of_levels(rows, label, subject)
    layout = laid_out(rows, label, subject)
    return Direction(subject, layout.axis, numbers_of(rows, subject), layout.grid)


def _of_levels(rows: Rows, label: Label, category: Category) -> Direction:
    ways = alternatives_of(rows.part(label))
    found = coded(rows, ways, category)
    amounts = np.bincount(found.codes[rows.judgement.counted], minlength=len(found.levels))
    sides: tuple[list[int], list[int]] = ([], [])  # allowed, and not
    for code in np.argsort(-amounts, kind="stable").tolist():
        sides[not allows_level(ways, category, found.levels[code])].append(code)
    return _placed(rows, category, found, [group for side in sides for group in _grouped(side)])


def shared_direction(rows: Rows, subject: Subject) -> Direction:
    """Lay a subject out on an axis for all clusters; levels have the most frequent one first."""
    if not isinstance(subject, Category):
        layout = laid_out_for_all(rows, subject)
        return Direction(subject, layout.axis, numbers_of(rows, subject), layout.grid)
    found = coded(rows, all_alternatives(rows), subject)
    amounts = np.bincount(found.codes[rows.judgement.counted], minlength=len(found.levels))
    order = np.argsort(-amounts, kind="stable").tolist()
    return _placed(rows, subject, found, _grouped(order))


def _placed(rows: Rows, category: Category, found: Coded, groups: list[list[int]]) -> Direction:
    """Give each group of levels a place on the axis."""
    place_of = np.empty(len(found.levels))
    for place, group in enumerate(groups):
        place_of[group] = place
    levels = [[found.levels[code] for code in group] for group in groups]
    ticks = tuple(Tick(float(place), words_of(group)) for place, group in enumerate(levels))
    axis = Axis(title_of(category, rows.naming), -0.5, len(groups) - 0.5, ticks)
    return Direction(category, axis, place_of[found.codes], INTEGERS, tuple(map(tuple, levels)))


def _grouped(codes: list[int]) -> list[list[int]]:
    """Give the first ones a place of their own, and all further ones one together."""
    if len(codes) <= MOST + 1:
        return [[code] for code in codes]
    return [*([code] for code in codes[:MOST]), codes[MOST:]]


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
