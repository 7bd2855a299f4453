"""Addresses are asked with care: https only, within a time and a size."""

from __future__ import annotations

from http.client import IncompleteRead
from io import BytesIO
from urllib.error import HTTPError, URLError
from urllib.request import Request

import pytest

from clusterscribe.datasets import fetching
from clusterscribe.datasets.fetching import fetch
from clusterscribe.datasets.words import UnfitError

ADDRESS = "https://example.org/zoo.data"


@pytest.fixture
def answer(monkeypatch):
    """Let every address answer with these bytes, or fail with this error."""

    def make(result):
        class Opener:
            def open(self, request, timeout):
                assert timeout == 20
                assert request.full_url == ADDRESS
                if isinstance(result, Exception):
                    raise result
                return BytesIO(result)

        monkeypatch.setattr(fetching, "build_opener", lambda *handlers: Opener())

    return make


def test_bytes_of_an_address(answer):
    answer(b"hair,feathers")
    assert fetch(ADDRESS) == b"hair,feathers"


@pytest.mark.parametrize("address", ["http://example.org/a", "file:///etc/passwd", "ftp://x/y"])
def test_other_than_https_is_never_opened(address, answer):
    answer(AssertionError("was opened"))
    with pytest.raises(UnfitError, match="it is no https address"):
        fetch(address)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (URLError("name or service\nnot known"), "name or service not known"),
        (URLError(TimeoutError("timed out")), "timed out"),
        (URLError(OSError(-2, "Name or service not known")), "Name or service not known"),
        (TimeoutError(), "TimeoutError"),
        (HTTPError(ADDRESS, 404, "Not Found", {}, None), "it answers 404 Not Found"),
        (IncompleteRead(b"12"), "IncompleteRead(2 bytes read)"),
        (UnicodeError("label too long"), "label too long"),
    ],
)
def test_failure_says_why(answer, error, reason):
    answer(error)
    with pytest.raises(UnfitError) as caught:
        fetch(ADDRESS)
    assert str(caught.value) == reason


def test_too_many_bytes_are_refused(answer, monkeypatch):
    monkeypatch.setattr(fetching, "MOST_BYTES", 10)
    answer(b"0123456789")
    assert len(fetch(ADDRESS)) == 10
    answer(b"0123456789!")
    with pytest.raises(UnfitError, match="it sends more than 10 bytes"):
        fetch(ADDRESS)


def test_download_that_drips_is_given_up(monkeypatch):
    now = [0.0]

    class Dripping(BytesIO):
        def read1(self, size=-1):
            now[0] += 19.0  # below the limit of a single read
            return super().read1(1)

    class Opener:
        def open(self, request, timeout):
            return Dripping(b"hair,feathers")

    monkeypatch.setattr(fetching, "build_opener", lambda *handlers: Opener())
    monkeypatch.setattr("clusterscribe.clock.time.monotonic", lambda: now[0])
    with pytest.raises(UnfitError, match="it takes more than 180 seconds"):
        fetch(ADDRESS)
    assert now[0] < 200


def test_what_is_no_address_says_why(monkeypatch):
    for name in ("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(UnfitError, match="Invalid IPv6 URL"):
        fetch("https://[bad")


def test_redirection_stays_on_https():
    handler = fetching._HttpsRedirects()
    request = Request(ADDRESS)
    to = handler.redirect_request(request, BytesIO(), 302, "Found", {}, "https://example.com/b")
    assert to is not None
    assert to.full_url == "https://example.com/b"
    with pytest.raises(URLError, match=r"redirects to .* which is no https"):
        handler.redirect_request(request, BytesIO(), 302, "Found", {}, "http://example.com/b")
