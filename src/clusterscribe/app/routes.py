"""The addresses of the app: its pages, and the actions behind their buttons."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
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
from clusterscribe.app.comparing import compared
from clusterscribe.app.guard import COOKIE, NO_KEY, REPORT_POLICY, Access
from clusterscribe.app.history import Answer
from clusterscribe.app.job import UNEXPECTED, as_sentence
from clusterscribe.app.responses import (
    DIALECTS,
    file_at,
    fragment,
    go_to,
    page,
    progress_of,
    saved,
)
from clusterscribe.app.task import ENDINGS, REPORT, megabytes, shown_name, upload_limit
from clusterscribe.app.watching import status_of
from clusterscribe.app.wishing import fields_for, in_force, in_words, wished
from clusterscribe.app.workspace import Workspace, storing
from clusterscribe.charts.data.figures import portion
from clusterscribe.errors import InputError

MOST_FORM_BYTES = 10_000_000  # for tables with very many columns to leave out
STATIC = [("clusterscribe.app", "static"), ("clusterscribe.report", "templates")]
AROUND_FILE = 10_000  # bytes of an upload that are not the file

T = TypeVar("T")


class NothingToShowError(Exception):
    """A page was asked for before there is anything to show on it."""


@dataclass(frozen=True, slots=True)
class Routes:
    """What each address answers."""

    workspace: Workspace
    access: Access
    max_upload: int
    time_limit: float  # suggested for each search

    def application(self) -> Starlette:
        """Return the application, without its guard."""
        return Starlette(
            routes=[Mount(f"/{self.access.place}", routes=self._routes())],
            exception_handlers={
                403: lambda *_: page("message", 403, sentence=NO_KEY),
                HTTPException: lambda _, error: page(
                    "message", error.status_code, sentence="There is no such page."
                ),
                NothingToShowError: lambda *_: go_to(self.workspace.page()),
                InputError: self._refused,
                ClientDisconnect: lambda *_: Response(status_code=400),  # nobody will read it
                500: lambda *_: page("message", 500, sentence=UNEXPECTED),
            },
        )

    def _routes(self) -> list[BaseRoute]:
        """Return every address; pages and actions are named like the methods that answer."""
        pages = (self._file, self._table, self._progress, self._status, self._result, self._report,
                 self._compare)  # fmt: skip
        actions = (self._upload, self._example, self._named, self._describe, self._again,
                   self._stop, self._abandon, self._delete, self._restart)  # fmt: skip
        descriptions = ("description.json", "description.sql", "description.xlsx")
        files = ("report.html", *descriptions, "labelled.csv", "everything.zip")
        return [
            Mount("/static", StaticFiles(packages=STATIC)),
            Route("/open/{key}", self._open),
            Route("/", lambda _: go_to(self.workspace.page())),
            *(Route(f"/{page.__name__[1:]}", page) for page in pages),
            *(Route(f"/{action.__name__[1:]}", action, methods=["POST"]) for action in actions),
            *(Route(f"/{name}", self._save) for name in files),
        ]

    def _open(self, request: Request) -> Response:
        """Exchange the key in the address for a cookie.

        A page leads on rather than a redirect: after a link from elsewhere a browser would not
        send a strict cookie along.
        """
        if not self.access.admits(request.path_params["key"]):
            raise HTTPException(403)
        answer, path = page("open"), f"/{self.access.place}/"
        answer.set_cookie(COOKIE, self.access.cookie, path=path, httponly=True, samesite="strict")
        return answer

    def _refused(self, request: Request, error: Exception) -> Response:
        """Say what is wrong: with a table where one is chosen, or with an address."""
        sentence = as_sentence(str(error))
        if request.method == "POST":
            return self._file_page(sentence, 422)
        return page("message", 422, sentence=sentence)

    def _file(self, _: Request) -> Response:
        return self._file_page(self._current.problem)

    def _file_page(self, problem: str, status: int = 200) -> Response:
        return page(
            "file",
            status,
            problem=problem,
            endings=",".join((*ENDINGS, ".gz")),
            most=self.max_upload,
            most_words=megabytes(self.max_upload),
            too_large=f"The file is larger than {upload_limit(self.max_upload)}.",
            named=self.workspace.named,
        )

    async def _upload(self, request: Request) -> Response:
        upload = await receive(request, self.max_upload)
        name = shown_name(upload.filename or "")
        with upload.file as content:
            await run_in_threadpool(self.workspace.open_upload, name, content, self.max_upload)
        return go_to("progress")

    def _example(self, _: Request) -> Response:
        self.workspace.open_example()
        return go_to("progress")

    def _named(self, _: Request) -> Response:
        self.workspace.open_named()
        return go_to("progress")

    def _table(self, _: Request) -> Response:
        workspace = self._current
        suggested = needed(workspace.preview).suggested(self.time_limit)
        return self._table_page(fields_of(workspace.choices or suggested), workspace.problem)

    def _table_page(self, fields: Fields, problem: str, status: int = 200) -> Response:
        preview, name = self.workspace.preview, self._name
        shown = {"preview": preview, "name": name, "fields": fields, "problem": problem}
        return page("table", status, portion=portion, **shown)

    async def _describe(self, request: Request) -> Response:
        preview = needed(self.workspace.preview)
        fields = fields_of(preview.suggested(self.time_limit))
        try:
            form = await read_form(request)
            columns = [column.name for column in preview.columns]
            fields = fields_from(form, columns)
            old = preview.old_labels(self.workspace.choices, fields.text["label_column"])
            choices = choices_from(form, columns, old)
            await run_in_threadpool(self.workspace.describe, choices)
        except InputError as error:
            return self._table_page(fields, as_sentence(str(error)), 422)
        return go_to("progress")

    async def _again(self, request: Request) -> Response:
        """Describe the table again with other wishes, from the answer on that is on the page."""
        form = await read_form(request)
        answer = self._answer(form)
        try:
            asked = wished(form, answer.choices, answer.outcome.clusters)
            await run_in_threadpool(self.workspace.describe, asked, answer)
        except InputError as error:
            return self._result_page(answer, as_sentence(str(error)), 422, form)
        return go_to("progress")

    def _progress(self, _: Request) -> Response:
        workspace = self._current
        job = needed(workspace.job)
        if workspace.behind is not None:
            return go_to("result")
        choices = job.task.choices
        again = choices is not None and len(workspace.history) > 0
        return page(
            "progress",
            name=self._name,
            describing=choices is not None,
            again=again,
            wishes="" if choices is None else in_words(choices),
            **progress_of(job),
        )

    def _status(self, request: Request) -> Response:
        """Tell a page what is new; a page says how many answers it knows (`seen`)."""
        workspace = self._current
        job, newest = workspace.job, workspace.history.newest
        status = {
            "next": workspace.page(),
            "newest": 0 if newest is None else newest.number,
            "folder": "" if newest is None else newest.outcome.folder,
        }
        if job is None:
            return JSONResponse({**status, "running": False})
        status |= {**status_of(job), "running": True}
        if job.answer is not None and request.query_params.get("seen") != str(job.answers):
            status["html"] = fragment("so_far", answer=job.answer)
        return JSONResponse(status)

    def _stop(self, _: Request) -> Response:
        needed(self.workspace.job).stop()
        return go_to(self.workspace.page())

    def _abandon(self, _: Request) -> Response:
        needed(self.workspace.job).kill()
        return go_to(self.workspace.page())

    async def _delete(self, request: Request) -> Response:
        """Delete one answer; the page shows the newest that is left."""
        answer = self._answer(await read_form(request))
        await run_in_threadpool(self.workspace.delete, str(answer.number))
        return go_to(self.workspace.page())

    def _restart(self, _: Request) -> Response:
        self.workspace.clear()
        return go_to("file")

    def _result(self, request: Request) -> Response:
        answer = self._answer(request.query_params)
        return self._result_page(answer, self.workspace.problem)

    def _result_page(
        self, answer: Answer, problem: str, status: int = 200, sent: FormData | None = None
    ) -> Response:
        workspace = self.workspace
        behind = workspace.behind if answer == workspace.history.newest else None
        columns = [column.name for column in needed(workspace.preview).columns]
        return page(
            "result",
            status,
            answer=answer,
            outcome=answer.outcome,
            name=self._name,
            dialects=DIALECTS,
            problem=problem,
            behind=None if behind is None else progress_of(behind),
            answers=workspace.history.newest_first,
            wishes=fields_for(answer.choices, answer.outcome.clusters, sent),
            in_force=in_force(answer.choices),
            columns=[name for name in columns if name != answer.choices.label_column],
        )

    def _report(self, request: Request) -> Response:
        answer = self._answer(request.query_params)
        return file_at(answer.files / REPORT, "text/html", policy=REPORT_POLICY)

    def _compare(self, request: Request) -> Response:
        """Show two answers side by side."""
        needed(self._current.history.newest)
        numbers = request.query_params.getlist("answer")
        if len(numbers) != 2 or numbers[0] == numbers[1]:
            raise InputError("choose two different answers to compare")
        found = (self.workspace.history.find(number) for number in numbers)
        one, other = sorted(found, key=lambda answer: answer.number)
        return page("compare", name=self._name, compared=compared(one, other))

    def _save(self, request: Request) -> Response:
        file = request.url.path.rpartition("/")[2]
        return saved(file, self._answer(request.query_params), self._name, request.query_params)

    def _answer(self, asked: Mapping[str, Any]) -> Answer:
        """Return the answer that a request names, else the newest one."""
        history = self._current.history
        newest = needed(history.newest)
        number = asked.get("answer")
        return history.find(str(number)) if number else newest

    @property
    def _current(self) -> Workspace:
        """The workspace with the result of a job that has ended."""
        self.workspace.collect()
        return self.workspace

    @property
    def _name(self) -> str:
        return needed(self.workspace.table).name


def needed(value: T | None) -> T:
    """Return what a page is about; if there is nothing yet, another page is shown."""
    if value is None:
        raise NothingToShowError
    return value


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
