"""Folders with data sets: the one named by $CLUSTERSCRIBE_DATA, and the user's cache.

Both have the same layout, one folder per data set:

    zoo/zoo.csv          the tidy table; .csv.gz is read too, here and below
    zoo/class.csv        the original class, row by row; or a column of zoo.csv with its own name
    zoo/labels_k4.csv    the reference clustering; labels_clean_k4.csv for the variant "clean"
"""

from __future__ import annotations

import csv
import gzip
import os
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from clusterscribe.datasets.catalogue import Facts
from clusterscribe.datasets.tidy import Cells, Tidy, UnfitError, checked, rows_of, tidy
from clusterscribe.errors import InputError
from clusterscribe.files import write_atomically

VARIABLE = "CLUSTERSCRIBE_DATA"


def data_folder() -> Path | None:
    """Return the folder that the user named, if any."""
    named = os.environ.get(VARIABLE)
    if not named:
        return None
    try:
        return Path(named).expanduser()
    except RuntimeError:  # nobody has that home
        return Path(named)


def cache_folder() -> Path | None:
    """Return where this platform keeps what can be fetched again; None without a home."""
    import pooch

    try:
        folder = Path(pooch.os_cache("clusterscribe"))
    except RuntimeError:  # no home folder is known
        return None
    return folder if folder.is_absolute() else None  # as above, in other versions


def read_set(folder: Path, known: Facts, remedy: str) -> Tidy | None:
    """Read a data set from a folder, None if it is not there; refuse other content."""
    path, beside = csv_in(folder / known.name, known.name), csv_in(folder / known.name, "class")
    if path is None:
        return None
    try:
        cells = read_cells(path)
        if beside is not None:
            cells = _with_class(cells, read_cells(beside), known)
        elif known.target not in cells.names:
            return None
        return checked(known, tidy(known, cells))
    except UnfitError as error:
        raise InputError(
            f"{str(path)!r} is not the data set {known.name!r}: {error}; {remedy}"
        ) from error


def lack_of(folder: Path, known: Facts) -> str:
    """Say why a folder has no such data set, unless it simply has no files of it."""
    if not folder.exists():
        return "which does not exist"
    if not folder.is_dir():
        return "which is not a folder"
    table, beside = f"'{known.name}/{known.name}.csv'", f"'{known.name}/class.csv'"
    if csv_in(folder / known.name, known.name) is not None:
        return f"which has {table}, without a column {known.target!r}, but no {beside}"
    if csv_in(folder / known.name, "class") is not None:
        return f"which has {beside} but no {table}"
    return ""


def write_set(folder: Path, known: Facts, found: Tidy) -> None:
    """Write a data set into a folder, each file whole or not at all."""
    rows = list(rows_of(found))
    write_rows(folder / known.name / f"{known.name}.csv", (row[:-1] for row in rows))
    write_rows(folder / known.name / "class.csv", (row[-1:] for row in rows))


def read_cells(path: Path) -> Cells:
    """Read a CSV file with a header line."""
    opened = gzip.open if path.suffix == ".gz" else open
    try:
        with opened(path, "rt", encoding="utf-8-sig", newline="") as file:
            rows = [row for row in csv.reader(file) if row]
    except (OSError, EOFError, ValueError, csv.Error, zlib.error) as error:
        raise UnfitError(f"it cannot be read ({error})") from error
    if not rows:
        raise UnfitError("it is empty")
    return Cells(tuple(rows[0]), rows[1:])


def write_rows(path: Path, rows: Iterable[Sequence[object]]) -> None:
    """Write a CSV file whole or not at all, with the folders on the way to it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"cannot make the folder {str(path.parent)!r}: {error.strerror}"
        ) from error
    with (
        write_atomically(path) as temporary,
        temporary.open("w", encoding="utf-8", newline="") as file,
    ):
        csv.writer(file).writerows(rows)


def csv_in(folder: Path, stem: str) -> Path | None:
    """Return the CSV file of this name, plain or compressed; None where there is none."""
    paths = (folder / f"{stem}.csv", folder / f"{stem}.csv.gz")
    try:
        return next((path for path in paths if path.is_file()), None)
    except OSError as error:
        raise InputError(
            f"cannot look into {str(folder)!r}: {error.strerror}; allow reading it, or name "
            f"another folder in ${VARIABLE}"
        ) from error


def _with_class(cells: Cells, beside: Cells, known: Facts) -> Cells:
    """Put the class beside the table, under the name that the data set has for it."""
    if beside.names != ("class",):
        raise UnfitError("the file 'class.csv' next to it must have one column, 'class'")
    if len(beside.rows) != len(cells.rows):
        raise UnfitError(
            f"it has {len(cells.rows):,} rows, and 'class.csv' next to it has {len(beside.rows):,}"
        )
    rows = [[*row, *its_class] for row, its_class in zip(cells.rows, beside.rows, strict=True)]
    return Cells((*cells.names, known.target), rows)
