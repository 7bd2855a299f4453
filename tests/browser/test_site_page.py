"""The documentation site in a browser: served from here, it asks nobody else for anything."""

import functools
import http.server
import threading

import pytest

from .checks import is_scrolled_sideways, serious_findings

PAGES = [
    "",
    "overview/",
    "method/",
    "notebooks/walk-through/",
    "benchmarks/core/",
    "api/",
    "api/descriptions/",
]
# its search has no name, and the boxes that its script puts around tables take no focus
OF_THE_THEME = ("aria-dialog-name", "scrollable-region-focusable")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def served(site):
    """The address of the site."""
    handler = functools.partial(Quiet, directory=site)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.parametrize("path", PAGES)
def test_a_page_needs_no_other_host_and_fits_a_phone(path, served, visit):
    page = visit(served + path, width=390, allowed=[served])
    page.wait_for_load_state("networkidle")
    assert not is_scrolled_sideways(page)


@pytest.mark.parametrize(("path", "scheme"), [("", "light"), ("api/wishes/", "dark")])
def test_a_page_has_no_serious_findings_of_ours(path, scheme, served, visit):
    page = visit(served + path, width=1280, scheme=scheme, allowed=[served])
    page.wait_for_load_state("networkidle")
    assert [found for found in serious_findings(page) if found[0] not in OF_THE_THEME] == []


def test_search_finds_a_page(served, visit):
    page = visit(served, width=1280, allowed=[served])
    page.get_by_role("textbox", name="Search").fill("dendrogram")
    page.locator(".md-search-result__link").first.wait_for()
    assert "nested/" in page.locator(".md-search-result__link").first.get_attribute("href")
