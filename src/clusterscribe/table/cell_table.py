"""A table whose cells are text, read as what given features need.

Whatever the features do not need stays unread, so that a wrong cell elsewhere in a file
does no harm.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from clusterscribe.errors import InputError
from clusterscribe.feature import Feature, Kind, Level
from clusterscribe.table import cells
from clusterscribe.table.arrow import column_of_arrow, one_array
from clusterscribe.table.column import Column, levels_of
from clusterscribe.table.distinct import distinct_arrow
from clusterscribe.table.table import Table

if TYPE_CHECKING:
    import pyarrow as pa

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
_READERS = {
    Kind.NUMBER: (cells.numbers, "a number"),
    Kind.INTEGER: (cells.numbers, "a number"),
    Kind.BOOLEAN: (cells.booleans, "true or false"),
    Kind.DATE: (cells.dates_or_times, "a date such as 2024-12-31"),
    Kind.DATETIME: (cells.times, "a time such as 2024-12-31 23:59"),
}


def table_of_cells(records: pa.RecordBatch, features: Iterable[Feature], first_row: int) -> Table:
    """Return the table of a batch of text; `first_row` is the number of its first row."""
    of_column: dict[str, list[Feature]] = {}
    for feature in features:
        of_column.setdefault(feature.column, []).append(feature)

    def read(position: int) -> Column:
        name = records.schema.names[position]
        return _column(records.column(position), of_column.get(name, []), first_row)

    return Table(tuple(records.schema.names), records.num_rows, read)


def _column(texts: pa.Array, features: Sequence[Feature], first_row: int) -> Column:
    if not features or features[0].kind is Kind.LEVEL:
        return _levels(texts, [feature.level for feature in features])
    read, wanted = _READERS[features[0].kind]
    given = cells.given_cells(texts)
    return column_of_arrow(_read(given, read, features[0].column, wanted, first_row))


def _read(
    given: pa.Array,
    read: Callable[[pa.Array], pa.Array],
    name: str,
    wanted: str,
    first_row: int,
) -> pa.Array:
    import pyarrow as pa

    try:
        return read(given)
    except pa.ArrowInvalid as error:
        position = cells.first_unreadable(given, read)
        raise InputError(
            f"column {name!r}, row {first_row + position:,}: {given[position].as_py()!r} is "
            f"not {wanted}; correct or empty this cell"
        ) from error


def _levels(texts: pa.Array, wanted: Sequence[Level]) -> Column:
    """Read a category; its levels may have been numbers or booleans where they came from."""
    found = distinct_arrow(one_array(texts))
    types = {type(level) for level in wanted if level is not None}
    values = [_level(text, types) for text in found.values]
    return levels_of(values, found.codes)


def _level(text: str, types: set[type]) -> Level:
    word = text.strip()
    if text == "" or (types and str not in types and word in cells.NOT_GIVEN):
        return None
    if bool in types and word.lower() in ("true", "false"):
        return word.lower() == "true"
    if types & {int, float} and _NUMBER.fullmatch(word):
        return float(word)  # which equals the level, should that be a whole number
    return text
