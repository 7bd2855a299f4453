"""The roundest value in a gap: the one that a person would say.

A gap is the half-open interval `[last, first)` of one signed feature, `weight x value` with
weight 1 or -1: a bound at `last` still accepts the last row, one at `first` would accept the
first row outside. All comparisons are exact (fractions), so that neither 1e300 nor the
smallest subnormal number is a special case.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np

from clusterscribe.feature import Kind

MOST_DIGITS = 17  # any two floating-point numbers differ in them

Unit = Literal["Y", "M", "D", "h", "m", "s", "us"]
_UNITS: dict[Kind, tuple[Unit, ...]] = {
    Kind.DATE: ("Y", "M", "D"),
    Kind.DATETIME: ("Y", "M", "D", "h", "m", "s", "us"),
}


@dataclass(frozen=True, slots=True)
class Gap:
    """All bounds that keep the same rows in: `last <= bound < first`, weight times value."""

    last: float
    first: float
    weight: int
    kind: Kind

    @property
    def middle(self) -> float:
        """The middle of the gap, a whole number where the feature is one."""
        middle = self.last + (self.first - self.last) / 2
        if not math.isfinite(middle):
            middle = self.last / 2 + self.first / 2
        # a number of the twelve digits that are shown, so that text and bound are the same
        shown = float(f"{middle:.11e}")
        candidates = [float(math.floor(middle))] if self.kind.is_whole else [shown, middle]
        return next((c for c in candidates if self.holds(c)), self.last)

    @property
    def roundest(self) -> float:
        """The number with the fewest digits, or the date with the fewest parts."""
        candidates = _calendar(self) if self.kind in _UNITS else _decimals(self)
        return next((c for c in candidates if self.holds(c)), self.last)

    def holds(self, bound: float) -> bool:
        """Whether this bound keeps the same rows in."""
        return self.last <= bound < self.first


def _decimals(gap: Gap) -> Iterator[float]:
    """Yield candidates by rising number of digits; of equally many, the nearest to the middle.

    Among the numbers of so many digits, only the two next to the middle of the gap matter:
    when they lie outside the gap, so do all others.
    """
    yield 0.0
    middle = (Fraction(gap.last) + Fraction(gap.first)) / 2
    if middle == 0:
        return
    leading = _exponent(abs(middle))
    for digits in range(1, MOST_DIGITS + 1):
        exponent = leading - digits + 1
        if gap.kind.is_whole:
            exponent = max(exponent, 0)
        step = Fraction(10) ** exponent
        yield from _nearest_first(middle, step * (middle // step), step)


def _nearest_first(middle: Fraction, below: Fraction, step: Fraction) -> Iterator[float]:
    """Yield the multiples of a step on both sides of the middle, the nearer one first.

    Of two that are equally near, the one nearer to zero comes first.
    """
    sides = (below, below + step)
    for side in sorted(sides, key=lambda side: (abs(side - middle), abs(side))):
        try:
            yield float(side)
        except OverflowError:
            continue


def _exponent(value: Fraction) -> int:
    """Return the largest n with `10**n <= value`."""
    guess = len(str(value.numerator)) - len(str(value.denominator))
    return guess if Fraction(10) ** guess <= value else guess - 1


def _calendar(gap: Gap) -> Iterator[float]:
    """Yield the starts of years, months, ... on both sides of the middle."""
    middle = (Fraction(gap.last) + Fraction(gap.first)) / 2 * gap.weight
    finest = _UNITS[gap.kind][-1]
    whole = math.floor(middle)
    if abs(whole) >= 2**62:
        return
    moment = np.datetime64(whole, finest)
    for unit in _UNITS[gap.kind]:
        start = moment.astype(f"datetime64[{unit}]")
        ends = (start, start + np.timedelta64(1, unit))
        sides = [int(end.astype(f"datetime64[{finest}]").astype(np.int64)) for end in ends]
        for side in sorted(sides, key=lambda side: (abs(side - middle), side)):
            yield float(side * gap.weight)
