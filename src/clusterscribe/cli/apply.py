"""`clusterscribe apply`: the cluster of new rows, from a saved description."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clusterscribe.cli.console import remarks_as_lines, say
from clusterscribe.cli.guard import Debug
from clusterscribe.cli.inputs import (
    READ_WITH_ENGINE,
    WHO_READS,
    Engine,
    EngineOptions,
    FormatOptions,
    SavedDescription,
    read_description,
)
from clusterscribe.cli.options import Quiet, with_groups
from clusterscribe.cli.targets import STDOUT, check_target, is_stdout
from clusterscribe.cli.writers import write_batches
from clusterscribe.description.words import wording
from clusterscribe.description.words.naming import unlike
from clusterscribe.errors import InputError
from clusterscribe.files import real

if TYPE_CHECKING:
    import pyarrow as pa

    from clusterscribe.description import Description, Label
    from clusterscribe.table.file_options import FileOptions
    from clusterscribe.table.table import Batch

EXAMPLES = """\b
Examples:
  clusterscribe apply segments.json new_customers.csv --out labelled.csv
  clusterscribe apply segments.json new_customers.parquet --membership | head
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsEngineOptions(EngineOptions):
    """Whether DuckDB reads the rows; here that does not depend on their number."""

    engine: Annotated[Engine | None, typer.Option(help=f"{WHO_READS}.")] = None


@with_groups
def apply(
    description: SavedDescription,
    file: Annotated[Path, typer.Argument(help=f"The rows: {READ_WITH_ENGINE}.")],
    *,
    out: Annotated[
        str, typer.Option(metavar="OUT", help="A .csv, .tsv or .parquet file; - is stdout.")
    ] = STDOUT,
    membership: Annotated[
        bool,
        typer.Option("--membership", help="Add one true/false column per cluster, not the label."),
    ] = False,
    reading: RowsEngineOptions,
    form: FormatOptions,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Add the cluster of every row to a table.

    Every cell is copied unchanged, followed by a column `cluster`: the label of the one
    cluster whose description the row meets. If it meets none or several, the cell is -1
    where all labels are integers other than -1, and empty otherwise. Rows are read and
    written in batches, so the file may be larger than memory. With --engine duckdb, DuckDB
    does both, also for folders of Parquet files and tables of a .duckdb file, and formats
    numbers and booleans in its own way (1.50 as 1.5).
    """
    found = read_description(description, quiet)
    target = None if is_stdout(out) else Path(out)
    if target is not None:
        taken = {real(file): "the rows", real(description): "the description"}
        check_target(target, "--out", taken)
        _refuse_inside(target, file)
    options = form.checked()
    if not reading.asks_for_engine(file):
        with remarks_as_lines(quiet):
            rows = _streamed(found, file, target, membership, options)
    elif target is None:
        raise InputError("the rows are read by DuckDB, which writes a file; name it with --out")
    else:
        from clusterscribe.engine.opening import open_table

        with remarks_as_lines(quiet):
            table = open_table(file, memory_limit=reading.memory_limit, options=options)
            rows = _in_engine(found, table, target, membership)
    if target is not None and not quiet:
        say(f"wrote {out}: {rows:,} row{'s' * (rows != 1)}")


def _refuse_inside(target: Path, folder: Path) -> None:
    """Refuse to write into the folder of the table, where the output would become part of it."""
    if folder.is_dir() and real(target).is_relative_to(real(folder)):
        raise InputError(
            f"--out {str(target)!r} is inside {str(folder)!r}, which holds the rows; name a file "
            "in another folder"
        )


def _streamed(
    description: Description,
    file: Path,
    target: Path | None,
    membership: bool,
    options: FileOptions,
) -> int:
    """Read, label and write the rows batch by batch; return how many there are."""
    from clusterscribe.table.file import delimiter_of, stream_file

    batches = stream_file(file, description.features, options)
    labelled = with_clusters(batches, description, membership)
    return write_batches(labelled, target, delimiter_of(file, options))


def _in_engine(description: Description, table: object, target: Path, membership: bool) -> int:
    """Label and write the rows of a table with DuckDB; return how many there are."""
    from clusterscribe.engine.labelling import label_table, write_table

    return write_table(label_table(description, table, membership=membership), target)


def with_clusters(
    batches: Iterable[Batch], description: Description, membership: bool
) -> Iterator[pa.RecordBatch]:
    """Add columns for the clusters to every batch."""
    wanted = ["cluster"]
    if membership:
        wanted = [f"in_{wording.label(label)}" for label in description.polyhedra]
    for batch in batches:
        records = batch.records
        added = _membership(batch, description) if membership else [_labels(batch, description)]
        for name, values in zip(unlike(wanted, records.schema.names), added, strict=True):
            records = records.append_column(name, values)
        yield records


def _membership(batch: Batch, description: Description) -> list[pa.Array]:
    import pyarrow as pa

    return [pa.array(column) for column in description.membership(batch.table).T]


def _labels(batch: Batch, description: Description) -> pa.Array:
    import pyarrow as pa

    predicted = description.predict(batch.table).tolist()
    kind = _type_of(list(description.polyhedra))
    if kind is not None:
        return pa.array(predicted, type=kind)
    return pa.array([None if label is None else str(label) for label in predicted], pa.string())


def _type_of(labels: Sequence[Label]) -> pa.DataType | None:
    """Return the column type that fits all labels; None if only text does."""
    import pyarrow as pa

    try:
        kind = pa.array(labels).type
    except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError):  # several types, huge numbers
        return None
    return None if pa.types.is_nested(kind) else kind
