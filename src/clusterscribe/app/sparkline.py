"""A column at a glance: a small picture of its values, and a few words.

Every row is counted. Bars of numbers begin and end at round numbers, so that what is said of a bar
holds exactly; the few values far beyond all others are counted in the first and last bar.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from clusterscribe.charts.data.axis import round_step
from clusterscribe.charts.data.figures import counted, cut, grouped, portion
from clusterscribe.description.words import wording
from clusterscribe.feature import Kind, Level
from clusterscribe.table.column import MISSING, Levels, Numbers

BARS = 20  # of numbers, about
MOST_LEVELS = 12  # bars of a category
TALLEST = 100
TAIL = 0.005  # share of the values that may lie beyond each end
WORTH = 1.5  # a range that is longer by no more than this factor is drawn whole
NAMED = 3  # most frequent levels
LONGEST = 24  # characters of a level
_UNITS = (86_400_000_000, 3_600_000_000, 60_000_000, 1_000_000, 1)  # microseconds, from days on

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sparkline:
    """Bars from left to right, what each one stands for, and the column in words."""

    heights: list[int] = field(default_factory=list)  # 0 to TALLEST
    titles: list[str] = field(default_factory=list)
    words: str = ""  # beside the picture
    about: str = ""  # in place of it


@dataclass(frozen=True, slots=True)
class _Bins:
    """Edges between bars, each with the value that it begins with; the ends may be open."""

    edges: Floats
    step: float
    below: bool = False  # some values lie below the first edge
    above: bool = False


def sparkline(column: Numbers | Levels) -> Sparkline:
    """Draw the values of a column."""
    if isinstance(column, Levels):
        return _of_levels(column)
    values = column.values[np.isfinite(column.values)]
    if not len(values):
        return Sparkline()
    if column.kind is Kind.BOOLEAN:
        return _of_booleans(values)
    return _of_numbers(column, values)


def in_words(column: Numbers | Levels) -> Sparkline:
    """Show an example of values that no picture could show: names, texts, identifiers."""
    if isinstance(column, Numbers):
        return Sparkline(words=sparkline(column).words)
    example = next((str(level) for level in column.levels if str(level).strip()), "")
    return Sparkline(
        words=f"such as {cut(wording.visible(example), 2 * LONGEST)}" if example else ""
    )


def _of_booleans(values: Floats) -> Sparkline:
    yes = int(values.sum())
    rows = {"no": len(values) - yes, "yes": yes}
    return Sparkline(
        _heights(rows.values()),
        [_title(word, count, len(values)) for word, count in rows.items()],
        f"{portion(yes, len(values))} yes",
        f"{counted(yes, 'row')} yes, {grouped(rows['no'])} no",
    )


def _of_levels(column: Levels) -> Sparkline:
    rows = np.bincount(column.codes[column.codes != MISSING], minlength=len(column.levels))
    order = np.argsort(-rows, kind="stable")
    total = int(rows.sum())
    names = [_level(column.levels[place]) for place in order[:MOST_LEVELS].tolist()]
    counts = rows[order[:MOST_LEVELS]].tolist()
    more = len(column.levels) - NAMED
    pairs = zip(names[:NAMED], counts, strict=False)
    shares = [f"{name} {portion(count, total)}" for name, count in pairs]
    return Sparkline(
        _heights(counts),
        [_title(name, count, total) for name, count in zip(names, counts, strict=True)],
        ", ".join(names[:NAMED]) + (f" and {more:,} more" if more > 0 else ""),
        f"the most frequent: {', '.join(shares)}",
    )


def _of_numbers(column: Numbers, values: Floats) -> Sparkline:
    low, high = float(values.min()), float(values.max())
    text = _writer(column, low, high)
    words = text(low) if low == high else f"{text(low)} to {text(high)}"
    about = f"{words}, median {text(float(np.median(values)))}"
    bins = _bins(values, column.kind, low, high)
    if bins is None:
        return Sparkline(words=words, about=about)
    inside = np.clip(values, bins.edges[0], np.nextafter(bins.edges[-1], -math.inf))
    counts = np.histogram(inside, bins.edges)[0].tolist()
    titles = [
        f"{_span(bins, place, column, text)}: {counted(count, 'row')}"
        for place, count in enumerate(counts)
    ]
    return Sparkline(_heights(counts), titles, words, about)


def _writer(column: Numbers, low: float, high: float) -> _Writer:
    years = column.kind is Kind.INTEGER and low >= 1000 and high < 3000
    return _Writer(column.kind, column.zoned, years)


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes values as the table has them, shortly."""

    kind: Kind
    zoned: bool
    years: bool  # nobody writes 1,990 for a year

    def __call__(self, value: float) -> str:
        if self.kind.is_moment:
            return wording.moment(value, self.kind, self.zoned)
        if self.kind is Kind.INTEGER or value.is_integer():
            return wording.number(value) if self.years else grouped(value)
        return grouped(value, 6)


def _bins(values: Floats, kind: Kind, low: float, high: float) -> _Bins | None:
    """Return round edges around all values but the outermost; None where there is no room."""
    if not math.isfinite(high - low):
        return None
    ends = np.quantile(values, [TAIL, 1 - TAIL])
    first, last = float(ends[0]), float(ends[1])
    if first == last or high - low <= WORTH * (last - first):
        first, last = low, high
    if first == last:
        return None
    step = _step(last - first, kind)
    places = np.arange(math.floor(first / step), math.floor(last / step) + 2)
    decimals = max(0, -math.floor(math.log10(step)))
    edges = np.round(places * step, decimals)
    if len(edges) > 3 * BARS or not (np.diff(edges) > 0).all():  # steps too fine for the numbers
        return None
    return _Bins(edges, step, bool(low < edges[0]), bool(high >= edges[-1]))


def _step(length: float, kind: Kind) -> float:
    """Return how far a bar reaches: round numbers, whole days, hours, minutes, ..."""
    if kind is Kind.DATETIME:
        unit = next((unit for unit in _UNITS if length >= BARS * unit), 1)
        return float(unit * math.ceil(length / BARS / unit))
    if kind is Kind.DATE:
        return float(max(1, math.ceil(length / BARS)))
    step = round_step(length / BARS)
    return max(1.0, step) if kind is Kind.INTEGER else step


def _span(bins: _Bins, place: int, column: Numbers, text: _Writer) -> str:
    """Say from where to where a bar reaches."""
    start, end = float(bins.edges[place]), float(bins.edges[place + 1])
    is_whole = column.kind in (Kind.INTEGER, Kind.DATE)
    if place == 0 and bins.below:
        return f"below {text(end)}"
    if place == len(bins.edges) - 2 and bins.above:
        return f"{text(start)} or more" if not text.kind.is_moment else f"{text(start)} or later"
    if is_whole and bins.step == 1:
        return text(start)
    return (
        f"{text(start)} to {text(end - 1)}" if is_whole else f"{text(start)} to below {text(end)}"
    )


def _title(name: str, count: int, total: int) -> str:
    return f"{name}: {counted(count, 'row')}, {portion(count, total)}"


def _level(level: Level) -> str:
    return cut(wording.level(level), LONGEST)


def _heights(counts: Iterable[int]) -> list[int]:
    """Return bars no taller than TALLEST; what is not empty can be seen."""
    known: Sequence[int] = list(counts)
    most = max(known, default=0) or 1
    return [max(round(TALLEST * count / most), 4 if count else 0) for count in known]
