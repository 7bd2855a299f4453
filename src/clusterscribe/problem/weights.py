"""Row weights as integers, because the integer master counts in them.

Weights are read as people write them: the shortest decimal number, or the fraction with a small
denominator, that is this floating-point number. Where these are multiples of a common unit (1,
0.5, 0.01, a third, ...) and not too many units in all, whole units represent them exactly. Others
are rounded to the nearest unit, and then what is proved in units is lowered by the worst that
rounding can have done before it is claimed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

LARGEST_TOTAL = 2**52  # units of all rows: floating-point sums of them are exact
ROUNDED_TOTAL = 2**48  # units of all rows, about, where weights are rounded
MOST_DECIMALS = 15
LARGEST_DENOMINATOR = 10**4
MOST_FRACTIONS = 10_000  # distinct weights that are looked at one by one


@dataclass(frozen=True, slots=True)
class Unit:
    """What one unit of weight stands for, and how far units may be from the weights themselves.

    The units of any rows stand for at most `excess` more than these weigh, and for at most
    `shortfall` less.
    """

    size: Fraction = Fraction(1)
    excess: Fraction = Fraction(0)
    shortfall: Fraction = Fraction(0)

    @property
    def is_exact(self) -> bool:
        """Whether units are the weights themselves."""
        return not self.excess and not self.shortfall

    @property
    def rounding(self) -> int:
        """The most units that rounding can add or remove, rounded up."""
        return math.ceil((self.excess + self.shortfall) / self.size)

    def amount(self, units: float) -> float:
        """Return the weight of a number of units."""
        return float(Fraction(units) * self.size)

    def at_least(self, units: int) -> float:
        """Return the least weight of rows that have at least this many units."""
        least = max(Fraction(0), units * self.size - self.excess)
        return _rounded_down(least) if self.excess else float(least)

    def at_most(self, units: int) -> float:
        """Return the largest weight of rows that have this many units."""
        return float(units * self.size + self.shortfall)

    def within(self, units: int) -> float:
        """Return the largest weight that is certain to be no more than this many units.

        Every row has at least one unit, so zero is exact whatever was rounded.
        """
        return self.at_least(units) if units else 0.0

    def whole(self, weight: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return distinct weights in units, at least one for every positive weight."""
        if len(weight) <= MOST_FRACTIONS:
            exactly = [round(decimal_or_fraction(w) / self.size) for w in weight.tolist()]
            units = np.array(exactly, dtype=np.int64)
        else:  # so many are not worth being exact about halves of a unit
            numerator, denominator = self.size.as_integer_ratio()
            units = np.rint(weight * denominator / numerator).astype(np.int64)
        units[(units == 0) & (weight > 0)] = 1
        return units

    def budget(self, budget: int | float | Fraction | None, total: int) -> int | None:
        """Turn a budget (count, weight or share) into units, of which there are `total`.

        No rows of that many units weigh more than the budget.
        """
        if budget is None:
            return None
        weight = Fraction(budget)
        if isinstance(budget, float):  # a share
            weight = decimal_or_fraction(budget) * (total * self.size - self.excess)
        return max(0, min(total, math.floor((weight - self.shortfall) / self.size)))


def whole_weights(
    weight: NDArray[np.float64], most: int = LARGEST_TOTAL
) -> tuple[NDArray[np.int64], Unit]:
    """Return weights in units, at most (or about) `most` in all, and the unit."""
    distinct, place = np.unique(weight, return_inverse=True)
    total = float(weight.sum())
    unit = exact_unit(distinct, total, most)
    if unit is not None:
        return unit.whole(distinct)[place], unit
    rounded = Unit(rounded_size(total, min(most, ROUNDED_TOTAL)))
    whole = rounded.whole(distinct)[place]
    off = whole * float(rounded.size) - weight
    excess, shortfall = (_rounded_up(side[side > 0].sum()) for side in (off, -off))
    return whole, Unit(rounded.size, excess, shortfall)


def multiplied(
    unit: Unit, units: Sequence[int], factors: Sequence[Fraction]
) -> tuple[list[int], Unit] | None:
    """Multiply the weights of each cluster, of which there are so many units, by its factor.

    Return how many finer units one unit of each cluster becomes, and what a finer unit is; None
    where these would not be exact, or too many in all.
    """
    used = [factor for factor, here in zip(factors, units, strict=True) if here]
    common = Fraction(
        math.gcd(*(factor.numerator for factor in used)),
        math.lcm(*(factor.denominator for factor in used)),
    )
    times = [max(1, int(factor / common)) for factor in factors]
    total = sum(one * other for one, other in zip(units, times, strict=True))
    if total > LARGEST_TOTAL or not unit.is_exact:
        return None
    return times, Unit(unit.size * common)


def exact_unit(
    distinct: NDArray[np.float64], total: float, most: int = LARGEST_TOTAL
) -> Unit | None:
    """Return the unit of which all weights are multiples, given the distinct ones in order."""
    size = _decimal_size(distinct) or _fraction_size(distinct)
    if size is None:
        return None
    if total / size > most and len(distinct) <= MOST_FRACTIONS:
        size *= math.gcd(*(int(decimal_or_fraction(w) / size) for w in distinct.tolist()))
    return Unit(size) if total / size <= most else None


def rounded_size(total: float, most: int = ROUNDED_TOTAL) -> Fraction:
    """Return the unit for weights that have none in common: a power of two."""
    return Fraction(2) ** math.ceil(math.log2(total / most))


def decimal(value: float) -> Fraction:
    """Return a number as written with the fewest digits."""
    return Fraction(repr(float(value)))


def decimal_or_fraction(value: float) -> Fraction:
    """Return a number as people mean it: a fraction such as a third, or else a decimal."""
    simple = Fraction(value).limit_denominator(LARGEST_DENOMINATOR)
    return simple if float(simple) == value else decimal(value)


def _decimal_size(distinct: NDArray[np.float64]) -> Fraction | None:
    """Return a decimal number of which all weights are multiples, as they are written."""
    for places in range(MOST_DECIMALS + 1):
        power = float(10**places)
        scaled = np.rint(distinct * power)
        if scaled[-1] > 2.0**53:
            return None
        # a quotient of two exact numbers is rounded to the nearest, as a written number is read
        if (scaled / power == distinct).all():
            common = int(np.gcd.reduce(scaled.astype(np.int64))) if places else 1
            return Fraction(common, 10**places)
    return None


def _fraction_size(distinct: NDArray[np.float64]) -> Fraction | None:
    """Return the largest 1/q that divides all weights, if there is a small enough q."""
    if len(distinct) > MOST_FRACTIONS:
        return None
    if len(distinct[distinct > 0]) == 1:
        return decimal_or_fraction(float(distinct[-1]))
    denominator = 1
    for value in distinct.tolist():
        simple = Fraction(value).limit_denominator(LARGEST_DENOMINATOR)
        denominator = math.lcm(denominator, simple.denominator)
        if float(simple) != value or denominator > LARGEST_DENOMINATOR:
            return None
    return Fraction(1, denominator)


def _rounded_up(total: float) -> Fraction:
    """Return a little more than a sum that was computed with rounding."""
    return Fraction(float(total)) * (1 + Fraction(1, 10**9))


def _rounded_down(value: Fraction) -> float:
    near = float(value)
    return near if Fraction(near) <= value else math.nextafter(near, -math.inf)
