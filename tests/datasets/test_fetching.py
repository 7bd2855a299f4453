"""Addresses are asked with care: https only, within limits of time and size."""

from __future__ import annotations

import socket
from io import BytesIO

import pytest
from requests import Response
from requests.adapters import HTTPAdapter
from requests.exceptions import ChunkedEncodingError, ReadTimeout

from clusterscribe.datasets import copies
from clusterscribe.datasets.copies import fetch
from clusterscribe.datasets.tidy import UnfitError

ADDRESS = "https://example.org/zoo.data"


def response(address, content=b"", status=200, reason="OK", **headers):
    made = Response()
    made.url, made.raw = address, BytesIO(content)
    made.status_code, made.reason = status, reason
    made.headers.update(headers)
    return made


@pytest.fixture
def web_pages(monkeypatch):
    """Let addresses answer with these bytes, this response, or fail with this error."""
    pages = {}
    asked = []

    def send(adapter, request, timeout, **_):
        assert timeout == 20
        asked.append(request.url)
        page = pages[request.url]
        if isinstance(page, Exception):
            raise page
        found = response(request.url, page) if isinstance(page, bytes) else page
        found.request = request
        return found

    monkeypatch.setattr(HTTPAdapter, "send", send)
    pages["asked"] = asked
    return pages


def test_bytes_of_an_address(web_pages):
    web_pages[ADDRESS] = b"hair,feathers"
    assert fetch(ADDRESS) == b"hair,feathers"


@pytest.mark.parametrize("address", ["http://example.org/a", "file:///etc/passwd", "ftp://x/y"])
def test_other_than_https_is_never_opened(address, web_pages):
    with pytest.raises(UnfitError, match="it is not an https address"):
        fetch(address)
    assert web_pages["asked"] == []


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ReadTimeout("read\ntimed out"), "read timed out"),
        (ChunkedEncodingError("IncompleteRead(2 bytes read)"), "IncompleteRead(2 bytes read)"),
        (TimeoutError(), "TimeoutError"),
        (OSError(-2, "Name or service not known"), "Name or service not known"),
        (UnicodeError("label too long"), "label too long"),
        (response(ADDRESS, status=404, reason="Not Found"), "it answers 404 Not Found"),
    ],
)
def test_failure_says_why(web_pages, error, reason):
    web_pages[ADDRESS] = error
    with pytest.raises(UnfitError) as caught:
        fetch(ADDRESS)
    assert str(caught.value) == reason


def test_missing_network_says_what_the_system_says(monkeypatch):
    def unknown(*_, **__):
        raise socket.gaierror(-2, "Name or service not known")

    without_proxies(monkeypatch)
    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(UnfitError) as caught:
        fetch(ADDRESS)
    assert str(caught.value) == "Name or service not known"


def test_too_many_bytes_are_refused(web_pages, monkeypatch):
    monkeypatch.setattr(copies, "MOST_BYTES", 10)
    web_pages[ADDRESS] = b"0123456789"
    assert len(fetch(ADDRESS)) == 10
    web_pages[ADDRESS] = b"0123456789!"
    with pytest.raises(UnfitError, match="it sends more than 10 bytes"):
        fetch(ADDRESS)


def test_download_that_takes_too_long_is_given_up(web_pages, monkeypatch):
    now = [0.0]

    class Slow(BytesIO):
        def read(self, size=-1):
            now[0] += 19.0  # below the limit of a single read
            return super().read(1)

    web_pages[ADDRESS] = slow = response(ADDRESS)
    slow.raw = Slow(b"hair,feathers")
    monkeypatch.setattr("clusterscribe.clock.time.monotonic", lambda: now[0])
    with pytest.raises(UnfitError, match="it takes more than 180 seconds"):
        fetch(ADDRESS)
    assert now[0] < 200


def test_what_is_not_an_address_says_why(monkeypatch):
    without_proxies(monkeypatch)
    with pytest.raises(UnfitError, match=r"Invalid IPv6 URL|Failed to parse"):
        fetch("https://[bad")


def test_redirection_stays_on_https(web_pages):
    other = "https://example.com/b"
    web_pages[ADDRESS] = response(ADDRESS, status=302, reason="Found", location=other)
    web_pages[other] = b"hair"
    assert fetch(ADDRESS) == b"hair"
    assert web_pages["asked"] == [ADDRESS, other]


def test_redirection_to_another_protocol_is_never_followed(web_pages):
    web_pages[ADDRESS] = response(ADDRESS, status=302, location="http://example.com/b")
    with pytest.raises(UnfitError) as caught:
        fetch(ADDRESS)
    assert str(caught.value) == (
        "it redirects to 'http://example.com/b', which is not an https address"
    )
    assert web_pages["asked"] == [ADDRESS]


def without_proxies(monkeypatch):
    for name in ("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
