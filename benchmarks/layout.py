"""Tables for people: in a terminal, and as a Markdown page that names the machine."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any, TypeAlias

from clusterscribe import __version__

Row: TypeAlias = tuple[str, ...]
Titled: TypeAlias = tuple[str, list[Row]]  # the text above a table, and its rows, header first

LIBRARIES = ("numpy", "scipy", "scikit-learn", "ortools", "numba")
NUMERIC_FROM = 2  # the first two columns are words
LONGEST = 60  # characters of a number or a few words; what is longer is a sentence


def machine() -> dict[str, Any]:
    """Say what the figures were measured on and when; no names, no paths."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "cores": os.cpu_count(),
        "memory_gibibytes": round(memory),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "clusterscribe": __version__,
        **{name: version(name) for name in LIBRARIES},
    }


def plain(rows: Sequence[Sequence[str]]) -> str:
    """Lay a table out in columns, numbers to the right; sentences are left as they are."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        " ".join(
            cell.ljust(width) if number < NUMERIC_FROM or width > LONGEST else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def markdown(rows: Sequence[Sequence[str]]) -> str:
    """Lay a table out for a Markdown page."""
    header, *body = rows
    lines = [header, ["---" if n < NUMERIC_FROM else "---:" for n in range(len(header))], *body]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def page(title: str, tables: Sequence[Titled], about: Mapping[str, Any]) -> str:
    """Write the whole page."""
    libraries = ", ".join(
        f"{name} {about[name]}" for name in ("clusterscribe", "python", *LIBRARIES)
    )
    parts = [
        f"# {title}",
        f"{about['date']}; {about['cores']} cores, {about['memory_gibibytes']} GiB, "
        f"{about['system']}; {libraries}.",
    ]
    for text, rows in tables:
        parts += [text.strip(), markdown(rows)]
    return "\n\n".join(parts) + "\n"
