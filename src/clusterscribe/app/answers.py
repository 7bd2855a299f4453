"""Answers that a browser understands: pages, progress, files to save."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from clusterscribe.app.child import as_sentence
from clusterscribe.app.downloads import GONE, Download
from clusterscribe.app.jobs import Job
from clusterscribe.app.pages import render
from clusterscribe.app.sessions import Session
from clusterscribe.errors import InputError
from clusterscribe.progress import figure

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

# name: the package that has it, its folder there, and its media type
STATIC = {
    "pictures.css": ("clusterscribe.report", "templates", "text/css"),
    "page.css": ("clusterscribe.report", "templates", "text/css"),
    "app.css": ("clusterscribe.app", "static", "text/css"),
    "app.js": ("clusterscribe.app", "static", "text/javascript"),
}


def saved(session: Session, request: Request, made: Callable[..., Download]) -> Response:
    """Send a file to be saved."""
    from starlette.responses import Response

    if session.outcome is None or session.table is None:
        return go_to(session.page())
    try:
        found = made(session.outcome, session.outputs, session.table.name, request.query_params)
    except InputError as error:
        return page("message", 422, sentence=as_sentence(str(error)))
    saved_as = {"content-disposition": f"attachment; filename*=utf-8''{quote(found.name, safe='')}"}
    if isinstance(found.content, bytes):
        return Response(found.content, media_type=found.kind, headers=saved_as)
    return file_at(found.content, found.kind, saved_as)


def file_at(path: Path, kind: str, headers: Mapping[str, str]) -> Response:
    """Send a file, which something else may have deleted."""
    from starlette.responses import FileResponse

    if not path.is_file():
        return page("message", 410, sentence=as_sentence(GONE))
    return FileResponse(path, media_type=kind, headers=headers)


def progress_of(job: Job) -> dict[str, Any]:
    """Return the stages of a job in words; the last one goes on."""
    status = job.status
    seconds = [*(snapshot.seconds for snapshot in status.stages[:-1]), job.seconds]
    stages = [
        {
            "stage": snapshot.stage,
            "best": "" if snapshot.best is None else figure(snapshot.best),
            "bound": "" if snapshot.bound is None else figure(snapshot.bound),
            "seconds": f"{until:.1f}",
        }
        for snapshot, until in zip(status.stages, seconds, strict=False)
    ]
    return {"stages": stages, "stopping": status.stopping}


def static_file(request: Request) -> Response:
    """Send styles and script, which say nothing about anybody."""
    from starlette.exceptions import HTTPException
    from starlette.responses import Response

    name = request.path_params["name"]
    if name not in STATIC:
        raise HTTPException(404)
    package, folder, kind = STATIC[name]
    return Response((files(package) / folder / name).read_bytes(), media_type=kind)


def page(template: str, status: int = 200, **values: Any) -> Response:  # noqa: ANN401
    """Send a page."""
    from starlette.responses import HTMLResponse

    return HTMLResponse(render(template, **values), status_code=status)


def go_to(address: str) -> Response:
    """Send a browser to another page."""
    from starlette.responses import RedirectResponse

    return RedirectResponse(address, status_code=303)
