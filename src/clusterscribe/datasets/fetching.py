"""Bytes from an address: https only, within a time and a size, and nothing is run."""

from __future__ import annotations

from http.client import HTTPException, HTTPMessage, HTTPResponse
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from clusterscribe import __version__
from clusterscribe.clock import Clock
from clusterscribe.datasets.words import UnfitError

TIMEOUT = 20.0  # seconds without an answer
LONGEST = 180.0  # seconds for all of it
CHUNK = 65_536  # bytes to ask for at once
MOST_BYTES = 50_000_000  # several times the largest of the data sets


def fetch(address: str) -> bytes:
    """Return what is at an address, or raise `UnfitError` with the reason why not."""
    if not _is_https(address):
        raise UnfitError("it is no https address")
    clock = Clock(LONGEST)
    try:
        request = Request(address, headers={"User-Agent": f"clusterscribe/{__version__}"})
        with build_opener(_HttpsRedirects).open(request, timeout=TIMEOUT) as answer:
            content = _read(answer, clock)
    except HTTPError as error:
        raise UnfitError(_phrase(f"it answers {error.code} {error.reason}")) from error
    except (OSError, HTTPException, ValueError) as error:  # the last: what is no address
        reason = error.reason if isinstance(error, URLError) else error
        words = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
        raise UnfitError(_phrase(words)) from error
    if len(content) > MOST_BYTES:
        raise UnfitError(f"it sends more than {MOST_BYTES:,} bytes")
    return content


def _read(answer: HTTPResponse, clock: Clock) -> bytes:
    """Read what comes as it comes: each read has a limit of its own, and so has the whole."""
    content = bytearray()
    while len(content) <= MOST_BYTES and (chunk := answer.read1(CHUNK)):
        content += chunk
        if clock.expired:
            raise TimeoutError(f"it takes more than {LONGEST:g} seconds")
    return bytes(content)


class _HttpsRedirects(HTTPRedirectHandler):
    """Follows redirections, but never to an address that anyone on the way could answer for."""

    def redirect_request(  # noqa: PLR0917 - the signature is urllib's
        self,
        req: Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> Request | None:
        if not _is_https(newurl):
            raise URLError(f"it redirects to {newurl!r}, which is no https address")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _is_https(address: str) -> bool:
    return address.lower().startswith("https://")


def _phrase(text: str) -> str:
    return " ".join(text.split())
