"""Responses to a browser: pages, progress and files to save."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from clusterscribe.app.archive import everything
from clusterscribe.app.history import Answer
from clusterscribe.app.job import Job
from clusterscribe.app.task import DESCRIPTION, FIRST, LABELLED, REPORT, Outcome
from clusterscribe.app.watching import status_of
from clusterscribe.charts.data.figures import amount_of
from clusterscribe.charts.svg import colour_class
from clusterscribe.description import Description
from clusterscribe.description.export.workbook import excel_content
from clusterscribe.errors import InputError
from clusterscribe.version import __version__

if TYPE_CHECKING:
    from jinja2 import Environment

WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
DIALECTS = {
    "ansi": "ANSI",
    "duckdb": "DuckDB",
    "postgresql": "PostgreSQL",
    "bigquery": "BigQuery",
    "spark": "Spark",
    "sqlite": "SQLite",
}


def page(template: str, status: int = 200, **values: Any) -> Response:  # noqa: ANN401
    """Return a page; whatever comes from a table is escaped."""
    text = _templates().get_template(f"{template}.html").render(version=__version__, **values)
    return HTMLResponse(text, status)


@cache
def _templates() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("clusterscribe.app"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"grouped": amount_of, "colour": colour_class}
    return made


def go_to(address: str) -> Response:
    """Send a browser to another page."""
    return RedirectResponse(address, 303)


def fragment(template: str, **values: Any) -> str:  # noqa: ANN401
    """Return a piece of a page that a script puts into one that is open."""
    return _templates().get_template(f"{template}.html").render(**values)


def progress_of(job: Job) -> dict[str, Any]:
    """Return what a page shows of a running job, with the best description so far."""
    return {**status_of(job), "answer": job.answer}


def saved(name: str, answer: Answer, table: str, asked: Mapping[str, str]) -> Response:
    """Return a file to save: the report, a description in some format, or the labelled table."""
    stem = stem_of(table)
    match name:
        case "report.html":
            return file_at(answer.files / REPORT, "text/html", f"{stem}-report.html")
        case "labelled.csv":
            if not answer.outcome.is_labelled:
                raise InputError("the table has cells that a text file cannot hold")
            return file_at(answer.outputs / LABELLED, "text/csv", f"{stem}-labelled.csv")
        case "everything.zip":
            headers = _attached(f"{stem}-clusterscribe.zip")
            content = everything(answer, stem, DIALECTS)
            return Response(content, media_type="application/zip", headers=headers)
    path = _file_of(answer, asked)
    as_json = file_at(path, "application/json", f"{stem}-description.json")
    if name == "description.json":
        return as_json
    description = Description.from_json(path.read_text(encoding="utf-8"))
    if name == "description.xlsx":
        headers = _attached(f"{stem}-description.xlsx")
        return Response(excel_content(description), media_type=WORKBOOK, headers=headers)
    dialect = asked.get("dialect", "ansi")
    if dialect not in DIALECTS:
        raise InputError(f"the dialect must be one of {', '.join(DIALECTS)}, not {dialect!r}")
    query = description.to_sql(table=stem, dialect=dialect)
    headers = _attached(f"{stem}-{dialect}.sql")
    return Response(f"{query}\n", media_type="application/sql", headers=headers)


def stem_of(table: str) -> str:
    """Return the name of a table without its ending, for the names of files."""
    return PurePath(table).name.partition(".")[0] or "table"


def _file_of(answer: Answer, asked: Mapping[str, str]) -> Path:
    """Return the description that a page offers, also one that was made before the frontier."""
    if asked.get("folder") == FIRST:
        return answer.outputs / FIRST / DESCRIPTION.format(0)
    return answer.files / DESCRIPTION.format(_point(answer.outcome, asked))


def _point(outcome: Outcome, asked: Mapping[str, str]) -> int:
    text = asked.get("point", str(outcome.chosen))
    known = [str(place) for place in range(len(outcome.points))]
    if text in known:
        return known.index(text)
    raise InputError(f"there is no point {text[:20]!r}; choose one from 0 to {len(known) - 1}")


def file_at(path: Path, kind: str, save_as: str = "", policy: str = "") -> Response:
    """Return a file, to save or to show under a security policy of its own."""
    if not path.is_file():  # another program may have deleted it
        raise InputError("the files of this description are gone; describe the table again")
    headers = _attached(save_as) if save_as else {"content-security-policy": policy}
    return FileResponse(path, media_type=kind, headers=headers)


def _attached(name: str) -> dict[str, str]:
    return {"content-disposition": f"attachment; filename*=utf-8''{quote(name, safe='')}"}
