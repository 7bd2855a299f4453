"""The app in a real browser: from a file to a report, and past files that are none."""

import random
import re

import pytest

from clusterscribe import Description

from .checks import is_scrolled_sideways, serious_findings

pytest.importorskip("starlette", reason="the extra app is not installed")

LONG = 60_000  # milliseconds: longer than any of these takes on a busy machine

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"


def flowers():
    """Three clusters of 20 rows, with two rows that are like those of another cluster."""
    lines = ["id,length,width,<b>colour</b>,species"]
    for row in range(60):
        group = row // 20
        length = 10 * group + row % 20 / 4
        width = 3 + (row * 7 % 10) / 5
        colour = ("red", "blue & green")[row % 2]
        species = ("a", "b", "c")[0 if row in (25, 45) else group]
        lines.append(f"{row},{length},{width},{colour},{species}")
    return "\n".join(lines) + "\n"


@pytest.fixture
def start_page(visit, address):
    """Open the first page, wide or narrow."""

    def open_page(**options):
        home = address.split("/open/")[0] + "/"
        page = visit(address, allowed=(home,), **options)
        page.set_default_timeout(LONG)
        page.wait_for_url(re.compile("/(file|table|progress|result)$"))
        if not page.url.endswith("/file"):  # every page shows the table of the test before
            page.get_by_role("button", name="Start over").click()
        page.wait_for_url("**/file")
        return page

    return open_page


def give(page, name, content):
    page.wait_for_load_state()  # a page that shows a problem may not listen yet
    file = {"name": name, "mimeType": "text/csv", "buffer": content}
    button = page.get_by_role("button", name="Read the table")
    is_sent_by_button = button.is_visible()  # without script; asked before the page is another one
    with page.expect_request("**/upload"):
        page.get_by_label("Your table").set_input_files(files=[file])
        if is_sent_by_button:
            button.click()


def wait_for_problem(page, sentence):
    driver = pytest.importorskip("playwright.sync_api")
    try:
        page.locator(".problem", has_text=sentence).wait_for(timeout=LONG)
    except driver.TimeoutError:
        pytest.fail(f"{page.url} does not say {sentence!r}: {page.inner_text('main')}")


def check(page):
    assert serious_findings(page) == []
    assert not is_scrolled_sideways(page)


def saved(page, click):
    with page.expect_download() as download:
        click()
    return download.value.suggested_filename, download.value.path().read_text(encoding="utf-8")


def test_a_table_is_described_from_start_to_end_past_files_that_are_none(start_page):
    page = start_page()
    check(page)
    for name, content, sentence in (
        ("photo.csv", PNG, "'photo.csv' is not a table: it holds binary data."),
        ("empty.csv", b"", "'empty.csv' is empty; it must hold a header line and rows."),
        ("ragged.csv", b"a,b\n1,2\n3\n", "Row 2 of 'ragged.csv' (line 3) has 1 cells"),
    ):
        give(page, name, content)
        wait_for_problem(page, sentence)
    check(page)

    give(page, "flowers.csv", flowers().encode())
    page.wait_for_url("**/table")
    assert page.get_by_label("Column that holds the cluster").input_value() == "species"
    assert not page.get_by_role("checkbox", name="Use id", exact=True).is_checked()
    check(page)
    page.get_by_label("Seconds for each search").fill("20")  # it ends long before
    page.get_by_role("button", name="Describe the clusters").click()
    page.wait_for_url("**/progress")
    check(page)

    page.wait_for_url("**/result")
    # not wait_for_function, to which the promise of an answer is as good as the answer
    for _ in range(LONG // 200):
        if not page.evaluate("async () => (await (await fetch('status')).json()).running"):
            break
        page.wait_for_timeout(200)
    page.reload()  # now the report has its slider
    report = page.frame_locator("iframe")
    report.get_by_role("heading", name="What the clusters of flowers.csv are").wait_for()
    slider = report.get_by_role("slider")
    before = slider.get_attribute("aria-valuetext")
    slider.focus()
    slider.press("Home")  # the shortest; at first it is the one with the fewest errors
    shown = slider.get_attribute("aria-valuetext")
    assert shown != before

    page.get_by_text("Save", exact=True).click()
    chosen = page.get_by_label("Description", exact=True)
    chosen.locator("option:checked", has_text=shown).wait_for(state="attached")
    check(page)
    name, text = saved(page, page.get_by_role("button", name="JSON").click)
    assert name == "flowers-description.json"
    found = Description.from_json(text)
    assert shown.startswith(f"{sum(t.errors for t in found.tallies):g} error")
    name, text = saved(page, page.get_by_role("button", name="SQL").click)
    assert (name, 'FROM "flowers"' in text) == ("flowers-ansi.sql", True)
    name, text = saved(page, page.get_by_role("link", name="Report HTML").click)
    assert (name, text[:15]) == ("flowers-report.html", "<!doctype html>")
    name, text = saved(page, page.get_by_role("link", name="Table with clusters").click)
    assert (name, len(text.splitlines())) == ("flowers-labelled.csv", 61)

    page.get_by_role("button", name="Start over").click()
    page.wait_for_url("**/file")


@pytest.mark.slow
def test_k_means_on_a_phone_in_the_dark(start_page):
    page = start_page(width=390, height=844, scheme="dark")
    check(page)
    give(page, "flowers.csv", flowers().encode())
    page.wait_for_url("**/table")
    page.get_by_label("Find them: k-means").check()
    assert not page.get_by_role("checkbox", name="Use species").is_checked()
    page.get_by_label("Number of clusters").fill("3")
    check(page)
    page.get_by_role("button", name="Describe the clusters").click()
    page.wait_for_url("**/result")
    report = page.frame_locator("iframe")
    report.get_by_role("heading", name="What the clusters of flowers.csv are").wait_for()
    page.get_by_text("Save", exact=True).click()
    check(page)
    _, text = saved(page, page.get_by_role("link", name="Table with clusters").click)
    assert text.splitlines()[0].endswith('"species","cluster","described_as"')


@pytest.mark.slow
def test_a_double_click_on_stop_keeps_the_answer(start_page):
    page = start_page()
    values = random.Random(0)
    rows = (",".join(str(values.randrange(999)) for _ in range(6)) for _ in range(600))
    table = "a,b,c,d,e,f,label\n" + "".join(f"{row},{values.randrange(5)}\n" for row in rows)
    give(page, "hard.csv", table.encode())
    page.wait_for_url("**/table")
    page.get_by_label("Find them: k-means").check()
    page.get_by_label("Number of clusters").fill("99")  # too many, and soon out of sight
    page.get_by_label("In a column").check()
    page.get_by_label("Seconds for each search").fill("60")
    page.get_by_role("button", name="Describe the clusters").click()
    page.locator(".cluster").first.wait_for()  # a best answer so far
    page.get_by_text("Wrong rows over time").wait_for()
    check(page)
    page.get_by_role("button", name="Stop with the best so far").dblclick()
    # the second click breaks off the way that the first one began, which is no failure
    driver = pytest.importorskip("playwright.sync_api")
    driver.expect(page).to_have_url(re.compile("/result$"), timeout=LONG)


def test_a_dropped_file_is_read(start_page):
    page = start_page()
    transfer = page.evaluate_handle(
        """text => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([text], "dropped.csv", {type: "text/csv"}));
          return transfer;
        }""",
        flowers(),
    )
    page.dispatch_event("[data-drop]", "drop", {"dataTransfer": transfer})
    page.wait_for_url("**/table")
    page.get_by_role("heading", name="dropped.csv").wait_for()


def test_without_script_it_works_as_well(start_page):
    page = start_page(java_script_enabled=False)
    give(page, "flowers.csv", flowers().encode())
    page.wait_for_url("**/table")
    page.get_by_role("button", name="Start over").click()
    page.wait_for_url("**/file")
