"""Tables in files: CSV, TSV and other text, compressed or not, and Parquet."""

from __future__ import annotations

import gzip
import os
import stat
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from clusterscribe.errors import InputError
from clusterscribe.feature import Feature
from clusterscribe.table.parquet import (
    bytes_in_memory,
    columns_of_parquet,
    is_parquet,
    read_parquet,
    stream_parquet,
)
from clusterscribe.table.shape import unknown_column
from clusterscribe.table.table import Batch
from clusterscribe.table.text_file import DELIMITERS, is_compressed, layout_of
from clusterscribe.table.text_reader import read_text, stream_text

if TYPE_CHECKING:
    import pyarrow as pa

_PIECE = 1 << 20  # bytes that are unpacked at a time


def read_file(path: str | os.PathLike[str], columns: Sequence[str] | None = None) -> pa.Table:
    """Read a table, or some of its columns, with each column as what its cells are."""
    path = _existing(path)
    if is_parquet(path):
        return read_parquet(path, _chosen(columns, columns_of_parquet(path)))
    file = layout_of(path)
    return read_text(file, _chosen(columns, file.columns))


def stream_file(path: str | os.PathLike[str], features: Iterable[Feature] = ()) -> Iterator[Batch]:
    """Yield a table in batches that fit in memory, however large the file is.

    The columns of the given features are read as the features need them; all others pass
    through as they stand. A file without rows yields one batch without rows.
    """
    path = _existing(path)
    return stream_parquet(path) if is_parquet(path) else stream_text(layout_of(path), features)


def delimiter_of(path: str | os.PathLike[str]) -> str | None:
    """Return what separates the cells of a text file; None for Parquet."""
    path = _existing(path)
    return None if is_parquet(path) else layout_of(path).delimiter


def unpacks_to_more(path: Path, most: int) -> bool:
    """Whether a file holds more than this many bytes once unpacked.

    Text is unpacked piece by piece, and no further than needed. A damaged file is left to
    whoever reads it to refuse.
    """
    if is_parquet(path):
        return bytes_in_memory(path) > most
    if not is_compressed(path):
        return path.stat().st_size > most
    size = 0
    with suppress(EOFError, zlib.error, gzip.BadGzipFile), gzip.open(path) as stream:
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
    name = path.with_suffix("") if is_compressed(path) else path
    if not is_parquet(path) and name.suffix.lower() not in DELIMITERS:
        raise InputError(
            f"{str(path)!r} is of an unknown kind; give a .csv, .tsv or .txt file (also with "
            ".gz) or a .parquet file"
        )
    return path


def _chosen(columns: Sequence[str] | None, available: Sequence[str]) -> Sequence[str]:
    there = set(available)
    for name in columns or ():
        if name not in there:
            raise unknown_column(name, available)
    return available if columns is None else columns
