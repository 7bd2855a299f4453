"""Take the screens of docs/report.md and docs/app.md in a headless Chromium.

clusterscribe demo --out wines
python docs/images/screens.py wines/wine.csv

Three tables: the wines of the demo, and those of docs/examples, each on the page and in the app,
on a desk and on a phone, in the light and in the dark.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
WIDTHS = {"desk": (1280, 900), "phone": (390, 844)}
COLOURS = 256  # of a picture, chosen with care: enough for these pages, and half the bytes
LONG = 300_000  # milliseconds


@dataclass(frozen=True, slots=True)
class Case:
    """A table, and how it is described."""

    name: str
    labels: str
    title: str
    flags: tuple[str, ...]


CASES = (
    Case("wine", "cluster", "Three kinds of wine", ("--max-errors", "0.07", "--noun", "wines")),
    Case("customers", "segment", "Our customers, by segment", ("--noun", "customers")),
    Case("songs", "cluster", "Twelve moods of songs", ("--max-conditions", "3", "--noun", "songs")),
)


def main(wines: str) -> None:
    """Take all screens."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        shutil.copy(wines, folder / "wine.csv")
        for example in ("customers", "songs"):
            _run(sys.executable, str(EXAMPLES / f"{example}.py"), str(folder / f"{example}.csv"))
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for case in CASES:
            _report_screens(browser, case, folder)
            _app_screens(browser, case, folder / f"{case.name}.csv")
        browser.close()


def _run(*command: str) -> None:
    subprocess.run(command, check=True)


def _report_screens(browser: Browser, case: Case, folder: Path) -> None:
    page, table = folder / f"{case.name}.html", folder / f"{case.name}.csv"
    command = (sys.executable, "-m", "clusterscribe", "describe", str(table))
    asked = ("--labels", case.labels, "--title", case.title, *case.flags)
    _run(*command, *asked, "--report", str(page), "--time-limit", "40")
    for size, scheme, shown in _sizes(browser):
        shown.goto(page.as_uri())
        _take(shown, f"report-{case.name}-{size}-{scheme}")


def _app_screens(browser: Browser, case: Case, table: Path) -> None:
    """Take the table's page and the answer, each as every reader may see it."""
    with _app(table) as address:
        at_work = browser.new_page()
        at_work.set_default_timeout(LONG)
        at_work.goto(address)
        at_work.wait_for_url("**/table")
        home = address.split("/open/")[0]
        for step in ("table", "result"):
            if step == "result":
                at_work.get_by_role("button", name="Describe the clusters").click()
                at_work.wait_for_url("**/result")
            for size, scheme, shown in _sizes(browser):
                shown.goto(address)  # which lets this reader in
                shown.wait_for_url(re.compile(f"{re.escape(home)}/(table|result)$"))
                shown.wait_for_load_state("networkidle")
                _take(shown, f"app-{step}-{case.name}-{size}-{scheme}")
        at_work.close()


def _sizes(browser: Browser) -> Iterator[tuple[str, str, Page]]:
    """Open a window of each size in each scheme."""
    for size, (width, height) in WIDTHS.items():
        for scheme in ("light", "dark"):
            room = {"width": width, "height": height}
            context = browser.new_context(viewport=room, color_scheme=scheme)
            yield size, scheme, context.new_page()
            context.close()


def _take(page: Page, name: str) -> None:
    picture = Image.open(BytesIO(page.screenshot()))
    few = picture.convert("RGB").quantize(COLOURS, kmeans=3, dither=Image.Dither.NONE)
    few.save(HERE / "screens" / f"{name}.png", optimize=True)


@contextmanager
def _app(table: Path) -> Iterator[str]:
    """Start an app that has opened a table, and return its address."""
    asked = ("app", str(table), "--no-open", "--time-limit", "20")
    command = (sys.executable, "-m", "clusterscribe", *asked)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as app:
        assert app.stdout is not None
        try:
            yield next(filter(None, (re.search(r"http://\S+", line) for line in app.stdout)))[0]
        finally:
            app.terminate()


if __name__ == "__main__":
    (HERE / "screens").mkdir(exist_ok=True)
    main(sys.argv[1])
