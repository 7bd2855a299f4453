"""Tables in files: CSV, TSV and other text, compressed or not, and Parquet."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from clusterscribe.errors import InputError
from clusterscribe.feature import Feature
from clusterscribe.table.batch import Batch
from clusterscribe.table.parquet import (
    columns_of_parquet,
    is_parquet,
    read_parquet,
    stream_parquet,
)
from clusterscribe.table.selection import unknown_column
from clusterscribe.table.text_reader import read_text, stream_text
from clusterscribe.table.textfile import DELIMITERS, layout_of

if TYPE_CHECKING:
    import pyarrow as pa


def read_file(path: str | os.PathLike[str], columns: Sequence[str] | None = None) -> pa.Table:
    """Read a table, or some of its columns, with each column as what its cells are."""
    path = _existing(path)
    if is_parquet(path):
        return read_parquet(path, _chosen(columns, columns_of_parquet(path)))
    file = layout_of(path)
    return read_text(file, _chosen(columns, file.columns))


def stream_file(path: str | os.PathLike[str], features: Iterable[Feature] = ()) -> Iterator[Batch]:
    """Yield a table in batches that fit in memory, however large the file is.

    The columns of the given features are read as what the features need; all others pass
    through as they stand. A file without rows yields one batch without rows.
    """
    path = _existing(path)
    return stream_parquet(path) if is_parquet(path) else stream_text(layout_of(path), features)


def delimiter_of(path: str | os.PathLike[str]) -> str | None:
    """Return what stands between the cells of a text file; None for Parquet."""
    path = _existing(path)
    return None if is_parquet(path) else layout_of(path).delimiter


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
    name = path.with_suffix("") if path.suffix.lower() == ".gz" else path
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
