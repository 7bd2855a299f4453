"""The rows of one segment as a table, as if nobody knew of the others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from clusterscribe.table import Table
from clusterscribe.table.column import MISSING, Column, Levels


def part_of(table: Table, rows: NDArray[np.intp]) -> Table:
    """Return these rows; a category has the levels that occur in them, and no others."""
    part = table.take(rows)
    if table.pick is not None:  # which reads the rows anew
        return part
    return replace(part, read=lambda position: _occurring(part.read(position)))


def _occurring(column: Column) -> Column:
    if not isinstance(column, Levels):
        return column
    known = column.codes[column.codes != MISSING]
    there = np.flatnonzero(np.bincount(known, minlength=len(column.levels)))
    place = np.full(len(column.levels) + 1, MISSING, dtype=np.int64)  # MISSING picks the last
    place[there] = np.arange(len(there))
    levels = tuple(column.levels[code] for code in there.tolist())
    return Levels(levels, place[column.codes])
