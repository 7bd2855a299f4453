"""Reading Parquet files, whole or in batches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from clusterscribe.errors import InputError
from clusterscribe.table.arrow import column_of_arrow
from clusterscribe.table.shape import check_names
from clusterscribe.table.table import Batch, Table

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow import parquet

_ROWS = 1 << 16  # in memory at a time
_UNNAMED_INDEX = re.compile(r"__index_level_\d+__")  # which pandas stores as a column


def read_parquet(path: Path, columns: Sequence[str]) -> pa.Table:
    """Read the given columns of the whole file."""
    with _opened(path) as file:
        table = file.read(columns=list(columns))
    if len(table) == 0:
        raise InputError(f"{str(path)!r} has no rows")
    return table


def columns_of_parquet(path: Path) -> tuple[str, ...]:
    """Return the columns, without the unnamed index of pandas."""
    with _opened(path) as file:
        names = check_names(file.schema_arrow.names)
    return tuple(name for name in names if not _UNNAMED_INDEX.fullmatch(name))


def is_parquet(path: Path) -> bool:
    """Whether the name says that this is a Parquet file."""
    return path.suffix.lower() in (".parquet", ".pq")


def bytes_in_memory(path: Path) -> int:
    """Return the least memory that all columns take, as the file's own metadata says.

    A number takes up space in every row, however well equal ones are packed.
    """
    with _opened(path) as file:
        known = file.metadata
        bits = sum(_bits(field.type) for field in file.schema_arrow)
        groups = [known.row_group(place) for place in range(known.num_row_groups)]
        packed = sum(group.total_byte_size for group in groups)
        return int(max(known.num_rows * bits // 8, packed))


def _bits(kind: pa.DataType) -> int:
    """Return what each row of a column takes; for texts and lists, the offset of each."""
    try:
        return int(kind.bit_width)
    except ValueError:
        return 32


def stream_parquet(path: Path) -> Iterator[Batch]:
    """Yield the file in batches."""
    import pyarrow as pa

    with _opened(path) as file:
        check_names(file.schema_arrow.names)
        if file.metadata.num_rows == 0:
            yield _batch(pa.RecordBatch.from_pylist([], schema=file.schema_arrow))
        for records in file.iter_batches(batch_size=_ROWS):
            yield _batch(records)


def _batch(records: pa.RecordBatch) -> Batch:
    names = tuple(records.schema.names)
    table = Table(names, len(records), lambda position: column_of_arrow(records.column(position)))
    return Batch(records, table)


@contextmanager
def _opened(path: Path) -> Iterator[parquet.ParquetFile]:
    import pyarrow as pa
    from pyarrow import parquet

    try:
        with parquet.ParquetFile(path) as file:
            yield file
    except (pa.ArrowInvalid, OSError) as error:
        sentence = f"{str(path)!r} is damaged or not a Parquet file; write it again"
        raise InputError(sentence) from error
