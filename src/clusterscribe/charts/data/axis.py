"""One axis of a chart: its range, and ticks at round places.

Numbers have ticks in steps of 1, 2 or 5, dates at the start of years, months, days down to seconds.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clusterscribe.charts.data.figures import grouped
from clusterscribe.description.words.wording import number
from clusterscribe.feature import Feature, Kind

MOST = 6  # ticks of an axis

_DAYS = {"s": 1 / 86_400, "m": 1 / 1_440, "h": 1 / 24, "D": 1.0, "M": 30.4375, "Y": 365.25}
_ROUND = {  # steps of time, by their unit
    "s": (1, 2, 5, 15, 30),
    "m": (1, 2, 5, 15, 30),
    "h": (1, 2, 3, 6, 12),
    "D": (1, 2, 7, 14),
    "M": (1, 2, 3, 6),
    "Y": tuple(digit * 10**power for power in range(6) for digit in (1, 2, 5)),
}
_MICROSECONDS_PER_DAY = 86_400_000_000


class Tick(NamedTuple):
    """A place on an axis, and the text beside it."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Axis:
    """A feature, or the sum of a condition: a title in the table's own units, range and ticks."""

    title: str
    low: float
    high: float  # above low
    ticks: tuple[Tick, ...]


def ticks_of(low: float, high: float, feature: Feature | None) -> tuple[Tick, ...]:
    """Return ticks at round places, in the units of a feature (None: of a sum)."""
    if feature is not None and feature.kind in (Kind.DATE, Kind.DATETIME):
        return _dates(low, high, feature.kind) or _numbers(low, high, whole=True)
    return _numbers(low, high, whole=feature is not None and feature.kind is Kind.INTEGER)


def ticks_at(values: Sequence[float]) -> tuple[Tick, ...]:
    """Return a tick at each of a few values, with as few digits as distinguish them."""
    for digits in range(3, 18):
        texts = [grouped(value, digits) for value in values]
        if len(set(texts)) == len(texts):
            break
    return tuple(Tick(value, text) for value, text in zip(values, texts, strict=True))


def round_numbers(low: float, high: float, whole: bool) -> list[float]:
    """Return the multiples of 1, 2 or 5 times a power of ten in a range."""
    step = round_step((high - low) / MOST)
    if whole:
        step = max(step, 1.0)
    first, last = math.ceil(low / step), math.floor(high / step)
    decimals = max(0, -math.floor(math.log10(step)))
    return [round(k * step, decimals) + 0.0 for k in range(first, last + 1)]


def round_step(least: float) -> float:
    """Return the smallest of 1, 2 and 5 times a power of ten that is no less."""
    if not 0 < least < math.inf:
        return 1.0
    power = math.floor(math.log10(least))
    candidates = (float(f"{digit}e{power + more}") for more in (0, 1) for digit in (1, 2, 5))
    return next(step for step in candidates if step >= least * (1 - 1e-12))


def _numbers(low: float, high: float, whole: bool) -> tuple[Tick, ...]:
    places = round_numbers(low, high, whole)
    # nobody writes 1,990 for a year
    could_be_years = whole and all(1000 <= place < 3000 for place in places)
    write = number if could_be_years else grouped
    return tuple(Tick(place, write(place)) for place in places)


def _dates(low: float, high: float, kind: Kind) -> tuple[Tick, ...]:
    per_day = 1 if kind is Kind.DATE else _MICROSECONDS_PER_DAY
    days = (high - low) / per_day
    if not max(abs(low), abs(high)) / per_day < 2**21 or days * _MICROSECONDS_PER_DAY < 2e6:
        return ()  # beyond the year 5000 or finer than a second: numbers will do
    steps = ((count, unit) for count, unit in _steps(kind) if days / (count * _DAYS[unit]) <= MOST)
    count, unit = next(steps, (0, ""))
    if not count:
        return ()
    finest = "M8[D]" if kind is Kind.DATE else "M8[us]"
    ends = np.array([math.ceil(low), math.floor(high)]).astype(finest)
    moments = _multiples(ends, count, unit)
    places = moments.astype(finest)
    shown = (ends[0] <= places) & (places <= ends[1])
    texts = [_text(moment, unit, first=n == 0) for n, moment in enumerate(moments[shown])]
    numbers = places[shown].astype(np.int64).tolist()
    return tuple(Tick(float(at), text) for at, text in zip(numbers, texts, strict=True))


def _steps(finest: Kind) -> Iterator[tuple[int, str]]:
    """Yield round steps of time from short to long, as a count and its unit."""
    for unit, counts in _ROUND.items():
        if finest is Kind.DATETIME or unit in "DMY":
            yield from ((count, unit) for count in counts)


def _multiples(ends: NDArray[np.datetime64], count: int, unit: str) -> NDArray[np.datetime64]:
    """Return the multiples of a step from a little before the first end to the last."""
    first, last = ends.astype(f"M8[{unit}]").astype(np.int64).tolist()
    origin = 1970 if unit == "Y" else 0  # so that it is 2000 and 2010
    first -= (first + origin) % count
    return np.arange(first, last + 1, count).astype(f"M8[{unit}]")


def _text(at: np.datetime64, unit: str, first: bool) -> str:
    """Write a moment as precisely as its step; times on the same day leave the day out."""
    if unit in "YMD":
        return str(at)
    moment = str(at.astype("M8[s]" if unit == "s" else "M8[m]"))
    day, _, time = moment.partition("T")
    if time.strip("0:") == "":
        return day
    return f"{day} {time}" if first else time
