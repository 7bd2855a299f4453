"""Where the answer of a command goes: files, and one thing on stdout."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeAlias

import typer

from clusterscribe.cli.console import as_bytes, close_quietly, emit, say, show
from clusterscribe.cli.guard import line_for
from clusterscribe.cli.stops import stops
from clusterscribe.errors import InputError
from clusterscribe.files import real, write_atomically

STDOUT = "-"
Made: TypeAlias = Mapping[str, Callable[[], str | bytes]]  # by their flags, when they are needed


class _OnlyTrying(Exception):  # noqa: N818
    """Leaves a file as it was, once it is known that it could be written."""


class Targets:
    """The outputs that were asked for, by their flags; `-` is stdout."""

    def __init__(self, asked: Mapping[str, str | None]) -> None:
        chosen = {flag: target for flag, target in asked.items() if target is not None}
        self._on_stdout = [flag for flag, target in chosen.items() if is_stdout(target)]
        self._files = {
            flag: target for flag, target in chosen.items() if flag not in self._on_stdout
        }

    def check(self, source: Path, description: Path | None = None) -> None:
        """Refuse, before any work is done, what could not be written at the end."""
        if len(self._on_stdout) > 1:
            raise typer.BadParameter(
                f"only one of {' and '.join(self._on_stdout)} can be - (standard output)."
            )
        places = {real(source): "the table itself"}
        if description is not None:
            places[real(description)] = "the description itself"
        for flag, target in self._files.items():
            check_target(Path(target), flag, places)

    def deliver(
        self,
        made: Made,
        text: Callable[[], str],
        *,
        quiet: bool,
        interrupted: bool,
    ) -> None:
        """Print the answer, write the files and name them, and end as an interrupt should.

        The text is for a person, if stdout is free for it. Nothing that fails keeps the rest from
        being printed and written.
        """
        with stops.held():  # the answer is there, and is not to be lost
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

    def _print(self, made: Made, text: Callable[[], str]) -> None:
        aside = [flag for flag in self._on_stdout if flag != "--text"]
        try:
            if aside:
                emit(made[aside[0]]())
            else:
                show(text())
        except BrokenPipeError:  # the reader has seen enough
            close_quietly()


def _failure(action: Callable[[], None]) -> list[Exception]:
    """Do something, and return what went wrong."""
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
    """Whether a target is standard output, under any of its names."""
    return target == STDOUT or target in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


def check_target(target: Path, flag: str, places: dict[Path, str]) -> None:
    """Refuse a target that cannot be written, or that is already taken by something else."""
    place = real(target)
    if place in places:
        raise InputError(
            f"{flag} {str(target)!r} would overwrite {places[place]}; name another file"
        )
    places[place] = f"the output of {flag}"
    with suppress(_OnlyTrying), write_atomically(target):
        raise _OnlyTrying


def write_file(target: Path, content: str | bytes) -> None:
    """Write a whole file or nothing."""
    with write_atomically(target) as temporary:
        temporary.write_bytes(as_bytes(content))
