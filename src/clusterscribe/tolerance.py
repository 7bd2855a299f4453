"""When two numbers are the same value: of one column, or as sums of several.

Two floating-point numbers of a column are one value when they differ by at most
`RELATIVE` of the larger one, so that 0.1 + 0.2 and 0.3 are never told apart. Chains of
such neighbours are one value too. Whole numbers, dates and levels are compared exactly.

The weighted sum of several features is computed with rounding, so two rows whose sums differ
by no more than `SCORE` (features scaled to the unit interval) are never told apart by it.

No other tolerance decides about a row: thresholds are always placed between two different
values (see `description/placement.py`), so that Python, SQL and pandas can all use a plain
`<=` and agree on every row. (What guards sums of weights, bounds and budgets against
rounding is named where it is used, and never lets a row change sides.)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

RELATIVE = 1e-12
SCORE = 1e-9


def starts_new_value(ordered: NDArray[np.float64]) -> NDArray[np.bool_]:
    """For increasing numbers, whether each is a new value rather than the one before it."""
    previous, current = ordered[:-1], ordered[1:]
    with np.errstate(over="ignore"):  # 1e308 and -1e308 are infinitely far apart: fine
        apart = current - previous
    same = apart <= RELATIVE * np.maximum(np.abs(previous), np.abs(current))
    return np.concatenate([np.ones(min(1, len(ordered)), dtype=bool), ~same])


def is_one_value(smaller: float, larger: float) -> bool:
    """Whether two numbers next to each other are one value."""
    return not starts_new_value(np.array([smaller, larger]))[1]


def snapped(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Replace each number by the smallest one that is the same value.

    NaN and infinities stay as they are. Where no number is replaced, the array is the one given.
    """
    if not _has_close(values):
        return values
    order = np.argsort(values, kind="stable")
    order = order[np.isfinite(values[order])]
    ordered = values[order]
    starts = starts_new_value(ordered)
    smallest = values.copy()
    smallest[order] = ordered[starts][np.cumsum(starts) - 1]
    return smallest


def _has_close(values: NDArray[np.float64]) -> bool:
    """Whether two different numbers are one value; sorting without places is much faster."""
    ordered = np.sort(values[np.isfinite(values)])
    close = ~starts_new_value(ordered)[1:] & (ordered[1:] != ordered[:-1])
    return bool(close.any())
