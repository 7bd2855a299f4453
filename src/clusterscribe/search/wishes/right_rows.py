"""Which rows must be right: as flags, as numbers, or by a column of the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.constraints import Constraints
from clusterscribe.errors import InputError
from clusterscribe.parameters import LabelledTable, Parameters
from clusterscribe.search.rows.subject import Subject
from clusterscribe.table import Table, as_table
from clusterscribe.table.column import Levels
from clusterscribe.table.shape import unknown_column


def without_right_rows(data: LabelledTable, parameters: Parameters) -> LabelledTable:
    """Leave out the column that says which rows must be right: it describes no cluster.

    Whoever names it among the features wants it nevertheless.
    """
    name = parameters.constraints.right_rows
    if not isinstance(name, str) or not name or data.features is not None:
        return data
    if name not in as_table(data.table).columns:
        return data  # which is refused where the column is read
    excluded: Iterable[str] = data.exclude or ()
    return replace(data, exclude=[*excluded, name])


def right_rows_of(subject: Subject, constraints: Constraints) -> NDArray[np.bool_] | None:
    """Return which of the rows that count must be right; None where none has to be."""
    asked = constraints.right_rows
    if not len(asked):
        return None
    rows = len(subject.counted)
    flags = _column(subject.table, asked) if isinstance(asked, str) else _flags(asked, rows)
    lost = np.flatnonzero(flags & ~subject.counted)
    if len(lost):
        raise InputError(
            f"constraints: right_rows names row {int(lost[0])}, which does not count (it has no "
            "weight, or is in no cluster that is described or distinguished); leave it out there"
        )
    right: NDArray[np.bool_] = flags[subject.counted]
    return right if right.any() else None


def _flags(asked: Sequence[Any], rows: int) -> NDArray[np.bool_]:
    if all(isinstance(one, bool | np.bool_) for one in asked):
        if len(asked) != rows:
            raise InputError(
                f"constraints: right_rows says of {len(asked):,} rows whether they must be right, "
                f"but the table has {rows:,}; give one for each row, or row numbers"
            )
        return np.array(asked, dtype=bool)
    flags = np.zeros(rows, dtype=bool)
    for one in asked:
        if not isinstance(one, Integral) or isinstance(one, bool) or not 0 <= int(one) < rows:
            raise InputError(
                f"constraints: right_rows must hold row numbers from 0 to {rows - 1:,}, or True "
                f"and False for every row, not {one!r}"
            )
        flags[int(one)] = True
    return flags


def _column(table: Table, name: str) -> NDArray[np.bool_]:
    if name not in table.columns:
        raise unknown_column(
            name, table.columns, f"constraints: right_rows names the column {name!r}, which"
        )
    column = table.column(name)
    if isinstance(column, Levels) or not np.isin(column.values, (0.0, 1.0)).all():
        raise InputError(
            f"constraints: right_rows names the column {name!r}, which must hold true or false (or "
            "1 or 0) in every row"
        )
    flags: NDArray[np.bool_] = column.values == 1.0
    return flags
