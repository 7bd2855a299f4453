"""Maps: the axes that separate best, dots of all kinds, and the outline of the polyhedron."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterscribe import Description, Feature, Kind
from clusterscribe.charts.data import row_map, rows_of
from clusterscribe.charts.data.projection import HalfPlane, clipped, rectangle

from ..description.builders import (
    at_least,
    at_most,
    ball,
    describe,
    is_level,
    score,
    union,
    weighted,
)

X, Y, Z = Feature("x"), Feature("y"), Feature("z")
N, M = Feature("n", Kind.INTEGER), Feature("m", Kind.INTEGER)
FINE = np.linspace(0, 4, 17)  # too many values to be few
GRID = pd.DataFrame([(x, y) for x in FINE for y in FINE], columns=["x", "y"])


def labelled(table, own):
    return np.where(own, "a", "b")


def drawn(description, table, labels, **options):
    return row_map(rows_of(description, table, labels), "a", **options)


def area(corners):
    x, y = np.array(corners).T
    return abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


def test_axes_are_those_whose_conditions_keep_out_the_most():
    source = np.random.default_rng(1)
    table = pd.DataFrame(source.uniform(size=(200, 3)), columns=["x", "y", "z"])
    description = describe("xyz", a=[at_most(X, 0.95), at_most(Y, 0.3), at_most(Z, 0.4)])
    picture = drawn(description, table, labelled(table, description.membership(table)[:, 0]))
    assert {picture.across.title, picture.up.title} == {"y", "z"}
    assert picture.not_drawn == ("x <= 0.95",)


def test_second_axis_of_one_condition_is_where_the_cluster_differs_most():
    table = pd.DataFrame({"x": [0.0, 1, 8, 9], "same": [1.0, 2, 1, 2], "like": [0.0, 0, 1, 1]})
    picture = drawn(describe(table, a=[at_most(X, 4)]), table, list("aabb"))
    assert (picture.across.title, picture.up.title) == ("x", "like")


def test_table_of_one_column_has_no_map():
    assert drawn(describe("x", a=[at_most(X, 1)]), GRID[["x"]], ["a"] * len(GRID)) is None


def test_outline_is_the_rectangle_of_the_bounds():
    description = describe("xy", a=[at_most(X, 2), at_least(Y, 1), at_most(Y, 3)])
    picture = drawn(description, GRID, labelled(GRID, GRID.x < 2))
    (corners,) = picture.outlines
    xs, ys = zip(*corners, strict=True)
    assert (min(xs), max(xs)) == (picture.across.low, pytest.approx(2))
    assert (min(ys), max(ys)) == (1, pytest.approx(3))


def test_sum_of_the_two_axes_is_a_slanted_line():
    description = describe("xy", a=[weighted(2, (1, X), (1, Y)), at_least(X, 0), at_least(Y, 0)])
    picture = drawn(description, GRID, labelled(GRID, GRID.x + GRID.y <= 2))
    (corners,) = picture.outlines
    assert np.array(sorted(corners)) == pytest.approx(np.array([(0, 0), (0, 2), (2, 0)]))
    assert picture.not_drawn == ()


def test_slanted_line_of_a_score_is_in_the_units_of_the_table():
    # 0.1 x + 0.2 (y - 1) <= 0.4 in shares, which is x + 2 y <= 6
    description = describe("xy", a=[score(0.4, (1, X, 0, 10), (1, Y, 1, 6))])
    picture = drawn(description, GRID, labelled(GRID, GRID.x + 2 * GRID.y <= 6))
    (corners,) = picture.outlines
    assert max(x + 2 * y for x, y in corners) == pytest.approx(6)
    assert {picture.across.title, picture.up.title} == {"x", "y"}


def test_sum_of_three_features_is_an_axis():
    table = GRID.assign(z=np.arange(len(GRID)) % 3.5)
    description = describe("xyz", a=[weighted(4, (1, X), (1, Y), (1, Z)), at_most(X, 3)])
    picture = drawn(description, table, labelled(table, table.sum(axis=1) <= 4))
    assert {picture.across.title, picture.up.title} == {"x + y + z", "x"}


def test_contradiction_has_no_outline():
    description = describe("xy", a=[at_most(X, 1), at_least(X, 2), at_most(Y, 1)])
    assert drawn(description, GRID, labelled(GRID, GRID.x < 2)).outlines == ()


def test_union_has_several_outlines():
    region = union("a", [at_most(X, 1), at_most(Y, 1)], [at_least(X, 3)])
    picture = drawn(Description(("x", "y"), (region,)), GRID, labelled(GRID, GRID.x != 2))
    assert len(picture.outlines) == 2


def test_ball_is_a_disc():
    region = ball("a", 0.25, (2, 1, X, 0, 4), (2, 1, Y, 0, 4))
    picture = drawn(Description(("x", "y"), (region,)), GRID, labelled(GRID, GRID.x == 2))
    (corners,) = picture.outlines
    assert np.hypot(*(np.array(corners) - 2).T) == pytest.approx(1)


def test_levels_that_are_let_in_stand_together_on_the_upright_axis():
    table = pd.DataFrame({"c": list("rgbr"), "x": [1.0, 2, 3, 4]})
    some = weighted(-1, *((-1, Feature("c", Kind.LEVEL, level)) for level in "bg"))
    picture = drawn(describe(table, a=[some, at_most(X, 3)]), table, list("baab"))
    assert [tick.text for tick in picture.up.ticks] == ["b", "g", "r"]
    (corners,) = picture.outlines
    assert {y for _, y in corners} == {-0.5, 1.5}


def test_errors_are_marked_as_far_as_the_cluster_goes():
    table = pd.DataFrame({"x": [0.0, 0, 9, 9], "y": [0.0, 0, 0, 1]})
    picture = drawn(describe("xy", a=[at_most(X, 4), at_most(Y, 4)]), table, list("abab"))
    found = {(o, w) for o, w in zip(picture.own.tolist(), picture.wrong.tolist(), strict=True)}
    assert found == {(True, False), (False, True), (True, True), (False, False)}
    assert (len(picture.x), picture.rows) == (4, 4)


def test_rows_with_a_missing_value_are_no_dots():
    table = pd.DataFrame({"x": [0.0, np.nan, 9, 9], "y": [0.0, 0, np.nan, 1]})
    picture = drawn(describe("xy", a=[at_most(X, 4), at_most(Y, 4)]), table, list("aabb"))
    assert (len(picture.x), picture.rows) == (2, 2)


def test_of_many_rows_some_are_drawn_errors_first_and_always_the_same():
    source = np.random.default_rng(2)
    table = pd.DataFrame(source.normal(size=(5000, 2)), columns=["x", "y"])
    own = table.x < 0
    own[:10] = ~own[:10]
    description = describe("xy", a=[at_most(X, 0), at_most(Y, 9)])
    first, second = (drawn(description, table, labelled(table, own), dots=100) for _ in range(2))
    assert len(first.x) == 100
    assert first.rows == 5000
    assert first.wrong.sum() == 10
    assert 30 <= first.own.sum() <= 70
    assert first.x.tolist() == second.x.tolist()


def test_rare_kinds_of_errors_are_among_the_dots():
    table = pd.DataFrame({"x": np.arange(2000.0), "y": np.arange(2000.0) % 7})
    own = table.x < 1000
    own[1999] = True  # the only one outside
    own[:500] = False  # many others inside
    picture = drawn(describe("xy", a=[at_most(X, 999.5)]), table, labelled(table, own), dots=40)
    assert (picture.own & picture.wrong).sum() == 1
    assert picture.wrong.sum() == 10


@given(
    rows=st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=2, max_size=40),
    bounds=st.tuples(st.integers(0, 6), st.integers(0, 6)),
    data=st.data(),
)
def test_shaken_dots_stay_on_their_side_of_the_outline(rows, bounds, data):
    table = pd.DataFrame(rows, columns=["n", "m"])
    labels = data.draw(st.lists(st.sampled_from("ab"), min_size=len(rows), max_size=len(rows)))
    description = describe("nm", a=[at_most(N, bounds[0]), at_least(M, bounds[1])])
    picture = drawn(description, table, labels)
    inside = np.zeros(len(picture.x), dtype=bool)
    for corners in picture.outlines:
        xs, ys = zip(*corners, strict=True)
        inside |= (
            (min(xs) <= picture.x)
            & (picture.x <= max(xs))
            & ((min(ys) <= picture.y) & (picture.y <= max(ys)))
        )
    assert inside.tolist() == (picture.own != picture.wrong).tolist()


def test_dots_on_few_numbers_are_shaken_within_their_bars():
    table = pd.DataFrame({"x": [0.0, 1.0] * 100, "y": [0.0, 0.0, 0.5, 0.5] * 50})
    description = describe("xy", a=[at_most(X, 0), at_most(Y, 0)])
    picture = drawn(description, table, labelled(table, (table.x == 0) & (table.y == 0)))
    assert len(set(picture.x)) == len(set(picture.y)) == 200
    (corners,) = picture.outlines
    assert {*corners} == {(-0.5, -0.25), (0.5, -0.25), (0.5, 0.25), (-0.5, 0.25)}
    inside = (picture.x < 0.5) & (picture.y < 0.25)
    assert inside.tolist() == picture.own.tolist()
    assert [tick.text for tick in picture.up.ticks] == ["0", "0.5"]


def test_axis_with_many_values_comes_before_two_of_few_that_keep_out_hardly_more():
    source = np.random.default_rng(3)
    few = pd.DataFrame(source.integers(0, 2, size=(400, 2)).astype(float), columns=["x", "y"])
    table = few.assign(z=source.uniform(size=400) + few.x)
    own = (table.x > 0) & (table.y > 0)
    apart = describe("xyz", a=[at_least(X, 0.5), at_least(Y, 0.5)])
    assert {drawn(apart, table, labelled(table, own)).up.title} == {"y"}  # each is needed
    table.y = np.where(np.arange(400) < 8, 1 - table.x, table.x)  # nearly the same
    picture = drawn(apart, table, labelled(table, (table.x > 0) & (table.y > 0)))
    assert "z" in {picture.across.title, picture.up.title}
    assert len(picture.not_drawn) == 1


def test_second_axis_is_not_the_first_one_turned_round():
    source = np.random.default_rng(4)
    female = source.integers(0, 2, size=300).astype(float)
    table = pd.DataFrame({"x": female, "male": 1 - female, "age": source.normal(female)})
    picture = drawn(describe(table, a=[at_least(X, 0.5)]), table, labelled(table, female > 0))
    assert (picture.across.title, picture.up.title) == ("x", "age")


@given(
    slopes=st.tuples(st.integers(-3, 3), st.integers(-3, 3)).filter(any),
    bound=st.integers(-6, 6),
)
def test_clipping_keeps_just_the_half_plane(slopes, bound):
    whole = rectangle(0, 1, 0, 1)
    line = HalfPlane(*slopes, bound / 2)
    other = HalfPlane(-slopes[0], -slopes[1], -bound / 2)
    pieces = [clipped(whole, line), clipped(whole, other)]
    assert sum(area(piece) for piece in pieces if piece) == pytest.approx(1)
    assert all(line.excess(corner) <= 1e-12 for corner in pieces[0])


def test_level_condition_and_number_are_a_map():
    table = pd.DataFrame({"c": list("rgb"), "x": [1.0, 2, 3]})
    picture = drawn(describe(table, a=[is_level("c", "r")]), table, list("abb"))
    assert (picture.across.title, picture.up.title) == ("x", "c")
