"""Reading Arrow files, also called Feather or IPC, whole or in batches."""

from __future__ import annotations

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

ENDINGS = (".arrow", ".feather", ".ipc")
_ROWS = 1 << 16  # in a batch


def is_arrow(path: Path) -> bool:
    """Whether the name says that this is an Arrow file."""
    return path.suffix.lower() in ENDINGS


def read_arrow(path: Path, columns: Sequence[str] | None = None) -> pa.Table:
    """Read the given columns, or all of them, of the whole file."""
    with _explained(path):
        table = _whole(path)
    check_names(table.column_names)
    return table if columns is None else table.select(list(columns))


def batches_of(table: pa.Table) -> Iterator[Batch]:
    """Yield a table in batches; one without rows yields one batch without rows."""
    import pyarrow as pa

    if len(table) == 0:
        yield batch_of(pa.RecordBatch.from_pylist([], schema=table.schema))
    for records in table.to_batches(max_chunksize=_ROWS):
        yield batch_of(records)


def batch_of(records: pa.RecordBatch) -> Batch:
    """Return records as they stand, and as a table."""
    names = tuple(records.schema.names)
    table = Table(names, len(records), lambda position: column_of_arrow(records.column(position)))
    return Batch(records, table)


def _whole(path: Path) -> pa.Table:
    import pyarrow as pa
    from pyarrow import feather

    # mapped, not read: a file may be larger than memory, and few of its columns be needed
    with pa.memory_map(str(path)) as source:
        start = source.read(6)
    if start == b"ARROW1":
        with pa.memory_map(str(path)) as source:
            return pa.ipc.open_file(source).read_all()
    if start[:4] == b"FEA1":  # the first version of Feather
        return feather.read_table(path)
    with pa.memory_map(str(path)) as source:
        return pa.ipc.open_stream(source).read_all()


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    import pyarrow as pa

    try:
        yield
    except (pa.ArrowException, OSError, ValueError) as error:
        raise InputError(
            f"{str(path)!r} is damaged or not an Arrow file; write it again"
        ) from error
