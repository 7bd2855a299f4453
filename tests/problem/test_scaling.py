"""Scaled values: shares of each feature's range, or the table as it is."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.scaling import Scaling

numbers = st.floats(-1e6, 1e6) | st.integers(-3, 3).map(float)
tables = arrays(float, st.tuples(st.integers(1, 6), st.integers(1, 3)), elements=numbers)


HOUR = 3_600_000_000  # in microseconds


def boxes_of(values, upper=None):
    values = np.array(values, dtype=float)
    upper = values if upper is None else np.array(upper, dtype=float)
    rows = len(values)
    return Boxes(values, upper, np.ones(rows, dtype=int), np.zeros(rows, dtype=int), 1)


def shares(values, scale):
    boxes = boxes_of(values)
    return Scaling.of(boxes, scale).shares(boxes.lower)


def test_the_range_of_each_feature_is_its_unit():
    assert shares([[10, -1], [20, 1], [15, 0]], "minmax").tolist() == [[0, 0], [1, 1], [0.5, 0.5]]


def test_boxes_are_scaled_by_their_outermost_corners():
    scaling = Scaling.of(boxes_of([[0.0], [4.0]], upper=[[2.0], [8.0]]), "minmax")
    assert (scaling.zero.tolist(), scaling.one.tolist()) == ([0.0], [8.0])


@given(tables)
@settings(max_examples=100, deadline=None)
def test_unscaled_values_are_taken_as_they_are(values):
    scaling = Scaling.of(boxes_of(values), "none")
    assert scaling.is_plain
    assert (scaling.shares(values) == values).all()


@pytest.mark.parametrize(
    ("column", "steps"),
    [
        ([1, 5, 2], 4),
        ([0, 24, 6], 4),
        ([0, 1, 1], 1),
        ([0.5, 2.5, 1.0], 4),
        ([1.7e15, 1.7e15 + 4 * HOUR, 1.7e15 + HOUR], 4),
        ([1, 4, 2], 0),  # thirds are rounded
        ([0, 10, 3], 0),
        ([1.7e15, 1.7e15 + 24 * HOUR, 1.7e15 + HOUR], 0),
        ([0.1, 0.2, 0.3], 0),
        ([0, 2**40, 1], 0),
    ],
)
def test_ranges_of_a_power_of_two_whole_numbers_are_made_of_steps(column, steps):
    values = np.array([column], dtype=float).T
    assert Scaling.of(boxes_of(values), "minmax").steps(values).tolist() == [steps]


def test_steps_of_unscaled_values_are_those_of_their_unit():
    values = np.array([[3.0, 0.5, 0.3], [-7.0, 2.25, 4.0]])
    assert Scaling.of(boxes_of(values), "none").steps(values).tolist() == [1, 4, 0]


@given(tables)
@settings(max_examples=100, deadline=None)
def test_shares_lie_between_zero_and_one_and_keep_the_order(values):
    scaled = shares(values, "minmax")
    assert ((scaled >= 0) & (scaled <= 1)).all()
    for d in range(values.shape[1]):
        order = np.argsort(values[:, d], kind="stable")
        assert (np.diff(scaled[order, d]) >= 0).all()


@pytest.mark.parametrize("value", [0.0, -5.0, 1e17, 1e308, 5e-324])
def test_a_constant_feature_counts_as_zero_without_a_warning(value):
    assert shares([[value, 0], [value, 1]], "minmax").tolist() == [[0, 0], [0, 1]]


@pytest.mark.parametrize("scale", ["minmax", "none"])
def test_huge_numbers_stay_numbers_and_leave_other_features_alone(scale):
    scaled = shares([[1e308, 0.0], [-1e308, 1.0], [0.0, 0.5]], scale)
    assert np.isfinite(scaled).all()
    assert scaled[:, 1].tolist() == [0.0, 1.0, 0.5]


def test_a_table_of_zeros_can_be_taken_as_it_is():
    assert shares([[0.0], [0.0]], "none").tolist() == [[0.0], [0.0]]
