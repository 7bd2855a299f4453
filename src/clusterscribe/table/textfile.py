"""Text files with one row a line: how they are laid out."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path

from clusterscribe.errors import InputError
from clusterscribe.table.selection import quoted
from clusterscribe.table.shape import check_names
from clusterscribe.table.textlines import lines_of, refuse_other_formats

DELIMITERS = {".csv": ",;\t|", ".tsv": "\t", ".txt": "\t,;|"}  # of two that fit, the first
_LOOKED_AT = 20  # records, to find the delimiter


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file of text and its layout."""

    path: Path
    delimiter: str
    columns: tuple[str, ...]
    blank_lines: int  # before the header
    has_rows: bool


def layout_of(path: Path) -> TextFile:
    """Find the delimiter and the names of the columns."""
    refuse_other_formats(path)
    endings = [suffix.lower() for suffix in path.suffixes]
    delimiters = next(DELIMITERS[ending] for ending in reversed(endings) if ending in DELIMITERS)
    beginnings = {delimiter: _first_records(path, delimiter) for delimiter in delimiters}
    delimiter = max(beginnings, key=lambda delimiter: _fit(beginnings[delimiter]))
    records = beginnings[delimiter]
    if not records:
        raise InputError(f"{str(path)!r} is empty; it must hold a header line and rows")
    _refuse_data_as_header(path, records[0])
    blank_lines = next(n for n, line in enumerate(lines_of(path)) if line.strip("\r\n"))
    columns = check_names(records[0])
    return TextFile(path, delimiter, columns, blank_lines, has_rows=len(records) > 1)


def _first_records(path: Path, delimiter: str) -> list[list[str]]:
    """Return the first records that are not blank, as far as there is sense in them."""
    records = []
    reader: Iterator[list[str]] = csv.reader(lines_of(path), delimiter=delimiter)
    with suppress(csv.Error):  # a cell of more than 100,000 characters
        for record in islice(filter(None, reader), _LOOKED_AT):
            records.append(record)  # one by one, to keep what came before the error
    return records


def _fit(records: list[list[str]]) -> tuple[bool, int]:
    """Return how well a delimiter fits: all records equally wide, and wide."""
    widths = [len(record) for record in records]
    width = widths[0] if widths else 0
    return width > 1 and len(set(widths)) == 1, width


def _refuse_data_as_header(path: Path, names: list[str]) -> None:
    """Refuse a first line of numbers, unless they count up as in `0,1,2` or `2023,2024`."""
    numbers = [number for number in map(_number, names) if number is not None]
    counts_up = all(a < b for a, b in pairwise(numbers))
    if 2 * len(numbers) > len(names) and not (counts_up and all(n.is_integer() for n in numbers)):
        raise InputError(
            f"the first line of {str(path)!r} holds data ({quoted(names)}); it must hold the "
            "names of the columns"
        )


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
