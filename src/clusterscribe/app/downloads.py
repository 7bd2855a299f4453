"""What can be taken home: the report, any description along the frontier, the labelled table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath

from clusterscribe.app.orders import Outcome, description_in, labelled_in, report_in
from clusterscribe.description import Description
from clusterscribe.errors import InputError

DIALECTS = {
    "ansi": "ANSI",
    "duckdb": "DuckDB",
    "postgresql": "PostgreSQL",
    "bigquery": "BigQuery",
    "spark": "Spark",
}


@dataclass(frozen=True, slots=True)
class Download:
    """A file to save, and what it is called."""

    content: bytes | Path
    name: str
    kind: str  # media type


GONE = "the files of this description are gone; describe the table again"


def report(_: Outcome, folder: Path, table: str, __: Mapping[str, str]) -> Download:
    """Return the report."""
    return Download(report_in(folder), f"{_stem(table)}-report.html", "text/html; charset=utf-8")


def description(outcome: Outcome, folder: Path, table: str, asked: Mapping[str, str]) -> Download:
    """Return the description at a point, as JSON."""
    path = description_in(folder, _point(outcome, asked))
    return Download(path, f"{_stem(table)}-description.json", "application/json")


def sql(outcome: Outcome, folder: Path, table: str, asked: Mapping[str, str]) -> Download:
    """Return the query of the description at a point."""
    dialect = asked.get("dialect", "ansi")
    if dialect not in DIALECTS:
        raise InputError(f"the dialect must be one of {', '.join(DIALECTS)}, not {dialect!r}")
    path = description_in(folder, _point(outcome, asked))
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise InputError(GONE) from None
    query = Description.from_json(text).to_sql(table=_stem(table), dialect=dialect)
    return Download(f"{query}\n".encode(), f"{_stem(table)}-{dialect}.sql", "application/sql")


def labelled(outcome: Outcome, folder: Path, table: str, _: Mapping[str, str]) -> Download:
    """Return the table with the cluster of each row."""
    if not outcome.is_labelled:
        raise InputError("the table has cells that a text file cannot hold")
    return Download(labelled_in(folder), f"{_stem(table)}-labelled.csv", "text/csv; charset=utf-8")


def _point(outcome: Outcome, asked: Mapping[str, str]) -> int:
    text = asked.get("point", str(outcome.chosen))
    known = [str(place) for place in range(len(outcome.points))]
    if text in known:
        return known.index(text)
    raise InputError(f"there is no point {text[:20]!r}; there are {len(known)}, from 0 on")


def _stem(table: str) -> str:
    """Return the name of a table without what says how it is stored."""
    path = PurePath(table)
    while path.suffix:
        path = path.with_suffix("")
    return path.name or "table"
