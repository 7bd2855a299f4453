"""The two streams: answers for people and programs on stdout, everything else on stderr.

Column names, labels and categories come from strangers. A terminal must never be sent
their control characters, and an old terminal that knows only ASCII must still get a
readable line rather than an error.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from clusterscribe.errors import InputError

WIDTH = 80

# C0 and C1 controls, line separators and the overrides of text direction
_UNSAFE = {
    code: f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
    for code in (
        *(c for c in range(0x20) if chr(c) not in "\n\t"),
        *range(0x7F, 0xA0),
        0x2028,
        0x2029,
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
    )
}
_ONE_LINE = {**_UNSAFE, ord("\n"): " ", ord("\t"): " "}


def make_streams_safe() -> None:
    """Let both streams write what they cannot encode as an escape instead of failing.

    Without stdout there is nowhere for an answer to go, and the first file to be opened would
    take its place; without stderr there is nobody to talk to.
    """
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115
    if sys.stdout is None:
        raise InputError("standard output is closed; send it to a file, or to /dev/null")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def say(message: str) -> None:
    """Write one line to stderr, in the name of the program."""
    with suppress(OSError):  # a terminal that has gone hears nothing
        sys.stderr.write(f"clusterscribe: {message.strip().translate(_ONE_LINE)}\n")
        sys.stderr.flush()


def show(text: str) -> None:
    """Write text for a person to stdout."""
    sys.stdout.write(text.rstrip("\n").translate(_UNSAFE) + "\n")
    sys.stdout.flush()


def text_width() -> int:
    """Return the width for text on stdout: 80, or less in a terminal that is narrower."""
    if not sys.stdout.isatty():
        return WIDTH
    return max(WIDTH // 2, min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns))


def emit(content: str | bytes) -> None:
    """Write for a program to stdout: exactly as it is, and in UTF-8 whatever the terminal."""
    sys.stdout.flush()
    sys.stdout.buffer.write(as_bytes(content))
    sys.stdout.buffer.flush()


def as_bytes(content: str | bytes) -> bytes:
    """Return a text in UTF-8, ending with the end of a line; bytes stay as they are."""
    if isinstance(content, bytes):
        return content
    whole = content if content.endswith("\n") else f"{content}\n"
    return whole.encode("utf-8", errors="surrogateescape")


def leave_at_once(code: int) -> NoReturn:
    """End the process without waiting for a solver that may not have noticed the interrupt."""
    with suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


def close_quietly() -> None:
    """Give up on stdout after its reader has gone, so that nothing complains at exit."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())
