"""A page below 2 MB, whatever the table."""

import numpy as np
import pandas as pd
import pytest

from clusterscribe import Description, Feature, Polyhedron
from clusterscribe.report import size
from clusterscribe.report.build import Options, build
from clusterscribe.report.page import render
from clusterscribe.report.size import DETAILS, LIMIT, Detail, fitting, reduced
from tests.description.builders import at_most, is_not_level

from .shops import FRONTIER, LABELS, SHORT, TABLE


@pytest.fixture(scope="module")
def report():
    return build(SHORT, Options(TABLE, LABELS, frontier=FRONTIER))


def test_what_fits_is_left_as_it_is(report):
    assert fitting(report) == render(report)
    assert reduced(report, DETAILS[0]).omissions == ()


@pytest.mark.parametrize("place", range(1, len(DETAILS)))
def test_each_step_leaves_out_no_less_than_the_one_before(report, place):
    before, after = (
        len(render(reduced(report, detail))) for detail in DETAILS[place - 1 : place + 1]
    )
    assert after <= before


def test_page_says_what_is_left_out(report):
    assert reduced(report, Detail(views=1, pictures=False, text=50, cards=2)).omissions == (
        "1 of 3 descriptions are kept.",
        "Pictures are left out.",
        "2 of 3 clusters are shown.",
        "Long texts are cut, and the SQL is left out.",
    )
    assert reduced(report, Detail(elsewhere=False)).omissions == (
        "Pictures and rows are of the description that is shown first.",
    )


def test_chosen_view_keeps_its_pictures_longest(report):
    views = reduced(report, Detail(elsewhere=False)).views
    assert [view.overlap is not None for view in views] == [False, True, False]
    assert [len(view.wrong.rows) for view in views] == [0, 2, 0]
    assert views[0].wrong.sentence == "1 row is wrongly described; it is not listed here."


def test_fewer_dots_are_taken_of_all():
    (view,) = reduced(build(SHORT, Options(TABLE, LABELS)), Detail(dots=5)).views
    assert [len(card.map.x) for card in view.cards] == [5, 5, 5]


def test_fewer_dots_of_all_clusters_are_some_of_each_kind():
    (view,) = reduced(build(SHORT, Options(TABLE, LABELS)), Detail(dots=2)).views
    kept = {one.label: (len(one.x), int(one.wrong.sum())) for one in view.map.clusters}
    assert kept == {"loyal": (2, 0), "new": (2, 1), "regular": (2, 1)}
    assert all(one.rows == 4 for one in view.map.clusters)


def test_each_against_each_is_left_out_where_clusters_are_many():
    report = build(SHORT, Options(TABLE, LABELS))
    assert reduced(report, Detail(overlap=3)).views[0].overlap is not None
    few = reduced(report, Detail(overlap=2))
    assert few.views[0].overlap is None
    assert few.views[0].cards[0].bands
    assert few.omissions == ("The table of 3 by 3 clusters is left out.",)


@pytest.mark.parametrize("place", range(len(DETAILS)))
def test_no_more_is_left_out_than_the_limit_asks_for(report, place):
    page = render(reduced(report, DETAILS[place]))
    assert len(fitting(report, limit=len(page.encode()))) >= len(page)


def test_not_every_detail_is_tried(report, monkeypatch):
    tried = []
    monkeypatch.setattr(size, "render", lambda less: tried.append(less) or "x" * 9)
    assert fitting(report, limit=8) == "x" * 9
    assert len(tried) <= 4 < len(DETAILS)


def test_lone_view_has_no_slider(report):
    alone = reduced(report, Detail(views=1))
    assert alone.curve is None
    assert alone.chosen == 0
    assert alone.views[0].name == report.views[1].name


def test_limit_is_kept_by_text_alone(report):
    page = fitting(report, limit=len(render(reduced(report, DETAILS[-1])).encode()))
    assert "Pictures are left out." in page


def test_many_clusters_of_long_texts_stay_below_the_limit():
    levels = [f"{i} " + "long " * 30 for i in range(300)]
    exclusions = tuple(is_not_level("name", level) for level in levels)
    parts = tuple(
        Polyhedron(f"{k} " + "x" * 300, (*exclusions, at_most(Feature("x"), k))) for k in range(60)
    )
    page = Description(("name", "x"), parts).to_html()
    assert len(page.encode()) < LIMIT
    assert "Long texts are cut, and the SQL is left out." in page


def test_very_many_settings_stay_below_the_limit():
    settings = {f"setting {place}": "v" * 300 for place in range(20_000)}
    assert len(SHORT.to_html(TABLE, LABELS, settings=settings).encode()) < LIMIT


def test_many_wrong_rows_of_wide_texts_stay_below_the_limit():
    rng = np.random.default_rng(0)
    columns = {f"column {i} " + "y" * 200: ["z" * 500] * 1000 for i in range(40)}
    table = pd.DataFrame({**columns, "x": rng.random(1000)})
    labels = [f"label {i % 20}" for i in range(1000)]
    parts = tuple(
        Polyhedron(
            f"label {k}", (at_most(Feature("x"), k / 20), is_not_level(list(columns)[k], "a"))
        )
        for k in range(20)
    )
    page = Description(tuple(table.columns), parts).to_html(table, labels)
    assert len(page.encode()) < LIMIT
