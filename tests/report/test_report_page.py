"""The page as markup."""

import hashlib
import itertools
import re
from base64 import b64encode
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser

import pytest

from clusterscribe import Description, Feature, Polyhedron
from clusterscribe.report.page import variants
from tests.description.builders import ANIMALS, WINE, at_least, at_most, describe, is_level

from .shops import FRONTIER, LABELS, LONG, SHORT, TABLE

VOID = {"meta", "link", "input", "br", "path", "rect", "circle"}


class Page(HTMLParser):
    """All elements with their attributes; checks that they are closed in order."""

    def __init__(self, html):
        super().__init__()
        self.open, self.elements, self.texts = [], [], {}
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(data)

    def attributes(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.fixture(scope="module")
def html():
    return SHORT.to_html(TABLE, LABELS, frontier=FRONTIER)


@pytest.fixture(scope="module")
def page(html):
    return Page(html)


def test_page_is_whole_and_names_its_language(html, page):
    assert html.startswith("<!doctype html>\n<html lang=")
    assert html.rstrip().endswith("</html>")
    assert page.texts["title"][0] == "What the 3 clusters are"


def test_headings_are_in_order(page):
    levels = [int(tag[1]) for tag, _ in page.elements if re.fullmatch(r"h\d", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(below <= above + 1 for above, below in itertools.pairwise(levels))


def test_policy_allows_the_style_and_script_of_the_page_and_nothing_else(html, page):
    (policy,) = [a["content"] for a in page.attributes("meta") if "http-equiv" in a]
    style, script = (
        re.search(f"<{tag}>(.*?)</{tag}>", html, re.S)[1] for tag in ("style", "script")
    )
    hashes = [
        b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (style, script)
    ]
    assert policy == (
        f"default-src 'none'; img-src data:; style-src 'sha256-{hashes[0]}'; "
        f"script-src 'sha256-{hashes[1]}'; base-uri 'none'; form-action 'none'"
    )


def test_no_style_attributes_no_handlers_and_nothing_from_elsewhere(page):
    for tag, attributes in page.elements:
        assert "style" not in attributes, tag
        assert not any(name.startswith("on") for name in attributes), tag
        assert "src" not in attributes, tag
        assert attributes.get("href", "#").startswith(("#", "data:,")), tag


def test_ids_are_unique(page):
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_slider_tells_where_it_stands(page):
    (slider,) = [a for a in page.attributes("input") if a["type"] == "range"]
    assert (slider["min"], slider["max"], slider["value"]) == ("1", "3", "2")
    assert slider["aria-valuetext"] == "2 errors, complexity 8, proved"
    assert [option["label"] for option in page.attributes("option")] == [
        "6 errors, complexity 6, only complexity proved",
        "2 errors, complexity 8, proved",
        "1 error, complexity 10, proved",
    ]


def test_only_the_chosen_view_is_visible(page):
    for _, attributes in page.elements:
        if "data-views" in attributes:
            views = attributes["data-views"].split()
            assert ("hidden" in attributes) == ("1" not in views)


def test_what_two_views_have_in_common_is_there_once(html):
    assert html.count("<bdi>age &lt;= 25</bdi>") == 1  # of the second and third
    assert html.count("<bdi>avg_ord &lt;= 10</bdi>") == 1  # of the first


def test_equal_pieces_share_a_variant_and_empty_ones_have_none():
    found = variants(["a", "b", "", "a", "\n"])
    assert [(str(variant.markup), variant.views) for variant in found] == [
        ("a", (0, 3)),
        ("b", (1,)),
    ]


def test_without_a_frontier_there_is_no_slider():
    html = LONG.to_html(TABLE, LABELS)
    assert "data-views" not in html.split("<script>")[0]
    assert not [a for a in Page(html).attributes("input") if a["type"] == "range"]


def test_without_rows_there_are_no_pictures_and_no_search():
    html = LONG.to_html()
    page = Page(html)
    assert page.attributes("figure") == []
    assert page.attributes("input") == []
    assert "age &gt;= 50" in html
    assert 'id="wrong"' not in html


def test_where_no_row_is_wrong_there_is_nothing_to_search():
    html = LONG.to_html(TABLE[4:], LABELS[4:])  # without row 4
    assert "Every row is correctly described." in html
    assert Page(html).attributes("input") == []
    assert len(Page(LONG.to_html(TABLE, LABELS)).attributes("input")) == 1


@pytest.mark.parametrize("description", [ANIMALS, WINE], ids=["unions and balls", "sums"])
def test_every_kind_of_description_has_a_page(description):
    html = description.to_html()
    Page(html)
    assert html.count('<article class="card c') == len(description.parts)


EVIL = "</script><script>alert('x')</script><img src=x onerror=alert(1)>\"' \u202eשלום\n\x1b[31m"


def test_strangers_are_escaped_everywhere():
    description = describe([EVIL], **{EVIL: [is_level(EVIL, EVIL)], "b": []})
    rows = TABLE[["city"]].rename(columns={"city": EVIL})
    html = description.to_html(
        rows,
        [EVIL] * 12,
        title=EVIL,
        noun="rows",
        settings={EVIL: EVIL},
        feature_names={EVIL: EVIL},
    )
    page = Page(html)
    assert len(page.attributes("script")) == 1
    assert page.attributes("img") == []
    assert "\x1b" not in html
    assert "\u202e" not in html


def test_sql_that_cannot_be_written_is_said():
    broken = describe([""], a=[is_level("", "x")])
    html = broken.to_html()
    assert "There is no SQL for this description:" in html


def test_sql_that_would_not_be_the_same_when_copied_is_left_out():
    html = describe(["a\rb"], a=[is_level("a\rb", "x")]).to_html()
    assert "names in it contain invisible characters" in html
    assert 'aria-label="SQL"' not in html
    assert r"a\rb" in html  # JSON has escapes for them


def test_json_of_the_page_is_the_description():
    html = SHORT.to_html()
    text = re.search('aria-label="JSON"><code>(.*?)</code>', html, re.S)[1]
    assert Description.from_json(unescape(text)) == SHORT


def test_every_link_within_the_page_leads_somewhere(page):
    ids = {attributes.get("id") for _, attributes in page.elements}
    links = [a["href"] for a in page.attributes("a")]
    assert {"#overview", "#detail", "#clusters", "#wrong", "#sql", "#proof"} <= set(links)
    assert {link[1:] for link in links if not link.startswith("#point=")} <= ids


def test_each_cluster_has_one_colour_in_the_overview_and_on_its_card(page):
    rows = [a["class"] for a in page.attributes("tr") if a.get("class", "").startswith("c")]
    cards = [a["class"] for a in page.attributes("article")]
    assert rows == ["c0", "c1", "c2"]
    assert cards == ["card c0", "card c1", "card c2"]


def test_each_cluster_has_one_colour_on_the_map_of_every_view():
    turned = replace(LONG, parts=LONG.parts[::-1], tallies=LONG.tallies[::-1])
    frontier = replace(
        FRONTIER, points=(replace(FRONTIER.points[0], description=turned), *FRONTIER.points[1:])
    )
    html = SHORT.to_html(TABLE, LABELS, frontier=frontier)
    dots = set(re.findall(r'<g class="(c\d)"><title>(\w+): 4 rows', html))
    assert dots == {("c0", "loyal"), ("c1", "new"), ("c2", "regular")}


def test_notes_speak_of_what_the_rows_are():
    html = SHORT.to_html(TABLE, LABELS, noun="customers")
    assert "Grey: all customers. Colour: the customers of the cluster." in html
    assert "Hollow: wrongly described. All 12 customers." in html
    assert "Its customers: median " in html
    assert "2 customers are wrongly described; all of them are listed below." in html
    assert "counted on all 12 customers" in html


def test_what_is_kept_as_text_ends_where_it_should():
    evil = "</script><script>alert(1)</script><!--<script>"
    table, labels = TABLE.rename(columns={"age": evil}), LABELS
    parts = tuple(
        Polyhedron(part.label, (at_least(Feature(evil), 50), at_most(Feature("avg_ord"), place)))
        for place, part in enumerate(SHORT.parts)
    )
    long = Description(tuple(table), parts)
    short = Description(tuple(table), (*parts[:2], Polyhedron("regular", ())))
    points = tuple(
        replace(point, description=one)
        for point, one in zip(FRONTIER.points, (long, short), strict=False)
    )
    html = short.to_html(table, labels, frontier=replace(FRONTIER, points=points))
    texts = re.findall(r'<script type="text/plain">(.*?)</script>', html, re.S)
    assert len(texts) > 5
    assert not any("<script" in text or "<!--" in text for text in texts)
    for text in texts:
        Page(text)
    assert html.count("<script>") == 1


def test_cards_of_many_clusters_are_folded_and_those_of_few_are_open():
    few = Page(SHORT.to_html()).attributes("details")
    assert sum("open" in a for a in few) == 3
    many = describe(["x"], **{f"c{n}": [at_most(Feature("x"), n)] for n in range(13)})
    folded = Page(many.to_html()).attributes("details")
    assert len(folded) > 13
    assert not any("open" in a for a in folded)


def test_hidden_view_is_hidden_for_clusters_that_it_lacks():
    fewer = Description(SHORT.columns, SHORT.parts[:2], SHORT.tallies[:2])
    frontier = replace(
        FRONTIER, points=(replace(FRONTIER.points[0], description=fewer), *FRONTIER.points[1:])
    )
    page = Page(SHORT.to_html(frontier=frontier))
    (regular,) = [a for a in page.attributes("article") if "data-views" in a]
    assert regular["data-views"] == "1 2"
