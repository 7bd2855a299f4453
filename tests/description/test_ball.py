"""Balls around a prototype: distances that a person can check, and what is refused."""

import numpy as np
import pytest

from clusterscribe import Feature, InputError
from clusterscribe.description import Ball
from clusterscribe.description.core.region import counted

from .builders import HAIR, HOME, LEGS, ball

X = Feature("x")


def distances(region, *rows):
    columns = zip(*rows, strict=True)
    values = {f: np.array(c, dtype=float) for f, c in zip(region.features, columns, strict=True)}
    return region.squared_distance(values).tolist(), region.contains(values, len(rows)).tolist()


def test_shares_of_the_range_are_squared_and_added_up_and_another_level_counts_two():
    region = ball("a", 1.5, (2, 1, LEGS, 0, 8), (0, 1, HAIR), (1, 2, HOME))
    squares, inside = distances(region, (2, 0, 1), (6, 0, 1), (6, 1, 1), (2, 0, 0), (6, 0, 0))
    assert squares == [0, 0.25, 1.25, 2, 2.25]
    assert inside == [True] * 5  # the last one lies on the border
    assert distances(ball("a", 1.4, (1, 2, HOME)), (1,), (0,))[1] == [True, False]


def test_radius_of_nothing_holds_rows_that_are_equal():
    assert distances(ball("a", 0.0, (0.3, 1, X)), (0.3,), (0.1 + 0.2,))[1] == [True, False]


def test_missing_value_is_outside():
    assert distances(ball("a", 9.0, (0, 1, X), (0, 1, LEGS)), (np.nan, 0))[1] == [False]


def test_infinite_and_huge_values_are_far():
    assert distances(ball("a", 1e100, (0, 1, X)), (np.inf,), (-np.inf,), (1e300,))[1] == [False] * 3


def test_complexity_counts_the_features_and_the_radius():
    region = ball("a", 1.0, (0, 1, X), (1, 2, HOME))
    assert (region.complexity, region.features) == (3, (X, HOME))


def test_what_features_add_is_the_whole():
    region = ball("a", 1.0, (0.1, 3, X, 0.3, 7.7), (2, 1, LEGS, 0, 8))
    row = {X: np.array([0.7]), LEGS: np.array([5.0])}
    added = [
        counted(t, c, row[t.feature])[0] for t, c in zip(region.terms, region.centre, strict=True)
    ]
    assert added[0] + added[1] == region.squared_distance(row)[0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"terms": (), "centre": ()}, "has 0 values for 0 features"),
        ({"centre": (1.0, 2.0)}, "the prototype of 'a' has 2 values for 1 features: give one"),
        ({"radius": -1.0}, "must be a number of at least 0, not -1.0"),
        ({"radius": float("nan")}, "must be a number of at least 0, not nan"),
        ({"radius": float("inf")}, "must be a number of at least 0, not inf"),
        ({"radius": 1e200}, "must be a number of at least 0, not 1e\\+200"),
        ({"centre": (float("nan"),)}, "must have finite numbers"),
    ],
)
def test_what_is_no_ball_is_refused(change, message):
    made = ball("a", 1.0, (0, 1, X))
    parts = {"terms": made.terms, "centre": made.centre, "radius": made.radius}
    with pytest.raises(InputError, match=message):
        Ball("a", **(parts | change))


def test_weights_must_be_above_zero():
    with pytest.raises(InputError, match="must be above 0"):
        ball("a", 1.0, (0, -1, X))
