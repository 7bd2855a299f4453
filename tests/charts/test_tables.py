"""Overlap, heat and the curve of a frontier."""

import math
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterscribe import Description, Feature, InputError, Kind, Polyhedron, frontier
from clusterscribe.charts.data import curve, heat, overlap, rows_of

from ..description.builders import (
    ANIMALS,
    SEGMENTED,
    SEGMENTS,
    at_least,
    at_most,
    describe,
    people,
    weighted,
)

X, N = Feature("x"), Feature("n", Kind.INTEGER)


def test_overlap_counts_rows_in_each_in_none_and_in_several():
    description = describe("n", a=[at_most(N, 2)], b=[at_least(N, 2), at_most(N, 3)])
    rows = rows_of(description, pd.DataFrame({"n": [1, 2, 3, 4, 2]}), list("aabbc"))
    picture = overlap(rows)
    assert (picture.labels, picture.polyhedra) == (("a", "b", "c"), ("a", "b"))
    assert picture.inside.tolist() == [[2, 1], [0, 1], [1, 1]]
    assert picture.none.tolist() == [0, 1, 0]
    assert picture.several.tolist() == [1, 0, 1]
    assert picture.rows.tolist() == [2, 2, 1]


def test_ignored_noise_is_in_no_row_of_the_overlap():
    part = Polyhedron("a", (at_most(N, 2),))
    for noise, labels in (("ignore", ("a", "b")), ("outside", ("a", "b", "-"))):
        description = Description(("n",), (part,), noise_label="-", noise=noise)
        rows = rows_of(description, pd.DataFrame({"n": [1, 3, 1]}), ["a", "b", "-"])
        assert overlap(rows).labels == labels


@given(data=st.data(), count=st.integers(1, 20))
def test_overlap_agrees_with_membership(data, count):
    values = data.draw(st.lists(st.integers(0, 5), min_size=count, max_size=count))
    labels = data.draw(st.lists(st.sampled_from("abc"), min_size=count, max_size=count))
    weights = data.draw(st.lists(st.integers(1, 4), min_size=count, max_size=count))
    description = describe("n", a=[at_most(N, 3)], b=[at_least(N, 2)])
    table = pd.DataFrame({"n": values})
    picture = overlap(rows_of(description, table, labels, weights))
    inside = description.membership(table)
    for place, label in enumerate(picture.labels):
        chosen = np.array(labels) == label
        weight = np.array(weights)[chosen]
        assert picture.inside[place].tolist() == (weight @ inside[chosen]).tolist()
        assert picture.several[place] == weight @ (inside[chosen].sum(axis=1) > 1)


def test_heat_holds_means_against_that_of_all_rows():
    table = pd.DataFrame({"x": [0.0, 2, 4, 6], "n": [5, 5, 5, 5]})
    picture = heat(rows_of(describe(table, a=[at_most(X, 3)], b=[]), table, list("aabb")))
    assert picture.features == ("x", "n")
    assert picture.difference[0] == pytest.approx([-2 / math.sqrt(5), 2 / math.sqrt(5)])
    assert picture.difference[1].tolist() == [0, 0]
    assert picture.means == (("1", "5"), ("5", "5"))
    assert picture.marks == (("≤", ""), ("", ""))


def test_features_in_use_come_first_and_the_rest_is_counted():
    picture = heat(rows_of(SEGMENTED, people(), SEGMENTS), most=3)
    assert picture.features == ("job is admin", "member", "signup")
    assert picture.left_out == 5
    assert picture.means[2] == ("2023-08-31", "2020-02-29", "2005-10-01")
    assert picture.means[0] == ("0 %", "100 %", "0 %")


def test_marks_say_which_conditions_are_on_a_feature():
    table = pd.DataFrame({"x": [0.0, 2], "n": [5, 6], "c": ["r", "g"], "m": [1, 2]})
    red = Feature("c", Kind.LEVEL, "r")
    description = describe(
        table,
        a=[at_most(X, 3), at_least(X, 1), weighted(3, (1, X), (1, N))],
        b=[weighted(-1, (-1, red), (-1, Feature("c", Kind.LEVEL, "g"))), at_least(N, 2)],
    )
    picture = heat(rows_of(description, table, list("ab")))
    marks = dict(zip(picture.features, picture.marks, strict=True))
    assert marks["x"] == ("↔Σ", "")
    assert marks["n"] == ("Σ", "≥")
    assert marks["c is r"] == ("", "∈")
    assert marks["m"] == ("", "")


def test_prototypes_are_marked():
    table = pd.DataFrame(
        {"hair": [True, False], "milk": [True, False], "legs": [4, 0], "home": ["den", "sea"],
         "weight": [80.0, 1.0]}
    )  # fmt: skip
    picture = heat(rows_of(ANIMALS, table, ["mammal", "fish"]))
    marks = dict(zip(picture.features, picture.marks, strict=True))
    assert marks["legs"] == ("≤≥", "≈", "")  # of two alternatives, and not between both
    assert math.isnan(picture.difference[0][0])  # no row is an insect


def test_columns_that_cannot_be_used_are_left_out_of_the_heat():
    table = pd.DataFrame({"x": [0.0, 2], "lists": [[1], [2]]})
    assert heat(rows_of(describe(table, a=[at_most(X, 1)]), table, list("ab"))).features == ("x",)


def test_missing_values_are_left_out_of_means():
    table = pd.DataFrame({"x": [1.0, np.nan, 4], "t": [True, None, False]})
    picture = heat(rows_of(describe(table, a=[at_most(X, 1)]), table, list("aab")))
    assert dict(zip(picture.features, picture.means, strict=True)) == {
        "x": ("1",),
        "t is true": ("50 %",),
        "t is missing": ("50 %",),
        "t is false": ("0 %",),
    }


@given(
    values=st.lists(st.floats(-1e3, 1e3), min_size=2, max_size=20),
    offset=st.sampled_from([0, 1e9]),
    data=st.data(),
)
def test_differences_agree_with_numpy(values, offset, data):
    labels = data.draw(st.lists(st.sampled_from("ab"), min_size=len(values), max_size=len(values)))
    column = np.round(np.array(values)) + offset
    table = pd.DataFrame({"x": column})
    picture = heat(rows_of(describe("x", a=[at_most(X, 1)]), table, labels))
    own = column[np.array(labels) == "a"]
    if not len(own):
        assert math.isnan(picture.difference[0, 0])
    elif column.std() > 0:
        expected = (own.mean() - column.mean()) / column.std()
        assert picture.difference[0, 0] == pytest.approx(expected, abs=1e-6)


def test_curve_has_the_figures_of_each_point():
    table = pd.DataFrame({"n": range(12), "m": [0, 1, 0, 1, 2, 0, 1, 2, 2, 0, 1, 2]})
    found = frontier(table, list("aaaabbbbcbcc"))
    picture = curve(found, found.objective, chosen=0)
    assert [stop.errors for stop in picture.stops] == [point.errors for point in found]
    assert [stop.value for stop in picture.stops] == [point.complexity for point in found]
    assert (picture.objective, picture.chosen) == ("complexity", 0)


def test_place_beyond_the_frontier_is_refused():
    result = SimpleNamespace(
        errors=0, accuracy=1, objective=2, complexity=2, sparsity=1, bound=2, description=None
    )
    point = SimpleNamespace(result=result, fewest_errors=0, proved=True, description=None)
    with pytest.raises(InputError, match="the place of one of the 1 points, counted from 0, not 1"):
        curve([point], "complexity", 1)
