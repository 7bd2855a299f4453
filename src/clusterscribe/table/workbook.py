"""Reading sheets of Excel workbooks.

The first row that is not empty holds the names of the columns. A column is what its cells are; one
with cells of several kinds is text. A cell with an error (#N/A, #DIV/0!) is missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clusterscribe.errors import InputError, did_you_mean, hint
from clusterscribe.table.shape import check_names, quoted

if TYPE_CHECKING:
    import pyarrow as pa

ENDINGS = (".xlsx", ".xlsm")
_ERROR = "e"  # the type of a cell with an error
_LETTERS = 26
LARGEST = 2**63  # beyond 64-bit integers


def is_workbook(path: Path) -> bool:
    """Whether the name says that this is an Excel workbook."""
    return path.suffix.lower() in ENDINGS


def read_workbook(
    path: Path, sheet: str | None = None, columns: Sequence[str] | None = None
) -> pa.Table:
    """Read a sheet, the first one unless it is named; all of its columns, or some."""
    import pyarrow as pa

    with _opened(path) as book:
        name = _sheet(path, book.sheetnames, sheet)
        rows = [[_value(cell) for cell in row] for row in book[name].iter_rows()]
    header, body = _header_and_rows(path, name, rows)
    chosen = range(len(header)) if columns is None else [header.index(c) for c in columns]
    arrays = {header[place]: _array([row[place] for row in body]) for place in chosen}
    return pa.table(arrays)


def columns_of_workbook(path: Path, sheet: str | None = None) -> tuple[str, ...]:
    """Return the names of the columns of a sheet."""
    return tuple(read_workbook(path, sheet).column_names)


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    try:
        import openpyxl
    except ImportError as error:
        raise InputError(
            f"{str(path)!r} is an Excel workbook, and reading these needs openpyxl: "
            'pip install "clusterscribe[excel]"'
        ) from error
    try:
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    except Exception as error:  # whatever a broken archive leads to
        raise InputError(
            f"{str(path)!r} is damaged, protected or not an Excel workbook; save it again as .xlsx"
        ) from error
    try:
        yield book
    finally:
        book.close()


def _sheet(path: Path, names: Sequence[str], wanted: str | None) -> str:
    if wanted is not None:
        if wanted in names:
            return wanted
        close = did_you_mean(wanted, names) or f" It has {quoted(names)}."
        raise InputError(f"{str(path)!r} has no sheet {wanted!r}.{close}")
    if len(names) > 1:
        hint(
            f"{str(path)!r} has {len(names)} sheets, and {names[0]!r} is read; name another one "
            "with --sheet"
        )
    return names[0]


def _value(cell: Any) -> Any:  # noqa: ANN401
    if getattr(cell, "data_type", "") == _ERROR or cell.value == "":
        return None
    return cell.value


def _header_and_rows(
    path: Path, sheet: str, rows: list[list[Any]]
) -> tuple[tuple[str, ...], list[list[Any]]]:
    """Return names and rows, without rows and columns that are empty altogether."""
    filled = [row for row in rows if any(value is not None for value in row)]
    width = max((len(row) for row in filled), default=0)
    filled = [[*row, *[None] * (width - len(row))] for row in filled]
    kept = [place for place in range(width) if any(row[place] is not None for row in filled)]
    filled = [[row[place] for place in kept] for row in filled]
    if len(filled) < 2:
        raise InputError(
            f"the sheet {sheet!r} of {str(path)!r} has no rows; it must hold the names of the "
            "columns, and rows below"
        )
    for place, name in zip(kept, filled[0], strict=True):
        if name is None:
            raise InputError(
                f"column {_letters(place)} of the sheet {sheet!r} of {str(path)!r} has no name; "
                "the first row must name every column"
            )
    return check_names(filled[0]), filled[1:]


def _letters(place: int) -> str:
    """Return how a spreadsheet names a column: A, B, ..., Z, AA, ..."""
    before, last = divmod(place, _LETTERS)
    return (_letters(before - 1) if before else "") + chr(ord("A") + last)


def _array(values: list[Any]) -> pa.Array:  # noqa: PLR0911 (one for each kind)
    """Return the cells of a column as what they are."""
    import pyarrow as pa

    types = {type(value) for value in values if value is not None}
    if not types:
        return pa.nulls(len(values))
    if types == {bool}:
        return pa.array(values, pa.bool_())
    if types == {int} and all(v is None or -LARGEST <= v < LARGEST for v in values):
        return pa.array(values, pa.int64())
    if types <= {int, float}:
        return pa.array([None if v is None else float(v) for v in values], pa.float64())
    if types <= {datetime, date}:
        return _moments(values)
    if types in ({time}, {timedelta}):
        return pa.array(values)
    return pa.array([None if v is None else str(v) for v in values], pa.large_string())


def _moments(values: list[Any]) -> pa.Array:
    """Return dates, or times where one of them is not at midnight: Excel knows only these."""
    import pyarrow as pa

    full = [
        v if isinstance(v, datetime) or v is None else datetime(*v.timetuple()[:3]) for v in values
    ]
    if all(v is None or v.time() == time() for v in full):
        return pa.array([None if v is None else v.date() for v in full], pa.date32())
    return pa.array(full, pa.timestamp("us"))
