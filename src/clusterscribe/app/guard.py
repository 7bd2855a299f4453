"""Who may use the app: the user's browser on this computer, from pages of the app itself.

Refused are other host names that resolve to this computer (DNS rebinding), forms on pages of
other sites, and browsers without the key. Pages load nothing from other sites and cannot be
framed by them.
"""

from __future__ import annotations

import secrets

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
COOKIE = "clusterscribe"
NO_KEY = "Open the address that the terminal shows: it contains the key to this page."


class Access:
    """The secrets that admit a browser."""

    def __init__(self) -> None:
        # Cookies are sent to every port of a computer, but only to their own path: a path that
        # nobody can guess keeps them from servers of other users.
        self.place = secrets.token_hex(8)
        self.key = secrets.token_urlsafe(24)  # in the address that the terminal shows
        # other users may see the address with which a browser is started, so it works once
        self.ticket = secrets.token_urlsafe(24)
        self.cookie = secrets.token_urlsafe(24)

    def admits(self, key: str) -> bool:
        """Whether a key in an address is valid; the ticket is valid once."""
        if secrets.compare_digest(key.encode(), self.ticket.encode()):
            self.ticket = secrets.token_urlsafe(24)
            return True
        return secrets.compare_digest(key.encode(), self.key.encode())

    def knows(self, connection: HTTPConnection) -> bool:
        """Whether a browser was admitted before."""
        cookie = connection.cookies.get(COOKIE, "")
        return secrets.compare_digest(cookie.encode(), self.cookie.encode())


class Guard:
    """Refuses what no page of the app would send, and adds the security headers."""

    def __init__(self, application: ASGIApp, port: int, access: Access) -> None:
        self._application = application
        self._hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it and say why."""
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = self._refusal(HTTPConnection(scope), scope["method"])
        answer = self._application
        if refusal:
            answer = PlainTextResponse(f"{refusal}\n", 403, {"connection": "close"})
        await answer(scope, receive, send_with_headers)

    def _refusal(self, connection: HTTPConnection, method: str) -> str:
        """Say what is wrong with a request; an empty text if nothing is."""
        [host, *others] = connection.headers.getlist("host") or [""]
        if host not in self._hosts or others:
            return "This server answers only to 127.0.0.1 and localhost."
        if method not in ("GET", "HEAD", "POST"):
            return "This server only accepts GET and POST."
        if method == "POST":
            if connection.headers.getlist("origin") != [f"http://{host}"]:
                return "This request does not come from a page of this server."
            if set(connection.headers.getlist("sec-fetch-site")) - {"same-origin"}:
                return "This request comes from another site."
        pages = f"/{self._access.place}/"
        path = connection.scope["path"]
        is_public = path.startswith(f"{pages}open/") or not path.startswith(pages)
        if not is_public and not self._access.knows(connection):
            return NO_KEY
        return ""
