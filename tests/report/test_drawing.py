"""Pictures as markup: geometry, words, and nothing that a stranger wrote becomes markup."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterscribe.charts.data.axis import Axis, Tick
from clusterscribe.charts.svg import band, curve, curves, heat, overlap, row_map

from .pictures import (
    EVIL,
    a_band,
    a_curve,
    a_heat,
    a_level_band,
    a_map,
    a_stop,
    an_overlap,
    axis,
    corners,
    extent,
    numbers,
    parsed,
    paths,
    texts,
)

LEFT, RIGHT, TOP, BOTTOM = 6, 314, 32, 120  # of the bars of a band


def label_of(root):
    return root.find("svg").get("aria-label")


class TestBand:
    def test_ground_behind_allowed_values_ends_at_the_bound(self):
        root = parsed(band(a_band()))
        left, top, right, bottom = extent(*paths(root, "allowed"))
        assert (left, right) == (LEFT, (LEFT + RIGHT) / 2)
        assert top < TOP < BOTTOM < bottom

    def test_line_at_a_bound_but_not_at_the_end_of_the_axis(self):
        (line,) = paths(parsed(band(a_band())), "bound")
        assert corners(line)[0][0] == 160
        assert paths(parsed(band(a_band(allowed=((0.0, 10.0),)))), "bound") == []

    def test_several_intervals_have_a_ground_each(self):
        root = parsed(band(a_band(allowed=((0.0, 2.5), (5.0, 7.5)))))
        (grounds,) = paths(root, "allowed")
        first, second = ("M" + ground for ground in grounds.split("M")[1:])
        assert extent(first)[::2] == (6, 83)
        assert extent(second)[::2] == (160, 237)
        assert len(paths(root, "bound")[0].split("M")[1:]) == 3

    def test_conditions_are_written_below_where_the_ground_does_not_show_them(self):
        words = "length (cm) <= 5 (in 1 of 2 alternatives)"
        everything = a_band(conditions=(words,), allowed=((0.0, 10.0),))
        levels = a_level_band(conditions=(words,), allowed=(True, True, True))
        for shown in (everything, levels):
            assert "".join(parsed(band(shown)).find("figcaption").itertext()) == words
            assert parsed(band(replace(shown, conditions=()))).find("figcaption") is None
        for shown in (a_band(), a_level_band()):
            assert parsed(band(shown)).find("figcaption") is None

    def test_no_ground_where_no_value_is_allowed(self):
        root = parsed(band(a_band(allowed=())))
        assert paths(root, "allowed") == paths(root, "bound") == []
        assert "Accepted: values of 0 % of the cluster and of 0 % of all others." in label_of(root)

    def test_cluster_stands_up_and_others_hang_down_on_one_scale(self):
        root = parsed(band(a_band()))
        own, others = paths(root, "own")[-1], paths(root, "others")[-1]
        _, top, middle, ground = extent(own)
        assert (top, middle) == (TOP, 160)
        assert extent(others)[1] == ground
        assert extent(others)[3] == BOTTOM
        unit = ground - top  # of all rows
        assert BOTTOM - ground == pytest.approx(0.75 * unit, abs=0.1)
        quarter = corners(others)[2][1] - ground
        assert quarter == pytest.approx(0.25 * unit, abs=0.1)

    def test_one_row_of_a_million_is_seen(self):
        root = parsed(band(a_band(others=np.array([1e-6, 1 - 1e-6]))))
        ground = extent(paths(root, "own")[-1])[3]
        assert corners(paths(root, "others")[-1])[2][1] == pytest.approx(ground + 1, abs=0.06)

    def test_missing_values_stand_apart(self):
        root = parsed(band(a_band(own=np.array([0.5, 0.0]), own_missing=0.5)))
        assert "missing" in texts(root)
        bars, missing = paths(root, "own")[1:]
        assert extent(missing)[0] > 10 + extent(paths(root, "rule")[0])[2]
        assert extent(missing)[1] == extent(bars)[1]

    def test_arrows_where_values_lie_beyond_the_axis(self):
        assert paths(parsed(band(a_band())), "arrow") == []
        root = parsed(band(a_band(beyond=(False, True))))
        (arrow,) = paths(root, "arrow")
        assert arrow.startswith("M314 ")
        assert arrow.count("M") == 1
        assert label_of(root).endswith("The outermost bars include all values beyond the axis.")

    def test_sentence_says_what_is_seen(self):
        assert label_of(parsed(band(a_band()))) == (
            "length (cm) of cluster setosa and of all others. Condition: length (cm) <= 5. "
            "Accepted: values of 100 % of the cluster and of 25 % of all others."
        )

    def test_shares_of_wide_bars_are_written(self):
        words = texts(parsed(band(a_band())))
        assert words == [
            "cluster setosa", "all others", "100 %", "25 %", "75 %", "0", "5", "10", "length (cm)",
        ]  # fmt: skip

    def test_share_of_the_tallest_alone_is_written_where_bars_are_narrow(self):
        shares = np.full(20, 0.04)
        shares[7] = 0.24
        shown = a_band(edges=np.linspace(0, 10, 21), own=shares, others=shares)
        assert texts(parsed(band(shown)))[2:4] == ["peak 24 %", "peak 24 %"]

    def test_areas_are_as_the_shares_where_bins_differ_in_width(self):
        halves = np.array([0.5, 0.5])
        shown = a_band(edges=np.array([0.0, 2.5, 10.0]), own=halves, others=halves)
        _, own = paths(parsed(band(shown)), "own")
        (left, ground), _, (_, high), (middle, _), (_, low), (right, _), *_ = corners(own)
        narrow, wide = (middle - left) * (ground - high), (right - middle) * (ground - low)
        assert narrow == pytest.approx(wide, rel=0.02)

    def test_forty_bins_take_little_room(self):
        shares = np.random.default_rng(0).dirichlet(np.ones(40))
        many = a_band(edges=np.linspace(0, 10, 41), own=shares, others=shares[::-1])
        assert len(band(many).encode()) < 2000
        few = a_band(edges=np.linspace(0, 10, 21), own=shares[:20], others=shares[20:])
        assert len(band(few).encode()) < 1500


class TestLevelBand:
    def test_bars_are_as_long_as_the_shares(self):
        root = parsed(band(a_level_band()))
        _, own = paths(root, "own")
        lengths = [numbers(bar.split("h")[1])[0] for bar in own.split("M")[1:]]
        assert lengths == [105, 35]  # of 140; nothing for red

    def test_ground_behind_levels_that_are_allowed(self):
        root = parsed(band(a_level_band()))
        (whole,), (partly,) = paths(root, "allowed edged"), paths(root, "partly")
        (own,) = (data for data in paths(root, "own")[1:])
        bars = ["M" + bar for bar in own.split("M")[1:]]  # of green, and of the others
        for ground, bar in zip((whole, partly), bars, strict=True):
            assert extent(ground)[1] < extent(bar)[1] < extent(bar)[3] < extent(ground)[3]

    def test_sentence_says_which_levels_are_allowed(self):
        assert label_of(parsed(band(a_level_band()))) == (
            "colour of cluster night and of all others. Condition: colour is not red. "
            "red: 0 % and 50 %, excluded. green: 75 % and 50 %, accepted. "
            "3 others: 25 % and 0 %, some accepted."
        )

    def test_long_level_is_shortened_and_said_in_full(self):
        long = "a level with a name that is far too long"
        root = parsed(band(a_level_band(levels=(long, "b", "c"))))
        (text,) = (text for text in root.iter("text") if text.find("title") is not None)
        assert text.text.endswith("…")
        assert long.startswith(text.text[:-1])
        assert text.find("title").text == long


class TestRowMap:
    def test_each_kind_of_row_has_a_shape(self):
        root = parsed(row_map(a_map()))
        shapes = {"dot-own": "h0", "dot-others": "h.1", "missed": "l6 6", "intruders": "3z"}
        for kind, shape in shapes.items():
            (data,) = paths(root, kind)
            assert shape in data
            assert data.startswith("m")

    def test_outline_covers_what_is_allowed(self):
        root = parsed(row_map(a_map()))
        left, top, right, bottom = extent(*paths(root, "frame"))
        (outline,) = paths(root, "allowed edged")
        middle, half = (left + right) / 2, (top + bottom) / 2
        expected = [left, bottom, middle, bottom, middle, half, left, half]
        assert numbers(outline) == pytest.approx(expected, abs=0.1)

    def test_dots_are_where_their_values_are(self):
        root = parsed(row_map(a_map()))
        left, top, right, bottom = extent(*paths(root, "frame"))
        x, y, _ = numbers(*paths(root, "dot-own"))
        assert x == pytest.approx(left + (right - left) / 10, abs=0.1)
        assert y == pytest.approx(bottom - (bottom - top) / 10, abs=0.1)

    @given(st.lists(st.tuples(st.floats(0, 10), st.floats(0, 10)), min_size=1, max_size=50))
    def test_relative_moves_do_not_drift(self, places):
        x, y = (np.array(each) for each in zip(*places, strict=True))
        own = np.ones(len(x), dtype=bool)
        root = parsed(row_map(a_map(x=x, y=y, own=own, wrong=~own)))
        left, top, right, bottom = extent(*paths(root, "frame"))
        moves = np.array(numbers(*paths(root, "dot-own"))).reshape(-1, 3)[:, :2].cumsum(axis=0)
        expected = np.array(
            sorted(
                zip(left + x / 10 * (right - left), bottom - y / 10 * (bottom - top), strict=True)
            )
        )
        assert np.abs(np.sort(moves[:, 0]) - expected[:, 0]).max() < 0.15
        assert np.abs(np.sort(moves[:, 1]) - np.sort(expected[:, 1])).max() < 0.15

    def test_levels_that_have_no_room_below_stand_beside(self):
        levels = tuple(Tick(float(place), f"level {place}") for place in range(9))
        crowded = Axis("job", -1.0, 9.0, levels)
        root = parsed(row_map(a_map(across=crowded)))
        beside = [text.text for text in root.iter("text") if text.get("class") == "tick beside"]
        assert beside == [f"level {place}" for place in reversed(range(9))]
        left, _, right, bottom = extent(*paths(root, "frame"))
        x, y, _ = numbers(*paths(root, "dot-own"))  # at 1 of both
        assert x == pytest.approx(left + (right - left) / 10, abs=0.1)
        assert y < bottom - 2 / 10 * (bottom - 22) + 0.1

    def test_caption_says_whether_it_is_a_sample_and_what_is_not_drawn(self):
        whole = "".join(parsed(row_map(a_map())).find("figcaption").itertext())
        assert whole.endswith("All 4 rows.")
        shown = a_map(rows=32561, not_drawn=("age <= 30", "job is admin"))
        part = "".join(parsed(row_map(shown)).find("figcaption").itertext())
        assert part.endswith("4 of 32,561 rows, as a sample. Not drawn: age <= 30; job is admin.")

    def test_dots_of_others_have_a_length_or_printers_leave_them_out(self):
        # in PDF a line without length has no square ends
        (others,) = paths(parsed(row_map(a_map())), "dot-others")
        assert others.endswith("h.1")

    def test_key_names_only_kinds_that_are_there(self):
        right = a_map(wrong=np.zeros(4, dtype=bool))
        keys = [key.find("bdi").text for key in parsed(row_map(right)).find("figcaption")[:2]]
        assert keys == ["cluster setosa", "others"]
        assert parsed(row_map(right)).find("figcaption")[2].get("class") == "note"

    def test_sentence_counts_the_dots(self):
        assert label_of(parsed(row_map(a_map()))) == (
            "Rows of cluster setosa and others by length and width. Drawn: 1 others, 1 of the "
            "cluster, 1 others wrongly inside, 1 of the cluster wrongly outside. The area that "
            "the drawn conditions accept is marked."
        )

    @pytest.mark.parametrize(("share", "limit"), [(0.0, 6000), (0.3, 8000)])
    def test_four_hundred_dots_take_little_room(self, share, limit):
        random = np.random.default_rng(0)
        x, y = random.uniform(0, 10, (2, 400))
        shown = a_map(x=x, y=y, own=x < 5, wrong=random.random(400) < share, rows=10**6)
        assert len(row_map(shown).encode()) < limit


class TestCurve:
    def test_steps_go_down_at_every_stop(self):
        (steps,) = paths(parsed(curve(a_curve())), "steps")
        (x, y), (right, level), (also_right, down), _ = corners(steps)
        assert level == y
        assert right == also_right > x
        assert down > y

    def test_proved_stops_are_filled_and_open_ones_have_whiskers(self):
        root = parsed(curve(a_curve(a_stop(3, 8, fewest=1, bound=6), a_stop(5, 4))))
        stops = list(root.iter("g"))
        assert [stop.get("class") for stop in stops] == ["stop", "stop proved"]
        assert [stop.get("data-stop") for stop in stops] == ["0", "1"]
        assert [len(stop.findall("path")) for stop in stops] == [1, 0]
        assert "not ruled out" in root.find("figcaption").text

    def test_whiskers_reach_to_the_bounds(self):
        root = parsed(curve(a_curve(a_stop(3, 8, fewest=1, bound=4), a_stop(5, 4))))
        first, second = root.iter("g")
        (across, down) = first.find("path").get("d").split("M")[1:]
        short = float(second.findall("circle")[1].get("cx"))
        assert numbers(across)[2] == short  # a bound of 4 is where the other stop is
        middle = float(first.findall("circle")[1].get("cy"))
        high = float(second.findall("circle")[1].get("cy"))
        assert numbers(down)[2] - middle == pytest.approx(middle - high, abs=0.15)

    def test_whiskers_that_reach_far_leave_the_frame_and_do_not_squeeze_the_curve(self):
        near = a_curve(a_stop(1000, 8), a_stop(1500, 4))
        far = a_curve(a_stop(1000, 8, fewest=100, bound=1), a_stop(1500, 4))
        heights = [
            [stop.findall("circle")[1].get("cy") for stop in parsed(curve(one)).iter("g")]
            for one in (near, far)
        ]
        assert heights[0] == heights[1]
        whiskers = next(parsed(curve(far)).iter("g")).find("path").get("d")
        assert whiskers.endswith("l3 4l3-4")

    def test_a_page_has_a_wide_form_and_a_narrow_one(self):
        root = parsed(f"<div>{curves(a_curve())}</div>")
        assert [svg.get("viewBox") for svg in root.iter("svg")] == ["0 0 1120 212", "0 0 320 212"]
        assert len(list(root.iter("g"))) == 4

    def test_only_the_chosen_stop_is_current(self):
        root = parsed(curve(a_curve(chosen=1)))
        assert [stop.get("aria-current") for stop in root.iter("g")] == [None, "true"]

    def test_each_stop_says_what_it_is(self):
        root = parsed(curve(a_curve(a_stop(3, 8, fewest=1, bound=6), a_stop(5, 4))))
        assert [stop.find("title").text for stop in root.iter("g")] == [
            "3 errors, complexity 8, not proved: complexity at least 6 and errors at least 1",
            "5 errors, complexity 4, proved",
        ]

    def test_sentence_goes_from_end_to_end(self):
        assert label_of(parsed(curve(a_curve()))) == (
            "The frontier, errors against complexity: 2 descriptions, 2 of them proved; from "
            "3 errors, complexity 8, proved to 5 errors, complexity 4, proved."
        )

    def test_thousands_stand_apart_in_ticks_and_titles(self):
        root = parsed(curve(a_curve(a_stop(1500, 1200, fewest=1100), a_stop(2500, 4))))
        assert next(root.iter("title")).text == (
            "1,500 errors, complexity 1,200, only complexity proved: errors at least 1,100"
        )
        assert {"1,500", "2,000"} <= set(texts(root))

    def test_few_and_many_errors_are_in_steps_of_ten(self):
        far = parsed(curve(a_curve(a_stop(0, 8), a_stop(99, 6), a_stop(9999, 4))))
        places = [float(stop.findall("circle")[1].get("cy")) for stop in far.iter("g")]
        assert places[0] - places[1] == pytest.approx(places[1] - places[2], abs=0.15)
        assert {"0", "10", "100", "1,000"} <= set(texts(far))

    def test_near_errors_are_in_even_steps(self):
        near = parsed(curve(a_curve(a_stop(20, 8), a_stop(25, 6), a_stop(30, 4))))
        places = [float(stop.findall("circle")[1].get("cy")) for stop in near.iter("g")]
        assert places[0] - places[1] == pytest.approx(places[1] - places[2], abs=0.15)

    @pytest.mark.parametrize(
        "stop", [a_stop(0, 4), a_stop(0.25, 4), a_stop(30, 4), a_stop(10**6, 2)]
    )
    def test_one_stop_is_a_curve_too(self, stop):
        assert len(list(parsed(curve(a_curve(stop))).iter("g"))) == 1


class TestTables:
    def test_overlap_has_headings_both_ways(self):
        root = parsed(overlap(an_overlap()))
        head = ["".join(th.itertext()) for th in root.findall(".//thead/tr/th")]
        assert head == ["rows of", "in a", "in b", "in none", "in several", "all"]
        assert {th.get("scope") for th in root.findall(".//thead/tr/th")} == {"col"}
        first = root.findall(".//tbody/tr")[0]
        assert first.find("th").get("scope") == "row"
        assert [td.text for td in first.findall("td")] == ["8", "2", "1", "1", "10"]

    def test_overlap_tells_right_from_wrong(self):
        rows = parsed(overlap(an_overlap())).findall(".//tbody/tr")
        kinds = [[td.get("class") for td in row.findall("td")] for row in rows]
        assert kinds == [
            ["own-4", "wrong-1", "wrong-1", "wrong-1", None],
            ["nothing", "own-4", "nothing", "nothing", None],
            ["nothing", "wrong-1", "wrong-3", "nothing", None],
        ]

    def test_sums_of_weights_that_are_rounded_have_the_darkest_shade(self):
        weighted = replace(an_overlap(), rows=np.array([8.0 - 1e-9, 10.0, 4.0]))
        assert 'class="own-4">8<' in overlap(weighted)

    def test_thousands_stand_apart(self):
        many = replace(an_overlap(), rows=np.array([32561.0, 10.0, 4.0]))
        assert ">32,561<" in overlap(many)

    def test_overlap_explains_several_only_where_there_are_any(self):
        assert "once in several" in overlap(an_overlap())
        apart = replace(an_overlap(), several=np.zeros(3))
        assert "once in several" not in overlap(apart)

    def test_heat_shows_means_distances_and_conditions(self):
        rows = parsed(heat(a_heat())).findall(".//tbody/tr")
        assert [[" ".join(td.itertext()) for td in row.findall("td")] for row in rows] == [
            ["1.46 −1.3 ≤", "4.26 +0.1 ↔Σ"],
            ["", "40 % +2.0"],
        ]
        kinds = [[td.get("class") for td in row.findall("td")] for row in rows]
        assert kinds == [["below-2", None], [None, "above-3"]]

    def test_marks_are_told_in_words(self):
        marks = parsed(heat(a_heat())).findall(".//td/b")
        assert [(mark.get("role"), mark.get("aria-label")) for mark in marks] == [
            ("img", "condition: at most"),
            ("img", "condition: between and in a sum"),
        ]

    def test_note_explains_the_marks_that_occur_and_what_is_left_out(self):
        note = parsed(heat(a_heat(left_out=3))).find("figcaption").text
        assert note == (
            "Below each mean: its distance in standard deviations of all rows. In the corner, "
            "where the cluster has a condition: ≤ at most, ↔ between, Σ in a sum. 3 further "
            "features are not shown."
        )

    @pytest.mark.parametrize("table", [overlap(an_overlap()), heat(a_heat())])
    def test_table_scrolls_in_a_box_that_the_keyboard_reaches(self, table):
        box = parsed(table).find("div")
        assert (box.get("role"), box.get("tabindex")) == ("region", "0")
        assert box.get("aria-label") == "".join(box.find("table/caption").itertext())


def hostile(text):
    return [
        band(a_band(text, conditions=(text,), axis=axis(text))),
        band(a_level_band(text, conditions=(text,), title=text, levels=(text, text, text))),
        row_map(a_map(text, across=axis(text), up=axis(text), not_drawn=(text,), rows=9)),
        overlap(an_overlap((text, "b", "c"))),
        heat(a_heat((text, "b"), (text, "c"))),
        curve(a_curve(objective=text)),
    ]


@given(st.text())
def test_no_text_of_a_stranger_becomes_markup(text):
    for evil, tame in zip(hostile(text), hostile("tame"), strict=True):
        tags = [element.tag for element in parsed(evil).iter() if element.tag != "title"]
        assert tags == [element.tag for element in parsed(tame).iter() if element.tag != "title"]


@pytest.mark.parametrize("markup", hostile(EVIL))
def test_hostile_text_is_escaped_and_still_read(markup):
    root = parsed(markup)
    assert list(root.iter("script")) == []
    assert "<script>alert('x')" in "".join([*root.itertext(), *root.find("*").attrib.values()])


@pytest.mark.parametrize("markup", hostile("a"))
def test_no_ids_no_styles_no_handlers(markup):
    names = {name for element in parsed(markup).iter() for name in element.attrib}
    assert not {name for name in names if name in {"id", "style", "href"} or name.startswith("on")}


@pytest.mark.parametrize("markup", hostile("a"))
def test_templates_take_markup_as_it_is(markup):
    jinja2 = pytest.importorskip("jinja2")
    page = jinja2.Environment(autoescape=True).from_string("{{ markup }}")
    assert page.render(markup=markup) == markup


@pytest.mark.parametrize("markup", [m for m in hostile("a") if "<svg" in m])
def test_every_drawing_is_an_image_with_a_sentence(markup):
    drawing = parsed(markup).find("svg")
    assert drawing.get("role") == "img"
    assert drawing.get("aria-label").endswith(".")
    assert re.fullmatch(r"0 0 320 \d+", drawing.get("viewBox"))
