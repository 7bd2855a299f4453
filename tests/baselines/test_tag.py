"""Disjoint tags for each cluster: small tables by hand, and what a user can ask for."""

import pickle
import signal
import time
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from clusterscribe import DescriptionWarning, Feature, InfeasibleError, InputError, Kind
from clusterscribe.baselines.tags.tag_describer import TagDescriber
from clusterscribe.description import Union

from ..describer.small import refusal, started

# scikit-learn fits random numbers in these, which are refused: numbers are no tags
CHECKS_ON_NUMBERS = [
    "check_classifier_data_not_an_array",
    "check_classifiers_classes",
    "check_classifiers_regression_target",
    "check_classifiers_train",
    "check_dict_unchanged",
    "check_dont_overwrite_parameters",
    "check_estimators_dtypes",
    "check_estimators_fit_returns_self",
    "check_estimators_nan_inf",
    "check_estimators_overwrite_params",
    "check_f_contiguous_array_estimator",
    "check_fit2d_1feature",
    "check_fit2d_predict1d",
    "check_fit_check_is_fitted",
    "check_fit_idempotent",
    "check_methods_sample_order_invariance",
    "check_methods_subset_invariance",
    "check_n_features_in",
    "check_n_features_in_after_fitting",
    "check_positive_only_tag_during_fit",
    "check_readonly_memmap_input",
    "check_sample_weight_equivalence_on_dense_data",
    "check_sample_weight_equivalence_on_sparse_data",
    "check_sample_weights_not_an_array",
    "check_sample_weights_not_overwritten",
    "check_sample_weights_pandas_series",
    "check_sample_weights_shape",
    "check_transformer_data_not_an_array",
    "check_transformer_general",
]


def fit(table, labels, sample_weight=None, **parameters):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return TagDescriber(**{"time_limit": 10, **parameters}).fit(table, labels, sample_weight)


def tags(model):
    """The tags of each cluster: a column, or a level of a category."""
    return {
        part.label: {f.column if f.level is None else f.level for f in part.features}
        for part in model.description_.parts
    }


def truths(*columns):
    """A table of true and false, a text of zeros and ones for each column."""
    return pd.DataFrame({name: [c == "1" for c in row] for name, row in columns})


# two clusters of three objects and four tags: the worked example of the literature on DTDM
TOY = truths(("TAG 1", "111000"), ("TAG 2", "100100"), ("TAG 3", "000111"), ("TAG 4", "000100"))
TWO = [1, 1, 1, 2, 2, 2]


@parametrize_with_checks(
    [TagDescriber(time_limit=1)],
    expected_failed_checks=lambda _: dict.fromkeys(CHECKS_ON_NUMBERS, "its numbers are no tags"),
)
def test_scikit_learns_own_checks(estimator, check):
    check(estimator)


def test_the_worked_example_has_one_tag_for_each_cluster():
    model = fit(TOY, TWO)
    assert tags(model) == {1: {"TAG 1"}, 2: {"TAG 3"}}
    result = model.result_
    assert (result.status, result.stop_reason) == ("optimal", "optimal")
    assert (result.objective, result.bound, result.errors) == (2, 2, 0)
    assert dict(result.statistics) == {
        "objective": "tags",
        "tags": 2,
        "uncovered": 0,
        "fewest_uncovered": 0,
    }
    assert model.predict(TOY).tolist() == TWO


def test_a_tag_that_all_rows_have_goes_to_one_cluster_only():
    table = truths(("all", "1111"), ("first", "1100"), ("third", "0010"), ("fourth", "0001"))
    model = fit(table, ["a", "a", "b", "b"])
    # either "all" for b and "first" for a, or three tags: two is fewer
    assert tags(model) == {"a": {"first"}, "b": {"all"}}
    # in the usual sense of a description, the rows of a are in both
    assert model.result_.errors == 2


def test_of_equally_few_tags_those_are_taken_that_others_do_not_have():
    table = truths(("shared", "1110"), ("own", "1100"), ("b", "0011"))
    model = fit(table, ["a", "a", "b", "b"])
    assert tags(model) == {"a": {"own"}, "b": {"b"}}


def test_levels_of_a_category_are_tags_and_a_missing_one_is_none():
    table = pd.DataFrame({"colour": ["red", "blue", "green", None]})
    model = fit(table, ["a", "a", "b", "b"])
    assert tags(model) == {"a": {"red", "blue"}, "b": {"green"}}
    assert model.result_.statistics["uncovered"] == 1
    assert (model.result_.errors, model.result_.error_bound) == (1, 1)


def test_truth_values_with_missing_ones_are_tags_where_they_are_true():
    table = pd.DataFrame({"member": pd.array([True, True, False, None], dtype="boolean")})
    model = fit(table, ["a", "a", "b", "b"])
    (a, b) = model.description_.parts
    assert a.features == (Feature("member", Kind.LEVEL, True),)
    assert b == Union("b", ())
    assert model.result_.statistics["uncovered"] == 2


def test_numbers_that_are_all_zero_or_one_are_tags():
    for dtype in (int, float, bool):
        table = pl.DataFrame({"x": np.array([1, 1, 0]).astype(dtype), "y": [0, 0, 1]})
        model = fit(table, ["a", "a", "b"])
        assert tags(model) == {"a": {"x"}, "b": {"y"}}
        assert model.predict(table).tolist() == ["a", "a", "b"]


def test_other_numbers_are_left_out_with_a_hint():
    table = TOY.assign(age=[30, 40, 50, 60, 70, None], day=pd.Timestamp("2024-01-01"))
    with pytest.warns(DescriptionWarning) as caught:
        model = TagDescriber().fit(table, TWO)
    assert [str(w.message) for w in caught] == [
        "the columns 'age' and 'day' hold numbers or dates: they are left out, and can be tags "
        "when cut into ranges"
    ]
    assert tags(model) == {1: {"TAG 1"}, 2: {"TAG 3"}}
    assert model.predict(table).tolist() == TWO


def test_a_table_of_numbers_is_refused():
    table = pd.DataFrame({"age": [30, 40], 'the "height"': [1.8, 1.7]})
    assert refusal(lambda: TagDescriber().fit(table, [0, 1])) == (
        "no column holds tags: the columns 'age' and 'the \"height\"' hold numbers or dates; give "
        "columns of true and false or of categories, for example numbers cut into ranges"
    )


# both clusters need the only tag there is, which one row of b does not have
CONTESTED = truths(("only", "111110"))
THREE_THREE = list("aaabbb")


def test_without_a_budget_the_fewest_rows_stay_uncovered():
    model = fit(CONTESTED, THREE_THREE)
    assert tags(model) == {"a": {"only"}, "b": set()}
    result = model.result_
    assert (result.statistics["uncovered"], result.error_bound, result.objective) == (3, 3, 1)
    assert result.status == "optimal"
    # rows of b have the tag of a
    assert model.membership(CONTESTED).tolist() == [[True, False]] * 5 + [[False, False]]


@pytest.mark.parametrize("budget", [0, 1, 0.3])
def test_a_budget_that_cannot_be_met_is_refused_with_the_fewest(budget):
    with pytest.raises(InfeasibleError) as caught:
        fit(CONTESTED, THREE_THREE, max_uncovered=budget)
    assert str(caught.value) == (
        f"max_uncovered={budget} cannot be met: at least 3 rows must stay uncovered; allow "
        "max_uncovered=3 or more"
    )
    assert (caught.value.fewest_errors, caught.value.proved) == (3, True)


@pytest.mark.parametrize(("budget", "needed"), [(0, 4), (1, 3), (0.2, 3), (2, 2), (8, 0), (1.0, 0)])
def test_a_larger_budget_needs_fewer_tags(budget, needed):
    # a rare tag in each cluster, beside one that three rows have
    table = truths(
        ("a", "11100000"), ("odd a", "00010000"), ("b", "00001110"), ("odd b", "00000001")
    )
    model = fit(table, list("aaaabbbb"), max_uncovered=budget)
    assert (model.result_.objective, model.result_.bound) == (needed, needed)
    assert model.result_.statistics["uncovered"] <= (
        budget if isinstance(budget, int) else 8 * budget
    )


def test_weights_decide_who_keeps_a_contested_tag():
    model = fit(CONTESTED, THREE_THREE, sample_weight=[1, 1, 1, 5, 5, 1])
    assert tags(model) == {"a": set(), "b": {"only"}}
    assert model.result_.statistics["uncovered"] == 4


def test_rows_without_weight_need_no_tag():
    model = fit(TOY, TWO, sample_weight=[1, 1, 1, 1, 0, 0])
    assert model.result_.objective == 2
    assert model.result_.statistics["uncovered"] == 0


def test_noise_needs_no_tag_but_should_have_none():
    table = truths(("a", "1101"), ("b", "0010"))
    labels = ["a", "a", "b", -1]
    assert fit(table, labels, noise_label=-1, max_uncovered=0).result_.errors == 1
    ignored = fit(table, labels, noise_label=-1, noise="ignore", max_uncovered=0)
    assert ignored.result_.errors == 0


def test_of_equally_few_tags_those_are_taken_that_noise_does_not_have():
    table = truths(("noisy", "1101"), ("own", "1100"), ("b", "0010"))
    model = fit(table, ["a", "a", "b", -1], noise_label=-1)
    assert tags(model) == {"a": {"own"}, "b": {"b"}}
    assert model.result_.errors == 0


def test_rows_that_do_not_count_have_no_say_in_what_is_a_tag():
    table = pd.DataFrame({"a": [1, 1, 0, 0, 9], "b": [0, 0, 1, 1, 0]})
    labels = ["x", "x", "y", "y", "z"]
    without_weight = fit(table, labels, sample_weight=[1, 1, 1, 1, 0])
    assert tags(without_weight) == {"x": {"a"}, "y": {"b"}}
    ignored = fit(table, labels, noise_label="z", noise="ignore")
    assert tags(ignored) == {"x": {"a"}, "y": {"b"}}


def test_a_missing_number_is_no_tag_wherever_it_is():
    table = pd.DataFrame({"a": [1, 1, 0, 0, None], "b": [1, 1, 0, 0, 0], "c": [0, 0, 1, 1, 1]})
    with pytest.warns(DescriptionWarning, match="column 'a' holds numbers or dates"):
        model = TagDescriber().fit(table, list("xxyyy"), [1, 1, 1, 1, 0])
    assert tags(model) == {"x": {"b"}, "y": {"c"}}


def random_tags(rows, columns, clusters, seed=0):
    chance = np.random.default_rng(seed)
    table = pd.DataFrame(chance.random((rows, columns)) < 0.15)
    return table.rename(columns=str), chance.integers(clusters, size=rows)


def test_the_same_call_gives_the_same_answer():
    table, labels = random_tags(60, 12, 3)
    first, second = fit(table, labels), fit(table, labels)
    assert first.description_ == second.description_


@pytest.mark.parametrize("limit", [0.001, 0.1])
def test_a_short_time_limit_still_gives_an_answer(limit):
    table, labels = random_tags(2000, 60, 6)
    begun = time.monotonic()
    model = TagDescriber(time_limit=limit).fit(table, labels)
    result = model.result_
    assert time.monotonic() - begun < limit + 2
    assert (result.status, result.stop_reason) == ("feasible", "time limit")
    assert result.bound < result.objective
    assert result.statistics["fewest_uncovered"] <= result.statistics["uncovered"] < 2000


INTERRUPTED = """
import warnings
import numpy as np
from clusterscribe.baselines.tags.tag_describer import TagDescriber

chance = np.random.default_rng(0)
table, labels = chance.random((3000, 80)) < 0.1, chance.integers(8, size=3000)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    result = TagDescriber(time_limit=60, verbose=True).fit(table, labels).result_
print(result.stop_reason, result.status, [str(w.message) for w in caught])
"""


def test_ctrl_c_returns_the_best_answer_so_far_with_a_warning():
    with started(INTERRUPTED) as process:
        assert "looking for tags that cover the most rows: " in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        said, errors = process.stdout.read(), process.stderr.read()
    assert said == (
        "interrupted feasible ['interrupted: this is the best description so far']\n"
    ), errors


@pytest.mark.parametrize("value", [-1, 1.5, -0.1, True, "few", float("nan")])
def test_a_budget_is_a_count_or_a_share(value):
    assert refusal(lambda: TagDescriber(max_uncovered=value).fit(TOY, TWO)) == (
        "max_uncovered must be a non-negative integer, a share of the rows (float from 0.0 to "
        f"1.0) or None for the fewest, not {value!r}"
    )


def test_other_parameters_are_checked_as_everywhere():
    with pytest.raises(InputError, match="time_limit must be a number of seconds above 0"):
        TagDescriber(time_limit=-1).fit(TOY, TWO)
    with pytest.raises(InputError, match="random_state must be"):
        TagDescriber(random_state="x").fit(TOY, TWO)


def test_names_and_levels_may_be_anything():
    odd = "a'b\"c\n<b>; DROP TABLE x; \u202eשלום 🎈"
    table = pd.DataFrame({odd: [odd, odd, "x"]})
    model = fit(table, [odd, odd, "other"])
    assert tags(model) == {odd: {odd}, "other": {"x"}}
    assert model.predict(table).tolist() == [odd, odd, "other"]


def test_a_description_by_tags_leaves_by_every_export():
    model = fit(TOY, TWO)
    again = pickle.loads(pickle.dumps(model))
    assert again.description_ == model.description_
    assert type(model.description_).from_json(model.description_.to_json()) == model.description_
    assert model.score(TOY, TWO) == 1.0


def test_a_tag_column_of_fitted_rows_may_come_without_its_order():
    model = fit(TOY, TWO)
    assert model.description_.predict(TOY[["TAG 3", "TAG 1", "TAG 4", "TAG 2"]]).tolist() == TWO
