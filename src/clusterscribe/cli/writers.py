"""Writers of rows, batch by batch: text or Parquet, to a file or to stdout."""

from __future__ import annotations

import csv
import gzip
import io
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from clusterscribe.errors import InputError
from clusterscribe.files import write_atomically

if TYPE_CHECKING:
    import pyarrow as pa

_DELIMITERS = {".csv": ",", ".tsv": "\t", ".txt": "\t"}
_PARQUET = (".parquet", ".pq")
_ROWS = 10_000  # converted to text at a time


def write_batches(
    batches: Iterable[pa.RecordBatch], target: Path | None, source_delimiter: str | None
) -> int:
    """Write batches to a file, which appears only if all succeed, or to stdout; count the rows.

    The suffix of the target determines the format. Text keeps the delimiter of its source
    where the suffix allows it.
    """
    delimiter = _delimiter_for(target, source_delimiter)
    if target is None:
        rows = _write_text(batches, sys.stdout.buffer.write, delimiter or ",")
        sys.stdout.buffer.flush()
        return rows
    with write_atomically(target) as temporary:
        if delimiter is None:
            return _write_parquet(batches, temporary)
        open_ = gzip.open if target.suffix.lower() == ".gz" else open
        with open_(temporary, "wb") as stream:
            return _write_text(batches, stream.write, delimiter)


def _delimiter_for(target: Path | None, source: str | None) -> str | None:
    """Return the delimiter between cells; None for Parquet."""
    if target is None:
        return source or ","
    ending = target.suffix.lower()
    if ending in _PARQUET:
        return None
    if ending == ".gz":
        ending = target.with_suffix("").suffix.lower()
    if ending not in _DELIMITERS:
        raise InputError(
            f"--out {str(target)!r} has an unknown format; name it .csv, .tsv or .parquet"
        )
    keeps = source is not None and ending != ".tsv" and source != "\t"
    return source if keeps else _DELIMITERS[ending]


def _write_text(
    batches: Iterable[pa.RecordBatch], put: Callable[[bytes], object], delimiter: str
) -> int:
    rows = 0
    for number, records in enumerate(batches):
        names = records.schema.names
        if number == 0:
            put(_lines([names], delimiter))
        for start in range(0, len(records), _ROWS):
            columns = records.slice(start, _ROWS).columns
            put(_lines(zip(*map(_texts, names, columns), strict=True), delimiter))
        rows += len(records)
    return rows


def _lines(rows: Iterable[Sequence[str | None]], delimiter: str) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return text.getvalue().encode("utf-8")


def _write_parquet(batches: Iterable[pa.RecordBatch], path: Path) -> int:
    from pyarrow import parquet

    rows, writer = 0, None
    with ExitStack() as stack:
        for records in batches:
            if writer is None:
                writer = stack.enter_context(parquet.ParquetWriter(path, records.schema))
            writer.write_batch(records)
            rows += len(records)
    return rows


def _texts(name: str, column: pa.Array) -> list[str | None]:
    """Return cells as text, None where there is no value."""
    import pyarrow as pa

    try:
        texts: list[str | None] = column.cast(pa.large_string()).to_pylist()
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        raise InputError(
            f"the column {name!r} holds {column.type}, which a text file cannot hold; "
            "write to a .parquet file"
        ) from None
    return texts
