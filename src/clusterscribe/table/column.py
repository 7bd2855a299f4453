"""What every column boils down to, whatever library it came from.

Readers turn a column of pandas, polars, pyarrow, NumPy or plain Python into one of three
things. All that follows (which features there are, what their numbers are) sees these
alone, so that the same table gives the same answer in every form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.feature import Kind, Level
from clusterscribe.table.missing import is_missing

MISSING = -1  # the code of a missing value


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """A column of numbers, booleans, dates or times, in the encoding of `feature.py`."""

    kind: Kind  # anything but a level
    values: NDArray[np.float64]  # NaN where missing
    zoned: bool = False
    exact: bool = True  # False: some whole number or time is too fine for a float64

    def __len__(self) -> int:
        return len(self.values)


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """A column of categories."""

    levels: tuple[Level, ...]  # those that occur, in an order that rows do not change
    codes: NDArray[np.int64]  # position in `levels`, MISSING where missing
    positions: Mapping[Level, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        positions = {level: position for position, level in enumerate(self.levels)}
        object.__setattr__(self, "positions", positions)

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def has_missing(self) -> bool:
        """Whether a row is without a value."""
        return bool((self.codes == MISSING).any())


@dataclass(frozen=True, slots=True)
class Unusable:
    """A column that no condition can be made of."""

    what: str  # for example "durations"
    remedy: str  # for example "convert it to a number of seconds"


Column: TypeAlias = Numbers | Levels | Unusable


def taken(column: Column, rows: NDArray[np.intp]) -> Column:
    """Return these rows of a column; a category keeps all of its levels."""
    match column:
        case Numbers():
            return replace(column, values=column.values[rows])
        case Levels():
            return Levels(column.levels, column.codes[rows])
        case _:
            return column


def levels_of(values: Sequence[object], codes: NDArray[np.int64]) -> Levels:
    """Return the column whose rows hold `values[code]`, nothing where the code is MISSING.

    Values that no row holds are dropped; values that are equal become one.
    """
    occurs = np.bincount(codes[codes != MISSING], minlength=len(values)) > 0
    plain = [
        plain_level(value) if used else None for value, used in zip(values, occurs, strict=True)
    ]
    levels = _ordered(plain)
    position = {level: code for code, level in enumerate(levels)}
    new_codes = np.array([position.get(level, MISSING) for level in plain] + [MISSING], np.int64)
    return Levels(levels, new_codes[codes])  # MISSING picks the last one


def plain_level(value: object) -> Level:
    """Return a value of a category as plain Python; what is no number or text becomes text."""
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


def _ordered(levels: Sequence[Level]) -> tuple[Level, ...]:
    present = [level for level in levels if level is not None]
    # by type as well, so that of the equal levels 1 and True always the same one stays
    present.sort(key=lambda level: (isinstance(level, str), level, type(level).__name__))
    return tuple(dict.fromkeys(present))
