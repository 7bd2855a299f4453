"""Row weights: whole ones are repeated rows, none at all is no row, and all sums are weighted."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe import InputError, PolyhedralDescriber

from .small import LINE, MIXED, conditions, fit, measures

WEIGHTS = [1, 3, 2, 1, 2, 1, 1, 2, 4, 1]


def rows_and_weights():
    row = st.tuples(st.integers(0, 3), st.integers(0, 2), st.sampled_from("abc"), st.integers(0, 3))
    return st.lists(row, min_size=4, max_size=10).filter(
        lambda rows: len({label for *_, label, weight in rows if weight}) >= 2
    )


def split(rows):
    numbers = np.array([row[:2] for row in rows], dtype=float)
    return numbers, np.array([row[2] for row in rows]), np.array([row[3] for row in rows])


@settings(max_examples=25, deadline=None)
@given(rows=rows_and_weights(), budget=st.sampled_from([None, 0.25]))
def test_whole_weights_are_repeated_rows(rows, budget):
    table, labels, weights = split(rows)
    weighted = fit_quietly(table, labels, weights, max_errors=budget)
    repeated = fit_quietly(
        np.repeat(table, weights, axis=0), np.repeat(labels, weights), max_errors=budget
    )
    assert weighted == repeated


@settings(max_examples=25, deadline=None)
@given(rows=rows_and_weights(), of_one=st.sampled_from([2, 100, 3, 10, 10**6, 2**-20]))
def test_a_common_unit_of_weights_changes_no_description(rows, of_one):
    table, labels, weights = split(rows)
    errors, *lengths = fit_quietly(table, labels, weights)
    scaled_errors, *scaled_lengths = fit_quietly(table, labels, weights / of_one)
    assert scaled_errors == pytest.approx(errors / of_one)
    assert scaled_lengths == lengths


def fit_quietly(table, labels, weights=None, **parameters):
    """Errors, complexity and sparsity, all proved, also where the budget is too small."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = PolyhedralDescriber(time_limit=10, **parameters).fit(table, labels, weights)
    result = model.result_
    assert result.stop_reason == "optimal"
    assert not result.over_budget or result.errors == result.error_bound
    return measures(model)


def test_errors_accuracy_and_tallies_are_weighted():
    model = fit(LINE, MIXED, WEIGHTS)
    result = model.result_
    wrong = model.predict(LINE) != np.array(MIXED)
    assert result.errors == np.array(WEIGHTS)[wrong].sum() == 4
    assert result.accuracy == model.score(LINE, MIXED, WEIGHTS) == 1 - 4 / 18
    assert model.description_.errors(LINE, MIXED, WEIGHTS) == 4
    assert "Errors      4 of 18 weighted rows" in str(model.description_)
    assert "Accuracy    77.78 %" in str(model.description_)


def test_rows_without_weight_are_as_if_they_were_not_there():
    weights = np.array([1, 1, 0, 1, 1, 1, 1, 0, 1, 1])
    dropped = fit(LINE[weights > 0], np.array(MIXED)[weights > 0])
    model = fit(LINE, MIXED, weights)
    assert conditions(model) == conditions(dropped)
    assert model.result_.errors == dropped.result_.errors == 0


def test_a_cluster_without_weight_is_not_described():
    model = fit(np.array([[1.0], [2.0], [8.0], [9.0]]), ["a", "a", "b", "c"], [1, 1, 1, 0])
    assert conditions(model) == {"a": ["x0 <= 5"], "b": ["x0 >= 5"]}
    assert [tally.label for tally in model.description_.tallies] == ["a", "b"]
    assert "c" not in str(model.description_).split()


def test_one_number_is_the_weight_of_every_row():
    assert measures(fit(LINE, MIXED, 0.5)) == (1.0, 4, 1)


def test_weights_that_share_no_unit_are_summed_as_they_came():
    weights = np.sqrt(np.arange(2.0, 12.0))
    model = fit(LINE, MIXED, weights)
    wrong = model.predict(LINE) != np.array(MIXED)
    assert model.result_.errors == math.fsum(weights[wrong])
    assert model.result_.error_bound < model.result_.errors
    assert model.result_.error_bound == pytest.approx(model.result_.errors, rel=1e-12)
    assert (model.result_.status, model.result_.stop_reason) == ("feasible", "rounded weights")


def test_no_errors_are_no_errors_whatever_the_weights():
    model = fit(np.array([[1.0], [2.0]]), ["a", "b"], [math.pi, math.e])
    assert (model.result_.status, model.result_.errors, model.result_.bound) == ("optimal", 0, 4)


def test_weights_of_very_different_sizes_are_not_rounded_away():
    table = np.array([[0.0]] + [[2.0]] * 11 + [[4.0]])
    weights = [1.4142135623e9] + [0.5235987755] * 10 + [600.0] + [1.7320508075e9]
    result = fit(table, ["a"] * 11 + ["b"] * 2, weights).result_
    assert result.errors == pytest.approx(5.235987755)
    assert 5.2 < result.error_bound <= result.errors


def test_whole_weights_of_any_size_are_bounded_honestly():
    table, labels = np.array([[1.0], [1.0], [2.0], [2.0]]), list("abab")
    result = fit(table, labels, [2**54, 2**53, 3 * 2**53, 2**55], min_recall=0).result_
    assert (result.status, result.errors) == ("optimal", 2**53 + 3 * 2**53)
    result = fit(table, labels, [2**54, 8, 2**53, 2**55]).result_
    assert result.error_bound <= 2**53 + 8 == result.errors


@pytest.mark.parametrize("weight", [2**53 + 1, 10**18 + 1, 10**40 + 1])
@pytest.mark.parametrize("as_array", [list, np.array])
def test_whole_weights_that_would_lose_digits_are_refused(weight, as_array):
    with pytest.raises(InputError, match="sample_weight has integers beyond 2\\*\\*53"):
        fit(np.array([[1.0], [2.0]]), ["a", "b"], as_array([weight, 1]))


def test_a_budget_of_many_units_is_never_exceeded():
    table = np.array([[1.0], [2.0], [3.0], [4.0]])
    weights = [10**12, 10**12 + 5, 2, 1]
    result = fit(table, list("abab"), weights, max_errors=10**12 + 1).result_
    assert result.errors <= 10**12 + 1


@pytest.mark.parametrize("small", [1e-6, 1e-9])
def test_very_large_and_very_small_weights_side_by_side(small):
    model = fit(
        np.array([[1.0], [2.0], [1.0], [2.0]]), list("aabb"), [1, 1, small, small], min_recall=0
    )
    assert model.predict(np.array([[1.0], [2.0]])).tolist() == ["a", "a"]
    assert model.result_.errors == 2 * small
    assert model.result_.error_bound <= model.result_.errors


def test_the_budget_that_was_in_force_is_never_below_the_errors():
    model = fit(np.array([[1.0], [1.0], [2.0]]), list("abb"), [1e6, 0.123456789, 1])
    assert model.result_.errors == 0.123456789
    assert model.result_.max_errors >= model.result_.errors >= model.result_.error_bound


def test_a_budget_is_a_sum_of_weights_or_a_share_of_it():
    assert fit(LINE, MIXED, WEIGHTS).result_.complexity == 4
    for budget in (17, 17 / 18, 0.95):
        model = fit(LINE, MIXED, WEIGHTS, max_errors=budget)
        assert model.result_.max_errors == 17
        assert model.result_.errors <= 17
    assert fit(LINE, MIXED, np.array(WEIGHTS) / 2, max_errors=8).result_.max_errors == 8


def test_the_tree_of_the_statistics_is_weighted_too():
    halves = fit(LINE, MIXED, 0.5).result_.statistics["tree_errors"]
    assert halves == fit(LINE, MIXED).result_.statistics["tree_errors"] / 2


def test_weights_far_below_one_are_told_apart():
    table, labels = np.array([[1.0], [1.0], [2.0]]), list("abb")

    def told_apart(*weights):
        return fit(table, labels, weights, min_recall=0)

    assert told_apart(3e-13, 1e-13, 1e-13).predict([[1.0]]).tolist() == ["a"]
    assert told_apart(1e-13, 3e-13, 1e-13).predict([[1.0]]).tolist() == ["b"]
    assert told_apart(1, 1e-30, 1).result_.errors == 1e-30
    assert told_apart(1e-30, 1, 1).result_.errors == 1e-30
