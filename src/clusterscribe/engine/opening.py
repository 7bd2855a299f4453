"""Files and folders opened as tables of DuckDB, which reads them in place."""

from __future__ import annotations

import codecs
import io
import os
import re
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from clusterscribe.engine.asking import explained, ibis
from clusterscribe.engine.parquet_files import PARQUET, check_files, parquet_files, remember_files
from clusterscribe.engine.text_cells import columns_with_commas, types_of_cells
from clusterscribe.engine.text_numbers import number_of_text
from clusterscribe.errors import InputError, did_you_mean
from clusterscribe.feature import Form, Kind
from clusterscribe.table.file import is_only_for_memory
from clusterscribe.table.file_options import FOUND, OF_TEXT, FileOptions
from clusterscribe.table.shape import check_names, quoted
from clusterscribe.table.text_file import (
    UTF_8,
    TextFile,
    compression_of,
    layout_of,
    opened,
    refuse_broken,
)

TEXT = (".csv", ".tsv", ".txt")
DATABASE = (".duckdb", ".ddb", ".db")
INSIDE = "::"  # between a database and one of its tables
ATTACHED = "attached"  # the name under which a database is attached
_AMOUNT = re.compile(r"\d+(\.\d+)?\s*([KMGT]i?)?B", re.IGNORECASE)


def open_table(
    path: str | os.PathLike[str],
    *,
    memory_limit: str | None = None,
    options: FileOptions = FOUND,
) -> Any:  # noqa: ANN401
    """Open a table without reading it; return it as a table of Ibis.

    `path` is a Parquet file, a folder of them (also with partitions such as `year=2024`), a CSV or
    TSV file, or a table of a DuckDB database, `shop.duckdb::customers`. DuckDB uses at most
    `memory_limit` of memory, such as "2GB", and temporary files beyond that. `options` says of a
    text file what is not to be found by looking.

    Parameters
    ----------
    path : path
        A file, a folder or a table of a database.
    memory_limit : str or None
        Most memory, such as "2GB".
    options : FileOptions
        What is not to be found by looking: separator, encoding and decimal sign of a text file.

    Returns
    -------
    table of Ibis
        The rows, not read yet.

    """
    text = os.fspath(path)
    file, _, name = text.partition(INSIDE)
    place = Path(file)
    if not place.exists():
        raise InputError(f"{file!r} does not exist")
    ending = place.suffix.lower()
    if compression_of(place):
        ending = place.with_suffix("").suffix.lower()
    if ending in TEXT and not place.is_dir():
        options.refuse_all_but(*OF_TEXT, kind="a text file")
    elif not is_only_for_memory(place):
        options.refuse_all_but(kind="a table that is no text file")
    if place.is_dir():
        return _parquet(place, parquet_files(place), _connected(memory_limit))
    readers: dict[tuple[str, ...], Callable[[Any], Any]] = {
        PARQUET: lambda connection: _parquet(place, (place,), connection),
        TEXT: lambda connection: _text(place, connection, options),
        DATABASE: lambda connection: _table_of_database(place, name, connection),
    }
    for endings, read in readers.items():
        if ending in endings:
            return read(_connected(memory_limit))
    if is_only_for_memory(place):
        raise InputError(
            f"{file!r} is read into memory, as DuckDB reads no Arrow files and workbooks; leave "
            "--engine duckdb and --memory-limit out"
        )
    raise InputError(
        f"{file!r} is of an unknown kind; give a .parquet file, a folder of them, a .csv or .tsv "
        "file, or a table of a database such as 'shop.duckdb::customers'"
    )


def _connected(memory_limit: str | None) -> Any:  # noqa: ANN401
    module, spill = ibis(), tempfile.mkdtemp(prefix="clusterscribe-")
    options: dict[str, Any] = {"temp_directory": spill}
    if memory_limit is not None:
        options["memory_limit"] = _checked(memory_limit)
    try:
        with explained("DuckDB was started"):
            connection = module.duckdb.connect(**options)
    except BaseException:
        shutil.rmtree(spill, ignore_errors=True)
        raise
    weakref.finalize(connection, shutil.rmtree, spill, ignore_errors=True)
    return connection


def _checked(memory_limit: str) -> str:
    if not _AMOUNT.fullmatch(memory_limit.strip()):
        raise InputError(
            f"memory_limit must be an amount such as '2GB' or '500MB', not {memory_limit!r}"
        )
    return memory_limit.strip()


def _parquet(place: Path, files: tuple[Path, ...], connection: Any) -> Any:  # noqa: ANN401
    names = check_names(check_files(files))
    remember_files(connection, place, files)
    with explained("the files were opened"):
        paths = [_as_it_stands(file) for file in files]
        # by name, as the order of columns may differ between files
        options = {"hive_partitioning": place.is_dir(), "union_by_name": len(files) > 1}
        return _checked_names(connection.read_parquet(paths, **options), names)


def _text(file: Path, connection: Any, options: FileOptions) -> Any:  # noqa: ANN401
    layout = layout_of(file, options)
    remember_files(connection, file, ())  # none of Parquet
    if codecs.lookup(layout.encoding).name != UTF_8:
        layout = _as_utf_8(layout, connection)
    with explained(f"{str(file)!r} was opened"), _broken_rows_named(layout):
        guessed = _read(layout, connection, sample_size=-1)  # all rows: a 1.5 may come late
        _checked_names(guessed, layout.columns)
        texts = _read(layout, connection, all_varchar=True)
        if layout.decimal == ",":
            return _with_decimal_commas(layout, connection, guessed, texts)
        return _read(layout, connection, dtypes=types_of_cells(guessed, texts))


def _with_decimal_commas(layout: TextFile, connection: Any, guessed: Any, texts: Any) -> Any:  # noqa: ANN401
    """Read numbers such as 1.234,5, which only the engine's own functions can."""
    numbers = columns_with_commas(texts)
    types = [
        "VARCHAR" if name in numbers else its_type
        for name, its_type in zip(
            guessed.columns, types_of_cells(guessed, texts, points=False), strict=True
        )
    ]
    table = _read(layout, connection, dtypes=types)
    read = {name: number_of_text(table[name], Kind.NUMBER, Form.DECIMAL_COMMA) for name in numbers}
    return table.mutate(**read) if read else table


def _as_utf_8(layout: TextFile, connection: Any) -> TextFile:  # noqa: ANN401
    """Copy a text file of another encoding; the copy goes when the connection does."""
    folder = tempfile.mkdtemp(prefix="clusterscribe-")
    weakref.finalize(connection, shutil.rmtree, folder, ignore_errors=True)
    copy = Path(folder) / "table.csv"
    with (
        opened(layout.path) as source,
        io.TextIOWrapper(source, layout.encoding, newline="") as text,
        copy.open("w", encoding=UTF_8, newline="") as target,
    ):
        shutil.copyfileobj(text, target)
    return replace(layout, path=copy, encoding=UTF_8)


def _read(layout: TextFile, connection: Any, **options: object) -> Any:  # noqa: ANN401
    return connection.read_csv(
        _as_it_stands(layout.path),
        header=True,
        delim=layout.delimiter,
        quote='"',
        escape='"',
        skip=layout.blank_lines,
        dateformat="%Y-%m-%d",  # else one column with other dates would decide for all
        **options,
    )


@contextmanager
def _broken_rows_named(layout: TextFile) -> Iterator[None]:
    """Name the first row that does not fit the header, if that is why reading failed."""
    try:
        yield
    except Exception:
        refuse_broken(layout)
        raise


def _table_of_database(file: Path, name: str, connection: Any) -> Any:  # noqa: ANN401
    with explained(f"{str(file)!r} was opened"):
        connection.attach(file, name=ATTACHED, read_only=True)
        known = connection.list_tables(database=(ATTACHED, "main"))
    if not name and len(known) == 1:
        name = known[0]
    if not name:
        raise InputError(
            f"{str(file)!r} has the tables {quoted(known)}; name one, as in "
            f"{file.name + INSIDE + (known[0] if known else 'customers')!r}"
        )
    if name not in known:
        close = did_you_mean(name, known) or f" It has {quoted(known)}."
        raise InputError(f"{str(file)!r} has no table {name!r}.{close}")
    return connection.table(name, database=(ATTACHED, "main"))


def _checked_names(table: Any, names: Sequence[str]) -> Any:  # noqa: ANN401
    """Refuse column names that DuckDB changes, such as the second of `A` and `a`."""
    changed = [name for name in names if name not in table.columns]
    if changed:
        raise InputError(
            f"DuckDB cannot distinguish the column {changed[0]!r} from the others: it ignores "
            "case, and needs names that are not empty; rename it"
        )
    return table


def _as_it_stands(file: Path) -> str:
    """Return a path that DuckDB does not read as a pattern."""
    return re.sub(r"([*?\[])", r"[\1]", str(file))
