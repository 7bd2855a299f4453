"""The app's page of choices in a real browser: a file, its columns, labels, wishes."""

import re

import pytest

from .checks import is_scrolled_sideways, serious_findings

pytest.importorskip("starlette", reason="the extra app is not installed")

LONG = 60_000  # milliseconds: longer than any of these takes on a busy machine


def customers():
    """60 rows of an identifier, numbers, text dates, categories, two columns of labels."""
    lines = ["customer_id,age,since,plan,segment,kind," + ",".join(f"x{i}" for i in range(12))]
    for row in range(60):
        age = "" if row % 10 == 0 else 20 + row % 40
        more = ",".join(str(row * (i + 3) % 17 / 2) for i in range(12))
        plan, kind = ("Basic", "<b>Plus</b>")[row % 3 == 0], "uvw"[row % 3]
        lines.append(f"C{row},{age},{1 + row % 28:02}.01.2024,{plan},S{row // 20},{kind},{more}")
    return "\n".join(lines) + "\n"


@pytest.fixture
def table_page(visit, address):
    """Open the table of customers, wide or narrow."""

    def open_page(**options):
        page = visit(address, allowed=(address.split("/open/")[0] + "/",), **options)
        page.set_default_timeout(LONG)
        page.wait_for_url(re.compile("/(file|table|progress|result)$"))
        if not page.url.endswith("/table"):  # of the test before
            give(page, "customers.csv", customers())
            page.wait_for_url("**/table")
        return page

    return open_page


def give(page, name, content):
    file = {"name": name, "mimeType": "text/csv", "buffer": content.encode()}
    page.get_by_label("Your table").set_input_files(files=[file])


def use(page, name):
    return page.get_by_role("checkbox", name=f"Use {name}", exact=True)


def check(page):
    assert serious_findings(page) == []
    assert not is_scrolled_sideways(page)


def test_columns_are_shown_at_once_and_can_be_filtered_and_ticked(table_page):
    page = table_page()
    row = page.get_by_role("row", name="customer_id")
    assert "left out unless ticked: different in nearly every row" in row.inner_text()
    assert "text read as dates" in page.get_by_role("row", name="since").inner_text()
    assert not use(page, "customer_id").is_checked()
    assert use(page, "age").is_checked()
    assert page.get_by_role("img", name=re.compile("median")).count() > 10
    check(page)
    page.get_by_label("Filter").fill("x1")
    assert page.locator(".overview tbody tr:visible").count() == 3  # x1, x10, x11
    page.get_by_role("button", name="Untick all").click()
    page.get_by_label("Filter").fill("")
    assert (use(page, "x10").is_checked(), use(page, "x2").is_checked()) == (False, True)


def test_labels_show_their_sizes_and_describe_no_clusters_that_are_found(table_page):
    page = table_page(width=390, height=844, scheme="dark")
    assert page.get_by_role("row", name="S2 20").is_visible()
    assert use(page, "segment").is_disabled()
    page.get_by_label("Column that holds the cluster").select_option("kind")
    assert page.get_by_role("row", name="v 20").is_visible()
    assert (use(page, "segment").is_enabled(), use(page, "kind").is_disabled()) == (True, True)
    page.get_by_label("Find them: k-means").check()
    assert not use(page, "segment").is_checked()
    assert not use(page, "kind").is_checked()  # it was said to hold clusters
    check(page)
    use(page, "segment").check()  # on purpose
    page.get_by_label("In a column").check()
    page.get_by_label("Find them: k-means").check()
    assert use(page, "segment").is_checked()


def test_wishes_beside_columns_are_kept_when_they_are_refused(table_page):
    page = table_page(refuses=True)
    page.get_by_text("Wishes for columns").click()
    page.get_by_label("Bounds on age").select_option("at least")
    page.get_by_label("Cost of x3", exact=True).fill("dear")
    check(page)
    page.get_by_role("button", name="Describe the clusters").click()
    page.get_by_text("The cost of 'x3' must be a number above 0").wait_for()
    assert page.get_by_label("Bounds on age").input_value() == "at least"


def test_a_file_that_is_refused_leaves_the_field_in_focus(table_page):
    page = table_page(refuses=True)
    page.get_by_role("button", name="Start over").click()
    page.wait_for_url("**/file")
    give(page, "book.pdf", "x")
    page.locator(".problem", has_text="'book.pdf' has an unknown format").wait_for()
    assert page.get_by_label("Your table").evaluate("field => field === document.activeElement")
