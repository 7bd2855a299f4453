"""A table: names of columns, each column read when it is asked for, and batches of a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from clusterscribe.errors import InputError
from clusterscribe.table.column import Column, Levels, Numbers, Unusable, taken
from clusterscribe.table.shape import unknown_column

if TYPE_CHECKING:
    import pyarrow as pa


class UnusableColumnError(InputError, TypeError):
    """A column is of a kind that no condition can be made of."""


def unusable_column(name: str, column: Unusable) -> UnusableColumnError:
    """Return the error for a column that no condition can be made of."""
    return UnusableColumnError(
        f"column {name!r} holds {column.what}; {column.remedy}, or exclude it"
    )


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Rows of named columns; a column is read when it is asked for, and not kept."""

    columns: tuple[str, ...]
    rows: int
    read: Callable[[int], Column]  # by position
    pick: Callable[[NDArray[np.intp]], Table] | None = None  # some rows, without reading all
    positions: Mapping[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        positions = {name: position for position, name in enumerate(self.columns)}
        object.__setattr__(self, "positions", positions)

    def __len__(self) -> int:
        return self.rows

    def only(self, columns: Sequence[str]) -> Table:
        """Return the table with only these columns."""
        places = [self.positions[name] for name in columns]
        return Table(tuple(columns), self.rows, lambda position: self.read(places[position]))

    def replaced(self, columns: Mapping[str, Column]) -> Table:
        """Return the table with these columns in place of its own."""
        if not columns:
            return self
        known = {self.positions[name]: column for name, column in columns.items()}

        def read(position: int) -> Column:
            return known[position] if position in known else self.read(position)

        return Table(self.columns, self.rows, read)

    def take(self, rows: NDArray[np.intp]) -> Table:
        """Return the table with only these rows."""
        if self.pick is not None:
            return self.pick(rows)
        return Table(self.columns, len(rows), lambda position: taken(self.read(position), rows))

    def column(self, name: str) -> Numbers | Levels:
        """Read one column."""
        if name not in self.positions:
            raise unknown_column(name, self.columns)
        column = self.read(self.positions[name])
        if isinstance(column, Unusable):
            raise unusable_column(name, column)
        return column


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Some rows of a file, as they stand there and as a table.

    `records` holds every column of the file: of a text file every cell as text, exactly as
    it stands, so that it can be written back untouched. `table` reads the same rows as the
    features need them.
    """

    records: pa.RecordBatch
    table: Table
