"""Tables in files: text, compressed or not, Parquet, Arrow and Excel."""

from __future__ import annotations

import os
import stat
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from clusterscribe.errors import InputError
from clusterscribe.feature import Feature
from clusterscribe.table import arrow_file, workbook
from clusterscribe.table.file_options import FOUND, OF_TEXT, FileOptions
from clusterscribe.table.parquet import (
    bytes_in_memory,
    columns_of_parquet,
    is_parquet,
    read_parquet,
    stream_parquet,
)
from clusterscribe.table.shape import unknown_column
from clusterscribe.table.table import Batch
from clusterscribe.table.text_file import DELIMITERS, compression_of, layout_of, opened
from clusterscribe.table.text_reader import read_text, stream_text

if TYPE_CHECKING:
    import pyarrow as pa

_PIECE = 1 << 20  # bytes that are unpacked at a time
KINDS = (
    "a .csv, .tsv or .txt file (also with .gz or .zst), a .parquet, .arrow or .feather file, or an "
    ".xlsx workbook"
)


def read_file(
    path: str | os.PathLike[str],
    columns: Sequence[str] | None = None,
    options: FileOptions = FOUND,
) -> pa.Table:
    """Read a table, or some of its columns, with each column as what its cells are.

    `options` says what is not to be found by looking: encoding, separator, decimal mark, sheet.
    """
    path = _existing(path)
    table = _read_binary(path, options)
    if table is not None:
        return table.select(list(_chosen(columns, table.column_names)))
    if is_parquet(path):
        return read_parquet(path, _chosen(columns, columns_of_parquet(path)))
    file = layout_of(path, options)
    return read_text(file, _chosen(columns, file.columns))


def stream_file(
    path: str | os.PathLike[str],
    features: Iterable[Feature] = (),
    options: FileOptions = FOUND,
) -> Iterator[Batch]:
    """Yield a table in batches that fit in memory, however large the file is.

    The columns of the given features are read as the features need them; all others pass
    through as they stand. A file without rows yields one batch without rows.
    """
    path = _existing(path)
    table = _read_binary(path, options, may_be_empty=True)
    if table is not None:
        return arrow_file.batches_of(table)
    return (
        stream_parquet(path)
        if is_parquet(path)
        else stream_text(layout_of(path, options), features)
    )


def delimiter_of(path: str | os.PathLike[str], options: FileOptions = FOUND) -> str | None:
    """Return what separates the cells of a text file; None for other files."""
    path = _existing(path)
    return layout_of(path, options).delimiter if _is_text(path) else None


def is_only_for_memory(path: Path) -> bool:
    """Whether this is a kind of file that no engine reads."""
    return arrow_file.is_arrow(path) or workbook.is_workbook(path)


def _read_binary(path: Path, options: FileOptions, may_be_empty: bool = False) -> pa.Table | None:
    """Read what is neither text nor Parquet; refuse options that say nothing about a file."""
    if _is_text(path):
        options.refuse_all_but(*OF_TEXT, kind="a text file")
        return None
    if workbook.is_workbook(path):
        options.refuse_all_but("sheet", kind="a workbook")
        return workbook.read_workbook(path, options.sheet)
    options.refuse_all_but(kind="a Parquet file" if is_parquet(path) else "an Arrow file")
    if is_parquet(path):
        return None
    table = arrow_file.read_arrow(path)
    if len(table) == 0 and not may_be_empty:
        raise InputError(f"{str(path)!r} has no rows")
    return table


def _is_text(path: Path) -> bool:
    name = path.with_suffix("") if compression_of(path) else path
    return name.suffix.lower() in DELIMITERS


def unpacks_to_more(path: Path, most: int) -> bool:
    """Whether a file holds more than this many bytes once unpacked.

    Text is unpacked piece by piece, and no further than needed. A damaged file is left to
    whoever reads it to refuse.
    """
    if is_parquet(path):
        return bytes_in_memory(path) > most
    if workbook.is_workbook(path):
        with suppress(zipfile.BadZipFile), zipfile.ZipFile(path) as archive:
            return sum(entry.file_size for entry in archive.infolist()) > most
        return False
    if not compression_of(path):
        return path.stat().st_size > most
    size = 0
    with suppress(InputError), opened(path) as stream:
        while size <= most and (piece := stream.read(_PIECE)):
            size += len(piece)
    return size > most


def _existing(path: str | os.PathLike[str]) -> Path:
    path = Path(path)
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(f"{str(path)!r} does not exist") from None
    except OSError as error:  # links that lead in a circle, or a folder that is closed
        reason = os.strerror(error.errno).lower() if error.errno else str(error)
        raise InputError(f"cannot read {str(path)!r}: {reason}") from None
    if stat.S_ISDIR(mode):
        raise InputError(f"{str(path)!r} is a folder; name a file")
    if not is_parquet(path) and not is_only_for_memory(path) and not _is_text(path):
        raise InputError(f"{str(path)!r} is of an unknown kind; give {KINDS}")
    return path


def _chosen(columns: Sequence[str] | None, available: Sequence[str]) -> Sequence[str]:
    there = set(available)
    for name in columns or ():
        if name not in there:
            raise unknown_column(name, available)
    return available if columns is None else columns
