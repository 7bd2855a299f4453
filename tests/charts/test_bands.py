"""Bands: shares of a cluster and of all others, and what the conditions allow."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterscribe import Description, Feature, InputError, Kind, Polyhedron
from clusterscribe.charts.data import Band, LevelBand, bands, rows_of
from clusterscribe.charts.data.bands import band_of_column
from clusterscribe.charts.data.rows import judged

from ..description.builders import (
    ANIMALS,
    PEOPLE,
    SEGMENTED,
    SEGMENTS,
    at_least,
    at_most,
    ball,
    describe,
    is_level,
    is_not_level,
    is_true,
    people,
    score,
    union,
    weighted,
)

X, Y = Feature("x"), Feature("y")
N = Feature("n", Kind.INTEGER)


def picture(description, table, labels, label="a", **options):
    """The only band of a cluster."""
    (found,) = bands(rows_of(description, pd.DataFrame(table), labels, **options), label)
    return found


def spread(values, labels):
    """A column with too many values to be few: more of "b", beyond the last one."""
    more = values[-1] + np.linspace(0, 1, 20)
    return {"x": [*values, *more]}, [*labels, *"b" * len(more)]


def inside(band, values):
    return [any(low <= value < high for low, high in band.allowed) for value in values]


def test_every_column_of_the_conditions_has_a_band():
    rows = rows_of(SEGMENTED, people(), SEGMENTS)
    assert [b.conditions for b in bands(rows, "young")] == [
        ("income <= 45000",),
        ("18 <= age <= 30",),
        ("job is not in {admin, retired}",),
    ]


def test_names_of_a_user_are_in_titles_and_conditions():
    rows = rows_of(SEGMENTED, people(), SEGMENTS, feature_names={"income": "income (EUR)"})
    first = bands(rows, "young")[0]
    assert first.axis.title == "income (EUR)"
    assert first.conditions == ("income (EUR) <= 45000",)


def test_a_whole_number_has_a_bin_of_its_own_around_it():
    band = picture(describe(["n"], a=[at_most(N, 2)]), {"n": [1, 2, 2, 3, 4]}, list("aaabb"))
    assert band.edges.tolist() == [0.5, 1.5, 2.5, 3.5, 4.5]
    assert band.own.tolist() == pytest.approx([1 / 3, 2 / 3, 0, 0])
    assert band.others.tolist() == [0, 0, 0.5, 0.5]
    assert band.allowed == ((0.5, 2.5),)


def test_few_numbers_have_a_bar_around_each_and_ticks_at_these_alone():
    table = {"x": [0.0, 0.0, 1.0, 1.0, 1.0]}
    band = picture(describe(["x"], a=[at_most(X, 0)]), table, list("aabbb"))
    assert band.edges.tolist() == [-0.5, 0.5, 1.5]
    assert [(tick.at, tick.text) for tick in band.axis.ticks] == [(0, "0"), (1, "1")]
    assert band.allowed == ((-0.5, 0.5),)
    assert (band.own.tolist(), band.others.tolist()) == ([1, 0], [0, 1])


@pytest.mark.parametrize(
    ("space", "allowed"),
    [
        (at_most(X, 2.9), (0.5, 2.5)),  # 3 is not allowed, nor any of its bar
        (at_most(X, 3), (0.5, 3.5)),
        (at_most(X, 4.2), (0.5, 4.2)),  # between two bars, where it is
        (at_least(X, 0.9), (0.5, 5.5)),
        (at_least(X, 1.1), (1.5, 5.5)),
    ],
)
def test_bound_lies_between_the_bars_of_few_numbers(space, allowed):
    band = picture(describe(["x"], a=[space]), {"x": [1.0, 2.0, 3.0, 5.0]}, list("aabb"))
    assert band.allowed == (allowed,)
    bars = {(2.5, 3.5), (4.5, 5.5)}
    assert bars <= {*zip(band.edges.tolist(), band.edges.tolist()[1:], strict=False)}


def test_few_numbers_far_apart_and_near_are_drawn_as_any_others():
    for values in ([0.0, 1.0, 100.0], [*range(13)], [0.0, math.inf]):
        table = {"x": [float(value) for value in values]}
        band = picture(describe(["x"], a=[at_most(X, 0.7)]), table, ["a"] * len(values))
        assert band.edges.tolist() != [-0.5, 0.5, 1.5]
        assert band.allowed[0][1] == pytest.approx(0.7)


def test_rare_one_of_few_numbers_has_its_bar():
    values = [0.0] * 5000 + [1.0] * 5000 + [4.0]
    band = picture(describe(["x"], a=[at_most(X, 0)]), {"x": values}, ["a"] * 5000 + ["b"] * 5001)
    assert [tick.text for tick in band.axis.ticks] == ["0", "1", "4"]
    assert band.beyond == (False, False)


def test_sum_of_few_numbers_has_few_bars():
    description = describe(["x", "y"], a=[weighted(1, (1, X), (1, Y))])
    band = picture(description, {"x": [0.0, 1, 1, 0], "y": [0.0, 0, 1, 1]}, list("aaba"))
    assert [tick.text for tick in band.axis.ticks] == ["0", "1", "2"]
    assert band.allowed == ((-0.5, 1.5),)


def test_no_bound_between_the_bars_lets_nothing_in():
    description = describe(["x"], a=[at_least(X, 0.4), at_most(X, 0.6)])
    assert picture(description, {"x": [0.0, 1.0]}, list("ab")).allowed == ()


def test_height_is_a_share_where_bins_are_as_wide_as_usual():
    band = picture(describe(["x"], a=[at_most(X, 2.9)]), {"x": [0.0, 3.0, 9.0]}, list("aab"))
    assert np.diff(band.edges).tolist() == [3, 3, 3, 3]  # of 0, of 3, of nothing, of 9
    assert band.heights(band.own).tolist() == [0.5, 0.5, 0, 0]


def test_value_on_a_bound_is_on_the_side_that_is_let_in():
    table, labels = spread([1.0, 2.0, 3.0], list("aab"))
    for space, expected in ((at_most(X, 2), [1, 0]), (at_least(X, 2), [0.5, 0.5])):
        band = picture(describe(["x"], a=[space]), table, labels)
        cut = next(end for interval in band.allowed for end in interval if 1.5 < end < 2.5)
        place = int(np.searchsorted(band.edges, cut))
        assert band.edges[place] == cut
        shares = [band.own[:place].sum(), band.own[place:].sum()]
        assert shares == pytest.approx(expected)


def test_a_day_reaches_from_its_start_to_the_next():
    signup = Feature("signup", Kind.DATE)
    table = {"signup": np.array(["2024-01-01", "2024-01-03"], dtype="M8[D]")}
    table = {"signup": [v.item() for v in table["signup"]]}
    days = [int(np.datetime64(f"2024-01-0{day}").astype(int)) for day in (1, 2, 3)]
    band = picture(describe(["signup"], a=[at_most(signup, days[1])]), table, list("ab"))
    assert band.allowed == ((days[0], days[2]),)
    assert band.axis.high == days[2] + 1
    assert [tick.text for tick in band.axis.ticks][:2] == ["2024-01-01", "2024-01-02"]


def test_bound_beyond_all_rows_is_on_the_axis():
    band = picture(describe(["n"], a=[at_most(N, 90)]), {"n": [1, 2, 3]}, list("aab"))
    assert band.axis.low < 90.5 == band.allowed[0][1] < band.axis.high


def test_heavy_tail_is_counted_in_the_last_bin_and_said():
    values = [*np.linspace(0, 1, 999), 1e9]
    band = picture(describe(["x"], a=[at_most(X, 0.5)]), {"x": values}, ["a"] * 500 + ["b"] * 500)
    assert band.axis.high < 2
    assert band.beyond == (False, True)
    assert band.others.sum() == pytest.approx(1)


def test_missing_values_stand_apart():
    band = picture(
        describe(["x"], a=[at_most(X, 2)]), {"x": [1.0, math.nan, 3.0, 4.0]}, list("aabb")
    )
    assert (band.own.sum(), band.own_missing, band.others_missing) == (0.5, 0.5, 0)


def test_infinite_values_are_in_the_outermost_bins():
    band = picture(
        describe(["x"], a=[at_most(X, 2)]), {"x": [1.0, 3.0, math.inf, -math.inf]}, list("abbb")
    )
    assert np.isfinite(band.edges).all()
    assert band.others[0] == pytest.approx(1 / 3)  # with the one below all numbers
    assert band.others[-1] == pytest.approx(2 / 3)  # 3, and the one beyond all numbers
    assert band.beyond == (True, True)


def test_weights_make_shares_of_weight():
    band = picture(
        describe(["n"], a=[at_most(N, 2)]), {"n": [1, 2, 3]}, list("aab"), sample_weight=[1, 3, 5]
    )
    assert band.own.tolist() == [0.25, 0.75, 0]


def test_ignored_noise_is_in_no_group():
    description = Description(
        ("n",), (Polyhedron("a", (at_most(N, 1),)),), noise_label="-", noise="ignore"
    )
    band = picture(description, {"n": [1, 2, 3, 3]}, ["a", "b", "-", "-"])
    assert band.others.tolist() == [0, 1]


def test_table_without_other_rows_has_empty_shares():
    band = picture(describe(["n"], a=[at_most(N, 2)]), {"n": [1, 2]}, list("aa"))
    assert band.others.sum() == 0
    assert band.own.sum() == 1


def test_constant_column_has_an_axis():
    band = picture(describe(["x"], a=[at_most(X, 5)]), {"x": [5.0, 5.0]}, list("ab"))
    assert band.axis.low < 5 < band.axis.high


def test_contradiction_lets_nothing_in():
    band = picture(describe(["n"], a=[at_least(N, 5), at_most(N, 3)]), {"n": [1, 9]}, list("ab"))
    assert band.allowed == ()


def test_sum_has_an_axis_of_its_own():
    description = describe(["x", "y"], a=[weighted(3, (1, X), (2, Y))])
    band = picture(description, {"x": [1.0, 5.0], "y": [0.5, 1.0]}, list("ab"))
    assert band.axis.title == "x + 2 y"
    assert inside(band, [2.0, 7.0]) == [True, False]


def test_both_sides_of_a_sum_are_one_band_in_the_direction_said_first():
    description = describe(
        ["x", "y"], a=[weighted(3, (1, X), (-1, Y)), weighted(1, (-1, X), (1, Y))]
    )
    table, labels = spread([1.0, 9.0], list("ab"))
    band = picture(description, table | {"y": [0.0] * len(labels)}, labels)
    assert band.axis.title == "x - y"
    assert inside(band, [-1.5, -1, 0, 3, 3.5]) == [False, True, True, True, False]


def test_score_is_called_a_score():
    description = describe(["x", "y"], a=[score(0.4, (3, X, 0, 10), (-2, Y, 0, 10))])
    assert picture(description, {"x": [1.0, 9.0], "y": [0.0, 1.0]}, list("ab")).axis.title == (
        "score: 3 x - 2 y"
    )


def test_scaled_condition_on_one_feature_is_in_its_own_units():
    band = picture(
        describe(["x"], a=[score(0.5, (1, X, 10, 30))]), *spread([12.0, 29.0], list("ab"))
    )
    assert inside(band, [19.9, 20, 20.1]) == [True, True, False]


def test_levels_come_with_shares_the_most_frequent_first():
    rows = rows_of(SEGMENTED, people(), SEGMENTS)
    job = bands(rows, "young")[2]
    assert job.levels == ("student", "admin", "retired", "missing")
    assert job.own.tolist() == [1, 0, 0, 0]
    assert job.others.tolist() == pytest.approx([0, 1 / 3, 1 / 3, 1 / 3])
    assert job.allowed == (True, False, False, True)


def test_truth_values_are_levels():
    rows = rows_of(SEGMENTED, people(), SEGMENTS)
    member = bands(rows, "working")[1]
    assert isinstance(member, LevelBand)
    assert (member.levels, member.allowed) == (("false", "true"), (False, True))


def test_missing_truth_value_is_let_in_by_nothing():
    description = describe(["t"], a=[is_true("t")])
    band = picture(description, {"t": [True, None, False]}, list("abb"))
    assert dict(zip(band.levels, band.allowed, strict=True))["missing"] is False


def test_rare_levels_are_one_bar_unless_conditions_name_them():
    levels = [f"l{i:02}" for i in range(30) for _ in range(30 - i)]
    description = describe(["c"], a=[is_not_level("c", "l29")])
    band = picture(description, {"c": levels}, ["a", *["b"] * (len(levels) - 1)])
    assert band.levels == (*(f"l{i:02}" for i in range(9)), "l29", "20 others")
    assert band.allowed[-2:] == (False, True)
    assert band.others.sum() == pytest.approx(1)


def test_rare_levels_that_differ_are_let_in_in_part():
    levels = [f"l{i:02}" for i in range(30) for _ in range(30 - i)]
    unwanted = [is_not_level("c", f"l{i:02}") for i in range(20)]
    description = describe(["c"], a=unwanted)
    band = picture(description, {"c": levels}, ["a", *["b"] * (len(levels) - 1)])
    assert band.levels == (*(f"l{i:02}" for i in range(16)), "14 others")
    assert band.allowed == (*[False] * 16, None)


def test_one_of_several_levels_is_a_condition_on_their_column():
    some = [(-1, Feature("c", Kind.LEVEL, level)) for level in ("r", "g")]
    band = picture(describe(["c"], a=[weighted(-1, *some)]), {"c": list("rgb")}, list("aab"))
    assert band.conditions == ("c is in {r, g}",)
    assert dict(zip(band.levels, band.allowed, strict=True)) == {"r": True, "g": True, "b": False}


def test_level_that_no_row_has_is_shown_where_a_condition_names_it():
    band = picture(describe(["c"], a=[is_level("c", "new")]), {"c": list("xy")}, list("ab"))
    assert band.levels[-1] == "new"
    assert band.allowed == (False, False, True)


def test_union_lets_in_several_intervals():
    description = Description(
        ("n",), (union("a", [at_most(N, 2)], [at_least(N, 5), at_most(N, 6)]),)
    )
    band = picture(description, {"n": [1, 3, 5, 8]}, list("abab"))
    assert band.allowed == ((0.5, 2.5), (4.5, 6.5))
    assert band.conditions == ("either n <= 2 or 5 <= n <= 6",)


def test_union_in_which_one_way_asks_nothing_lets_everything_in():
    description = Description(("n", "x"), (union("a", [at_most(N, 2)], [at_most(X, 0)]),))
    table = pd.DataFrame({"n": [1, 3], "x": [1.0, 1.0]})
    first, _ = bands(rows_of(description, table, list("ab")), "a")
    assert first.allowed == ((first.axis.low, first.axis.high),)
    assert first.conditions == ("n <= 2 (in 1 of 2 alternatives)",)


def test_the_two_sides_of_a_cut_leave_no_gap():
    above = at_least(X, math.nextafter(3, 4))
    description = Description(("x",), (union("a", [at_most(X, 3)], [above]),))
    band = picture(description, {"x": [1.0, 5.0]}, list("ab"))
    assert band.allowed == ((band.axis.low, band.axis.high),)


def test_ball_casts_a_shadow_on_each_feature():
    description = Description(("x",), (ball("a", 0.5, (4, 1, X, 0, 10), row=0),))
    band = picture(description, *spread([4.0, 9.5], list("ab")))
    assert inside(band, [-1.1, -1, 9, 9.1]) == [False, True, True, False]
    assert band.conditions == ("within 0.5 of row 1: x 4",)


def test_animals_of_other_methods_have_bands():
    table = pd.DataFrame(
        {
            "hair": [True, False, True],
            "milk": [True, False, False],
            "legs": [4, 0, 6],
            "home": ["den", "sea", "air and land"],
            "weight": [80.0, 1.0, 0.1],
        }
    )
    rows = rows_of(ANIMALS, table, ["mammal", "fish", "insect"])
    for label, count in (("insect", 3), ("fish", 3), ("mammal", 1)):
        assert len(bands(rows, label)) == count


def test_column_without_a_condition_has_a_band_that_lets_everything_in():
    rows = rows_of(SEGMENTED, people(), SEGMENTS)
    band = band_of_column(rows, "working", "age")
    assert band.conditions == ()
    assert band.allowed == ((band.axis.low, band.axis.high),)


def test_unknown_cluster_is_refused():
    rows = rows_of(SEGMENTED, people(), SEGMENTS)
    with pytest.raises(InputError, match=r"no cluster 'yuong'\. Did you mean 'young'\?"):
        bands(rows, "yuong")


def test_rows_like_others_share_the_table():
    rows = rows_of(SEGMENTED, people(), SEGMENTS)
    other = describe(PEOPLE, young=[at_most(Feature("age", Kind.INTEGER), 40)], old=[])
    again = judged(other, rows.sheet, rows.naming)
    fresh = rows_of(other, people(), SEGMENTS)
    assert again.sheet is rows.sheet
    assert again.judgement.errors == fresh.judgement.errors
    assert bands(again, "young")[0].own.tolist() == bands(fresh, "young")[0].own.tolist()


NUMBERS = st.floats(-1e6, 1e6) | st.sampled_from([0.0, 1.0, -1.0, math.nan, 1e300, -1e308])
RATINGS = st.sampled_from([0.0, 0.1, 0.2, 0.30000000000000004, 1.0, math.nan])


@given(
    values=st.lists(NUMBERS, min_size=1, max_size=30) | st.lists(RATINGS, min_size=1, max_size=30),
    bounds=st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
    | st.tuples(st.floats(-0.2, 1.2), st.sampled_from([0.0, 0.1, 0.15, 0.3, 1.0])),
    data=st.data(),
)
def test_shares_add_up_and_respect_the_bounds(values, bounds, data):
    labels = data.draw(st.lists(st.sampled_from("ab"), min_size=len(values), max_size=len(values)))
    low, high = sorted(bounds)
    description = describe(["x"], a=[at_least(X, low), at_most(X, high)])
    band = picture(description, {"x": np.array(values, dtype=float)}, labels)
    assert (np.diff(band.edges) > 0).all()
    assert band.axis.low == band.edges[0] < band.edges[-1] == band.axis.high
    for label, shares, missing in (
        ("a", band.own, band.own_missing),
        ("b", band.others, band.others_missing),
    ):
        its = [v for v, its_label in zip(values, labels, strict=True) if its_label == label]
        if not its:
            continue
        known = [v for v in its if not math.isnan(v)]
        assert missing == pytest.approx(1 - len(known) / len(its))
        assert shares.sum() == pytest.approx(len(known) / len(its))
        # a bin is allowed as a whole or not at all, and so are its rows
        ((start, end),) = band.allowed or ((math.inf, math.inf),)  # between two of few values
        let_in = (band.edges[:-1] >= start) & (band.edges[1:] <= end)
        assert shares[let_in].sum() * len(its) == pytest.approx(
            sum(low <= v <= high for v in known)
        )


@given(
    values=st.lists(st.integers(-20, 20), min_size=1, max_size=30),
    bound=st.integers(-20, 20),
    data=st.data(),
)
def test_bars_of_whole_numbers_are_counted_exactly(values, bound, data):
    labels = data.draw(st.lists(st.sampled_from("ab"), min_size=len(values), max_size=len(values)))
    band = picture(describe(["n"], a=[at_least(N, bound)]), {"n": values}, labels)
    assert isinstance(band, Band)
    own = [v for v, its_label in zip(values, labels, strict=True) if its_label == "a"]
    for low, high, share in zip(band.edges, band.edges[1:], band.own, strict=False):
        count = sum(low < v < high for v in own)
        assert share * max(1, len(own)) == pytest.approx(count)
