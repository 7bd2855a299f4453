"""Rows are counted by hand here."""

from dataclasses import replace

import pandas as pd
import pytest

from clusterscribe import Description, Feature, InputError, Polyhedron
from clusterscribe.description import Tally, tally
from clusterscribe.description.core import ConditionTally, all_errors, all_rows

from .builders import ANIMALS, PEOPLE, SEGMENTED, SEGMENTS, at_least, at_most, people

X = Feature("x")
LOW_AND_HIGH = Description(
    ("x",),
    (Polyhedron("low", (at_most(X, 3),)), Polyhedron("high", (at_least(X, 3),))),
)
ROWS = [[1.0], [2.0], [3.0], [4.0], [5.0]]


def test_row_on_the_boundary_is_inside():
    assert LOW_AND_HIGH.membership(ROWS)[2].tolist() == [True, True]


def test_row_inside_another_polyhedron_as_well_is_an_error():
    assert LOW_AND_HIGH.errors(ROWS, ["low", "low", "low", "high", "high"]) == 1
    assert LOW_AND_HIGH.accuracy(ROWS, ["low", "low", "low", "high", "high"]) == 0.8


def test_errors_are_an_int_without_weights():
    assert isinstance(LOW_AND_HIGH.errors(ROWS, ["low"] * 5), int)


def test_everything_right():
    assert SEGMENTED.errors(people(), SEGMENTS) == 0
    assert SEGMENTED.accuracy(people(), SEGMENTS) == 1.0


def test_tally_of_each_cluster():
    labels = ["low", "high", "low", "high", "low"]
    low, high = tally(LOW_AND_HIGH, ROWS, labels)
    # the only condition of each holds what is inside, and keeps out one row of the others
    assert low == Tally("low", 3, 2, 1, 1, conditions=(ConditionTally(own=2, others=1),))
    assert high == Tally("high", 2, 1, 1, 2, conditions=(ConditionTally(own=1, others=1),))
    assert (low.rows, low.inside, low.correct, low.wrongly_inside) == (3, 2, 1, 1)
    assert (low.outside, low.elsewhere_too, low.errors) == (1, 1, 2)
    assert all_rows([low, high]) == 5
    assert all_errors([low, high]) == LOW_AND_HIGH.errors(ROWS, labels) == 3


def test_weights_count_instead_of_rows():
    labels = ["low", "high", "low", "high", "low"]
    weights = [0.5, 0.25, 1.0, 2.0, 4.0]
    low, high = tally(LOW_AND_HIGH, ROWS, labels, weights)
    of_low, of_high = ConditionTally(1.5, 2.0), ConditionTally(2.0, 0.5)
    assert low == Tally("low", 5.5, 1.5, 0.5, 0.25, weighted=True, conditions=(of_low,))
    assert high == Tally("high", 2.25, 2.0, 2.0, 5.0, weighted=True, conditions=(of_high,))
    assert LOW_AND_HIGH.errors(ROWS, labels, weights) == 5.25
    assert LOW_AND_HIGH.accuracy(ROWS, labels, weights) == pytest.approx(2.5 / 7.75)


def test_weighted_errors_of_a_perfect_description_are_exactly_none():
    weights = [0.1, 0.2, 0.3, 0.4, 0.7]
    tallies = tally(SEGMENTED, people(), SEGMENTS, weights)
    assert [t.errors for t in tallies] == [0, 0, 0]
    assert SEGMENTED.errors(people(), SEGMENTS, weights) == 0


def test_label_without_a_polyhedron_is_an_error():
    labels = ["low", "low", "middle", "high", "high"]
    assert LOW_AND_HIGH.errors(ROWS, labels) == 1
    assert tally(LOW_AND_HIGH, ROWS, labels)[2] == Tally("middle", 1, 0, 0, 0)


NOISY = [[1.0], [2.0], [3.5], [4.0], [2.75]]
APART = Description(
    ("x",), (Polyhedron(0, (at_most(X, 2.5),)), Polyhedron(1, (at_least(X, 3),))), noise_label=-1
)


def test_noise_outside_every_polyhedron_is_right_and_inside_any_is_wrong():
    outside = replace(APART, noise="outside")
    assert outside.errors(NOISY, [0, 0, -1, 1, -1]) == 1
    zero, one, noise = tally(outside, NOISY, [0, 0, -1, 1, -1])
    assert (zero.wrongly_inside, one.wrongly_inside) == (0, 1)
    assert (noise.label, noise.rows, noise.correct) == (-1, 2, 1)


def test_ignored_noise_does_not_count_at_all():
    ignoring = replace(APART, noise="ignore")
    assert ignoring.errors(NOISY, [0, 0, -1, 1, -1]) == 0
    assert ignoring.accuracy(NOISY, [0, 1, -1, 1, -1]) == pytest.approx(2 / 3)
    zero, one = tally(ignoring, NOISY, [0, 0, -1, 1, -1])
    assert zero == Tally(0, 2, 2, 2, 0, conditions=(ConditionTally(2, 1),))
    assert one == Tally(1, 1, 1, 1, 0, conditions=(ConditionTally(1, 2),))


def test_every_condition_is_counted_whatever_the_others_do():
    young = tally(SEGMENTED, people(), SEGMENTS)[0]
    # income <= 45000, age >= 18, age <= 30, job is not admin, job is not retired
    assert [c.own for c in young.conditions] == [2, 2, 2, 2, 2]
    assert [c.others for c in young.conditions] == [2, 0, 3, 1, 1]


def test_alternatives_of_a_union_and_a_ball_are_counted_one_by_one():
    rows = [
        {"hair": False, "milk": False, "legs": 6, "home": "air and land", "weight": 1.0},
        {"hair": False, "milk": False, "legs": 2, "home": "air and land", "weight": 1.0},
        {"hair": False, "milk": False, "legs": 0, "home": "sea", "weight": 1.0},
    ]
    insect, fish, mammal = tally(ANIMALS, pd.DataFrame(rows), ["insect", "insect", "fish"])
    assert insect.conditions == (ConditionTally(1, 1), ConditionTally(1, 1))
    assert fish.conditions == (ConditionTally(1, 2),)
    assert mammal.conditions == (ConditionTally(0, 3),)


def test_labels_and_weights_of_wrong_length_are_refused():
    with pytest.raises(InputError, match="labels has 2 entries and X has 5 rows"):
        SEGMENTED.errors(people(), ["young", "old"])
    with pytest.raises(InputError, match="sample_weight has 1 entries"):
        SEGMENTED.errors(people(), SEGMENTS, [1.0])


def test_missing_column_is_named():
    frame = people().drop(columns="income")
    with pytest.raises(InputError, match="'income' is not in the table"):
        SEGMENTED.errors(frame, SEGMENTS)
    assert "income" in PEOPLE
