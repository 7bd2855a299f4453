"""From integers, days and ticks of a clock to the numbers of a feature."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.feature import Kind
from clusterscribe.table.column import Numbers

TOO_LARGE = 2**53  # from here on a float64 no longer holds every whole number
NANOSECONDS = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}


def as_float(values: NDArray[Any]) -> NDArray[np.float64]:
    """Return contiguous float64, copied only where it has to be."""
    return np.ascontiguousarray(values, dtype=np.float64)


def integers(values: NDArray[Any]) -> Numbers:
    """Return the column of whole numbers (NaN may be among them)."""
    numbers = as_float(values)
    too_large = len(numbers) > 0 and not np.nanmax(np.abs(numbers), initial=0) < TOO_LARGE
    return Numbers(Kind.INTEGER, numbers, exact=not too_large)


def dates(days: NDArray[Any], missing: NDArray[np.bool_]) -> Numbers:
    """Return the column of dates from days since 1970."""
    return Numbers(Kind.DATE, np.where(missing, np.nan, days))


def datetimes(
    ticks: NDArray[np.int64], unit: str, missing: NDArray[np.bool_], zoned: bool = False
) -> Numbers:
    """Return the column of times from seconds, milliseconds, ... since 1970."""
    ticks = np.where(missing, 0, ticks)
    if unit == "ns":
        microseconds = ticks // 1000
        exact = bool((microseconds * 1000 == ticks).all())
    else:
        microseconds = ticks * (NANOSECONDS[unit] // 1000)
        exact = bool((microseconds // (NANOSECONDS[unit] // 1000) == ticks).all())
    numbers = microseconds.astype(np.float64)
    exact = exact and bool((numbers.astype(np.int64) == microseconds).all())
    return Numbers(Kind.DATETIME, np.where(missing, np.nan, numbers), zoned, exact)
