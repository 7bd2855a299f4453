"""One axis of a map: a subject of conditions laid out, and where each row is on it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from clusterscribe.charts.data.axis import Axis, Tick
from clusterscribe.charts.data.grid import WHOLE, Grid
from clusterscribe.charts.data.intervals import Interval, allowed_values, pieces_of
from clusterscribe.charts.data.levels import coded, lets_in
from clusterscribe.charts.data.numbers import distribution_of, grid_of, numbers_of
from clusterscribe.charts.data.rows import Rows
from clusterscribe.charts.data.scale import axis_of
from clusterscribe.charts.data.subjects import Alternative, Category, Subject, alternatives_of
from clusterscribe.charts.data.words import title_of
from clusterscribe.description.core import Label
from clusterscribe.description.words import wording
from clusterscribe.feature import Feature, Kind, Level

MOST = 6  # levels that are let in, and as many that are not, with a place of their own


@dataclass(frozen=True, slots=True, eq=False)
class Direction:
    """A subject, its axis, and the value of each row, NaN where it is missing.

    Levels that are let in come first, so that what is let in is one piece of the axis; the rare
    ones of each side share a place.
    """

    subject: Subject
    axis: Axis
    values: NDArray[np.float64]  # of levels, their places
    grid: Grid
    levels: tuple[tuple[Level, ...], ...] = ()  # at each place of a category

    def spans(self, alternative: Alternative) -> list[Interval]:
        """Return the pieces of the axis that the conditions of an alternative let in."""
        if not isinstance(self.subject, Category):
            allowed = allowed_values([alternative], self.subject, self.grid)
            return pieces_of(allowed, self.grid, self.axis.low, self.axis.high)
        subject = self.subject
        inside = [
            all(lets_in([alternative], subject, level) for level in levels)
            for levels in self.levels
        ]
        runs = groupby(range(len(inside)), key=inside.__getitem__)
        pieces = [list(places) for is_inside, places in runs if is_inside]
        return [(places[0] - 0.5, places[-1] + 0.5) for places in pieces]


def direction(rows: Rows, label: Label, subject: Subject) -> Direction:
    """Lay a subject out on an axis."""
    if isinstance(subject, Category):
        return _of_levels(rows, label, subject)
    spread = distribution_of(rows, subject)
    grid = grid_of(rows, subject, spread)
    allowed = allowed_values(alternatives_of(rows.part(label)), subject, grid)
    axis = axis_of(rows, label, subject, allowed, spread=spread, grid=grid)
    return Direction(subject, axis, numbers_of(rows, subject), grid)


def _of_levels(rows: Rows, label: Label, category: Category) -> Direction:
    region = rows.part(label)
    found = coded(rows, region, category)
    amounts = np.bincount(found.codes[rows.judgement.counted], minlength=len(found.levels))
    ways = alternatives_of(region)
    sides: tuple[list[int], list[int]] = ([], [])  # let in, and not
    for code in np.argsort(-amounts, kind="stable").tolist():
        sides[not lets_in(ways, category, found.levels[code])].append(code)
    groups = [group for side in sides for group in _grouped(side)]
    place_of = np.empty(len(found.levels))
    for place, group in enumerate(groups):
        place_of[group] = place
    levels = tuple(tuple(found.levels[code] for code in group) for group in groups)
    ticks = tuple(Tick(float(place), _word(group)) for place, group in enumerate(levels))
    title = title_of(category, rows.naming)
    feature = Feature(category.column, Kind.LEVEL, levels[0][0])
    axis = Axis(title, -0.5, len(groups) - 0.5, ticks, feature)
    return Direction(category, axis, place_of[found.codes], WHOLE, levels)


def _grouped(codes: list[int]) -> list[list[int]]:
    """Give the first ones a place of their own, and all further ones one together."""
    if len(codes) <= MOST + 1:
        return [[code] for code in codes]
    return [*([code] for code in codes[:MOST]), codes[MOST:]]


def _word(levels: tuple[Level, ...]) -> str:
    return wording.level(levels[0]) if len(levels) == 1 else f"{len(levels)} others"
