"""A folder of Parquet files: all of them readable, and all with the same columns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from clusterscribe.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

ENDINGS = (".parquet", ".pq")


def parquet_files(folder: Path) -> tuple[Path, ...]:
    """Return the Parquet files of a folder and of the folders in it, in order.

    What begins with a dot or an underscore is for the programs that wrote it.
    """
    found = sorted(
        path
        for path in folder.rglob("*")
        if path.suffix.lower() in ENDINGS
        and path.is_file()
        and not any(part.startswith((".", "_")) for part in path.relative_to(folder).parts)
    )
    if not found:
        raise InputError(f"the folder {str(folder)!r} has no Parquet file in it")
    return tuple(found)


def check_files(files: tuple[Path, ...]) -> list[str]:
    """Return the columns; refuse a file that is broken or unlike the first, by its last bytes."""
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
    """Say in what the second differs; the order of columns does not matter."""
    for name in first.names:
        if name not in other.names:
            return f"it has no column {name!r}"
        ours, theirs = first.field(name).type, other.field(name).type
        if not ours.equals(theirs):
            return f"its column {name!r} holds {theirs} instead of {ours}"
    extra = next((name for name in other.names if name not in first.names), None)
    return "" if extra is None else f"it has a column {extra!r} as well"
