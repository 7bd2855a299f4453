"""A part of the benchmark: its figures as tables, printed and kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.layout import Row, Titled, machine, page, plain
from clusterscribe import __version__
from clusterscribe.files import write_atomically

RESULTS = Path(__file__).parent / "results"


@dataclass(frozen=True)
class Part:
    """A part of the benchmark: the name of its files, and how its figures are written."""

    name: str
    title: str
    rows_of: Callable[[dict[str, Any]], list[Row]]
    tables: Callable[[Sequence[dict[str, Any]]], list[Titled]]


def shown(part: Part, results: Sequence[dict[str, Any]], *, keep: bool) -> set[str]:
    """Print the tables of a part, and write them; return the verdicts."""
    tables = part.tables(results)
    for _, rows in tables:
        print(f"\n{plain(rows)}")
    if keep:
        write(part, results)
        print(f"\nWritten to benchmarks/results/{part.name}.md and {part.name}.json.")
    return {row[-1] for _, rows in tables for row in rows}


def stored(name: str) -> list[dict[str, Any]]:
    """Return the figures of the last run, if there are any.

    Those of another version are none: a file has figures of the version that it names alone.
    """
    path = RESULTS / f"{name}.json"
    content = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"results": []}
    figures: list[dict[str, Any]] = content["results"]
    return figures if content.get("machine", {}).get("clusterscribe") == __version__ else []


def page_of(part: Part, content: Mapping[str, Any]) -> str:
    """Return the page of a results file."""
    return page(part.title, part.tables(content["results"]), content["machine"])


def write(part: Part, results: Sequence[dict[str, Any]]) -> None:
    """Write the page and the figures."""
    content = write_figures(part.name, results)
    write_whole(RESULTS / f"{part.name}.md", page_of(part, content))


def write_figures(name: str, results: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Write a results file, and return what it holds."""
    content = {"machine": machine(), "results": results}
    RESULTS.mkdir(exist_ok=True)
    write_whole(RESULTS / f"{name}.json", json.dumps(content, indent=1) + "\n")
    return content


def write_whole(path: Path, text: str) -> None:
    """Write a page or figures, whole or not at all."""
    with write_atomically(path) as temporary:
        temporary.write_text(text, encoding="utf-8")
