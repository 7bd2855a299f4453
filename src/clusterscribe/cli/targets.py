"""Where the answer of a command goes: files, and one thing on stdout."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import typer

from clusterscribe.cli.console import as_bytes, close_quietly, emit, say, show, text_width
from clusterscribe.cli.guard import line_for
from clusterscribe.cli.stops import stops
from clusterscribe.errors import InputError
from clusterscribe.files import real, write_atomically

STDOUT = "-"
Made: TypeAlias = Mapping[str, Callable[[], str | bytes]]  # makers of contents by flag


class _OnlyTrying(Exception):  # noqa: N818
    """Leaves a file as it was after finding that it could be written."""


class Targets:
    """The requested outputs by flag; `-` is stdout.

    What could not be written after the search is refused before it. `taken` are files that are
    read, which must not be overwritten.
    """

    def __init__(self, asked: Mapping[str, str | Path | None], **taken: Path) -> None:
        chosen = {flag: str(target) for flag, target in asked.items() if target is not None}
        self._on_stdout = [flag for flag, target in chosen.items() if is_stdout(target)]
        self._files = {
            flag: target for flag, target in chosen.items() if flag not in self._on_stdout
        }
        if len(self._on_stdout) > 1:
            raise typer.BadParameter(
                f"only one of {' and '.join(self._on_stdout)} can be - (standard output)."
            )
        places = {real(path): f"the {name} itself" for name, path in taken.items()}
        for flag, target in self._files.items():
            check_target(Path(target), flag, places)

    def deliver(
        self,
        made: Made,
        text: Callable[[int], str],
        *,
        quiet: bool,
        interrupted: bool = False,
    ) -> None:
        """Print the answer, write the files, and exit as interrupted if it was.

        The text, of a given width, goes to stdout unless another output does. A failure does not
        keep the rest from being printed and written.
        """
        with stops.held():  # the answer must not be lost
            failures = _failure(lambda: self._print(made, text))
        written: list[str] = []
        try:
            for flag, target in self._files.items():
                failed = _failure(partial(_write, target, made[flag]))
                failures += failed
                written += [] if failed else [target]
        except KeyboardInterrupt:
            say(f"interrupted before everything was written; {_named(written)}")
            raise
        if written and not quiet:
            say(_named(written))
        for failure in failures[:-1]:
            say(line_for(failure))
        if failures:
            raise failures[-1]
        if interrupted or stops.asked:
            raise typer.Exit(stops.exit_code)

    def _print(self, made: Made, text: Callable[[int], str]) -> None:
        aside = [flag for flag in self._on_stdout if flag != "--text"]
        try:
            if aside:
                emit(made[aside[0]]())
            else:
                show(text(text_width()))
        except BrokenPipeError:  # the reader has seen enough
            close_quietly()


def _failure(action: Callable[[], None]) -> list[Exception]:
    """Run an action and return its error, if any."""
    try:
        action()
    except Exception as problem:
        return [problem]
    return []


def _write(target: str, content: Callable[[], str | bytes]) -> None:
    write_file(Path(target), content())


def _named(files: Sequence[str]) -> str:
    return f"wrote {', '.join(files) or 'nothing'}"


def is_stdout(target: str) -> bool:
    """Whether a target is one of the names of standard output."""
    return target == STDOUT or target in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


def check_target(target: Path, flag: str, places: dict[Path, str]) -> None:
    """Refuse a target that cannot be written, or that has another use already."""
    place = real(target)
    if place in places:
        raise InputError(
            f"{flag} {str(target)!r} would overwrite {places[place]}; name another file"
        )
    places[place] = f"the output of {flag}"
    with suppress(_OnlyTrying), write_atomically(target):
        raise _OnlyTrying


def write_file(target: Path, content: str | bytes) -> None:
    """Write a whole file, or nothing if that fails."""
    with write_atomically(target) as temporary:
        temporary.write_bytes(as_bytes(content))


def json_text(**content: Any) -> str:  # noqa: ANN401
    """Return content as JSON, with null in place of infinity and NaN, which JSON does not have."""
    from clusterscribe.description.export.plain import finite

    return json.dumps(finite(content), indent=2, allow_nan=False)
