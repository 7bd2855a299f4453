"""Clusters of several polyhedra: who is inside, and what complexity counts."""

import math

import numpy as np
import pytest

from clusterscribe import Feature, InputError, Polyhedron
from clusterscribe.description import Union

from .builders import AGE, at_least, at_most, union, weighted

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


def test_complexity_counts_every_half_space_of_every_polyhedron():
    shared = at_most(X, 3)
    assert union("a", [shared, at_most(Y, 1)], [shared, above(Y, 1)]).complexity == 4 * 2
    assert union("a", [weighted(2, (1, AGE), (-2, AGE))], [shared]).complexity == 3 + 2
    assert union("a", [shared, shared]).complexity == Polyhedron("a", (shared, shared)).complexity
    assert union("a").complexity == 0
