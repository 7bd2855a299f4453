"""Clusters by columns on one sheet: where the rows of each are, and from bound to bound.

The axis of a column is the same for all clusters, and does not depend on any bound: descriptions of
the same rows share the bars of their cells. Both distributions are as high as their own peak, so
that a small cluster is seen as well as a large one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from clusterscribe.charts.data.axis import Axis
from clusterscribe.charts.data.bound_words import bounds_in_words
from clusterscribe.charts.data.by_label import Floats, Mask, totals
from clusterscribe.charts.data.figures import grouped
from clusterscribe.charts.data.grid import bin_edges
from clusterscribe.charts.data.levels import Coded, coded, words_of
from clusterscribe.charts.data.number_axis import (
    Layout,
    all_alternatives,
    laid_out_for_all,
)
from clusterscribe.charts.data.rows import Rows
from clusterscribe.charts.data.subjects import (
    Category,
    Interval,
    Subject,
    Sum,
    about,
    allowed_values,
    allows_level,
    alternatives_of,
    is_same,
    pieces_of,
    subjects_of,
)
from clusterscribe.charts.data.words import conditions_on, title_of
from clusterscribe.description.core import Label, Region
from clusterscribe.description.words import wording
from clusterscribe.feature import Feature

MOST = 6  # columns beside each other, so that bounds can be read on a screen of 1280 pixels
MOST_LEVELS = 8  # with a bar of their own
BAR = 0.8  # of the room of a level
NAMED = 3  # levels that a heading has room for


@dataclass(frozen=True, slots=True)
class Heading:
    """A column or a sum of columns, and what its axis goes from and to, or its few levels."""

    title: str
    ends: tuple[str, ...]
    clusters: int  # with a condition on it


@dataclass(frozen=True, slots=True, eq=False)
class RangeCell:
    """One column of one cluster, in shares of the width and of the height of the cell.

    Where there is a condition, `allowed` are the pieces that it allows, those of each alternative
    of a union one after the other, and `inside` the shares of its own and of all other rows whose
    value is allowed.
    """

    title: str
    label: Label
    conditions: tuple[str, ...]  # in words
    bound: str  # short: "≥ 2.5"
    edges: Floats
    own: Floats
    every: Floats
    allowed: tuple[Interval, ...]
    inside: tuple[float, float] | None
    middle: str  # of its rows: the median, or the most frequent level with its share
    is_level: bool = False  # whether each bar is a level

    @property
    def is_used(self) -> bool:
        """Whether there is a condition."""
        return bool(self.conditions)


@dataclass(frozen=True, slots=True, eq=False)
class ClusterRanges:
    """The cells of one cluster, and its conditions on columns that are not shown, in words."""

    label: Label
    place: int
    cells: tuple[RangeCell, ...]
    further: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Ranges:
    """The columns that conditions use, the most used first, and one line per cluster."""

    headings: tuple[Heading, ...]
    clusters: tuple[ClusterRanges, ...]
    left_out: int  # used columns and sums that are not shown


def ranges(rows: Rows, most: int = MOST) -> Ranges:
    """Lay the used columns beside each other, those first that most clusters use."""
    parts = rows.description.parts
    used = _used(parts)
    shown, hidden = used[:most], used[most:]
    columns = [_column(rows, subject) for subject in shown]
    return Ranges(
        tuple(
            Heading(column.title, column.ends, sum(_uses(part, subject) for part in parts))
            for column, subject in zip(columns, shown, strict=True)
        ),
        tuple(
            ClusterRanges(
                part.label,
                place,
                tuple(column.cell(rows, part) for column in columns),
                tuple(
                    words
                    for subject in hidden
                    if _uses(part, subject)
                    for words in conditions_on(part, subject, rows.naming)
                ),
            )
            for place, part in enumerate(parts)
        ),
        len(hidden),
    )


def _used(parts: Sequence[Region]) -> list[Subject]:
    """Return the subjects of all conditions; of those used as often, single columns come first."""
    found: list[Subject] = []
    counts: Counter[int] = Counter()
    for part in parts:
        for subject in subjects_of(part):
            place = next((n for n, known in enumerate(found) if is_same(known, subject)), None)
            if place is None:
                place = len(found)
                found.append(subject)
            counts[place] += 1
    order = sorted(range(len(found)), key=lambda n: (-counts[n], isinstance(found[n], Sum), n))
    return [found[place] for place in order]


def _uses(part: Region, subject: Subject) -> bool:
    return any(is_same(subject, other) for other in subjects_of(part))


def _column(rows: Rows, subject: Subject) -> _Numbers | _Levels:
    if isinstance(subject, Category):
        return _Levels.of(rows, subject)
    return _Numbers.of(rows, subject)


@dataclass(frozen=True, slots=True, eq=False)
class _Numbers:
    """A column of numbers or dates, or a sum: what its cells share."""

    subject: Feature | Sum
    layout: Layout
    edges: Floats
    every: Floats

    @classmethod
    def of(cls, rows: Rows, subject: Feature | Sum) -> _Numbers:
        layout = laid_out_for_all(rows, subject)
        axis = layout.axis
        edges = bin_edges(axis.low, axis.high, (), layout.grid)
        every = layout.distribution.shares(rows.counted_labels(), edges)
        return cls(subject, layout, edges, _heights(every, edges))

    @property
    def title(self) -> str:
        return self.layout.axis.title

    @property
    def ends(self) -> tuple[str, ...]:
        ticks = self.layout.axis.ticks
        return tuple(dict.fromkeys(tick.text for tick in (ticks[0], ticks[-1]))) if ticks else ()

    def cell(self, rows: Rows, part: Region) -> RangeCell:
        own, axis = rows.own_labels(part.label), self.layout.axis
        is_used = _uses(part, self.subject)
        return RangeCell(
            self.title,
            part.label,
            conditions_on(part, self.subject, rows.naming) if is_used else (),
            bounds_in_words(part, self.subject) if is_used else "",
            _shares_of(self.edges, axis),
            _heights(self.layout.distribution.shares(own, self.edges), self.edges),
            self.every,
            tuple(_pieces(part, self.subject, self.layout)) if is_used else (),
            self._inside(rows, part) if is_used else None,
            self._middle(self.layout.distribution.median(own)),
        )

    def _inside(self, rows: Rows, part: Region) -> tuple[float, float]:
        """Count the rows whose value some alternative allows, from the values themselves."""
        values, grid = self.layout.distribution, self.layout.grid
        allowed = allowed_values(alternatives_of(part), self.subject, grid)
        ends = [end for first, last in allowed for end in (grid.start(first), grid.end(last))]
        edges = np.array([-np.inf, *ends, np.inf])
        groups = rows.own_labels(part.label), rows.other_labels(part.label)
        own, others = (float(values.shares(some, edges)[1::2].sum()) for some in groups)
        return min(own, 1.0), min(others, 1.0)

    def _middle(self, median: float) -> str:
        if np.isnan(median):
            return ""
        subject = self.subject
        is_moment = isinstance(subject, Feature) and subject.kind.is_moment
        text = wording.value_of(median, subject) if is_moment else grouped(median, 4)  # type: ignore[arg-type]
        return f"median {text}"


@dataclass(frozen=True, slots=True, eq=False)
class _Levels:
    """A column of levels or truth values: what its cells share."""

    subject: Category
    title: str
    found: Coded
    groups: tuple[tuple[int, ...], ...]  # levels that share a bar
    every: Floats

    @classmethod
    def of(cls, rows: Rows, category: Category) -> _Levels:
        found = coded(rows, all_alternatives(rows), category)
        amounts = _amounts(rows, found, rows.judgement.counted)
        order = np.argsort(-amounts, kind="stable").tolist()
        if all(isinstance(level, bool | None) for level in found.levels):
            order = sorted(range(len(found.levels)), key=lambda n: str(found.levels[n]))
        alone = order if len(order) <= MOST_LEVELS + 1 else order[:MOST_LEVELS]
        rest = order[len(alone) :]
        groups = (*((code,) for code in alone), *([tuple(rest)] if rest else []))
        title = title_of(category, rows.naming)
        if category.column in _hole_columns(rows):
            title = f"{title}: known or missing"
        return cls(category, title, found, groups, _summed(amounts, groups))

    @property
    def names(self) -> list[str]:
        return [words_of([self.found.levels[code] for code in group]) for group in self.groups]

    @property
    def ends(self) -> tuple[str, ...]:
        if len(self.groups) <= NAMED:
            return tuple(self.names)
        return (f"{len(self.found.levels)} levels",)

    def cell(self, rows: Rows, part: Region) -> RangeCell:
        is_used = _uses(part, self.subject)
        own = _amounts(rows, self.found, rows.own(part.label))
        others = _amounts(rows, self.found, rows.others(part.label))
        ways = alternatives_of(part)
        allowed = np.array([allows_level(ways, self.subject, x) for x in self.found.levels])
        summed = _summed(own, self.groups)
        edges = _slots(len(self.groups))
        return RangeCell(
            self.title,
            part.label,
            conditions_on(part, self.subject, rows.naming) if is_used else (),
            bounds_in_words(part, self.subject) if is_used else "",
            edges,
            _bars(summed),
            _bars(self.every),
            self._pieces(allowed) if is_used else (),
            (_part(own, allowed), _part(others, allowed)) if is_used else None,
            self._middle(summed),
            is_level=True,
        )

    def _pieces(self, allowed: Mask) -> tuple[Interval, ...]:
        """Return the allowed slots; those beside each other are one piece."""
        room = 1 / len(self.groups)
        some = [bool(allowed[list(group)].any()) for group in self.groups]
        runs = [list(run) for inside, run in groupby(range(len(some)), some.__getitem__) if inside]
        return tuple((run[0] * room, (run[-1] + 1) * room) for run in runs)

    def _middle(self, amounts: Floats) -> str:
        total = float(amounts.sum())
        if not total:
            return ""
        most = int(np.argmax(amounts))
        return f"mostly {self.names[most]} ({wording.percent(float(amounts[most]) / total)})"


def _hole_columns(rows: Rows) -> set[str]:
    return {f.column for f in rows.description.features if f.is_hole}


def _pieces(part: Region, subject: Feature | Sum, layout: Layout) -> list[Interval]:
    """Return what each alternative with a condition on it allows, as shares of the axis."""
    axis, grid = layout.axis, layout.grid
    pieces: list[Interval] = []
    for way in alternatives_of(part):
        if about(way, subject):
            pieces += pieces_of(allowed_values([way], subject, grid), grid, axis.low, axis.high)
    length = axis.high - axis.low
    shares = [((low - axis.low) / length, (high - axis.low) / length) for low, high in pieces]
    return list(dict.fromkeys(shares))


def _shares_of(edges: Floats, axis: Axis) -> Floats:
    shares: Floats = (edges - axis.low) / (axis.high - axis.low)
    return shares


def _heights(shares: Floats, edges: Floats) -> Floats:
    """Return heights up to 1 of bars whose areas are proportional to the shares."""
    heights = shares / np.diff(edges)
    most = heights.max(initial=0.0)
    found: Floats = heights / most if most > 0 else heights
    return found


def _slots(count: int) -> Floats:
    """Return the edges of bars with gaps between them."""
    gap = (1 - BAR) / 2
    ends = [(place + side) / count for place in range(count) for side in (gap, 1 - gap)]
    return np.array([0.0, *ends, 1.0])


def _bars(amounts: Floats) -> Floats:
    """Return heights up to 1 of the bars of `_slots`, and none of the gaps."""
    most = amounts.max(initial=0.0)
    heights = np.zeros(2 * len(amounts) + 1)
    heights[1::2] = amounts / most if most > 0 else amounts
    return heights


def _amounts(rows: Rows, found: Coded, chosen: Mask) -> Floats:
    weights = rows.judgement.weights
    return totals(
        found.codes[chosen], None if weights is None else weights[chosen], len(found.levels)
    )


def _summed(amounts: Floats, groups: Sequence[Sequence[int]]) -> Floats:
    return np.array([amounts[list(group)].sum() for group in groups])


def _part(amounts: Floats, allowed: Mask) -> float:
    total = float(amounts.sum())
    return float(amounts[allowed].sum()) / total if total else 0.0
