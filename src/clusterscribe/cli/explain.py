"""`clusterscribe explain`: why one row is in a cluster, or what keeps it out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clusterscribe.cli.console import show
from clusterscribe.cli.engine import refuse_only_for_engine
from clusterscribe.cli.guard import Debug
from clusterscribe.cli.saved import read_description
from clusterscribe.cli.values import number_of
from clusterscribe.errors import InputError

if TYPE_CHECKING:
    from clusterscribe.table import Table
    from clusterscribe.table.column import Column
    from clusterscribe.table.table import Batch

# says at which place of a batch, whose first row has this number, the wanted row stands
Finder = Callable[["Batch", int], "int | None"]

EXAMPLES = """\b
Examples:
  clusterscribe explain segments.json customers.csv --row 17
  clusterscribe explain segments.json customers.csv --where customer_id=C-1043
"""


def explain(
    description: Annotated[
        Path, typer.Argument(help="What `describe --json` or Description.to_json wrote.")
    ],
    file: Annotated[Path, typer.Argument(help="The table: CSV, TSV or Parquet.")],
    *,
    row: Annotated[
        int | None,
        typer.Option(min=1, help="The number of the row; the first below the header is 1."),
    ] = None,
    where: Annotated[
        str | None,
        typer.Option(metavar="COLUMN=VALUE", help="The first row with this value."),
    ] = None,
    debug: Debug = False,
) -> None:
    """Say why one row is in a cluster, or what keeps it out and by how much."""
    from clusterscribe.table.file import stream_file

    if (row is None) == (where is None):
        raise typer.BadParameter("give either --row or --where.")
    refuse_only_for_engine(file)
    found = read_description(description)
    find = _by_number(row) if row is not None else _by_value(where or "")
    number, table = _first(stream_file(file, found.features), find)
    if table is None:
        sought = f"row {row:,}" if row is not None else f"row with {where!r}"
        raise InputError(f"{str(file)!r} has no {sought}; it has {number:,} rows")
    show(f"Row {number:,} of {file.name}\n\n{found.explain(table)}")


def _first(batches: Iterable[Batch], find: Finder) -> tuple[int, Table | None]:
    """Return the number of the row that was sought and the row, or how many rows there are."""
    before = 0
    for batch in batches:
        place = find(batch, before + 1)
        if place is not None:
            return before + place + 1, only_row(batch.table, place)
        before += len(batch.table)
    return before, None


def _by_number(row: int) -> Finder:
    def find(batch: Batch, first: int) -> int | None:
        return row - first if row < first + len(batch.table) else None

    return find


def _by_value(where: str) -> Finder:
    def find(batch: Batch, _: int) -> int | None:
        column, value = split_condition(where, batch.table.columns)
        cells = batch.records.column(column).to_pylist()
        return next((place for place, cell in enumerate(cells) if is_like(cell, value)), None)

    return find


def split_condition(text: str, columns: Sequence[str]) -> tuple[str, str]:
    """Split `column=value`, at whichever `=` leaves the name of a column."""
    from clusterscribe.table.shape import unknown_column

    if "=" not in text:
        raise typer.BadParameter(f"{text!r} is not COLUMN=VALUE.", param_hint="--where")
    for place in (i for i, character in enumerate(text) if character == "="):
        if text[:place].strip() in columns:
            return text[:place].strip(), text[place + 1 :].strip()
    name = text.partition("=")[0].strip()
    raise unknown_column(name, columns, f"--where: the column {name!r}")


def is_like(cell: object, value: str) -> bool:
    """Whether a cell is what was asked for: the same text, or the same number."""
    if cell is None:
        return value == ""
    if str(cell).strip() == value:
        return True
    number = number_of(value)
    return number is not None and number_of(str(cell)) == number


def only_row(table: Table, place: int) -> Table:
    """Return the table of one row."""
    from clusterscribe.table import Table
    from clusterscribe.table.column import Levels, Numbers

    def read(position: int) -> Column:
        column = table.read(position)
        if isinstance(column, Numbers):
            return replace(column, values=column.values[[place]])
        if isinstance(column, Levels):
            return replace(column, codes=column.codes[[place]])
        return column

    return Table(table.columns, 1, read)
