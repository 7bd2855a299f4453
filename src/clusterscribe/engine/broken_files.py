"""Files behind a table: none is written over, and a broken or an empty one is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

_FILES: WeakKeyDictionary[Any, tuple[Path, ...]] = WeakKeyDictionary()  # by connection
_PLACES: WeakKeyDictionary[Any, Path] = WeakKeyDictionary()  # a file or a folder, as it was given


def remember_files(connection: object, place: Path, files: tuple[Path, ...]) -> None:
    """Note which files a connection reads, and the place they were found in."""
    _FILES[connection] = files
    _PLACES[connection] = place


def name_of(table: Any) -> str:  # noqa: ANN401
    """Return what to call a table: by the file or folder it was opened from, if any."""
    try:
        place = _PLACES.get(table.get_backend())
    except Exception:  # as below
        place = None
    return "the table" if place is None else repr(str(place))


def files_behind(query: Any) -> tuple[Path, ...]:  # noqa: ANN401
    """Return the files that a query reads, as far as they are known."""
    try:
        return _FILES.get(query.get_backend(), ())
    except Exception:  # a query that was never bound to an engine, or one that is gone
        return ()


def broken_file(query: Any) -> Path | None:  # noqa: ANN401
    """Return the first file behind a query that cannot be read to its end, if any."""
    return next((file for file in files_behind(query) if not _is_readable(file)), None)


def _is_readable(file: Path) -> bool:
    import pyarrow as pa
    from pyarrow import parquet

    try:
        with parquet.ParquetFile(file) as opened:
            for _ in opened.iter_batches():
                pass
    except (pa.ArrowException, OSError):
        return False
    return True
