"""From regions to a result: what is counted, what is proven, and when it is the best."""

import pytest

from clusterscribe import Polyhedron
from clusterscribe.baselines.baseline import ERRORS, Achievement, outcome
from clusterscribe.clock import Clock

from .trees import encoded

LABELS = ["a", "b", "a", "b"]


def result_of(achievement, weights=None):
    """The result of giving every row to both clusters: each row is an error."""
    data = encoded([[0.0], [1.0], [2.0], [3.0]], LABELS, weights=weights)
    return outcome(data, [Polyhedron(label, ()) for label in "ab"], achievement, Clock(None))[1]


def test_errors_are_counted_whatever_the_method_says():
    result = result_of(Achievement(ERRORS, value=1.0, bound=1.0))
    assert (result.objective, result.errors) == (4, 4)
    assert (result.status, result.bound, result.error_bound, result.gap) == ("feasible", 1, 1, 0.75)


def test_another_objective_is_what_the_method_says():
    result = result_of(Achievement("tags", value=3, bound=3, error_bound=9))
    assert (result.objective, result.bound, result.status) == (3, 3, "optimal")
    assert result.error_bound == result.errors == 4


@pytest.mark.parametrize(
    ("weights", "bound"),
    [
        ([0.3, 0.3, 0.2, 0.1], 0.9),
        ([0.1, 0.7, 0.1, 0.1], 10 * 0.1),
        ([1.0, 1e-9, 1e-9, 1e-9], 1 + 3e-7),  # the lightest rows count as one unit, 1e-7
    ],
)
def test_a_bound_that_closes_in_whole_units_is_the_errors(weights, bound):
    result = result_of(Achievement(ERRORS, bound=bound, error_bound=bound), weights)
    assert result.errors == result.objective == result.bound == result.error_bound
    assert (result.status, result.gap) == ("optimal", 0)


def test_a_bound_one_unit_below_is_not_closed():
    result = result_of(Achievement(ERRORS, bound=0.8), [0.3, 0.3, 0.2, 0.1])
    assert (result.status, result.bound) == ("feasible", 0.8)


def test_the_lightest_row_that_is_wrong_is_an_error_that_no_bound_hides():
    result = result_of(Achievement(ERRORS), [1e-9, 1e-9, 1e-9, 1.0])
    assert (result.status, result.bound) == ("feasible", 0)
