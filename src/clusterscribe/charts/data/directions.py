"""One axis of a row map: a subject of conditions, and where each row is on it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from clusterscribe.charts.data.allowed import Interval, allowed_values, allows_level, pieces_of
from clusterscribe.charts.data.axis import Axis, Tick
from clusterscribe.charts.data.grid import INTEGERS, Grid
from clusterscribe.charts.data.layout import laid_out, numbers_of
from clusterscribe.charts.data.levels import coded, words_of
from clusterscribe.charts.data.rows import Rows
from clusterscribe.charts.data.subjects import Alternative, Category, Subject, alternatives_of
from clusterscribe.charts.data.words import title_of
from clusterscribe.description import Label
from clusterscribe.feature import Feature, Kind, Level

MOST = 6  # levels that are allowed, and as many that are not, with a place of their own


@dataclass(frozen=True, slots=True, eq=False)
class Direction:
    """A subject, its axis, and the value of each row, NaN where it is missing.

    Levels that are allowed come first, so that they are one piece of the axis; the rare ones of
    each side share a place.
    """

    subject: Subject
    axis: Axis
    values: NDArray[np.float64]  # of levels, their places
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
    region = rows.part(label)
    found = coded(rows, region, category)
    amounts = np.bincount(found.codes[rows.judgement.counted], minlength=len(found.levels))
    ways = alternatives_of(region)
    sides: tuple[list[int], list[int]] = ([], [])  # allowed, and not
    for code in np.argsort(-amounts, kind="stable").tolist():
        sides[not allows_level(ways, category, found.levels[code])].append(code)
    groups = [group for side in sides for group in _grouped(side)]
    place_of = np.empty(len(found.levels))
    for place, group in enumerate(groups):
        place_of[group] = place
    levels = [[found.levels[code] for code in group] for group in groups]
    ticks = tuple(Tick(float(place), words_of(group)) for place, group in enumerate(levels))
    feature = Feature(category.column, Kind.LEVEL, levels[0][0])
    title = title_of(category, rows.naming)
    axis = Axis(title, -0.5, len(groups) - 0.5, ticks, feature)
    return Direction(category, axis, place_of[found.codes], INTEGERS, tuple(map(tuple, levels)))


def _grouped(codes: list[int]) -> list[list[int]]:
    """Give the first ones a place of their own, and all further ones one together."""
    if len(codes) <= MOST + 1:
        return [[code] for code in codes]
    return [*([code] for code in codes[:MOST]), codes[MOST:]]
