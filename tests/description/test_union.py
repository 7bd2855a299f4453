"""Clusters of several polyhedra: who is inside, and how complexity counts the nodes of a tree."""

import math

import numpy as np
import pytest

from clusterscribe import Feature, InputError, Kind, Polyhedron
from clusterscribe.description import Union

from .builders import (
    AGE,
    at_least,
    at_most,
    is_false,
    is_level,
    is_not_level,
    is_true,
    score,
    union,
    weighted,
)

X, Y = Feature("x"), Feature("y")


def above(feature, bound):
    return at_least(feature, math.nextafter(bound, math.inf))


def inside(region, **columns):
    values = {Feature(name): np.array(column, dtype=float) for name, column in columns.items()}
    return region.contains(values, len(next(iter(columns.values())))).tolist()


def test_row_inside_any_polyhedron_is_inside():
    region = union("a", [at_most(X, 1)], [at_least(X, 3), at_most(X, 4)])
    assert inside(region, x=[1, 2, 3, 4, 5]) == [True, False, True, True, False]


def test_missing_value_keeps_a_row_out_of_the_polyhedra_that_ask_for_it_only():
    region = union("a", [at_most(X, 1)], [at_most(Y, 1)])
    assert inside(region, x=[np.nan, np.nan], y=[1, 2]) == [True, False]


def test_no_polyhedra_hold_no_row_and_an_empty_one_holds_all():
    assert inside(union("a"), x=[1]) == [False]
    assert inside(union("a", [at_most(X, 0)], []), x=[1]) == [True]


def test_every_polyhedron_has_the_label_of_the_union():
    with pytest.raises(InputError, match="must all have its label 'a'"):
        Union("a", (Polyhedron("b", ()),))


def test_features_in_order_of_first_use():
    assert union("a", [at_most(Y, 1)], [at_least(X, 3), at_most(Y, 4)]).features == (Y, X)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (at_most(X, 3), at_most(X, 3)),
        (at_most(X, 3), above(X, 3)),
        (at_most(X, 0), above(X, 0)),
        (at_most(X, -2.45), above(X, -2.45)),
        (at_most(AGE, 3), at_least(AGE, 4)),
        (at_most(AGE, -4), at_least(AGE, -3)),
        (at_most(AGE, 3.5), at_least(AGE, 3.5)),
        (is_false("hair"), is_true("hair")),
        (is_level("job", "a"), is_not_level("job", "a")),
        (weighted(2, (1, AGE), (-2, AGE)), weighted(-3, (-1, AGE), (2, AGE))),
        (
            score(0.5, (1, X, 1, 3), (-2, Y)),
            score(-math.nextafter(0.5, 1), (-1, X, 1, 3), (2, Y)),
        ),
    ],
)
def test_two_sides_of_a_cut_are_one_node(one, other):
    region = union("a", [one], [other])
    assert len(region.nodes) == 1
    assert region.complexity == one.complexity


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (at_most(X, 3), at_least(X, 4)),
        (at_most(X, 3), at_least(X, 3)),  # a row at 3 is on both sides
        (at_most(X, 3), at_most(Y, 3)),
        (at_most(AGE, 3), at_least(AGE, 3)),
        (at_most(AGE, 3), at_most(AGE, 4)),
        (is_true("hair"), is_true("milk")),
        (is_level("job", "a"), is_level("job", "b")),
        (at_most(X, 3), score(3, (1, X, 1, 3))),
        (at_most(Feature("x", Kind.DATE), 3), at_least(Feature("x", Kind.DATE), 5)),
    ],
)
def test_other_cuts_count_each(one, other):
    assert union("a", [one], [other]).complexity == one.complexity + other.complexity


def test_complexity_of_a_polyhedron_still_counts_every_half_space():
    spaces = (at_most(X, 3), at_most(X, 3))
    assert Polyhedron("a", spaces).complexity == 4
    assert union("a", spaces).complexity == 4


def test_nodes_that_ways_to_leaves_have_in_common_count_once():
    # x <= 3, and left of it y <= 1, and left of that x <= 2
    low, left = at_most(X, 3), at_most(Y, 1)
    region = union("a", [low, left, at_most(X, 2)], [low, left, above(X, 2)], [low, above(Y, 1)])
    assert region.nodes == (low, left, at_most(X, 2))
    assert region.complexity == 3 * 2


def test_the_same_cut_at_another_node_counts_again():
    # x <= 0, and y <= 0 on either side of it: the three nodes of XOR
    region = union("a", [at_most(X, 0), at_most(Y, 0)], [above(X, 0), above(Y, 0)])
    assert region.nodes == (at_most(X, 0), at_most(Y, 0), at_most(Y, 0))
    assert region.complexity == 3 * 2


def test_a_long_way_to_a_leaf_is_counted_at_once():
    spaces = [at_most(X, -bound) for bound in range(5000)]
    assert union("a", spaces, [*spaces[:-1], above(X, -4999)]).complexity == 2 * 5000
