"""`clusterscribe apply`: the cluster of new rows, from a saved description."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clusterscribe.cli.console import say
from clusterscribe.cli.engine import (
    ONLY_FOR_ENGINE,
    READ_WITH_ENGINE,
    WHO_READS,
    Engine,
    MemoryLimit,
    asked_for_engine,
)
from clusterscribe.cli.guard import Debug
from clusterscribe.cli.saved import read_description
from clusterscribe.cli.targets import STDOUT, check_target, is_stdout
from clusterscribe.cli.writers import writer_to
from clusterscribe.description.words import wording
from clusterscribe.description.words.naming import unlike
from clusterscribe.errors import InputError
from clusterscribe.files import real

if TYPE_CHECKING:
    import pyarrow as pa

    from clusterscribe.description import Description, Label
    from clusterscribe.table.table import Batch

EXAMPLES = """\b
Examples:
  clusterscribe apply segments.json new_customers.csv --out labelled.csv
  clusterscribe apply segments.json new_customers.parquet --membership | head
"""


def apply(
    description: Annotated[
        Path, typer.Argument(help="What `describe --json` or Description.to_json wrote.")
    ],
    file: Annotated[Path, typer.Argument(help=f"The rows: {READ_WITH_ENGINE}.")],
    *,
    out: Annotated[
        str, typer.Option(metavar="OUT", help="A .csv, .tsv or .parquet file; - is stdout.")
    ] = STDOUT,
    membership: Annotated[
        bool, typer.Option("--membership", help="A true or false for each cluster, not the label.")
    ] = False,
    engine: Annotated[
        Engine | None,
        typer.Option("--engine", help=f"{WHO_READS}; default: DuckDB for {ONLY_FOR_ENGINE}."),
    ] = None,
    memory_limit: MemoryLimit = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Nothing on stderr but errors.")] = False,
    debug: Debug = False,
) -> None:
    """Add the cluster of every row to a table.

    Every cell is written back as it stands, with a column `cluster` behind it: the label of
    the one description that the row fits, and -1 or nothing if it fits none or several.
    Rows are read and written in pieces, so the file may be larger than memory; with --engine
    duckdb, DuckDB does both, also with folders of Parquet files and tables of a .duckdb file,
    and writes numbers and truth values in its own way (1.50 as 1.5).
    """
    from clusterscribe.table.file import delimiter_of, stream_file

    found = read_description(description, quiet)
    target = None if is_stdout(out) else Path(out)
    if target is not None:
        taken = {real(file): "the rows", real(description): "the description"}
        check_target(target, "--out", taken)
        _refuse_inside(target, file)
    if asked_for_engine(engine, file, memory_limit):
        if target is None:
            raise InputError(_needs_a_file(engine, memory_limit))
        rows = _in_engine(found, file, target, membership, memory_limit)
    else:
        rows = 0
        with writer_to(target, delimiter_of(file)) as write:
            for records in with_clusters(stream_file(file, found.features), found, membership):
                write(records)
                rows += len(records)
    if target is not None and not quiet:
        say(f"wrote {out}: {rows:,} row{'s' * (rows != 1)}")


def _needs_a_file(engine: Engine | None, memory_limit: str | None) -> str:
    """Say why stdout will not do, in terms of what was asked for."""
    if engine is not None:
        return "--engine duckdb writes a file; name it with --out"
    if memory_limit is not None:
        return "--memory-limit is for DuckDB, which writes a file; name it with --out"
    return "folders and databases are read by DuckDB, which writes a file; name it with --out"


def _refuse_inside(target: Path, folder: Path) -> None:
    """Refuse to write among the files of the table, where the labels would be part of it."""
    if folder.is_dir() and real(target).is_relative_to(real(folder)):
        raise InputError(
            f"--out {str(target)!r} is inside {str(folder)!r}, the rows themselves; name a file "
            "in another folder"
        )


def _in_engine(
    description: Description,
    file: Path,
    target: Path,
    membership: bool,
    memory_limit: str | None,
) -> int:
    """Let DuckDB read, label and write the rows; return how many there are."""
    from clusterscribe.engine.labelling import label_table, write_table
    from clusterscribe.engine.opening import open_table

    table = open_table(file, memory_limit=memory_limit)
    return write_table(label_table(description, table, membership=membership), target)


def with_clusters(
    batches: Iterable[Batch], description: Description, membership: bool
) -> Iterator[pa.RecordBatch]:
    """Add columns for the clusters to every batch."""
    for batch in batches:
        added = _membership(batch, description) if membership else [_labels(batch, description)]
        wanted = _membership_names(description) if membership else ["cluster"]
        records = batch.records
        for name, values in zip(unlike(wanted, records.schema.names), added, strict=True):
            records = records.append_column(name, values)
        yield records


def _membership_names(description: Description) -> list[str]:
    return [f"in_{wording.label(label)}" for label in description.polyhedra]


def _membership(batch: Batch, description: Description) -> list[pa.Array]:
    import pyarrow as pa

    inside = description.membership(batch.table)
    return [pa.array(column) for column in inside.T]


def _labels(batch: Batch, description: Description) -> pa.Array:
    import pyarrow as pa

    predicted = description.predict(batch.table).tolist()
    kind = _type_of(list(description.polyhedra))
    if kind is not None:
        return pa.array(predicted, type=kind)
    return pa.array([None if label is None else str(label) for label in predicted], pa.string())


def _type_of(labels: Sequence[Label]) -> pa.DataType | None:
    """Return the type of a column for all labels; None where only text will do."""
    import pyarrow as pa

    try:
        kind = pa.array(labels).type
    except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError):  # several types, huge numbers
        return None
    return None if pa.types.is_nested(kind) else kind
