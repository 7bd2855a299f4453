"""What every page must pass."""

import pytest


def serious_findings(page):
    """Return what axe-core finds serious or critical on a page."""
    module = pytest.importorskip("axe_playwright_python.sync_playwright")
    found = module.Axe().run(page).response["violations"]
    return [
        (finding["id"], finding["help"], [node["html"] for node in finding["nodes"]][:3])
        for finding in found
        if finding["impact"] in ("serious", "critical")
    ]


def is_scrolled_sideways(page):
    """Whether a page is wider than its window."""
    return page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
