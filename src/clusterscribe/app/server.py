"""The server: on this computer only, until it is stopped."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from clusterscribe.app.workspace import Workspace
from clusterscribe.errors import InputError

HOST = "127.0.0.1"
GRACE = 2  # seconds to finish the responses that are being sent


def serve(
    file: Path | None,
    *,
    port: int | None,
    max_upload: int,
    time_limit: float,
    announce: Callable[[str, str], None],
) -> None:
    """Serve until interrupted, then delete everything that was uploaded.

    `announce` is called with the address to show, and with one that opens a browser once.
    """
    _check_extra()
    import uvicorn

    from clusterscribe.app.guard import Access, Guard
    from clusterscribe.app.routes import Routes

    with _listening(port) as listener:
        number = listener.getsockname()[1]
        workspace, access = Workspace(file), Access()
        pages = Routes(workspace, access, max_upload, time_limit).application()
        server = uvicorn.Server(
            uvicorn.Config(
                Guard(pages, number, access),
                log_level="warning",
                access_log=False,
                server_header=False,
                lifespan="off",
                ws="none",
                timeout_graceful_shutdown=GRACE,
            )
        )
        address = f"http://{HOST}:{number}/{access.place}/open"
        # a second Ctrl-C must not prevent the deletion: signals are handled until it is done
        with _ended_by_signals(server), closing(workspace):
            if file is not None:
                workspace.open_named()
            announce(f"{address}/{access.key}", f"{address}/{access.ticket}")
            server.run(sockets=[listener])


def _check_extra() -> None:
    """Raise an error that says how to install what the app needs, if it is missing."""
    for name in ("starlette", "uvicorn", "python_multipart"):
        if find_spec(name) is None:
            raise InputError(
                f"the app needs {name}, which is not installed; install it with "
                'pip install "clusterscribe[app]"'
            )


def _listening(port: int | None) -> socket.socket:
    """Listen on a port of this computer, or on any free one."""
    try:
        return socket.create_server((HOST, port or 0))
    except PermissionError:
        raise InputError(f"port {port} needs administrator rights; choose one above 1023") from None
    except OSError:
        raise InputError(
            f"port {port} is used by another program; choose another one, or omit --port"
        ) from None


@contextmanager
def _ended_by_signals(server: Any) -> Iterator[None]:  # noqa: ANN401
    """Shut the server down in order on Ctrl-C, on SIGTERM and when the terminal closes.

    uvicorn shuts down in order and then sends itself the signal again, which would end the
    process before the files are deleted.
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
