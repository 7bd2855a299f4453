"""Row weights as whole numbers, because the integer master counts in them.

Weights that are multiples of a common unit (1, 0.5, 0.01, ...) are represented exactly.
Others are rounded to `DIGITS` significant digits of the largest, which is then the only
place where a weight is not taken as it came.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor, lcm

import numpy as np
from numpy.typing import NDArray

DIGITS = 7
EXACT = 1e-12  # relative; what a decimal such as 0.1 loses as a binary number
LARGEST_DENOMINATOR = 10**4
LARGEST_TOTAL = 2**50  # the solver's sums stay far from overflow


def whole_weights(weight: NDArray[np.float64]) -> tuple[NDArray[np.int64], float]:
    """Return whole weights and the unit they count, so that `whole * unit == weight`."""
    unit = unit_of(np.unique(weight), float(weight.sum()))
    whole = np.rint(weight / unit).astype(np.int64)
    whole[(whole == 0) & (weight > 0)] = 1
    return whole, unit


def unit_of(distinct: NDArray[np.float64], total: float) -> float:
    """Return the unit for weights, given the different ones in order and the sum of all."""
    unit = _common_unit(distinct)
    if unit is None or total / unit > LARGEST_TOTAL:
        return rounded_unit(float(distinct[-1]))
    return unit


def rounded_unit(largest: float) -> float:
    """Return the unit for weights that have none in common."""
    return largest / float(10**DIGITS)


def whole_budget(budget: int | float | None, total: int, unit: float) -> int | None:
    """Turn a budget (count, weight or share) into whole units, of which there are `total`."""
    if budget is None:
        return None
    is_share = isinstance(budget, float)
    units = budget * total if is_share else min(budget, total * unit) / unit
    # a hair more, so that 0.29 x 100 = 28.999999999999996 is 29
    return min(total, floor(units * (1 + 1e-11) + 1e-9))


def _common_unit(distinct: NDArray[np.float64]) -> float | None:
    """Return the largest 1/q that divides all weights, if there is a small enough q."""
    if (distinct == np.rint(distinct)).all():
        return 1.0
    for power in (10, 100):  # amounts of money, however many
        scaled = distinct * power
        is_whole = np.abs(scaled - np.rint(scaled)) <= EXACT * scaled
        if is_whole.all() and scaled[-1] < LARGEST_TOTAL:
            return float(np.gcd.reduce(np.rint(scaled).astype(np.int64))) / power
    denominator = 1
    for value in distinct:
        fraction = Fraction(float(value)).limit_denominator(LARGEST_DENOMINATOR)
        if abs(float(fraction) - value) > EXACT * value:
            return None
        denominator = lcm(denominator, fraction.denominator)
        if denominator > LARGEST_DENOMINATOR:
            return None
    return 1.0 / denominator
