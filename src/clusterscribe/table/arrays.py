"""Columns of NumPy arrays, including arrays of Python objects.

The kind of a column of objects is that of its values: NumPy's object arrays, pandas' object
columns, lists of rows and single rows come this way. A missing value (None, NaN, NaT, NA) says
nothing about the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.feature import Kind
from clusterscribe.table.arrow import column_of_arrow
from clusterscribe.table.column import (
    BINARY,
    COMPLEX,
    DURATIONS,
    MICROSECONDS,
    MIXED_ZONES,
    NESTED,
    TIMES_OF_DAY,
    Column,
    Numbers,
    Unusable,
    as_float,
    dates,
    datetimes,
    integers,
    is_missing,
    nothing,
)
from clusterscribe.table.distinct import distinct_objects, distinct_texts

_WHOLE_DAYS = frozenset({"Y", "M", "W", "D"})
_BOOLEAN = (bool, np.bool_)
_INTEGER = (*_BOOLEAN, int, np.integer)
_NUMBER = (*_INTEGER, float, np.floating, Decimal)
_DATETIME = (datetime, np.datetime64)
_DATE = (date, *_DATETIME)
_UNUSABLE = {
    COMPLEX: (complex, np.complexfloating),
    DURATIONS: (timedelta, np.timedelta64),
    TIMES_OF_DAY: (time,),
    BINARY: (bytes, bytearray, memoryview),
}


def column_of_array(values: NDArray[Any]) -> Column:  # noqa: PLR0911 (one line per kind)
    """Return what a one-dimensional NumPy array becomes."""
    match values.dtype.kind:
        case "f":
            return Numbers(Kind.NUMBER, as_float(values))
        case "i" | "u":
            return integers(values)
        case "b":
            return Numbers(Kind.BOOLEAN, as_float(values))
        case "M":
            return _column_of_times(values)
        case "U":
            return distinct_texts(values).as_levels()
        case "O" | "T":
            return column_of_objects(values.astype(object, copy=False))
        case "m":
            return DURATIONS
        case "c":
            return COMPLEX
        case _:
            return BINARY


def _column_of_times(values: NDArray[np.datetime64]) -> Column:
    unit, _ = np.datetime_data(values.dtype)
    missing = np.isnat(values)
    if unit in _WHOLE_DAYS:
        return dates(values.astype("M8[D]").astype(np.int64), missing)
    if unit not in MICROSECONDS:  # hours and minutes, or finer than microseconds
        unit = "s" if unit in {"h", "m"} else "ns"
    return datetimes(values.astype(f"M8[{unit}]").astype(np.int64), unit, missing)


def object_array(values: Sequence[Any]) -> NDArray[Any]:
    """Return an array of the objects; unlike `np.array`, it leaves lists among them whole."""
    return np.fromiter(values, dtype=object, count=len(values))


def column_of_objects(values: NDArray[Any]) -> Column:
    """Return what a one-dimensional array of Python objects becomes."""
    missing = _missing(values)
    types = set(map(type, values[~missing]))
    if not types:
        return nothing(len(values))
    unusable = _unusable(types)
    if unusable is not None:
        return unusable
    if _all_are(_NUMBER, types):
        return _numbers(values, missing, types)
    if _all_are(_DATE, types):
        return _dates_or_times(values, missing, types)
    cells = values.copy()
    cells[missing] = None
    found = distinct_texts(cells) if types == {str} else distinct_objects(cells)
    return found.as_levels()


def _missing(values: NDArray[Any]) -> NDArray[np.bool_]:
    if set(map(type, values)) <= {str, int, bool}:  # by far the most common
        return np.zeros(len(values), dtype=bool)
    return np.fromiter(map(is_missing, values), dtype=bool, count=len(values))


def _all_are(wanted: tuple[type, ...], types: set[type]) -> bool:
    return all(issubclass(kind, wanted) for kind in types)


def _unusable(types: set[type]) -> Unusable | None:
    for unusable, kinds in _UNUSABLE.items():
        found = [kind for kind in types if issubclass(kind, kinds)]
        if found:
            return replace(unusable, is_mixed=len(found) < len(types))
    nested = [kind for kind in types if kind.__hash__ is None]
    return replace(NESTED, is_mixed=len(nested) < len(types)) if nested else None


def _numbers(values: NDArray[Any], missing: NDArray[np.bool_], types: set[type]) -> Numbers:
    numbers = np.full(len(values), np.nan)
    numbers[~missing] = [_float(value) for value in values[~missing]]
    if _all_are(_BOOLEAN, types):
        return Numbers(Kind.BOOLEAN, numbers)
    return integers(numbers) if _all_are(_INTEGER, types) else Numbers(Kind.NUMBER, numbers)


def _float(value: Any) -> float:  # noqa: ANN401
    try:
        return float(value)
    except OverflowError:  # an integer with hundreds of digits
        return float("inf") if value > 0 else float("-inf")


def _dates_or_times(values: NDArray[Any], missing: NDArray[np.bool_], types: set[type]) -> Column:
    import pyarrow as pa

    plain = [None if gone else _plain_time(v) for v, gone in zip(values, missing, strict=True)]
    if not any(issubclass(kind, _DATETIME) for kind in types):
        return column_of_arrow(pa.array(plain, type=pa.date32()))
    moments = [datetime(v.year, v.month, v.day) if type(v) is date else v for v in plain]
    zoned = {v.tzinfo is not None for v in moments if v is not None}
    if len(zoned) == 2:
        return MIXED_ZONES
    zone = "UTC" if True in zoned else None
    return column_of_arrow(pa.array(moments, type=pa.timestamp("us", zone), from_pandas=True))


def _plain_time(value: Any) -> Any:  # noqa: ANN401
    return value.astype("M8[us]").item() if isinstance(value, np.datetime64) else value
