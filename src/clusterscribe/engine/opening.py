"""Files and folders opened as tables of DuckDB, which reads them in place."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from clusterscribe.engine.asking import explained, ibis
from clusterscribe.engine.parquet_files import PARQUET, check_files, parquet_files, remember_files
from clusterscribe.engine.text_cells import types_of_cells
from clusterscribe.errors import InputError, did_you_mean
from clusterscribe.table.shape import check_names, quoted
from clusterscribe.table.text_file import TextFile, layout_of, refuse_broken

TEXT = (".csv", ".tsv", ".txt")
DATABASE = (".duckdb", ".ddb", ".db")
INSIDE = "::"  # between a database and one of its tables
ATTACHED = "attached"  # the name under which a database is attached
_AMOUNT = re.compile(r"\d+(\.\d+)?\s*([KMGT]i?)?B", re.IGNORECASE)


def open_table(path: str | os.PathLike[str], *, memory_limit: str | None = None) -> Any:  # noqa: ANN401
    """Open a table without reading it; return it as a table of Ibis.

    `path` is a Parquet file, a folder of them (also with partitions such as `year=2024`), a CSV or
    TSV file, or a table of a DuckDB database, `shop.duckdb::customers`. DuckDB uses at most
    `memory_limit` of memory, such as "2GB", and temporary files beyond that.
    """
    text = os.fspath(path)
    file, _, name = text.partition(INSIDE)
    place = Path(file)
    if not place.exists():
        raise InputError(f"{file!r} does not exist")
    if place.is_dir():
        return _parquet(place, parquet_files(place), _connected(memory_limit))
    readers: dict[tuple[str, ...], Callable[[Any], Any]] = {
        PARQUET: lambda connection: _parquet(place, (place,), connection),
        TEXT: lambda connection: _text(place, connection),
        DATABASE: lambda connection: _table_of_database(place, name, connection),
    }
    ending = place.suffix.lower()
    if ending == ".gz":
        ending = place.with_suffix("").suffix.lower()
    for endings, read in readers.items():
        if ending in endings:
            return read(_connected(memory_limit))
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


def _text(file: Path, connection: Any) -> Any:  # noqa: ANN401
    layout = layout_of(file)
    remember_files(connection, file, ())  # none of Parquet
    with explained(f"{str(file)!r} was opened"), _broken_rows_named(layout):
        guessed = _read(layout, connection, sample_size=-1)  # all rows: a 1.5 may come late
        _checked_names(guessed, layout.columns)
        texts = _read(layout, connection, all_varchar=True)
        return _read(layout, connection, dtypes=types_of_cells(guessed, texts))


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
