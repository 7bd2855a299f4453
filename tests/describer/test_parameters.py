"""A wrong value of any parameter is refused by `fit` with one sentence that says what is right."""

import math

import numpy as np
import pytest

from clusterscribe import PolyhedralDescriber
from clusterscribe.grouping import TreeGroups

from .small import GROUPS, X, measures, refusal

OBJECTIVE = (
    "objective must be 'complexity', 'sparsity' or a pair of weights for both, such as (1, 2), not "
)
MAX_ERRORS = (
    "max_errors must be a non-negative integer, a share of the rows (float from 0.0 to 1.0) or "
    "None for the fewest, not "
)
SCALE = (
    "scale must be 'minmax' (each feature by its range) or 'none' (columns that share a unit), not "
)
GROUPING = (
    "grouping must be None, 'auto', 'lazy', 'adaptive', 'hierarchical', 'kmeans', 'tree', or an "
    "object of clusterscribe.grouping such as TreeGroups(), not "
)
TIME_LIMIT = "time_limit must be a number of seconds above 0, or None for no limit, not "
N_JOBS = (
    "n_jobs must be a whole number of at least 1, or None or -1 to leave it to the solver, not "
)
MAX_CONDITIONS = "max_conditions must be a whole number of at least 1, or None for any number, not "
MIN_RECALL = (
    "min_recall must be the least share of each cluster inside its own description, a number "
    "from 0 to 1, not "
)
CLASS_WEIGHT = (
    "class_weight must be None, 'balanced' or the weights of labels, such as {'A': 2}, not "
)
UNKNOWN_LABEL = "class_weight names the label 'z', which no row has; there are 'high' and 'low'"
RANDOM_STATE = (
    "random_state must be a whole number of at least 0, a numpy RandomState or None, not "
)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("objective", "length", OBJECTIVE + "'length'"),
        ("objective", None, OBJECTIVE + "None"),
        ("objective", 1, OBJECTIVE + "1"),
        ("objective", (1, 2, 3), OBJECTIVE + "(1, 2, 3)"),
        ("objective", (1, -2), OBJECTIVE + "(1, -2): weights are numbers of at least 0"),
        ("objective", ("a", "b"), OBJECTIVE + "('a', 'b'): weights are numbers of at least 0"),
        ("objective", (float("nan"), 1), OBJECTIVE + "(nan, 1): weights are numbers of at least 0"),
        ("objective", (0, 0), OBJECTIVE + "(0, 0): one weight must be above 0"),
        ("max_terms", 0, "max_terms must be a whole number of at least 1, not 0"),
        ("max_terms", 1.0, "max_terms must be a whole number of at least 1, not 1.0"),
        ("max_terms", True, "max_terms must be a whole number of at least 1, not True"),
        ("max_terms", -3, "max_terms must be a whole number of at least 1, not -3"),
        ("max_coefficient", 0, "max_coefficient must be a whole number of at least 1, not 0"),
        ("max_coefficient", "1", "max_coefficient must be a whole number of at least 1, not '1'"),
        ("max_conditions", 0, MAX_CONDITIONS + "0"),
        ("max_conditions", 2.0, MAX_CONDITIONS + "2.0"),
        ("max_conditions", True, MAX_CONDITIONS + "True"),
        ("min_recall", -0.1, MIN_RECALL + "-0.1"),
        ("min_recall", 1.5, MIN_RECALL + "1.5"),
        ("min_recall", None, MIN_RECALL + "None"),
        ("min_recall", float("nan"), MIN_RECALL + "nan"),
        ("class_weight", "equal", CLASS_WEIGHT + "'equal'"),
        ("class_weight", 2, CLASS_WEIGHT + "2"),
        ("class_weight", {"a": 0}, "class_weight of 'a' must be a number above 0, not 0; leave out "
         "the rows that shall not count"),
        ("class_weight", {"a": "much"}, "class_weight of 'a' must be a number above 0, not 'much'; "
         "leave out the rows that shall not count"),
        ("class_weight", {"z": 2}, UNKNOWN_LABEL),
        ("max_errors", -1, MAX_ERRORS + "-1"),
        ("max_errors", 1.5, MAX_ERRORS + "1.5"),
        ("max_errors", -0.1, MAX_ERRORS + "-0.1"),
        ("max_errors", float("nan"), MAX_ERRORS + "nan"),
        ("max_errors", True, MAX_ERRORS + "True"),
        ("max_errors", "5 %", MAX_ERRORS + "'5 %'"),
        ("error_slack", -0.05, "error_slack must be a number of at least 0, not -0.05"),
        ("error_slack", None, "error_slack must be a number of at least 0, not None"),
        ("error_slack", float("inf"), "error_slack must be a number of at least 0, not inf"),
        ("grouping", "quantiles", GROUPING + "'quantiles'"),
        ("grouping", 3, GROUPING + "3"),
        ("grouping", TreeGroups, "grouping must be an object: write TreeGroups(), not TreeGroups"),
        ("placement", "nice", "placement must be 'round', 'tight' or 'middle', not 'nice'"),
        ("placement", None, "placement must be 'round', 'tight' or 'middle', not None"),
        ("placement", ["round"], "placement must be 'round', 'tight' or 'middle', not ['round']"),
        ("scale", "standard", SCALE + "'standard'"),
        ("scale", None, SCALE + "None"),
        ("scale", ["none"], SCALE + "['none']"),
        ("time_limit", 0, TIME_LIMIT + "0"),
        ("time_limit", -1, TIME_LIMIT + "-1"),
        ("time_limit", "60", TIME_LIMIT + "'60'"),
        ("time_limit", True, TIME_LIMIT + "True"),
        ("time_limit", float("inf"), TIME_LIMIT + "inf"),
        ("n_jobs", 0, N_JOBS + "0"),
        ("n_jobs", -2, N_JOBS + "-2"),
        ("n_jobs", 1.5, N_JOBS + "1.5"),
        ("n_jobs", "all", N_JOBS + "'all'"),
        ("random_state", -1, RANDOM_STATE + "-1"),
        ("random_state", "seed", RANDOM_STATE + "'seed'"),
        ("random_state", 0.5, RANDOM_STATE + "0.5"),
        ("verbose", "loud", "verbose must be True or False, not 'loud'"),
        ("verbose", None, "verbose must be True or False, not None"),
        ("noise", "inside", "noise must be 'outside' or 'ignore', not 'inside'"),
        ("noise", None, "noise must be 'outside' or 'ignore', not None"),
        ("noise_label", [-1], "noise_label must be a single label, such as -1 or 'noise', not "
         "[-1]"),
    ],
    ids=lambda value: repr(value)[:20],
)  # fmt: skip
def test_wrong_value_is_refused(name, value, sentence):
    assert refusal(lambda: PolyhedralDescriber(**{name: value}).fit(X, GROUPS)) == sentence


def test_arrays_are_no_values_of_parameters():
    for name in ("objective", "placement", "scale", "n_jobs", "max_errors", "time_limit", "noise"):
        sentence = refusal(
            lambda name=name: PolyhedralDescriber(**{name: np.array([1, 2])}).fit(X, GROUPS)
        )
        assert sentence.startswith(f"{name} must be ")


@pytest.mark.parametrize(
    "parameters",
    [
        {"objective": [1, 2]},
        {"objective": (np.float64(0.5), np.int64(1))},
        {"objective": (0, 1e-300)},
        {"objective": (1e-300, 1e300)},
        {"objective": (1 / 3, 2**0.5)},
        {"max_terms": np.int64(1)},
        {"max_terms": 3},
        {"max_terms": np.int64(2), "max_coefficient": np.int32(4)},
        {"max_terms": 2, "scale": "none"},
        {"scale": np.str_("minmax")},
        {"max_coefficient": 10},
        {"max_conditions": np.int64(2)},
        {"min_recall": 1},
        {"min_recall": np.float32(0.5)},
        {"class_weight": "balanced"},
        {"class_weight": {"low": np.float64(0.5)}},
        {"max_errors": np.int32(0)},
        {"max_errors": np.float64(0.0)},
        {"error_slack": 0},
        {"time_limit": None},
        {"time_limit": np.float32(20)},
        {"n_jobs": 1},
        {"n_jobs": -1},
        {"random_state": 2**40},
        {"random_state": np.random.RandomState(0)},
        {"verbose": 0},
        {"verbose": np.False_},
    ],
    ids=lambda parameters: str(parameters).split(" at ")[0],
)
def test_right_values_of_any_type_are_taken(parameters):
    model = PolyhedralDescriber(**{"time_limit": 10, **parameters}).fit(X, GROUPS)
    assert measures(model) == (0, 4, 1)
    assert model.result_.stop_reason in ("optimal", "rounded weights")


def test_weights_of_the_objective_without_a_common_unit_prove_a_little_less():
    weights = (1 / 3, math.sqrt(2))
    result = PolyhedralDescriber(objective=weights).fit(X, GROUPS).result_
    assert (result.status, result.objective) == ("feasible", 4 / 3 + math.sqrt(2))
    assert 0.999 * result.objective < result.bound < result.objective


def test_parameters_are_refused_before_the_table_is_read():
    class Table:
        def __array__(self, *_, **__):
            raise AssertionError("the table was read")

    assert "time_limit" in refusal(lambda: PolyhedralDescriber(time_limit=0).fit(Table(), GROUPS))
