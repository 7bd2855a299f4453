"""Levels of half-spaces, by the very formula that everything else repeats."""

import math

import numpy as np
import pytest

from clusterscribe import Feature, HalfSpace, InputError, Kind, Term

X, Y = Feature("x"), Feature("y")


def test_term_is_scaled_unless_its_values_count_as_themselves():
    assert not Term(X, 3).is_scaled
    assert not Term(X, 3, 0.0, 1.0).is_scaled
    assert Term(X, 3, 0.0, 2.0).is_scaled
    assert Term(X, 3, 1.0, 0.0).is_scaled


def test_value_that_counts_as_one_gives_the_weight_in_points():
    assert Term(X, 3, 11.03, 14.83).points(np.array([11.03, 14.83])).tolist() == [0.0, 3.0]
    assert Term(X, -2, 10.0, 0.0).points(np.array([10.0, 5.0, 0.0])).tolist() == [0.0, -1.0, -2.0]
    assert Term(X, -2).points(np.array([0.5])).tolist() == [-1.0]


def test_level_is_computed_in_the_order_of_the_terms_to_the_last_bit():
    space = HalfSpace((Term(X, 3, 11.03, 14.83), Term(Y, -7, 0.48, 1.71), Term(X, 1)), 0.4)
    values = {X: np.array([13.21, 12.37]), Y: np.array([1.04, 0.93])}
    by_hand = [
        3 * ((x - 11.03) / (14.83 - 11.03)) + -7 * ((y - 0.48) / (1.71 - 0.48)) + 1 * x
        for x, y in zip(*(v.tolist() for v in values.values()), strict=True)
    ]
    assert space.level(values).tolist() == by_hand


def test_row_on_the_bound_is_inside_and_a_missing_value_outside():
    space = HalfSpace((Term(X, 1, 0.0, 4.0), Term(Y, 1)), 1.5)
    values = {X: np.array([2.0, 2.1, math.nan]), Y: np.array([1.0, 1.0, -9.0])}
    assert space.contains(values).tolist() == [True, False, False]


@pytest.mark.parametrize(
    ("zero", "one"), [(2.0, 2.0), (0.0, math.inf), (-1.7e308, 1.7e308), (math.nan, 1.0)]
)
def test_scale_without_a_length_is_refused(zero, one):
    with pytest.raises(InputError, match=r"column 'x' cannot be scaled to 0 at .*: use two"):
        Term(X, 1, zero, one)


@pytest.mark.parametrize("kind", [Kind.BOOLEAN, Kind.LEVEL])
def test_truth_values_and_levels_are_never_scaled(kind):
    with pytest.raises(InputError, match="of column 'x' count as 0 and 1"):
        Term(Feature("x", kind), 1, 0.0, 2.0)
