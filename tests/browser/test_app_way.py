"""The whole way through the app by keyboard, by ear, with a slow line, and after its end."""

import random
import re
import sys
import time

import pytest

from .checks import is_scrolled_sideways, serious_findings
from .running_app import running

pytest.importorskip("starlette", reason="the extra app is not installed")

LONG = 60_000  # milliseconds: longer than any of these takes on a busy machine
FOCUSED = """() => {
  let at = document.activeElement;
  while (at && at.contentDocument) at = at.contentDocument.activeElement;
  const label = at && at.labels && at.labels[0];
  return at ? (at.getAttribute("aria-label") || (label || at).textContent).trim() : "";
}"""
NAMED = "button|link|textbox|searchbox|spinbutton|combobox|checkbox|radio|slider|progressbar|img"


@pytest.fixture(scope="module")
def address(chromium, tmp_path_factory):
    with running(tmp_path_factory.mktemp("tmp"), "--time-limit", "1") as (address, _):
        yield address


@pytest.fixture
def start_page(visit, address):
    """Open the first page of the app."""
    page = visit(address, allowed=(address.split("/open/")[0] + "/",))
    page.set_default_timeout(LONG)
    page.wait_for_url(re.compile("/(file|table|progress|result)$"))
    if not page.url.endswith("/file"):
        page.get_by_role("button", name="Start over").click()
    page.wait_for_url("**/file")
    return page


class Clock:
    """Prints how long each step took, for whoever runs a test by hand."""

    def __init__(self):
        self.since = time.monotonic()

    def say(self, step):
        sys.stdout.write(f"{step}: {time.monotonic() - self.since:.1f} s\n")
        self.since = time.monotonic()


def press(page, words, key="Enter"):
    """Reach whatever has these words by Tab, and press a key there."""
    seen = []
    for _ in range(150):
        page.keyboard.press("Tab")
        seen.append(" ".join(page.evaluate(FOCUSED).split()))
        if re.search(words, seen[-1]):
            page.keyboard.press(key)
            return
    raise AssertionError(f"{words!r} cannot be reached: {seen}")


def names(page):
    """Return the role and name of all that a screen reader stops at, in the page itself."""
    found = re.findall(
        rf'^\s*- (?:\'|")?({NAMED})\b(?: "((?:[^"\\]|\\.)*)")?',
        page.locator("body").aria_snapshot(),
        re.M,
    )
    assert found
    assert [role for role, name in found if not name] == []
    return found


def check_names(page):
    """Fields and buttons are distinguished without what is around them."""
    found = [pair for pair in names(page) if pair[0] not in ("img", "progressbar")]
    assert sorted(found) == sorted(set(found))
    vague = {
        "Show",
        "Delete",
        "Stop",
        "JSON",
        "SQL",
        "Excel",
        "Report",
        "Filter",
        "Show it",
        "cost",
    }
    assert [name for _, name in found if name in vague] == []


@pytest.mark.slow
def test_the_whole_way_by_keyboard_and_by_ear(start_page):
    page = start_page
    check_names(page)
    press(page, "^Try the wines")
    page.wait_for_url("**/table")
    check_names(page)
    press(page, "^More options")
    press(page, "^Wishes for columns")
    check_names(page)
    press(page, "^Describe the clusters")
    page.wait_for_url("**/result")
    report = page.frame_locator("iframe")
    report.get_by_role("heading", name="What the clusters of wine.csv are").wait_for()
    page.locator("[data-whole]").wait_for()
    for menu in ("Describe again", "Answers", "Save"):
        press(page, f"^{menu}")
        check_names(page)
        page.keyboard.press("Escape")
    report.locator(".ask").first.wait_for(state="attached")
    press(page, r"^What sets B apart from [AC]\?")
    report.get_by_role("heading", name="What sets B apart from").wait_for()
    assert serious_findings(page) == []
    assert not is_scrolled_sideways(page)


def test_a_long_upload_is_shown_and_can_be_cancelled(start_page):
    page = start_page
    session = page.context.new_cdp_session(page)
    line = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 400_000}
    session.send("Network.emulateNetworkConditions", line)
    file = {"name": "long.csv", "mimeType": "text/csv", "buffer": b"a,b\n" + b"1,2\n" * 1_000_000}
    page.get_by_label("Your table").set_input_files(files=[file])
    page.get_by_text(re.compile(r"^\d\.\d of 4\.0 MB sent$")).wait_for()
    assert 0 < float(page.get_by_role("progressbar", name="Upload").get_attribute("value")) < 1
    assert page.get_by_label("Your table").is_disabled()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("Cancelled. Choose another file.").wait_for()
    assert page.get_by_label("Your table").evaluate("field => field === document.activeElement")
    page.reload()
    assert page.url.endswith("/file")  # nothing of it was kept


@pytest.mark.slow
def test_an_app_that_was_ended_is_said(chromium, tmp_path):
    context = chromium.new_context()  # not watched: the browser itself complains of what is lost
    page = context.new_page()
    page.set_default_timeout(LONG)
    page.clock.install()
    with running(tmp_path, "--time-limit", "60") as (address, process):
        page.goto(address)
        page.wait_for_url("**/file")
        page.get_by_role("button", name="Try the wines").click()
        page.wait_for_url("**/table")
        page.get_by_role("button", name="Describe the clusters").click()
        page.wait_for_url(re.compile("/(progress|result)$"))
        process.terminate()
        process.wait(20)
        page.clock.fast_forward(1_000)
        page.get_by_text("The connection was lost. Trying again").wait_for()
        page.clock.fast_forward(40_000)
        page.get_by_text("it has probably been stopped").wait_for()
    context.close()


@pytest.mark.slow
def test_200_000_rows_from_the_file_to_the_slider(visit, tmp_path):
    chance = random.Random(0)
    table = tmp_path / "large.csv"
    with table.open("w") as file:
        file.write("id,age,income,visits,plan,label\n")
        for row in range(200_000):
            cluster = chance.randrange(5)
            values = [round(chance.gauss(20 * (cluster % 3), 9), 1), chance.randrange(90_000)]
            values += [round(chance.gauss(8 * cluster, 9)), chance.choice(["Basic", "Plus"])]
            file.write(",".join(map(str, [f"C{row}", *values, "pqrst"[cluster]])) + "\n")
    with running(tmp_path, "--time-limit", "20") as (address, _):
        page = visit(address, allowed=(address.split("/open/")[0] + "/",))
        page.set_default_timeout(10 * LONG)
        clock = Clock()
        page.wait_for_url("**/file")
        page.get_by_label("Your table").set_input_files(table)
        page.wait_for_url("**/table")
        clock.say("the table")
        page.get_by_text("200,000 rows, 6 columns.").wait_for()
        page.get_by_role("button", name="Describe the clusters").click()
        page.locator(".cluster, iframe").first.wait_for()
        clock.say("the first answer")
        page.reload()
        page.wait_for_url("**/result")
        report = page.frame_locator("iframe")
        report.get_by_role("heading", name="What the clusters of large.csv are").wait_for()
        clock.say("the report")
        page.get_by_role("link", name="Show it").click()
        report.get_by_role("slider").wait_for()
        clock.say("the slider")
