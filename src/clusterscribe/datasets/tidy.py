"""A data set as it is stored: one column of numbers or texts per name, and the class.

Its digest is that of the content, not of a file: copies differ in line ends, in header lines and
in whether they write 3 or 3.0, and are the same data set all the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite, isnan, nan
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.datasets.catalogue import Facts

Column: TypeAlias = NDArray[Any]  # of float64, with missing values as NaN, or of texts

MISSING = frozenset({"", "NA"})


class UnfitError(ValueError):
    """What was read is not the data set; the reason is a phrase for the end of a sentence."""


@dataclass(frozen=True, slots=True)
class Cells:
    """Names of columns and rows of text, as a file has them."""

    names: tuple[str, ...]
    rows: list[list[str]]


@dataclass(frozen=True, slots=True, eq=False)
class Tidy:
    """All rows of a data set, including the incomplete ones, in its own units."""

    columns: dict[str, Column]
    target: Column

    def __len__(self) -> int:
        return len(self.target)


def tidy(known: Facts, cells: Cells) -> Tidy:
    """Pick the columns of a data set from cells of text; other columns are left out."""
    for number, row in enumerate(cells.rows, start=1):
        if len(row) != len(cells.names):
            raise UnfitError(f"row {number:,} has {len(row)} cells instead of {len(cells.names)}")
    positions = {name: position for position, name in enumerate(cells.names)}

    def texts(name: str) -> list[str]:
        if name not in positions:
            raise UnfitError(f"it has no column {name!r}")
        return [row[positions[name]] for row in cells.rows]

    target = texts(known.target)
    columns = {
        name: _texts(texts(name)) if name in known.categories else _numbers(name, texts(name))
        for name in known.columns
    }
    try:
        return Tidy(columns, _numbers(known.target, target))
    except UnfitError:
        return Tidy(columns, _texts(target))


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
    yield from zip(*(map(_plain, column.tolist()) for column in columns), strict=True)


def _plain(value: str | float) -> str | int | float | None:
    """Return an integer as int, a missing number as None, and all else as it is."""
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
        raise UnfitError(f"row {row:,} has {cell[:40]!r} in column {name!r}, which is not a number")
    return value
