"""What every column becomes, whatever library it came from.

Readers turn a column of pandas, polars, pyarrow, NumPy or plain Python into one of three
things. Everything that follows (which features there are, what their numbers are) sees only
these, so that the same table gives the same answer in every form.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.feature import Form, Kind, Level

MISSING = -1  # the code of a missing value
TOO_LARGE = 2**53  # from here on a float64 no longer holds every integer
MICROSECONDS = {"s": 10**6, "ms": 10**3, "us": 1}

# pandas.NA and pandas.NaT, known by name because pandas need not be installed
_MISSING_IN_PANDAS = frozenset({"NAType", "NaTType"})


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """A column of numbers, booleans, dates or times, encoded as `feature.py` says."""

    kind: Kind  # anything but a level
    values: NDArray[np.float64]  # NaN where missing
    zoned: bool = False
    exact: bool = True  # False: some integer or time is too fine for a float64
    form: Form | None = None  # how they were read, where they were written as text

    def __len__(self) -> int:
        return len(self.values)


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """A column of categories."""

    levels: tuple[Level, ...]  # those that occur, in an order independent of the rows
    codes: NDArray[np.int64]  # position in `levels`, MISSING where missing

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def has_missing(self) -> bool:
        """Whether any row is without a value."""
        return bool((self.codes == MISSING).any())


@dataclass(frozen=True, slots=True)
class Unusable:
    """A column that no condition can be made of."""

    what: str  # for example "durations"
    remedy: str  # for example "convert it to a number of seconds"
    is_mixed: bool = False  # some values are of this kind, and others are not


Column: TypeAlias = Numbers | Levels | Unusable

DURATIONS = Unusable("durations", "convert it to a number of seconds or days")
TIMES_OF_DAY = Unusable("times of day", "convert it to a number of minutes or hours")
BINARY = Unusable("binary data", "convert it to text")
NESTED = Unusable(
    "lists, dicts or other nested values, where every argument must be a string or a number",
    "spread it over several columns",
)
COMPLEX = Unusable("complex numbers", "give the real part")
MIXED_ZONES = Unusable("times with and without a time zone", "give all of them one time zone")


def taken(column: Column, rows: NDArray[np.intp]) -> Column:
    """Return these rows of a column; a category keeps all of its levels."""
    match column:
        case Numbers():
            return replace(column, values=column.values[rows])
        case Levels():
            return replace(column, codes=column.codes[rows])
        case _:
            return column


def as_float(values: NDArray[Any]) -> NDArray[np.float64]:
    """Return contiguous float64, copied only where necessary."""
    return np.ascontiguousarray(values, dtype=np.float64)


def integers(values: NDArray[Any]) -> Numbers:
    """Return the column of integers (NaN may be among them)."""
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
        exact = microseconds * 1000 == ticks
    else:
        microseconds = ticks * MICROSECONDS[unit]
        exact = microseconds // MICROSECONDS[unit] == ticks  # nothing has overflowed
    numbers = microseconds.astype(np.float64)
    exact &= numbers.astype(np.int64) == microseconds
    values = np.where(missing, np.nan, numbers)
    return Numbers(Kind.DATETIME, values, zoned, exact=bool(exact.all()))


def nothing(rows: int) -> Levels:
    """Return the column in which every value is missing."""
    return Levels((), np.full(rows, MISSING, dtype=np.int64))


def plain_level(value: object) -> Level:
    """Return a value of a category as plain Python; anything but numbers becomes text."""
    if is_missing(value):
        return None
    if isinstance(value, bool | np.bool_):
        return bool(value)
    if isinstance(value, int | np.integer):
        return int(value)
    if isinstance(value, float | np.floating | Decimal):
        return float(value)
    # the text itself, where `str` of a member of an enumeration would be its name
    return str.__str__(value) if isinstance(value, str) else str(value)


def is_missing(value: object) -> bool:
    """Whether a value is None, NaN, NaT or NA."""
    if value is None:
        return True
    if isinstance(value, float | np.floating | Decimal):
        return value != value  # noqa: PLR0124 (only NaN differs from itself)
    if isinstance(value, np.datetime64 | np.timedelta64):
        return bool(np.isnat(value))
    return type(value).__name__ in _MISSING_IN_PANDAS
