"""`clusterscribe explain`: why a row is in a cluster, or which conditions it fails."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

import numpy as np
import typer

from clusterscribe.cli.console import remarks_as_lines, show
from clusterscribe.cli.guard import Debug
from clusterscribe.cli.inputs import (
    FormatOptions,
    SavedDescription,
    read_description,
    refuse_only_for_engine,
)
from clusterscribe.cli.labelled import number_of
from clusterscribe.cli.options import TableFile, with_groups
from clusterscribe.errors import InputError

if TYPE_CHECKING:
    from clusterscribe.table import Table
    from clusterscribe.table.table import Batch

EXAMPLES = """\b
Examples:
  clusterscribe explain segments.json customers.csv --row 17
  clusterscribe explain segments.json customers.csv --where customer_id=C-1043
"""


@with_groups
def explain(
    description: SavedDescription,
    file: TableFile,
    *,
    row: Annotated[
        int | None,
        typer.Option(min=1, help="The number of the row; the first one below the header is 1."),
    ] = None,
    where: Annotated[
        str | None,
        typer.Option(metavar="COLUMN=VALUE", help="The first row with this value."),
    ] = None,
    form: FormatOptions,
    debug: Debug = False,
) -> None:
    """Explain why a row is in a cluster, or what keeps it out.

    Every condition is listed with the value of the row and its distance to the threshold.
    """
    from clusterscribe.table.file import stream_file

    if (row is None) == (where is None):
        raise typer.BadParameter("give either --row or --where.")
    refuse_only_for_engine(file)
    found = read_description(description)
    with remarks_as_lines(quiet=False):
        batches = stream_file(file, found.features, form.checked())
        number, table = _first(batches, row, where)
    if table is None:
        sought = f"row {row:,}" if row is not None else f"row with {where!r}"
        raise InputError(f"{str(file)!r} has no {sought}; it has {number:,} rows")
    show(f"Row {number:,} of {file.name}\n\n{found.explain(table)}")


def _first(
    batches: Iterable[Batch], row: int | None, where: str | None
) -> tuple[int, Table | None]:
    """Return the number of the row and the row itself, or the number of all rows and None."""
    before = 0
    for batch in batches:
        size = len(batch.table)
        if row is None:
            place = _first_like(batch, where or "")
        else:
            place = row - before - 1 if row <= before + size else None
        if place is not None:
            return before + place + 1, batch.table.take(np.array([place]))
        before += size
    return before, None


def _first_like(batch: Batch, where: str) -> int | None:
    """Return the place of the first row of a batch that meets a condition."""
    column, value = split_condition(where, batch.table.columns)
    cells = batch.records.column(column).to_pylist()
    return next((place for place, cell in enumerate(cells) if is_like(cell, value)), None)


def split_condition(text: str, columns: Sequence[str]) -> tuple[str, str]:
    """Split `column=value` at the first `=` that follows the name of a column."""
    from clusterscribe.table.shape import unknown_column

    if "=" not in text:
        raise typer.BadParameter(f"{text!r} is not COLUMN=VALUE.", param_hint="--where")
    for place in (i for i, character in enumerate(text) if character == "="):
        if text[:place].strip() in columns:
            return text[:place].strip(), text[place + 1 :].strip()
    name = text.partition("=")[0].strip()
    raise unknown_column(name, columns, f"--where: the column {name!r}")


def is_like(cell: object, value: str) -> bool:
    """Whether a cell is the same text, or the same number."""
    if cell is None:
        return value == ""
    if str(cell).strip() == value:
        return True
    number = number_of(value)
    return number is not None and number_of(str(cell)) == number
