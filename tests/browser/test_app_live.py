"""The running search in a real browser: the first answer, the report before its slider, wishes."""

import random
import re

import pytest

from .checks import is_scrolled_sideways, serious_findings
from .running_app import running

pytest.importorskip("starlette", reason="the extra app is not installed")

LONG = 60_000  # milliseconds: longer than any of these takes on a busy machine
SECONDS = "1"


def mixed(rows=400):
    """Four clusters of which none can be described without errors."""
    chance = random.Random(0)
    lines = ["a,b,c,<b>d</b>,label"]
    for _ in range(rows):
        cluster = chance.randrange(4)
        values = [round(chance.gauss(3 * (cluster >> bit & 1), 1.2), 2) for bit in range(2)]
        values += [chance.randrange(99), chance.randrange(9)]
        lines.append(",".join(map(str, [*values, "pqrs"[cluster]])))
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def app(chromium, tmp_path_factory):
    """An app of its own, which has read the table."""
    folder = tmp_path_factory.mktemp("app")
    table = folder / "mixed.csv"
    table.write_text(mixed())
    with running(folder, str(table), "--time-limit", SECONDS) as (address, _):
        yield address


@pytest.fixture
def opened(visit, app):
    """Open the app in a tab of its own."""

    def open_tab(**options):
        page = visit(app, allowed=(app.split("/open/")[0] + "/",), **options)
        page.set_default_timeout(LONG)
        page.wait_for_url(re.compile("/(table|progress|result)$"))
        return page

    return open_tab


def check(page):
    assert serious_findings(page) == []
    assert not is_scrolled_sideways(page)


def check_in_passing(page):
    """Check a page that goes on to the report by itself, there if it does so meanwhile."""
    driver = pytest.importorskip("playwright.sync_api")
    try:
        check(page)
    except driver.Error:
        page.wait_for_url("**/result")
        check(page)


def describe(page):
    page.goto(page.url.rsplit("/", 1)[0] + "/table")
    page.get_by_label("In a column").check()
    page.get_by_role("button", name="Describe the clusters").click()
    page.wait_for_url("**/progress")


def test_the_first_answer_is_on_every_tab_and_the_report_comes_before_its_slider(opened):
    page = opened()
    describe(page)
    # on a busy machine the search may be over before its first answer is on the page
    page.locator(".cluster, iframe").first.wait_for()
    other = opened(width=390, height=844, scheme="dark")  # a second tab, on a phone
    other.locator(".cluster, iframe").first.wait_for()
    check_in_passing(other)
    page.reload()
    page.wait_for_url("**/result")
    other.wait_for_url("**/result")
    report = page.frame_locator("iframe")
    report.get_by_role("heading", name="What the clusters of mixed.csv are").wait_for()
    check(other)
    offer, slider = page.locator("[data-whole]"), report.get_by_role("slider")
    for _ in range(LONG // 100):
        if offer.is_visible() or slider.count():
            break
        page.wait_for_timeout(100)
    if not offer.is_visible():  # the frontier was there before the page
        slider.wait_for()
        return
    page.locator("iframe").evaluate("frame => frame.contentWindow.scrollTo(0, 200)")
    page.get_by_role("link", name="Show it").click()
    slider.wait_for()
    place = "frame => frame.contentWindow.scrollY"
    while page.locator("iframe").evaluate(place) != 200:
        page.wait_for_timeout(50)


@pytest.mark.slow
def test_wishes_lead_to_another_answer_and_both_are_compared(opened):
    page = opened(refuses=True)
    if not page.url.endswith("/result"):
        describe(page)
        page.wait_for_url("**/result")
    page.get_by_text("Describe again").first.click()
    check(page)
    page.get_by_text("At least 50 % of each cluster inside").wait_for()  # what is in force
    page.get_by_role("checkbox", name="Use c", exact=True).uncheck()
    page.get_by_label("Conditions per cluster").fill("1")
    page.get_by_text("Wishes as TOML").click()
    page.get_by_label("What every description has to keep to").fill("require = ['c']")
    page.get_by_role("button", name="Describe again").click()
    page.locator(".problem", has_text="'c' is not used").wait_for()
    page.get_by_label("What every description has to keep to").fill("bounds = {b = 'at most'}")
    page.get_by_role("button", name="Describe again").click()
    page.wait_for_url("**/result")
    page.locator("summary", has_text="Answers").click()
    words = "Without c, at most 1 condition per cluster, upper bounds only on b"
    page.get_by_text(words).wait_for()
    check(page)
    page.get_by_role("button", name="Compare the two").click()
    page.wait_for_url("**/compare?*")
    page.get_by_role("heading", name="Two answers for mixed.csv").wait_for()
    check(page)
    page.set_viewport_size({"width": 390, "height": 844})
    check(page)
    page.get_by_role("link", name="Back to the report").click()
    page.locator("summary", has_text="Answers").click()
    page.get_by_role("button", name=re.compile("Delete answer")).first.click()
    page.wait_for_url("**/result")
    page.locator("summary", has_text="Answers").locator(".count", has_text="1").wait_for()
    # a click on a pair of the report asks what sets both apart
    report = page.frame_locator("iframe")
    report.get_by_text("All clusters together").click()
    pair = report.get_by_role("button", name=re.compile(r"^\d+: What sets q apart from p\?"))
    pair.wait_for()
    check(page)
    pair.click()
    report.get_by_role("heading", name="What sets q apart from p in mixed.csv").wait_for()


@pytest.mark.slow
def test_a_lost_connection_loses_nothing(chromium, app):
    context = chromium.new_context()  # not watched: the browser itself complains of what is lost
    page, other = context.new_page(), context.new_page()
    for tab in (page, other):
        tab.set_default_timeout(LONG)
        tab.goto(app)
        tab.wait_for_url(re.compile("/(table|progress|result)$"))
    describe(page)
    page.locator(".cluster, iframe").first.wait_for()
    page.route("**/status*", lambda route: route.abort())
    page.get_by_text("The connection was lost. Trying again").wait_for()
    assert page.locator(".cluster, iframe").first.is_visible()  # what was there stays
    other.goto(page.url.rsplit("/", 1)[0] + "/")  # a second tab, while the first one is lost
    other.wait_for_url("**/result")
    page.unroute("**/status*")
    page.wait_for_url("**/result")
    page.reload()
    page.frame_locator("iframe").get_by_role("heading", name="What the clusters").wait_for()
    assert (
        page.get_by_text("Answers").first.inner_text()
        == other.get_by_text("Answers").first.inner_text()
    )
    context.close()
