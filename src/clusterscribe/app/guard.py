"""Who may speak to the server: a browser on this computer, on pages of the server itself.

A name of another host that leads to this computer (DNS rebinding), a form on a page from
elsewhere and a frame around a page are all refused. Pages load nothing from anywhere else.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Application: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
# the report allows its own script and styles by their hashes, in a policy of its own
REPORT_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'self'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    # not no-referrer, with which browsers hide the origin of a form as well
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}

_READING = ("GET", "HEAD")


class Guard:
    """Refuses requests that no page of the server would make, and sends what pages may do."""

    def __init__(self, application: Application, port: int) -> None:
        self._application = application
        self._hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with what is wrong."""
        if scope["type"] == "lifespan":
            await self._application(scope, receive, send)
        elif scope["type"] == "http":
            refusal = self._refusal(scope)
            if refusal:
                await _refuse(_with_headers(send), refusal)
            else:
                await self._application(scope, receive, _with_headers(send))
        else:
            await send({"type": "websocket.close", "code": 1008})

    def _refusal(self, scope: Scope) -> str:
        """Say what is wrong with a request, or nothing."""
        host = _only(scope, b"host")
        if host not in self._hosts:
            return "This server answers to 127.0.0.1 and localhost alone."
        if scope["method"] in _READING:
            return ""
        if scope["method"] != "POST":
            return "This server only knows GET and POST."
        if _only(scope, b"origin") != f"http://{host}":
            return "This request does not come from a page of this server."
        if _only(scope, b"sec-fetch-site") not in (None, "same-origin"):
            return "This request comes from another site."
        return ""


def _only(scope: Scope, name: bytes) -> str | None:
    """Return the value of a header; nothing like any value where it is given twice."""
    values = [value.decode("latin-1") for key, value in scope["headers"] if key == name]
    return None if not values else values[0] if len(values) == 1 else "\0".join(values)


def _with_headers(send: Send) -> Send:
    """Add what is said with every answer, unless the answer says it in its own way."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = list(message.get("headers", ()))
            said = {name.lower() for name, _ in own}
            own += [
                (name.encode(), value.encode())
                for name, value in HEADERS.items()
                if name.encode() not in said
            ]
            message = {**message, "headers": own}
        await send(message)

    return sending


async def _refuse(send: Send, sentence: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": f"{sentence}\n".encode()})
