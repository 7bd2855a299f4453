"""A data set as it is stored: a column of numbers or texts for each name, and the class.

Its digest is of the content, not of a file: copies differ in line ends, in header lines and in
whether they write 3 or 3.0, and are the same data set all the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite, isnan, nan
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.datasets.words import Facts, UnfitError

Column: TypeAlias = NDArray[Any]  # of float64, missing values as NaN, or of texts

MISSING = frozenset({"", "NA"})


@dataclass(frozen=True, slots=True, eq=False)
class Tidy:
    """All rows of a data set, also the incomplete ones, in its own units."""

    columns: dict[str, Column]
    target: Column

    def __len__(self) -> int:
        return len(self.target)


def tidy(known: Facts, names: Sequence[str], rows: Sequence[Sequence[str]]) -> Tidy:
    """Pick the columns of a data set from cells of text; others are left out."""
    for number, row in enumerate(rows, start=1):
        if len(row) != len(names):
            raise UnfitError(f"row {number:,} has {len(row)} cells instead of {len(names)}")
    positions = {name: position for position, name in enumerate(names)}
    absent = [name for name in (*known.columns, known.target) if name not in positions]
    if absent:
        raise UnfitError(f"it has no column {absent[0]!r}")

    def cells(name: str) -> list[str]:
        return [row[positions[name]] for row in rows]

    return Tidy(
        {
            name: _texts(cells(name)) if name in known.categories else _numbers(name, cells(name))
            for name in known.columns
        },
        _numbers_or_texts(known.target, cells(known.target)),
    )


def checked(known: Facts, found: Tidy) -> Tidy:
    """Return the data set if it is the one that the paper used."""
    digest = digest_of(found)
    if digest != known.digest:
        raise UnfitError(
            f"its {len(found):,} rows are not those that the paper used (their checksum is "
            f"{digest[:12]}... instead of {known.digest[:12]}...)"
        )
    return found


def digest_of(found: Tidy) -> str:
    """Return the SHA-256 of names and values, row by row."""
    digest = hashlib.sha256()
    for row in rows_of(found):
        digest.update((",".join(map(repr, row)) + "\n").encode())
    return digest.hexdigest()


def rows_of(found: Tidy) -> Iterable[tuple[str | int | float | None, ...]]:
    """Yield the names of the columns and of the class, then all rows as plain values."""
    yield (*found.columns, "class")
    columns = [*found.columns.values(), found.target]
    yield from zip(*(map(plain, column.tolist()) for column in columns), strict=True)


def plain(value: str | float) -> str | int | float | None:
    """Return a whole number as int, a missing one as None, and all else as it is."""
    if isinstance(value, str):
        return value
    if isnan(value):
        return None
    return int(value) if value.is_integer() else value


def _texts(cells: list[str]) -> Column:
    return np.array(cells, dtype=object)


def _numbers(name: str, cells: list[str]) -> Column:
    return np.array([_number(name, row, cell) for row, cell in enumerate(cells, start=1)])


def _number(name: str, row: int, cell: str) -> float:
    if cell in MISSING:
        return nan
    try:
        value = float(cell)
    except ValueError:
        value = nan
    if not isfinite(value):
        raise UnfitError(f"row {row:,} has {cell[:40]!r} in column {name!r}, which is no number")
    return value


def _numbers_or_texts(name: str, cells: list[str]) -> Column:
    try:
        return _numbers(name, cells)
    except UnfitError:
        return _texts(cells)
