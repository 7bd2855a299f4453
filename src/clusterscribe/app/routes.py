"""The addresses of the app: its pages, and the actions behind their buttons."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from urllib.parse import parse_qsl

from python_multipart.exceptions import FormParserError
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from clusterscribe.app.choices import Fields, choices_from, fields_from, fields_of
from clusterscribe.app.guard import COOKIE, NO_KEY, REPORT_POLICY, Access
from clusterscribe.app.job import UNEXPECTED, as_sentence
from clusterscribe.app.responses import DIALECTS, file_at, go_to, page, progress_of, saved
from clusterscribe.app.task import ENDINGS, REPORT, megabytes, shown_name, upload_limit
from clusterscribe.app.workspace import Workspace, storing
from clusterscribe.errors import InputError

MOST_FORM_BYTES = 10_000_000  # for tables with very many columns to leave out
STATIC = [("clusterscribe.app", "static"), ("clusterscribe.report", "templates")]
NO_PAGE = "There is no such page."
AROUND_FILE = 10_000  # bytes of an upload that are not the file


def application(
    workspace: Workspace, access: Access, *, max_upload: int, time_limit: float
) -> Starlette:
    """Return the application, without its guard."""
    routes = Routes(workspace, access, max_upload, time_limit)
    return Starlette(
        routes=[Mount(f"/{access.place}", routes=routes.all())],
        exception_handlers={
            403: lambda *_: page("message", 403, sentence=NO_KEY),
            HTTPException: lambda _, error: page("message", error.status_code, sentence=NO_PAGE),
            InputError: routes.refused,
            ClientDisconnect: lambda *_: Response(status_code=400),  # nobody will read it
            500: lambda *_: page("message", 500, sentence=UNEXPECTED),
        },
    )


class Routes:
    """What each address answers."""

    def __init__(
        self, workspace: Workspace, access: Access, max_upload: int, time_limit: float
    ) -> None:
        self._workspace = workspace
        self._access = access
        self._max_upload = max_upload
        self._time_limit = time_limit  # suggested for each search

    def all(self) -> list[BaseRoute]:
        """Return every address with what answers it."""
        pages = {
            "": lambda _: go_to(self._workspace.page()),
            "file": self._file,
            "table": self._table,
            "progress": self._progress,
            "status": self._status,
            "result": self._result,
            "report": self._report,
        }
        actions = {
            "upload": self._upload,
            "example": self._example,
            "named": self._named,
            "describe": self._describe,
            "stop": self._stop,
            "abandon": self._abandon,
            "restart": self._restart,
        }
        files = ("report.html", "description.json", "description.sql", "labelled.csv")
        return [
            Route("/open/{key}", self._open),
            Mount("/static", StaticFiles(packages=STATIC)),
            *(Route(f"/{name}", self._save) for name in files),
            *(Route(f"/{name}", shown) for name, shown in pages.items()),
            *(Route(f"/{name}", action, methods=["POST"]) for name, action in actions.items()),
        ]

    def _open(self, request: Request) -> Response:
        """Exchange the key in the address for a cookie.

        A page leads on rather than a redirect: after a link from elsewhere a browser would not
        send a strict cookie along.
        """
        if not self._access.admits(request.path_params["key"]):
            raise HTTPException(403)
        answer, path = page("open"), f"/{self._access.place}/"
        answer.set_cookie(COOKIE, self._access.cookie, path=path, httponly=True, samesite="strict")
        return answer

    def refused(self, request: Request, error: Exception) -> Response:
        """Say what is wrong: with a table where one is chosen, or with an address."""
        sentence = as_sentence(str(error))
        if request.method == "POST":
            return self._file_page(sentence, 422)
        return page("message", 422, sentence=sentence)

    def _file(self, _: Request) -> Response:
        self._workspace.collect()
        return self._file_page(self._workspace.problem)

    def _file_page(self, problem: str, status: int = 200) -> Response:
        return page(
            "file",
            status,
            problem=problem,
            endings=",".join((*ENDINGS, ".gz")),
            most=self._max_upload,
            most_words=megabytes(self._max_upload),
            too_large=f"The file is larger than {upload_limit(self._max_upload)}.",
            named=self._workspace.named,
        )

    async def _upload(self, request: Request) -> Response:
        upload = await receive(request, self._max_upload)
        name = shown_name(upload.filename or "")
        with upload.file as content:
            await run_in_threadpool(self._workspace.open_upload, name, content, self._max_upload)
        return go_to("progress")

    def _example(self, _: Request) -> Response:
        self._workspace.open_example()
        return go_to("progress")

    def _named(self, _: Request) -> Response:
        self._workspace.open_named()
        return go_to("progress")

    def _table(self, _: Request) -> Response:
        self._workspace.collect()
        preview, choices = self._workspace.preview, self._workspace.choices
        if preview is None:
            return go_to(self._workspace.page())
        fields = fields_of(choices or preview.suggested(self._time_limit))
        return self._table_page(fields, self._workspace.problem)

    def _table_page(self, fields: Fields, problem: str, status: int = 200) -> Response:
        preview, name = self._workspace.preview, self._name
        return page("table", status, preview=preview, name=name, fields=fields, problem=problem)

    @property
    def _name(self) -> str:
        return self._workspace.table.name if self._workspace.table else ""

    async def _describe(self, request: Request) -> Response:
        preview = self._workspace.preview
        if preview is None:
            return go_to(self._workspace.page())
        fields = fields_of(preview.suggested(self._time_limit))
        try:
            form = await read_form(request)
            fields = fields_from(form)
            choices = choices_from(form, [column.name for column in preview.columns])
            await run_in_threadpool(self._workspace.describe, choices)
        except InputError as error:
            return self._table_page(fields, as_sentence(str(error)), 422)
        return go_to("progress")

    def _progress(self, _: Request) -> Response:
        self._workspace.collect()
        job = self._workspace.job
        if job is None:
            return go_to(self._workspace.page())
        describing = job.task.choices is not None
        return page("progress", name=self._name, describing=describing, **progress_of(job))

    def _status(self, _: Request) -> Response:
        job = self._workspace.job
        if job is not None and job.running:
            return JSONResponse({"next": "", **progress_of(job)})
        return JSONResponse({"next": self._workspace.page(), "stages": [], "stopping": False})

    def _stop(self, _: Request) -> Response:
        if self._workspace.job is not None:
            self._workspace.job.stop()
        return go_to("progress")

    def _abandon(self, _: Request) -> Response:
        if self._workspace.job is not None:
            self._workspace.job.kill()
        return go_to("progress")

    def _restart(self, _: Request) -> Response:
        self._workspace.clear()
        return go_to("file")

    def _result(self, _: Request) -> Response:
        self._workspace.collect()
        outcome = self._workspace.outcome
        if outcome is None:
            return go_to(self._workspace.page())
        return page("result", outcome=outcome, name=self._name, dialects=DIALECTS)

    def _report(self, _: Request) -> Response:
        if self._workspace.outcome is None:
            return go_to(self._workspace.page())
        return file_at(self._workspace.outputs / REPORT, "text/html", policy=REPORT_POLICY)

    def _save(self, request: Request) -> Response:
        outcome, folder = self._workspace.outcome, self._workspace.outputs
        if outcome is None:
            return go_to(self._workspace.page())
        file = request.url.path.rpartition("/")[2]
        return saved(file, outcome, folder, self._name, request.query_params)


async def receive(request: Request, limit: int) -> UploadFile:
    """Return the file of a form, in a temporary file without a name, if it is not too large."""
    too_large = f"the file is larger than {upload_limit(limit)}"
    body = limited(request, limit + AROUND_FILE, too_large)
    try:
        with storing():
            form = await MultiPartParser(request.headers, body, max_files=1, max_fields=1).parse()
    except (MultiPartException, FormParserError, KeyError):  # no content type is a KeyError
        raise InputError("the upload is damaged; choose a file and try again") from None
    upload = form.get("file")
    if not isinstance(upload, UploadFile) or not upload.filename:
        raise InputError("no file was received; choose one and try again")
    if upload.size is None or upload.size > limit:
        raise InputError(too_large)
    return upload


async def read_form(request: Request) -> FormData:
    """Return a form without files; one that no page of the app would send is refused."""
    too_large = "the form is too large; use a table with fewer columns"
    received = [chunk async for chunk in limited(request, MOST_FORM_BYTES, too_large)]
    text = b"".join(received).decode("utf-8", "replace")
    return FormData(parse_qsl(text, keep_blank_values=True))


async def limited(request: Request, most: int, too_large: str) -> AsyncGenerator[bytes, None]:
    """Pass the body of a request on, and refuse it in the end if there is more.

    The rest is read and dropped, as browsers show no response before they have sent everything.
    """
    received = 0
    async for chunk in request.stream():
        received += len(chunk)
        if received <= most:
            yield chunk
    if received > most:
        raise InputError(too_large)
