"""The errors of a frontier as one side of a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from clusterscribe.charts.data.axis import Tick
from clusterscribe.charts.data.curve import Stop
from clusterscribe.charts.data.figures import grouped
from clusterscribe.charts.data.ticks import round_step

_MANY = 30.0  # errors, from which on a wide range has steps of ten
_WIDE = 10.0


@dataclass(frozen=True, slots=True)
class Errors:
    """A side for errors: even steps or, where few and many are to be seen, steps of ten."""

    low: float
    high: float
    in_tens: bool

    def place(self, errors: float) -> float:
        """Return where errors stand, before they are laid along a side."""
        return math.log10(1 + errors) if self.in_tens else errors

    def ticks(self) -> list[Tick]:
        """Return round numbers of errors in reach, at their places."""
        return [Tick(self.place(value), grouped(value)) for value in self.values()]

    def values(self) -> list[float]:
        """Return round numbers of errors in reach."""
        return _tens(self.low, self.high) if self.in_tens else even(self.low, self.high)


def errors_of(stops: Sequence[Stop]) -> Errors:
    """Lay out the errors of stops, and the fewest that are not ruled out."""
    low = min(min(stop.errors, stop.fewest_errors) for stop in stops)
    high = max(stop.errors for stop in stops)
    if high >= max(_MANY, _WIDE * low):
        return Errors(low, high, in_tens=True)
    return Errors(low, high if high > low else low + 1, in_tens=False)


def even(low: float, high: float, most: int = 6) -> list[float]:
    """Return round numbers from low to high, whole ones unless there is no room for any."""
    step = round_step((high - low) / most)
    step = max(step, 1.0) if high - low >= 1 else step
    return [step * times for times in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _tens(low: float, high: float, most: int = 7) -> list[float]:
    """Return powers of ten from low to high, and 2 and 5 times them where there are few.

    After 0 comes 10: there is no room for 1 between them.
    """
    powers = range(0 if low else 1, math.ceil(math.log10(high)) + 1)
    for sizes in ((1, 2, 5), (1,)):
        values = [0.0, *(size * 10.0**power for power in powers for size in sizes)]
        within = [value for value in values if low <= value <= high]
        if len(within) <= most:
            break
    return within
