"""A real browser, Debian's or anybody's Chromium, that may go nowhere.

Tests take the fixture `visit`: it opens a page and watches it. A message on the console, an
error of a script or a request to anywhere but where the test allows it fails the test.
"""

import os
import shutil
from pathlib import Path

import pytest

from .running_app import running

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items):
    """Browser tests of one file share a worker, so that few browsers are started."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="session")
def chromium():
    """Start Chromium, or skip and say why."""
    driver = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = os.environ.get("CLUSTERSCRIBE_CHROMIUM") or next(
        filter(None, map(shutil.which, NAMES)), None
    )
    if program is None:
        pytest.skip("no Chromium on this machine (Debian: the package chromium)")
    with driver.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


class Watched:
    """A page of the browser, and what it did that it should not."""

    def __init__(self, page, allowed, refuses):
        self.page = page
        self._refuses = refuses
        self.complaints = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("request", lambda request: self._request(request.url, allowed))
        page.on("dialog", lambda dialog: self.complaints.append(f"dialog: {dialog.message}"))

    def _console(self, message):
        if self._refuses and "status of 422" in message.text:
            return  # the page says what is wrong, and the browser remarks on the status
        if message.type in ("error", "warning"):
            self.complaints.append(f"console: {message.text}")

    def _request(self, url, allowed):
        if not url.startswith(("file:", "data:", "blob:", *allowed)):
            self.complaints.append(f"request: {url}")


@pytest.fixture
def visit(chromium):
    """Return a function that opens a file or an address, wide or narrow, light or dark.

    `refuses` says that the test fills in something wrong, which the server answers with 422.
    """
    opened = []

    def open_page(
        address, *, width=1440, height=900, scheme="light", allowed=(), refuses=False, **options
    ):
        context = chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, **options
        )
        page = context.new_page()
        page.set_default_timeout(15_000)
        watched = Watched(page, allowed, refuses)
        opened.append((context, watched))
        page.goto(address.as_uri() if isinstance(address, Path) else address)
        return page

    yield open_page
    complaints = [complaint for _, watched in opened for complaint in watched.complaints]
    for context, _ in opened:
        context.close()
    assert complaints == []


@pytest.fixture(scope="module")
def address(chromium, tmp_path_factory):
    """The address of an app for the tests of one file."""
    with running(tmp_path_factory.mktemp("tmp"), "--time-limit", "1") as (address, _):
        yield address
