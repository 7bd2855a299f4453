"""The Parquet files behind a table: all readable and alike, and never overwritten."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from clusterscribe.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

PARQUET = (".parquet", ".pq")

_FILES: WeakKeyDictionary[Any, tuple[Path, ...]] = WeakKeyDictionary()  # by connection
_PLACES: WeakKeyDictionary[Any, Path] = WeakKeyDictionary()  # the file or folder as given


def parquet_files(folder: Path) -> tuple[Path, ...]:
    """Return the Parquet files of a folder and its subfolders, in order.

    Names that begin with a dot or an underscore belong to the programs that wrote them.
    """
    found = sorted(
        path
        for path in folder.rglob("*")
        if path.suffix.lower() in PARQUET
        and path.is_file()
        and not any(part.startswith((".", "_")) for part in path.relative_to(folder).parts)
    )
    if not found:
        raise InputError(f"the folder {str(folder)!r} has no Parquet file in it")
    return tuple(found)


def check_files(files: tuple[Path, ...]) -> list[str]:
    """Return the columns; refuse a file that is broken or unlike the first, by its footer."""
    first = _schema(files[0])
    for file in files[1:]:
        difference = _difference(first, _schema(file))
        if difference:
            raise InputError(
                f"{str(file)!r} does not fit {str(files[0])!r}: {difference}; give all files the "
                "same columns"
            )
    names: list[str] = first.names
    return names


def _schema(file: Path) -> pa.Schema:
    import pyarrow as pa
    from pyarrow import parquet

    try:
        return parquet.read_schema(file)
    except (pa.ArrowException, OSError) as error:
        raise InputError(
            f"{str(file)!r} is damaged or not a Parquet file; write it again"
        ) from error


def _difference(first: pa.Schema, other: pa.Schema) -> str:
    """Say how the second differs; the order of columns does not matter."""
    for name in first.names:
        if name not in other.names:
            return f"it has no column {name!r}"
        ours, theirs = first.field(name).type, other.field(name).type
        if not ours.equals(theirs):
            return f"its column {name!r} holds {theirs} instead of {ours}"
    extra = next((name for name in other.names if name not in first.names), None)
    return "" if extra is None else f"it has a column {extra!r} as well"


def remember_files(connection: object, place: Path, files: tuple[Path, ...]) -> None:
    """Note which files a connection reads, and where they were found."""
    _FILES[connection] = files
    _PLACES[connection] = place


def name_of(table: Any) -> str:  # noqa: ANN401
    """Return what to call a table: the file or folder it was opened from, if known."""
    place = _of_connection(_PLACES, table)
    return "the table" if place is None else repr(str(place))


def files_behind(query: Any) -> tuple[Path, ...]:  # noqa: ANN401
    """Return the files that a query reads, as far as they are known."""
    return _of_connection(_FILES, query) or ()


def _of_connection(known: WeakKeyDictionary[Any, Any], query: Any) -> Any:  # noqa: ANN401
    try:
        return known.get(query.get_backend())
    except Exception:  # a query that was never bound to an engine, or whose engine is gone
        return None


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
