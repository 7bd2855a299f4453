"""Text files with one row per line, compressed or not: their layout, and what can be wrong."""

from __future__ import annotations

import csv
import gzip
import io
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain, islice, pairwise
from pathlib import Path
from typing import IO, cast

from clusterscribe.errors import InputError
from clusterscribe.table.shape import check_names, quoted

DELIMITERS = {".csv": ",;\t|", ".tsv": "\t", ".txt": "\t,;|"}  # of two that fit, the first
_LOOKED_AT = 20  # records, to find the delimiter
_BEGINNINGS = {
    b"\x1f\x8b": "is compressed; add .gz to its name",
    b"PAR1": "is a Parquet file; name it .parquet",
    b"PK\x03\x04": "is a spreadsheet or an archive; save it as CSV",
    b"\xff\xfe": "is UTF-16 text; save it as UTF-8",
    b"\xfe\xff": "is UTF-16 text; save it as UTF-8",
}
_AFTER_THE_END = "\x00 the end"  # no text file has such a line


@dataclass(frozen=True, slots=True)
class TextFile:
    """A text file and its layout."""

    path: Path
    delimiter: str
    columns: tuple[str, ...]
    blank_lines: int  # before the header
    has_rows: bool


def is_compressed(path: Path) -> bool:
    """Whether the name says that the file is compressed."""
    return path.suffix.lower() == ".gz"


def layout_of(path: Path) -> TextFile:
    """Find the delimiter and the names of the columns."""
    _refuse_other_formats(path)
    endings = [suffix.lower() for suffix in path.suffixes]
    delimiters = next(DELIMITERS[ending] for ending in reversed(endings) if ending in DELIMITERS)
    beginnings = {delimiter: _first_records(path, delimiter) for delimiter in delimiters}
    delimiter = max(beginnings, key=lambda delimiter: _fit(beginnings[delimiter]))
    records = beginnings[delimiter]
    if not records:
        raise InputError(f"{str(path)!r} is empty; it must hold a header line and rows")
    _refuse_data_as_header(path, records[0])
    blank_lines = next(n for n, line in enumerate(_lines(path)) if line.strip("\r\n"))
    columns = check_names(records[0])
    return TextFile(path, delimiter, columns, blank_lines, has_rows=len(records) > 1)


def refuse_broken(file: TextFile) -> None:
    """Go through the file and refuse the first row that does not fit the header."""
    path, width = str(file.path), len(file.columns)
    lines = chain(_lines(file.path), [_AFTER_THE_END])
    reader = csv.reader(lines, delimiter=file.delimiter)
    row, line = 0, 1
    open_quote = "a quote that opens in line {:,} of {!r} is never closed; correct this line"
    try:
        for record in reader:
            if record and record != [_AFTER_THE_END]:
                if record[-1].endswith(_AFTER_THE_END):
                    raise InputError(open_quote.format(line, path))
                if len(record) != width:
                    raise InputError(
                        f"row {row:,} of {path!r} (line {line:,}) has {len(record):,} cells "
                        f"and the header has {width:,}; correct this line"
                    )
                row += 1
            line = reader.line_num + 1
    except csv.Error as error:  # a cell that never ends
        raise InputError(open_quote.format(line, path)) from error


def _first_records(path: Path, delimiter: str) -> list[list[str]]:
    """Return the first records that are not blank, as far as they can be read."""
    records = []
    reader: Iterator[list[str]] = csv.reader(_lines(path), delimiter=delimiter)
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


def _refuse_other_formats(path: Path) -> None:
    """Refuse files that are not text, whatever their names say."""
    with _opened(path) as handle:
        start = handle.read(4096)
    for beginning, what in _BEGINNINGS.items():
        if start.startswith(beginning):
            raise InputError(f"{str(path)!r} {what}")
    if b"\0" in start:
        raise InputError(f"{str(path)!r} is not a table: it holds binary data")


def _lines(path: Path) -> Iterator[str]:
    """Yield the lines with their ends; refuse what is not UTF-8."""
    with _opened(path) as handle, io.TextIOWrapper(handle, "utf-8-sig", newline="") as text:
        try:
            yield from text
        except UnicodeDecodeError as error:
            raise _wrong_byte(path) from error


def _wrong_byte(path: Path) -> InputError:
    with _opened(path) as handle:
        for number, line in enumerate(handle, start=1):
            try:
                line.decode("utf-8")
            except UnicodeDecodeError as error:
                return InputError(
                    f"{str(path)!r} is not UTF-8 text: byte 0x{line[error.start]:02x} in line "
                    f"{number:,}; convert it, for example with iconv -f latin1 -t utf-8"
                )
    return InputError(f"{str(path)!r} is not UTF-8 text; convert it")


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    """Open a file, unpacking it on the way if it is compressed."""
    try:
        with cast(IO[bytes], gzip.open(path) if is_compressed(path) else path.open("rb")) as handle:
            yield handle
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(
            f"{str(path)!r} is damaged or not compressed with gzip; fetch it again"
        ) from error
    except OSError as error:
        reason = os.strerror(error.errno).lower() if error.errno else str(error)
        raise InputError(f"cannot read {str(path)!r}: {reason}") from error
