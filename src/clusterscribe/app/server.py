"""The server: on this computer only, until it is told to stop."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from clusterscribe.app.guard import Guard
from clusterscribe.app.routes import Limits, application
from clusterscribe.app.sessions import Sessions
from clusterscribe.errors import InputError

HOST = "127.0.0.1"
GRACE = 2  # seconds for answers that are on their way


def serve(
    file: Path | None,
    *,
    port: int | None,
    max_upload: int,
    time_limit: float,
    announce: Callable[[str, str], None],
) -> None:
    """Serve until interrupted; then everything that was uploaded is deleted.

    `announce` is told the address for people, and one that opens a browser once.
    """
    _check_extra()
    import uvicorn

    with _listening(port) as listener:
        number = listener.getsockname()[1]
        sessions = Sessions(file)
        pages = application(sessions, Limits(upload=max_upload, seconds=time_limit))
        server = uvicorn.Server(
            uvicorn.Config(
                Guard(pages, number),
                log_level="warning",
                access_log=False,
                server_header=False,
                lifespan="off",
                ws="none",
                timeout_graceful_shutdown=GRACE,
            )
        )
        start = f"http://{HOST}:{number}/{sessions.place}/open"
        # impatience must not keep anything from being deleted: signals wait for that as well
        with _ended_by_signals(server), closing(sessions):
            announce(f"{start}/{sessions.key}", f"{start}/{sessions.ticket()}")
            server.run(sockets=[listener])


def _check_extra() -> None:
    """Say how to install what the app needs, where that is missing."""
    for name in ("starlette", "uvicorn", "python_multipart"):
        if find_spec(name) is None:
            raise InputError(
                f"the app needs {name}, which is not installed; install it with "
                'pip install "clusterscribe[app]"'
            )


@contextmanager
def _listening(port: int | None) -> Iterator[socket.socket]:
    """Listen on a port of this computer, or on any that is free."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, port or 0))
        except PermissionError:
            raise InputError(f"port {port} is not for everybody; choose one above 1023") from None
        except OSError:
            raise InputError(
                f"port {port} is taken by another program; choose another one, or none"
            ) from None
        listener.listen()
        yield listener


@contextmanager
def _ended_by_signals(server: Any) -> Iterator[None]:  # noqa: ANN401
    """Let Ctrl-C, the end of the terminal and the end of the system end the server in order.

    uvicorn ends in order and then sends itself the signal again, which would end the
    process before anything is deleted.
    """

    def end(*_: object) -> None:
        server.should_exit = True

    names = ("SIGINT", "SIGTERM", "SIGHUP")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {number: signal.signal(number, end) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
