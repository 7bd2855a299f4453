"""A few rows of a table that may be large, as a table of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description.explain.explain import cell
from clusterscribe.description.words.naming import Naming
from clusterscribe.feature import Feature, Kind
from clusterscribe.report.renaming import name_of
from clusterscribe.table import Table
from clusterscribe.table.column import Levels, Numbers


def rows_at(
    table: Table, columns: Sequence[str], places: NDArray[np.intp], naming: Naming
) -> Table:
    """Return the rows at these places, of these columns, with the names that a user gave."""
    taken = [_taken(table.column(column), places) for column in columns]
    return Table(
        tuple(name_of(column, naming) for column in columns), len(places), taken.__getitem__
    )


def cells_of(table: Table, columns: Sequence[str]) -> list[tuple[str, ...]]:
    """Write what each row holds in these columns, as it stands in the table."""
    written = [_written(column, table.column(column)) for column in columns]
    return [tuple(words[place] for words in written) for place in range(len(table))]


def _taken(column: Numbers | Levels, places: NDArray[np.intp]) -> Numbers | Levels:
    if isinstance(column, Levels):
        return Levels(column.levels, column.codes[places])
    return replace(column, values=column.values[places])


def _written(name: str, column: Numbers | Levels) -> list[str]:
    if isinstance(column, Levels):
        feature, values = Feature(name, Kind.LEVEL), np.zeros(len(column))
    else:
        feature, values = Feature(name, column.kind, zoned=column.zoned), column.values
    return [cell(column, feature, value, place) for place, value in enumerate(values.tolist())]
