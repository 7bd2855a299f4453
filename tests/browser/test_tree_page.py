"""The report on a tree in a real browser: links open splits, and everybody can read it."""

import pytest

from clusterscribe import describe_nested
from tests.nested.trees import customers

from .checks import is_scrolled_sideways, serious_findings


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    table, labels = customers(80)
    labels = labels.replace("North", "<b>North</b>")
    path = tmp_path_factory.mktemp("tree") / "tree.html"
    path.write_text(describe_nested(table, labels, time_limit=20).to_html(table, labels))
    return path


def test_a_link_in_the_tree_opens_its_split(visit, report):
    page = visit(report)
    opened = page.locator("details.split[open] > summary")
    assert opened.all_inner_texts() == ["all rows 80 rows"]
    page.get_by_role("link", name="South").click()
    assert [text.split()[0] for text in opened.all_inner_texts()] == ["all", "South"]
    assert page.locator("b", has_text="<b>North</b>").count() == 0


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1440, "light")])
def test_everybody_can_read_it(visit, report, width, scheme):
    page = visit(report, width=width, scheme=scheme)
    for summary in page.locator("details > summary").all():
        if summary.is_visible() and summary.evaluate("it => !it.parentElement.open"):
            summary.click()
    assert serious_findings(page) == []
    assert not is_scrolled_sideways(page)
