"""Columns of NumPy arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.feature import Kind
from clusterscribe.table.column import Column, Numbers, levels_of
from clusterscribe.table.distinct import distinct_texts
from clusterscribe.table.encoding import NANOSECONDS, as_float, dates, datetimes, integers
from clusterscribe.table.objects import column_of_objects
from clusterscribe.table.unusable import BINARY, COMPLEX, DURATIONS

_WHOLE_DAYS = frozenset({"Y", "M", "W", "D"})


def column_of_array(values: NDArray[Any]) -> Column:  # noqa: PLR0911 (one line a kind)
    """Return what a one-dimensional NumPy array boils down to."""
    match values.dtype.kind:
        case "f":
            return Numbers(Kind.NUMBER, as_float(values))
        case "i" | "u":
            return integers(values)
        case "b":
            return Numbers(Kind.BOOLEAN, as_float(values))
        case "M":
            return _times(values)
        case "U":
            texts = distinct_texts(values)
            return levels_of(texts.values, texts.codes)
        case "O" | "T":
            return column_of_objects(values.astype(object, copy=False))
        case "m":
            return DURATIONS
        case "c":
            return COMPLEX
        case _:
            return BINARY


def _times(values: NDArray[np.datetime64]) -> Column:
    unit, _ = np.datetime_data(values.dtype)
    missing = np.isnat(values)
    if unit in _WHOLE_DAYS:
        return dates(values.astype("M8[D]").astype(np.int64), missing)
    if unit not in NANOSECONDS:  # hours and minutes, or finer than anybody's data
        unit = "s" if unit in {"h", "m"} else "ns"
    return datetimes(values.astype(f"M8[{unit}]").astype(np.int64), unit, missing)
