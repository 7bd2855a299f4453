"""When and with what a report was made."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version

from clusterscribe.charts.data.figures import counted, cut
from clusterscribe.description.words import wording
from clusterscribe.errors import InputError
from clusterscribe.report.summary import Fact
from clusterscribe.result import Result
from clusterscribe.stage_words import ending
from clusterscribe.version import __version__

PACKAGES = ("numpy", "ortools")
LONGEST = 200  # characters of a setting


def making() -> tuple[Fact, ...]:
    """Say when the report was made, and with which versions."""
    now = datetime.now().astimezone()
    return (
        Fact("Made", f"{now.day} {now:%B %Y, %H:%M} {now.tzname() or ''}".strip()),
        Fact("clusterscribe", __version__),
        *_versions(),
        Fact("Python", platform.python_version()),
    )


def settings_of(settings: Mapping[str, object] | None, result: Result | None) -> tuple[Fact, ...]:
    """Write the parameters of the search, how long it took, and why it ended."""
    if settings is not None and not isinstance(settings, Mapping):
        raise InputError(f"settings must be a mapping from names to values, not {settings!r}")
    facts = [Fact(_value(str(name)), _value(value)) for name, value in (settings or {}).items()]
    if result is not None and result.stop_reason:
        seconds = wording.number(result.seconds, 3)
        facts.append(Fact("Search", f"{seconds} s; {ending(result.stop_reason)}"))
        facts.append(Fact("Error budget", counted(result.max_errors, "error")))
    return tuple(facts)


def _versions() -> Iterator[Fact]:
    for package in PACKAGES:
        try:
            yield Fact(package, version(package))
        except PackageNotFoundError:
            continue


def _value(value: object) -> str:
    if isinstance(value, float):
        return wording.number(value)
    if isinstance(value, list | tuple | set | frozenset):
        return cut(", ".join(map(_value, value)) or "none", LONGEST)
    return cut(wording.visible("none" if value is None else str(value)), LONGEST)
