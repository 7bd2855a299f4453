"""Text files with one row per line, compressed or not: their layout, and what can be wrong."""

from __future__ import annotations

import codecs
import csv
import gzip
import io
import os
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain, islice, pairwise
from pathlib import Path
from typing import IO, cast

from clusterscribe.errors import InputError, hint
from clusterscribe.table.file_options import FOUND, FileOptions
from clusterscribe.table.shape import check_names, quoted

DELIMITERS = {".csv": ",;\t|", ".tsv": "\t", ".txt": "\t,;|"}  # of two that fit, the first
_LOOKED_AT = 20  # records, to find the delimiter
_BEGINNINGS = {
    b"\x1f\x8b": "is compressed; add .gz to its name",
    b"PAR1": "is a Parquet file; name it .parquet",
    b"\x28\xb5\x2f\xfd": "is compressed; add .zst to its name",
    b"ARROW1": "is an Arrow file; name it .arrow",
    b"PK\x03\x04": "is a spreadsheet or an archive; name a spreadsheet .xlsx",
}
_BYTE_ORDER_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
UTF_8 = "utf-8"
WINDOWS = "cp1252"
_PIECE = 1 << 20  # bytes that are looked at at a time
_DECIMAL_COMMA = re.compile(r"[+-]?(\d+|\d{1,3}(\.\d{3})+),(\d{1,2}|\d{4,})", re.ASCII)
_DECIMAL_POINT = re.compile(r"[+-]?\d+\.(\d{1,2}|\d{4,})", re.ASCII)
_AFTER_THE_END = "\x00 the end"  # no text file has such a line


@dataclass(frozen=True, slots=True)
class TextFile:
    """A text file and its layout."""

    path: Path
    delimiter: str
    columns: tuple[str, ...]
    blank_lines: int  # before the header
    has_rows: bool
    encoding: str = UTF_8
    decimal: str = "."


def compression_of(path: Path) -> str | None:
    """Return how a file is compressed, as its name says."""
    return {".gz": "gzip", ".zst": "zstd"}.get(path.suffix.lower())


def layout_of(path: Path, options: FileOptions = FOUND) -> TextFile:
    """Find the names of the columns; encoding, delimiter and decimal mark unless they are given."""
    encoding = options.encoding or _encoding_of(path)
    if options.encoding is None or encoding == UTF_8:
        _refuse_other_formats(path, encoding)
    endings = [suffix.lower() for suffix in path.suffixes]
    delimiters = next(DELIMITERS[ending] for ending in reversed(endings) if ending in DELIMITERS)
    delimiters = options.separator or delimiters
    beginnings = {one: _first_records(path, one, encoding) for one in delimiters}
    delimiter = max(beginnings, key=lambda delimiter: _fit(beginnings[delimiter]))
    records = beginnings[delimiter]
    if not records:
        raise InputError(f"{str(path)!r} is empty; it must hold a header line and rows")
    _refuse_data_as_header(path, records[0])
    lines = enumerate(_lines(path, encoding))
    return TextFile(
        path,
        delimiter,
        check_names(records[0]),
        blank_lines=next(n for n, line in lines if line.strip("\r\n")),
        has_rows=len(records) > 1,
        encoding=encoding,
        decimal=options.decimal or _decimal_of(records[1:], delimiter),
    )


def _decimal_of(records: list[list[str]], delimiter: str) -> str:
    """Return the decimal mark: a comma where cells have one, and none has a point."""
    if delimiter == ",":
        return "."
    cells = [cell.strip() for record in records for cell in record]
    has_comma = any(map(_DECIMAL_COMMA.fullmatch, cells))
    return "," if has_comma and not any(map(_DECIMAL_POINT.fullmatch, cells)) else "."


def refuse_broken(file: TextFile) -> None:
    """Go through the file and refuse the first row that does not fit the header."""
    path, width = str(file.path), len(file.columns)
    lines = chain(_lines(file.path, file.encoding), [_AFTER_THE_END])
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


def _first_records(path: Path, delimiter: str, encoding: str) -> list[list[str]]:
    """Return the first records that are not blank, as far as they can be read."""
    records = []
    reader: Iterator[list[str]] = csv.reader(_lines(path, encoding), delimiter=delimiter)
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


def _refuse_other_formats(path: Path, encoding: str) -> None:
    """Refuse files that are not text, whatever their names say."""
    with opened(path) as handle:
        start = handle.read(4096)
    for beginning, what in _BEGINNINGS.items():
        if start.startswith(beginning):
            raise InputError(f"{str(path)!r} {what}")
    if b"\0" in start and encoding in (UTF_8, WINDOWS):
        raise InputError(f"{str(path)!r} is not a table: it holds binary data")


def _encoding_of(path: Path) -> str:
    """Return UTF-8, UTF-16 where a byte-order mark says so, or what Windows writes otherwise."""
    with opened(path) as handle:
        start = handle.read(4096)
        encoding = _BYTE_ORDER_MARKS.get(start[:2])
        is_text = not start.startswith(tuple(_BEGINNINGS)) and b"\0" not in start
        if encoding is not None or not is_text:
            return encoding or UTF_8
        if _can_be_decoded(start, handle, UTF_8):
            return UTF_8
    with opened(path) as handle:
        if not _can_be_decoded(b"", handle, WINDOWS):
            raise _wrong_byte(path, UTF_8)
    hint(
        f"{str(path)!r} is not UTF-8 and is read as Windows-1252 (Western European) text; if that "
        "is wrong, name its encoding (--encoding)"
    )
    return WINDOWS


def _can_be_decoded(start: bytes, handle: IO[bytes], encoding: str) -> bool:
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        decoder.decode(start)
        while piece := handle.read(_PIECE):
            decoder.decode(piece)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _lines(path: Path, encoding: str) -> Iterator[str]:
    """Yield the lines with their ends; refuse what is not of this encoding."""
    known = "utf-8-sig" if codecs.lookup(encoding).name == UTF_8 else encoding
    with opened(path) as handle, io.TextIOWrapper(handle, known, newline="") as text:
        try:
            yield from text
        except UnicodeError as error:  # UTF-16 without its mark is no UnicodeDecodeError
            raise _wrong_byte(path, encoding) from error


def _wrong_byte(path: Path, encoding: str) -> InputError:
    """Return the error for text of another encoding, with the place where that shows."""
    name = "UTF-8" if encoding == UTF_8 else encoding
    with opened(path) as handle:
        for number, line in enumerate(handle, start=1):
            try:
                line.decode(encoding)
            except UnicodeDecodeError as error:
                return InputError(
                    f"{str(path)!r} is not {name} text: byte 0x{line[error.start]:02x} in line "
                    f"{number:,}; name its encoding (--encoding), such as latin1"
                )
            except UnicodeError:
                break
    return InputError(f"{str(path)!r} is not {name} text; name its encoding (--encoding)")


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """Open a file, unpacking it on the way if it is compressed."""
    how = compression_of(path)
    try:
        with _unpacked(path, how) as handle:
            yield handle
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise _damaged(path, "gzip") from error
    except OSError as error:
        if how == "zstd" and error.errno is None:
            raise _damaged(path, "zstd") from error
        reason = os.strerror(error.errno).lower() if error.errno else str(error)
        raise InputError(f"cannot read {str(path)!r}: {reason}") from error


def _unpacked(path: Path, how: str | None) -> IO[bytes]:
    if how == "gzip":
        return cast(IO[bytes], gzip.open(path))
    if how is None:
        return path.open("rb")
    import pyarrow as pa

    unpacking = pa.CompressedInputStream(pa.OSFile(str(path)), how)
    return io.BufferedReader(unpacking)


def _damaged(path: Path, how: str) -> InputError:
    return InputError(f"{str(path)!r} is damaged or not compressed with {how}; fetch it again")
