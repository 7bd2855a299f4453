"""Trees of thresholds: their regions, what they count, and where thresholds are placed."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clusterscribe import Feature, Kind
from clusterscribe.baselines.trees.threshold_tree import Cut, Growth, Leaf, Split, ThresholdTree
from clusterscribe.description import Polyhedron, Union

from .trees import CELLS, clusters_of, encoded

X, Y = Feature("x"), Feature("y", Kind.INTEGER)


def above(number):
    return math.nextafter(number, math.inf)


# x <= 2.5?  -- yes: a
#            -- no:  y <= 3?  -- yes: b
#                             -- no:  x <= 7?  -- yes: a
#                                              -- no:  noise
HAND_DRAWN = ThresholdTree(
    (
        Split(Cut(0, 2.5, above(2.5)), 1, 2),
        Leaf(0),
        Split(Cut(1, 3.0, 4.0), 3, 4),
        Leaf(1),
        Split(Cut(0, 7.0, above(7.0)), 5, 6),
        Leaf(0),
        Leaf(-1),
    )
)


def sides(polyhedron):
    return [
        (space.terms[0].feature.column, space.terms[0].weight, space.bound)
        for space in polyhedron.half_spaces
    ]


def test_each_leaf_is_a_polyhedron_with_a_half_space_for_each_node_on_the_way():
    a, b, c = HAND_DRAWN.regions((X, Y), ("a", "b", "c"))
    assert isinstance(a, Union)
    assert isinstance(b, Polyhedron)
    assert [sides(part) for part in a.polyhedra] == [
        [("x", 1, 2.5)],
        [("x", -1, -above(2.5)), ("y", -1, -4.0), ("x", 1, 7.0)],
    ]
    assert sides(b) == [("x", -1, -above(2.5)), ("y", 1, 3.0)]
    assert c == Union("c", ())


def test_complexity_counts_each_node_for_each_leaf_whose_path_uses_it():
    a, b, _ = HAND_DRAWN.regions((X, Y), ("a", "b", "c"))
    assert a.complexity == 4 * 2  # all three nodes, the first of them for both leaves
    assert b.complexity == 2 * 2


def test_a_tree_knows_its_size():
    assert (HAND_DRAWN.leaves, HAND_DRAWN.depth, len(HAND_DRAWN.nodes)) == (4, 3, 7)
    assert (ThresholdTree((Leaf(0),)).leaves, ThresholdTree((Leaf(0),)).depth) == (1, 0)


def test_rows_go_down_the_tree():
    columns = [np.array([2.5, 3.0, 3.0, 7.0, 8.0]), np.array([9.0, 3.0, 4.0, 4.0, 4.0])]
    assert clusters_of(HAND_DRAWN, columns).tolist() == [0, 1, 0, 0, -1]


def test_a_tree_of_one_leaf_holds_everything():
    (everything,) = ThresholdTree((Leaf(0),)).regions((X,), ("all",))
    assert everything == Polyhedron("all", ())


def test_a_path_may_be_longer_than_the_stack_of_python():
    nodes = []
    for i in range(5000):
        nodes += [Split(Cut(0, i, above(i)), 2 * i + 1, 2 * i + 2), Leaf(0)]
    tree = ThresholdTree((*nodes, Leaf(1)))
    assert clusters_of(tree, [np.array([4999.0, 5000.0])]).tolist() == [0, 1]
    assert tree.leaves == 5001


def placed(column, split, rows=None, between=None):
    """The cut of a tree's only column, after the rows were narrowed to some of them."""
    growth = Growth(encoded(pd.DataFrame({"x": column}), [0, 1, *[0] * (len(column) - 2)]))
    if rows is not None:
        growth._rows[0] = np.array(rows)
    growth.split(0, 0, split, between)
    root = growth.tree.nodes[0]
    return root.cut.low, root.cut.high


@pytest.mark.parametrize(
    ("column", "split", "sides"),
    [
        ([1.2, 3.9], 1, (3.0, above(3.0))),
        ([1.0, 1.25], 1, (1.1, above(1.1))),
        ([-4.0, 6.5], 1, (0.0, above(0.0))),
        ([0.0, 3.5], 1, (2.0, above(2.0))),  # rather between the rows than on one of them
        ([3, 9], 1, (6.0, 7.0)),
        ([3, 4], 1, (3.0, 4.0)),
        ([False, True], 1, (0.0, 1.0)),
        ([0.0, 5e-324], 1, (0.0, 5e-324)),  # two numbers with nothing between them
    ],
)
def test_a_cut_lies_between_rows_at_the_roundest_number(column, split, sides):
    assert placed(column, split) == sides


def test_a_cut_of_dates_has_the_roundest_date_on_the_left():
    days = pd.to_datetime(["2022-11-20", "2023-02-11"]).date
    low, high = placed(days, 1)
    assert np.datetime64(int(low), "D") == np.datetime64("2023-01-01")
    assert high == low + 1


def test_only_rows_of_the_leaf_decide_where_its_cut_lies():
    column = [1.0, 2.2, 2.4, 9.0]
    assert placed(column, 2) == (2.3, above(2.3))
    assert placed(column, 2, rows=[0, 3]) == (5.0, above(5.0))


def test_where_a_side_is_empty_the_other_rows_of_the_table_decide():
    column = [1.0, 2.2, 2.4, 9.0]
    assert placed(column, 2, rows=[0, 1]) == (2.3, above(2.3))
    assert placed(column, 3, rows=[3]) == (6.0, above(6.0))


@pytest.mark.parametrize(
    ("column", "between", "low"),
    [
        ([0.0, 10.0], (1.0, 2.0), 1.5),
        ([0.0, 10.0], (-1.0, 2.0), 1.0),
        ([0.0, 10.0], (8.5, 12.0), 9.0),
        ([0.0, 10.0], (11.0, 12.0), 5.0),  # rows come first
        ([0, 10], (1.0, 2.0), 1.0),
        ([0, 10], (1.2, 1.8), 1.0),  # no whole number lies between: x <= 1 says the same
        ([0, 10], (1.2, 2.3), 2.0),
        ([0, 10], (0.5, 1.2), 1.0),
    ],
)
def test_a_cut_lies_between_the_centres_that_it_separates(column, between, low):
    assert placed(column, 1, between=between)[0] == low


@given(st.data())
def test_no_row_changes_sides_and_no_number_lies_between_them(data):
    kind = data.draw(st.sampled_from(list(CELLS)))
    cells = CELLS[kind] | st.floats(-1e308, 1e308) if kind == "number" else CELLS[kind]
    column = data.draw(st.lists(cells, min_size=2, max_size=8))
    growth = Growth(table := encoded(pd.DataFrame({"x": column}), [0, 1, *[0] * (len(column) - 2)]))
    for feature, size in enumerate(growth.ranks.sizes):
        if size < 2:
            continue
        split = data.draw(st.integers(1, int(size) - 1))
        growth = Growth(table)
        left, right = growth.split(0, feature, split)
        cut = growth.tree.nodes[0].cut
        values = table.values[table.features[feature]]
        assert values[growth.rows(left)].max() <= cut.low < cut.high
        assert cut.high <= values[growth.rows(right)].min()
        assert cut.high == (above(cut.low) if kind == "number" else cut.low + 1)
        assert math.isfinite(cut.low)
