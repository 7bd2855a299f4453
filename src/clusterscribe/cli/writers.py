"""Rows out, batch by batch: text or Parquet, to a file or to stdout."""

from __future__ import annotations

import csv
import gzip
import io
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from clusterscribe.errors import InputError
from clusterscribe.files import write_atomically

if TYPE_CHECKING:
    import pyarrow as pa

Write: TypeAlias = "Callable[[pa.RecordBatch], None]"

_DELIMITERS = {".csv": ",", ".tsv": "\t", ".txt": "\t"}
_PARQUET = (".parquet", ".pq")
_ROWS = 10_000  # that are turned into text at a time


@contextmanager
def writer_to(target: Path | None, source_delimiter: str | None) -> Iterator[Write]:
    """Give a function that writes a batch; the file is there only if the block succeeds.

    The ending of the target says the format. Text keeps the delimiter of the file that it
    comes from where the ending allows it.
    """
    delimiter = delimiter_for(target, source_delimiter)
    with ExitStack() as stack:
        if target is None:
            yield text_writer(sys.stdout.buffer.write, delimiter or ",")
            sys.stdout.buffer.flush()
            return
        temporary = stack.enter_context(write_atomically(target))
        if delimiter is None:
            yield stack.enter_context(parquet_writer(temporary))
        else:
            open_ = gzip.open if target.suffix.lower() == ".gz" else open
            stream = stack.enter_context(open_(temporary, "wb"))
            yield text_writer(stream.write, delimiter)


def delimiter_for(target: Path | None, source: str | None) -> str | None:
    """Return what goes between the cells; None for Parquet."""
    if target is None:
        return source or ","
    ending = target.suffix.lower()
    if ending in _PARQUET:
        return None
    if ending == ".gz":
        ending = target.with_suffix("").suffix.lower()
    if ending not in _DELIMITERS:
        raise InputError(
            f"--out {str(target)!r} is of an unknown kind; name it .csv, .tsv or .parquet"
        )
    keeps = source is not None and ending != ".tsv" and source != "\t"
    return source if keeps else _DELIMITERS[ending]


def text_writer(put: Callable[[bytes], object], delimiter: str) -> Write:
    """Return a function that writes batches as text, the header first."""
    header_is_due = True

    def write(records: pa.RecordBatch) -> None:
        nonlocal header_is_due
        names = records.schema.names
        if header_is_due:
            put(_lines([names], delimiter))
            header_is_due = False
        for start in range(0, len(records), _ROWS):
            columns = records.slice(start, _ROWS).columns
            put(_lines(zip(*map(_texts, names, columns), strict=True), delimiter))

    return write


def _lines(rows: Iterable[Sequence[str | None]], delimiter: str) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return text.getvalue().encode("utf-8")


@contextmanager
def parquet_writer(path: Path) -> Iterator[Write]:
    """Give a function that writes batches to a Parquet file."""
    from pyarrow import parquet

    writer: parquet.ParquetWriter | None = None

    def write(records: pa.RecordBatch) -> None:
        nonlocal writer
        if writer is None:
            writer = parquet.ParquetWriter(path, records.schema)
        writer.write_batch(records)

    try:
        yield write
    finally:
        if writer is not None:
            writer.close()


def _texts(name: str, column: pa.Array) -> list[str | None]:
    """Return cells as text, nothing where there is no value."""
    import pyarrow as pa

    try:
        texts: list[str | None] = column.cast(pa.large_string()).to_pylist()
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        raise InputError(
            f"the column {name!r} holds {column.type}, which has no place in a text file; "
            "write to a .parquet file"
        ) from None
    return texts
