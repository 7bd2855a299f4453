"""Where the answer of `describe` goes: files, and one thing on stdout."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from clusterscribe.cli.console import emit, show, text_width
from clusterscribe.errors import InputError
from clusterscribe.files import write_atomically

if TYPE_CHECKING:
    from clusterscribe.description import Description
    from clusterscribe.result import Result

STDOUT = "-"
VERSION = 1  # of the format of `describe --json`


class _OnlyTrying(Exception):  # noqa: N818
    """Leaves a file as it was, once it is known that it could be written."""


@dataclass(frozen=True)
class Outputs:
    """The files that were asked for; `-` is stdout."""

    json: str | None = None
    sql: str | None = None
    text: str | None = None
    scorecard: str | None = None
    report: str | None = None
    dialect: str = "ansi"
    table: str = "data"

    def check(self, source: Path) -> None:
        """Refuse, before any work is done, what could not be written at the end."""
        chosen = dict(self._chosen())
        on_stdout = [flag for flag, target in chosen.items() if target == STDOUT]
        if len(on_stdout) > 1:
            raise typer.BadParameter(
                f"only one of {' and '.join(on_stdout)} can be - (standard output)."
            )
        places = {source.resolve(): "the table itself"}
        for flag, target in chosen.items():
            if target != STDOUT:
                check_target(Path(target), flag, places)

    def write(self, description: Description, result: Result) -> list[str]:
        """Write everything, files first; return the names of the files."""
        made: dict[str, Callable[[], str]] = {
            "--json": lambda: describe_json(description, result),
            "--sql": lambda: description.to_sql(table=self.table, dialect=self.dialect),
            "--text": description.to_text,
            "--scorecard": description.to_scorecard,
            "--report": lambda: page(description),
        }
        chosen = dict(self._chosen())
        files = {flag: target for flag, target in chosen.items() if target != STDOUT}
        for flag, target in files.items():
            write_text(Path(target), made[flag]())
        aside = [flag for flag, target in chosen.items() if target == STDOUT and flag != "--text"]
        if aside:
            emit(made[aside[0]]())
        else:
            show(description.to_text(width=text_width()))
        return list(files.values())

    def _chosen(self) -> Iterator[tuple[str, str]]:
        targets = {
            "--json": self.json,
            "--sql": self.sql,
            "--text": self.text,
            "--scorecard": self.scorecard,
            "--report": self.report,
        }
        for flag, target in targets.items():
            if target is not None:
                yield flag, target


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


def describe_json(description: Description, result: Result) -> str:
    """Return the JSON of `describe`: version, description and result."""
    whole = {
        "version": VERSION,
        "description": description.to_dict(),
        "result": finite(result.to_dict()),
    }
    return json.dumps(whole, indent=2, allow_nan=False)


def finite(value: Any) -> Any:  # noqa: ANN401
    """Return plain values with null in place of infinity and NaN, which JSON does not have."""
    if isinstance(value, dict):
        return {str(key): finite(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [finite(entry) for entry in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def page(description: Description) -> str:
    """Return the description as a whole HTML page that needs nothing else."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        "<title>What the clusters are</title>\n"
        "<style>body{font-family:system-ui,sans-serif;max-width:60rem;margin:2rem auto;"
        "padding:0 1rem}</style>\n"
        f"</head>\n<body>\n{description.to_html()}\n</body>\n</html>\n"
    )


def write_text(target: Path, text: str) -> None:
    """Write a whole file or nothing."""
    with write_atomically(target) as temporary:
        temporary.write_text(text if text.endswith("\n") else text + "\n", encoding="utf-8")
