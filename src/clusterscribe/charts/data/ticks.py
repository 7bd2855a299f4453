"""Round places on an axis: numbers in steps of 1, 2 or 5, dates at starts of years to seconds."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from clusterscribe.charts.data.axis import Tick
from clusterscribe.charts.data.figures import grouped
from clusterscribe.description.words.wording import number
from clusterscribe.feature import Feature, Kind

MOST = 6  # ticks of an axis
_MICROSECONDS = {"D": 86_400_000_000, "h": 3_600_000_000, "m": 60_000_000, "s": 1_000_000}


def ticks_of(low: float, high: float, feature: Feature | None) -> tuple[Tick, ...]:
    """Return round places from `low` to `high`, in the units of a feature (None: of a sum)."""
    if feature is not None and feature.kind in (Kind.DATE, Kind.DATETIME):
        return _dates(low, high, feature.kind) or _numbers(low, high, whole=True)
    return _numbers(low, high, whole=feature is not None and feature.kind is Kind.INTEGER)


def ticks_at(values: Sequence[float]) -> tuple[Tick, ...]:
    """Return a tick at each of a few values, with as few digits as tell them apart."""
    for digits in range(3, 18):
        texts = [grouped(value, digits) for value in values]
        if len(set(texts)) == len(texts):
            break
    return tuple(Tick(value, text) for value, text in zip(values, texts, strict=True))


def round_step(least: float) -> float:
    """Return the smallest of 1, 2 and 5 times a power of ten that is no less."""
    if not 0 < least < math.inf:
        return 1.0
    power = math.floor(math.log10(least))
    candidates = (float(f"{digit}e{power + more}") for more in (0, 1) for digit in (1, 2, 5))
    return next(step for step in candidates if step >= least * (1 - 1e-12))


def _numbers(low: float, high: float, whole: bool) -> tuple[Tick, ...]:
    step = round_step((high - low) / MOST)
    if whole:
        step = max(step, 1.0)
    first, last = math.ceil(low / step), math.floor(high / step)
    decimals = max(0, -math.floor(math.log10(step)))
    places = [round(k * step, decimals) + 0.0 for k in range(first, last + 1)]
    # nobody writes 1,990 for a year
    write = number if whole and _could_be_years(places) else grouped
    return tuple(Tick(place, write(place)) for place in places)


def _could_be_years(places: list[float]) -> bool:
    return all(1000 <= place < 3000 for place in places)


@dataclass(frozen=True, slots=True)
class _Step:
    """So many years, months, days, hours, minutes or seconds."""

    count: int
    unit: str

    @property
    def days(self) -> float:
        """Return how many days it is, about."""
        about = {"Y": 365.25, "M": 30.4375}.get(self.unit)
        return self.count * (about or _MICROSECONDS[self.unit] / _MICROSECONDS["D"])


def _steps(finest: Kind) -> Iterator[_Step]:
    """Yield round steps from short to long."""
    fine = [("s", (1, 2, 5, 15, 30)), ("m", (1, 2, 5, 15, 30)), ("h", (1, 2, 3, 6, 12))]
    coarse = [("D", (1, 2, 7, 14)), ("M", (1, 2, 3, 6)), ("Y", (1, 2, 5))]
    for unit, counts in chain(fine if finest is Kind.DATETIME else (), coarse):
        yield from (_Step(count, unit) for count in counts)
    for power in range(1, 6):
        yield from (_Step(digit * 10**power, "Y") for digit in (1, 2, 5))


def _dates(low: float, high: float, kind: Kind) -> tuple[Tick, ...]:
    a_day = 1 if kind is Kind.DATE else _MICROSECONDS["D"]
    days = (high - low) / a_day
    if not max(abs(low), abs(high)) / a_day < 2**21 or days * _MICROSECONDS["D"] < 2e6:
        return ()  # beyond the year 5000 or finer than a second: numbers will do
    step = next((step for step in _steps(kind) if days / step.days <= MOST), None)
    if step is None:
        return ()
    finest = "M8[D]" if kind is Kind.DATE else "M8[us]"
    ends = np.array([math.ceil(low), math.floor(high)]).astype(finest)
    moments = _multiples(ends, step)
    places = moments.astype(finest)
    shown = (ends[0] <= places) & (places <= ends[1])
    texts = [_text(moment, step, first=n == 0) for n, moment in enumerate(moments[shown])]
    numbers = places[shown].astype(np.int64).tolist()
    return tuple(Tick(float(at), text) for at, text in zip(numbers, texts, strict=True))


def _multiples(ends: NDArray[np.datetime64], step: _Step) -> NDArray[np.datetime64]:
    """Return the multiples of a step from a little before the first end to the last."""
    first, last = ends.astype(f"M8[{step.unit}]").astype(np.int64).tolist()
    origin = 1970 if step.unit == "Y" else 0  # so that it is 2000 and 2010
    first -= (first + origin) % step.count
    return np.arange(first, last + 1, step.count).astype(f"M8[{step.unit}]")


def _text(at: np.datetime64, step: _Step, first: bool) -> str:
    """Write a moment as far as steps go, times without their day where it is the same."""
    if step.unit in "YMD":
        return str(at)
    moment = str(at.astype("M8[s]" if step.unit == "s" else "M8[m]"))
    day, _, time = moment.partition("T")
    if time.strip("0:") == "":
        return day
    return f"{day} {time}" if first else time
