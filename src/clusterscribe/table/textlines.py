"""Lines of text files, compressed or not, and what can be wrong with them."""

from __future__ import annotations

import csv
import gzip
import io
import os
import zlib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import IO, cast

from clusterscribe.errors import InputError

_BEGINNINGS = {
    b"\x1f\x8b": "is compressed; add .gz to its name",
    b"PAR1": "is a Parquet file; name it .parquet",
    b"PK\x03\x04": "is a spreadsheet or an archive; save it as CSV",
    b"\xff\xfe": "is UTF-16 text; save it as UTF-8",
    b"\xfe\xff": "is UTF-16 text; save it as UTF-8",
}
_AFTER_THE_END = "\x00 the end"  # no file of text has such a line


def is_compressed(path: Path) -> bool:
    """Whether the name says that the file is compressed."""
    return path.suffix.lower() == ".gz"


def lines_of(path: Path) -> Iterator[str]:
    """Yield the lines with their ends; refuse what is not UTF-8."""
    with _open(path) as handle:
        text = io.TextIOWrapper(handle, encoding="utf-8-sig", newline="")
        try:
            yield from text
        except UnicodeDecodeError as error:
            raise _wrong_byte(path) from error
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise _damaged(path) from error


def refuse_other_formats(path: Path) -> None:
    """Refuse files that only pretend to be text."""
    try:
        with _open(path) as handle:
            start = handle.read(4096)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise _damaged(path) from error
    for beginning, what in _BEGINNINGS.items():
        if start.startswith(beginning):
            raise InputError(f"{str(path)!r} {what}")
    if b"\0" in start:
        raise InputError(f"{str(path)!r} is not a table: it holds binary data")


def refuse_broken(path: Path, delimiter: str, width: int) -> None:
    """Go through the file and refuse the first row that does not fit the header."""
    reader = csv.reader(chain(lines_of(path), [_AFTER_THE_END]), delimiter=delimiter)
    row, line = 0, 1
    try:
        for record in reader:
            if record and record[-1].endswith(_AFTER_THE_END) and record != [_AFTER_THE_END]:
                raise _open_quote(path, line)
            if record and record != [_AFTER_THE_END]:
                if len(record) != width:
                    raise InputError(
                        f"row {row:,} of {str(path)!r} (line {line:,}) has {len(record):,} cells "
                        f"and the header has {width:,}; correct this line"
                    )
                row += 1
            line = reader.line_num + 1
    except csv.Error as error:  # a cell that never ends
        raise _open_quote(path, line) from error


def _open(path: Path) -> IO[bytes]:
    try:
        return cast(IO[bytes], gzip.open(path)) if is_compressed(path) else path.open("rb")
    except OSError as error:
        reason = os.strerror(error.errno).lower() if error.errno else str(error)
        raise InputError(f"cannot read {str(path)!r}: {reason}") from error


def _wrong_byte(path: Path) -> InputError:
    with _open(path) as handle:
        for number, line in enumerate(handle, start=1):
            try:
                line.decode("utf-8")
            except UnicodeDecodeError as error:
                return InputError(
                    f"{str(path)!r} is not UTF-8 text: byte 0x{line[error.start]:02x} in line "
                    f"{number:,}; convert it, for example with iconv -f latin1 -t utf-8"
                )
    return InputError(f"{str(path)!r} is not UTF-8 text; convert it")


def _open_quote(path: Path, line: int) -> InputError:
    return InputError(
        f"a quote that opens in line {line:,} of {str(path)!r} is never closed; correct this line"
    )


def _damaged(path: Path) -> InputError:
    return InputError(f"{str(path)!r} is damaged or not compressed with gzip; fetch it again")
