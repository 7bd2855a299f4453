"""The pages, and what each of their buttons does."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from clusterscribe.app import downloads
from clusterscribe.app.answers import file_at, go_to, page, progress_of, saved, static_file
from clusterscribe.app.child import UNEXPECTED, as_sentence
from clusterscribe.app.choices import choices_from
from clusterscribe.app.downloads import DIALECTS
from clusterscribe.app.fields import Fields, fields_from, fields_of, suggested
from clusterscribe.app.forms import read_form
from clusterscribe.app.guard import REPORT_POLICY
from clusterscribe.app.orders import report_in
from clusterscribe.app.sessions import Session, Sessions
from clusterscribe.app.uploads import ENDINGS, MEGABYTE, receive
from clusterscribe.errors import InputError

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

COOKIE = "clusterscribe"
NO_KEY = "Open the address that the terminal shows: it holds the key to this page."

Handler: TypeAlias = "Callable[[Session, Request], Response | Awaitable[Response]]"


@dataclass(frozen=True, slots=True)
class Limits:
    """What the person who started the app allows."""

    upload: int = 500 * MEGABYTE
    seconds: float = 60.0  # suggested for each search


def application(sessions: Sessions, limits: Limits) -> Starlette:
    """Return the whole application, without the guard before it."""
    from starlette.applications import Starlette
    from starlette.routing import Mount

    return Starlette(
        routes=[Mount(f"/{sessions.place}", routes=Routes(sessions, limits).all())],
        exception_handlers={
            403: lambda request, _: page("message", 403, sentence=NO_KEY),
            404: lambda request, _: page("message", 404, sentence="There is no such page."),
            405: lambda request, _: page("message", 405, sentence="There is no such page."),
            500: lambda request, _: page("message", 500, sentence=UNEXPECTED),
        },
    )


class Routes:
    """The pages of all sessions."""

    def __init__(self, sessions: Sessions, limits: Limits) -> None:
        self._sessions = sessions
        self._limits = limits

    def all(self) -> list[BaseRoute]:
        """Return every address and what answers to it."""
        from starlette.routing import Route

        pages: dict[str, Handler] = {
            "": lambda session, _: go_to(session.page()),
            "file": self._file,
            "table": self._table,
            "progress": self._progress,
            "status": self._status,
            "result": self._result,
            "report": self._report,
            "report.html": self._download_report,
            "description.json": self._download_description,
            "description.sql": self._download_sql,
            "labelled.csv": self._download_labelled,
        }
        actions: dict[str, Handler] = {
            "upload": self._upload,
            "example": self._example,
            "given": self._given,
            "describe": self._describe,
            "stop": self._stop,
            "abandon": self._abandon,
            "restart": self._restart,
        }
        return [
            Route("/open/{key}", self._open),
            Route("/static/{name}", static_file),
            *(Route(f"/{name}", self._known(shown)) for name, shown in pages.items()),
            *(
                Route(f"/{name}", self._known(action), methods=["POST"])
                for name, action in actions.items()
            ),
        ]

    def _known(self, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        """Let only browsers in that hold the secret of a session."""
        from starlette.concurrency import run_in_threadpool
        from starlette.exceptions import HTTPException

        async def handle(request: Request) -> Response:
            session = self._sessions.of(request.cookies.get(COOKIE))
            if session is None:
                raise HTTPException(403)
            answer = await run_in_threadpool(handler, session, request)
            return await answer if isinstance(answer, Awaitable) else answer

        return handle

    def _open(self, request: Request) -> Response:
        """Turn the key of the address into a cookie.

        The next page is opened by this one rather than by a redirect: after a link from
        elsewhere a browser would not send a strict cookie along.
        """
        from starlette.exceptions import HTTPException

        if not self._sessions.is_key(request.path_params["key"]):
            raise HTTPException(403)
        answer = page("open")
        if self._sessions.of(request.cookies.get(COOKIE)) is None:
            try:
                secret = self._sessions.begin()
            except InputError as error:
                return page("message", 503, sentence=as_sentence(str(error)))
            answer.set_cookie(
                COOKIE, secret, path=f"/{self._sessions.place}/", httponly=True, samesite="strict"
            )
        return answer

    # the pages

    def _file(self, session: Session, request: Request) -> Response:
        session.collect()
        return self._file_page(session.problem)

    def _file_page(self, problem: str = "", status: int = 200) -> Response:
        given = self._sessions.given
        return page(
            "file",
            status,
            problem=problem,
            endings=",".join((*ENDINGS, ".gz")),
            most=self._limits.upload,
            most_words=f"{self._limits.upload / MEGABYTE:,.4g} MB",
            given="" if given is None else self._sessions.given_table().name,
        )

    def _table(self, session: Session, request: Request) -> Response:
        session.collect()
        if session.look is None:
            return go_to(session.page())
        return self._table_page(session, self._fields(session), session.problem)

    def _fields(self, session: Session) -> Fields:
        if session.choices is not None:
            return fields_of(session.choices)
        if session.look is None:
            raise InputError("there is no table yet; choose one")
        return suggested(session.look, self._limits.seconds)

    def _table_page(
        self, session: Session, fields: Fields, problem: str, status: int = 200
    ) -> Response:
        name = session.table.name if session.table else ""
        return page("table", status, look=session.look, name=name, fields=fields, problem=problem)

    def _progress(self, session: Session, request: Request) -> Response:
        session.collect()
        job = session.job
        if job is None:
            return go_to(session.page())
        name = session.table.name if session.table else ""
        describing = job.order.choices is not None
        return page("progress", name=name, describing=describing, **progress_of(job))

    def _status(self, session: Session, request: Request) -> Response:
        from starlette.responses import JSONResponse

        job = session.job
        if job is not None and job.running:
            return JSONResponse({"next": "", **progress_of(job)})
        return JSONResponse({"next": session.page(), "stages": [], "stopping": False})

    def _result(self, session: Session, request: Request) -> Response:
        session.collect()
        outcome = session.outcome
        if outcome is None:
            return go_to(session.page())
        name = session.table.name if session.table else ""
        return page("result", outcome=outcome, name=name, dialects=DIALECTS)

    def _report(self, session: Session, request: Request) -> Response:
        if session.outcome is None:
            return go_to(session.page())
        headers = {"content-security-policy": REPORT_POLICY}
        return file_at(report_in(session.outputs), "text/html", headers)

    # what buttons do

    async def _upload(self, session: Session, request: Request) -> Response:
        from starlette.concurrency import run_in_threadpool
        from starlette.requests import ClientDisconnect

        content_type = request.headers.get("content-type", "")
        body: AsyncIterator[bytes] = request.stream()
        try:
            with session.receiving() as folder:
                upload = await receive(content_type, body, folder, self._limits.upload)
        except InputError as error:
            return self._file_page(as_sentence(str(error)), 422)
        except ClientDisconnect:  # nobody is there to hear of it
            return self._file_page("", 400)
        await run_in_threadpool(session.look_at, upload)
        return go_to("progress")

    def _example(self, session: Session, request: Request) -> Response:
        return self._begun(session.look_at_example)

    def _given(self, session: Session, request: Request) -> Response:
        return self._begun(lambda: session.look_at(self._sessions.given_table()))

    def _begun(self, begin: Callable[[], None]) -> Response:
        """Begin with a table, or say why that is not possible."""
        try:
            begin()
        except InputError as error:
            return self._file_page(as_sentence(str(error)), 422)
        return go_to("progress")

    async def _describe(self, session: Session, request: Request) -> Response:
        from starlette.concurrency import run_in_threadpool
        from starlette.requests import ClientDisconnect

        look = session.look
        if look is None:
            return go_to(session.page())
        fields = suggested(look, self._limits.seconds)
        try:
            form = await read_form(request.stream())
            fields = fields_from(form, fields)
            choices = choices_from(form, [column.name for column in look.columns])
            await run_in_threadpool(session.describe, choices)
        except InputError as error:
            return self._table_page(session, fields, as_sentence(str(error)), 422)
        except ClientDisconnect:  # nobody is there to hear of it
            return self._file_page("", 400)
        return go_to("progress")

    def _stop(self, session: Session, request: Request) -> Response:
        if session.job is not None:
            session.job.stop()
        return go_to("progress")

    def _abandon(self, session: Session, request: Request) -> Response:
        if session.job is not None:
            session.job.kill()
        return go_to("progress")

    def _restart(self, session: Session, request: Request) -> Response:
        session.restart()
        return go_to("file")

    # what can be taken home

    def _download_report(self, session: Session, request: Request) -> Response:
        return saved(session, request, downloads.report)

    def _download_description(self, session: Session, request: Request) -> Response:
        return saved(session, request, downloads.description)

    def _download_sql(self, session: Session, request: Request) -> Response:
        return saved(session, request, downloads.sql)

    def _download_labelled(self, session: Session, request: Request) -> Response:
        return saved(session, request, downloads.labelled)
