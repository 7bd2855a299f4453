"""Where the answer of a command goes: files, and one thing on stdout."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

import typer

from clusterscribe.cli import INTERRUPTED
from clusterscribe.cli.console import as_bytes, emit, say, show
from clusterscribe.errors import InputError
from clusterscribe.files import write_atomically

STDOUT = "-"
Made: TypeAlias = Mapping[str, Callable[[], str | bytes]]  # by their flags, when they are needed


class _OnlyTrying(Exception):  # noqa: N818
    """Leaves a file as it was, once it is known that it could be written."""


class Targets:
    """The outputs that were asked for, by their flags; `-` is stdout."""

    def __init__(self, asked: Mapping[str, str | None]) -> None:
        self._chosen = {flag: target for flag, target in asked.items() if target is not None}

    def check(self, source: Path, description: Path | None = None) -> None:
        """Refuse, before any work is done, what could not be written at the end."""
        on_stdout = [flag for flag, target in self._chosen.items() if target == STDOUT]
        if len(on_stdout) > 1:
            raise typer.BadParameter(
                f"only one of {' and '.join(on_stdout)} can be - (standard output)."
            )
        places = {source.resolve(): "the table itself"}
        if description is not None:
            places[description.resolve()] = "the description itself"
        for flag, target in self._chosen.items():
            if target != STDOUT:
                check_target(Path(target), flag, places)

    def deliver(
        self,
        made: Made,
        text: Callable[[], str],
        *,
        quiet: bool,
        interrupted: bool,
    ) -> None:
        """Write everything, name the files that were written, and end as an interrupt should."""
        written = self._write(made, text)
        if written and not quiet:
            say(f"wrote {', '.join(written)}")
        if interrupted:
            raise typer.Exit(INTERRUPTED)

    def _write(self, made: Made, text: Callable[[], str]) -> list[str]:
        """Write everything, files first; the text is for a person, if stdout is free for it.

        Returns the names of the files.
        """
        files = {flag: target for flag, target in self._chosen.items() if target != STDOUT}
        for flag, target in files.items():
            write_file(Path(target), made[flag]())
        aside = [flag for flag in self._chosen if flag not in files and flag != "--text"]
        if aside:
            emit(made[aside[0]]())
        else:
            show(text())
        return list(files.values())


def check_target(target: Path, flag: str, places: dict[Path, str]) -> None:
    """Refuse a target that cannot be written, or that is already taken by something else."""
    place = target.resolve()
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
