"""Files in: written as they arrive, up to a limit, under a name of our own."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from clusterscribe.description.words import wording
from clusterscribe.errors import InputError
from clusterscribe.table.text_file import DELIMITERS

ENDINGS = (*DELIMITERS, *(f"{ending}.gz" for ending in DELIMITERS), ".parquet", ".pq")
MEGABYTE = 1_000_000
LONGEST_NAME = 80
NO_FORM = "this is not a form with a file; choose one on the first page"
_LONGEST_HEADER = 4096
_FIELD = b"file"


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that has arrived."""

    path: Path
    name: str  # what its owner calls it; the path says nothing of it
    most: int | None = None  # bytes that may come out of it; None: it was not sent by anybody


async def receive(
    content_type: str, body: AsyncIterator[bytes], folder: Path, limit: int
) -> Upload:
    """Write the file of a form to a folder; refuse it where it is larger than the limit.

    What comes behind the limit is read and thrown away, as a browser listens to an answer
    only after it has sent everything. Nothing stays of a file that is refused.
    """
    from python_multipart.exceptions import FormParserError

    try:
        incoming = _Incoming(content_type, folder, limit)
    except FormParserError:  # of the edge between its parts
        raise InputError(NO_FORM) from None
    try:
        async for chunk in body:
            incoming.take(chunk)
        return incoming.finished()
    except BaseException:
        incoming.discard()
        raise


def shown_name(name: str) -> str:
    """Return the last part of a file's name, on one line and not too long."""
    last = wording.visible(name.replace("\\", "/").rsplit("/", 1)[-1]).strip()
    if len(last) <= LONGEST_NAME:
        return last
    return f"{last[: LONGEST_NAME // 2]}…{last[-LONGEST_NAME // 2 + 1 :]}"


def too_large(limit: int) -> str:
    """Return what the end of a sentence says of a limit, and how to go beyond it."""
    return (
        f"{limit / MEGABYTE:,.4g} MB, the most that is taken; start the app with a larger "
        "--max-upload, or with the name of the file"
    )


def ending_of(name: str) -> str:
    """Return the ending that says how to read a file."""
    lower = name.lower()
    for ending in sorted(ENDINGS, key=len, reverse=True):
        if lower.endswith(ending):
            return ending
    raise InputError(
        f"{name!r} is of an unknown kind; give a .csv, .tsv or .txt file (also with .gz) or a "
        ".parquet file"
    )


class _Incoming:
    """The form that is arriving."""

    def __init__(self, content_type: str, folder: Path, limit: int) -> None:
        from python_multipart import MultipartParser
        from python_multipart.multipart import parse_options_header

        kind, options = parse_options_header(content_type)
        if kind != b"multipart/form-data" or b"boundary" not in options:
            raise InputError(NO_FORM)
        self._folder, self._limit = folder, limit
        self._upload: Upload | None = None
        self._stream: IO[bytes] | None = None
        self._received = 0
        self._problem: InputError | None = None
        self._field, self._value = bytearray(), bytearray()
        self._headers: dict[bytes, bytes] = {}
        self._parser = MultipartParser(
            options[b"boundary"],
            {
                "on_part_begin": self._part_begins,
                "on_header_field": lambda data, start, end: self._add(self._field, data[start:end]),
                "on_header_value": lambda data, start, end: self._add(self._value, data[start:end]),
                "on_header_end": self._header_ends,
                "on_headers_finished": self._open,
                "on_part_data": self._write,
                "on_part_end": self._close,
            },
        )

    def take(self, chunk: bytes) -> None:
        """Take the next piece; after a problem, do nothing with it."""
        from python_multipart.exceptions import FormParserError

        if self._problem is not None:
            return
        try:
            self._parser.write(chunk)
        except FormParserError:
            self._refuse("the upload was damaged on its way; try again")

    def finished(self) -> Upload:
        """Return the file, or raise what was wrong."""
        if self._problem is None and self._upload is None:
            self._refuse("choose a file first")
        if self._problem is None and self._stream is not None:
            self._refuse("the upload was cut off; try again")
        if self._problem is not None or self._upload is None:
            raise self._problem or InputError("choose a file first")
        return self._upload

    def discard(self) -> None:
        """Remove whatever has been written."""
        self._close()
        if self._upload is not None:
            self._upload.path.unlink(missing_ok=True)

    def _part_begins(self) -> None:
        self._headers = {}

    def _add(self, to: bytearray, data: bytes) -> None:
        if len(to) + len(data) > _LONGEST_HEADER:
            self._refuse("the name of the file is too long; rename it")
        else:
            to += data

    def _header_ends(self) -> None:
        self._headers[bytes(self._field).lower()] = bytes(self._value)
        self._field.clear()
        self._value.clear()

    def _open(self) -> None:
        """Open a file for the part that holds one; other fields of a form are passed over."""
        from python_multipart.multipart import parse_options_header

        _, options = parse_options_header(self._headers.get(b"content-disposition", b""))
        name = shown_name(options.get(b"filename", b"").decode("utf-8", "replace"))
        if self._problem or self._upload or options.get(b"name") != _FIELD or not name:
            return
        try:
            path = self._folder / f"table{ending_of(name)}"
        except InputError as error:
            self._problem = error
            return
        self._upload = Upload(path, name, self._limit)
        try:
            opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as error:  # the disk is full, or the folder has gone
            self._cannot_keep(error)
        else:
            self._stream = os.fdopen(opened, "wb")

    def _write(self, data: bytes, start: int, end: int) -> None:
        if self._stream is None or self._problem is not None:
            return
        self._received += end - start
        if self._received > self._limit:
            self._refuse(f"the file is larger than {too_large(self._limit)}")
            self.discard()
            return
        try:
            self._stream.write(data[start:end])
        except OSError as error:
            self._cannot_keep(error)

    def _close(self) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            try:
                stream.close()
            except OSError as error:  # of what was not yet on the disk
                self._cannot_keep(error)

    def _cannot_keep(self, error: OSError) -> None:
        reason = os.strerror(error.errno).lower() if error.errno else "it cannot be written"
        self._refuse(f"the file cannot be kept: {reason}")

    def _refuse(self, sentence: str) -> None:
        self._problem = self._problem or InputError(sentence)
