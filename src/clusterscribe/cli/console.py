"""The two streams: answers for people and programs on stdout, everything else on stderr.

Column names, labels and categories are untrusted input. A terminal must never receive
their control characters, and a terminal that knows only ASCII must get a readable line
rather than an error.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn

from clusterscribe.errors import DescriptionWarning, InputError, OverBudgetWarning

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
    """Let both streams escape what they cannot encode, instead of failing.

    A closed stdout is refused: the first file to be opened would take its place. A closed
    stderr is replaced by one that discards everything.
    """
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115
    if sys.stdout is None:
        raise InputError("standard output is closed; send it to a file, or to /dev/null")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def one_line(text: str) -> str:
    """Return a text in one line, without anything that a terminal would take for a command."""
    return text.strip().translate(_ONE_LINE)


def say(message: str) -> None:
    """Write one line to stderr, after the name of the program."""
    with suppress(OSError):  # the terminal may be gone
        sys.stderr.write(f"clusterscribe: {one_line(message)}\n")
        sys.stderr.flush()


@contextmanager
def remarks_as_lines(quiet: bool) -> Iterator[None]:
    """Print the library's own warnings after the block, once each, and no others.

    That an answer exceeds its budget is said even where it should be `quiet`: the command fails.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", DescriptionWarning)
        try:
            yield
        finally:
            shown = OverBudgetWarning if quiet else Warning
            heard = [w.message for w in caught if issubclass(w.category, shown)]
            for message in dict.fromkeys(map(str, heard)):
                say(message)


def show(text: str) -> None:
    """Write text for a person to stdout."""
    sys.stdout.write(text.rstrip("\n").translate(_UNSAFE) + "\n")
    sys.stdout.flush()


def text_width() -> int:
    """Return the width for text on stdout: 80, or less in a narrower terminal."""
    if not sys.stdout.isatty():
        return WIDTH
    return max(WIDTH // 2, min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns))


def emit(content: str | bytes) -> None:
    """Write output for a program to stdout: unchanged, and always in UTF-8."""
    sys.stdout.flush()
    sys.stdout.buffer.write(as_bytes(content))
    sys.stdout.buffer.flush()


def as_bytes(content: str | bytes) -> bytes:
    """Return a text in UTF-8 that ends with a newline; bytes stay as they are."""
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
    """Discard stdout after its reader has gone, so that nothing fails at exit."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())
