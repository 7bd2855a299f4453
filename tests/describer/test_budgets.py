"""Error budgets: a count, a share, or the fewest errors with some slack."""

import warnings

import numpy as np
import pytest

from clusterscribe import OverBudgetWarning, PolyhedralDescriber

from .small import LINE, MIXED, X, fit, measures

# one b among the a: two thresholds with one error, one (all are a) with the five b wrong
STRIPES = np.arange(12.0).reshape(-1, 1)
STRIPED = list("aaaabaaabbbb")


def over_budget(table, labels, weights=None, **parameters):
    """Return the answer to a budget that nothing meets, and the one remark about it."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = PolyhedralDescriber(**{"time_limit": 10, **parameters}).fit(table, labels, weights)
    (remark,) = caught
    assert remark.category is OverBudgetWarning
    assert model.result_.over_budget
    assert model.result_.status == "feasible"
    return model, str(remark.message)


def test_without_a_budget_the_fewest_errors_are_found_first():
    result = fit(LINE, MIXED).result_
    assert (result.errors, result.error_bound, result.max_errors) == (2, 2, 2)
    assert result.status == "optimal"


def test_slack_allows_for_more_errors_than_the_fewest():
    exact = fit(STRIPES, STRIPED, error_slack=0).result_
    assert (exact.errors, exact.complexity, exact.max_errors) == (1, 4, 1)
    slack = fit(STRIPES, STRIPED, error_slack=4.0).result_
    assert (slack.errors, slack.complexity, slack.max_errors) == (5, 2, 5)
    assert (slack.error_bound, slack.status) == (1, "optimal")


@pytest.mark.parametrize(("slack", "budget"), [(0.0, 2), (0.49, 2), (0.5, 3), (1.0, 4), (1.5, 5)])
def test_slack_is_rounded_down_to_whole_errors(slack, budget):
    assert fit(LINE, MIXED, error_slack=slack).result_.max_errors == budget


def test_slack_means_nothing_beside_a_budget():
    assert fit(LINE, MIXED, max_errors=2, error_slack=5.0).result_.max_errors == 2


def test_a_count_is_kept_to():
    for budget in range(2, 11):
        result = fit(LINE, MIXED, max_errors=budget).result_
        assert result.errors <= result.max_errors == budget
        assert result.status == "optimal"


def test_a_share_is_a_share_of_the_rows():
    assert fit(LINE, MIXED, max_errors=0.2).result_.max_errors == 2
    assert fit(LINE, MIXED, max_errors=0.29).result_.max_errors == 2
    assert fit(LINE, MIXED, max_errors=0.3).result_.max_errors == 3
    assert fit(LINE, MIXED, max_errors=np.float32(0.5)).result_.max_errors == 5
    assert fit(np.tile(LINE, (10, 1)), MIXED * 10, max_errors=0.29).result_.max_errors == 29


def test_one_is_a_row_and_one_point_zero_is_every_row():
    assert fit(X, [0, 0, 1, 1], max_errors=1).result_.max_errors == 1
    assert fit(X, [0, 0, 1, 1], max_errors=1.0).result_.max_errors == 4


def test_a_budget_of_no_errors_is_met_where_it_can_be():
    assert measures(fit(X, [0, 0, 1, 1], max_errors=0)) == (0, 4, 1)
    assert measures(fit(X, [0, 0, 1, 1], max_errors=0.0)) == (0, 4, 1)


@pytest.mark.parametrize("budget", [10, 11, 10**6, 10**400, 1.0])
def test_a_budget_of_every_row_leaves_nothing_to_say(budget):
    model = fit(LINE, MIXED, max_errors=budget)
    assert measures(model) == (10, 0, 0)
    assert (model.result_.max_errors, model.result_.gap) == (10, 0.0)
    assert (
        str(model.description_)
        == """\
Cluster a -------------------------------------------------- 5 rows, 50 % of all
    every row
  5 of 5 rows inside, 5 also in another cluster; 5 of others inside

Cluster b -------------------------------------------------- 5 rows, 50 % of all
    every row
  5 of 5 rows inside, 5 also in another cluster; 5 of others inside

In all -------------------------------------------------------------- 2 clusters
  Errors      10 of 10 rows
  Accuracy    0 %
  Complexity  0 (0 half-spaces)
  Sparsity    0 features

  Proved: with at most 10 errors no condition is needed."""
    )


def test_a_budget_that_nothing_meets_returns_the_fewest_errors_and_says_so():
    model, remark = over_budget(LINE, MIXED, max_errors=0)
    assert remark == (
        "max_errors=0 cannot be met: every description of this kind makes at least "
        "2 errors, as this one does; "
        "max_errors=2 would do"
    )
    result, within = model.result_, fit(LINE, MIXED, max_errors=2)
    assert (result.errors, result.error_bound, result.max_errors) == (2, 2, 0)
    assert (result.stop_reason, result.bound) == ("optimal", within.result_.bound)
    assert not within.result_.over_budget
    assert model.description_.parts == within.description_.parts


def test_an_answer_over_its_budget_says_what_is_proved_within_its_own_errors():
    model, _ = over_budget(LINE, MIXED, max_errors=0)
    assert str(model.description_).endswith(
        "  Proved: no axis-parallel description with at most 2 errors has a complexity\n"
        "  below 4, and none makes fewer than 2 errors."
    )


def test_one_error_is_said_in_the_singular():
    assert over_budget(STRIPES, STRIPED, max_errors=0)[1] == (
        "max_errors=0 cannot be met: every description of this kind makes at least "
        "1 error, as this one does; "
        "max_errors=1 would do"
    )


def test_a_share_that_nothing_meets_is_answered_with_a_count():
    model, remark = over_budget(LINE, MIXED, max_errors=0.1)
    assert remark == (
        "max_errors=0.1 cannot be met: every description of this kind makes at least "
        "2 errors, as this one "
        "does; max_errors=2 would do"
    )
    assert model.result_.max_errors == 1


def test_fewest_errors_of_weighted_rows_are_not_mistaken_for_a_share():
    model, remark = over_budget(LINE, MIXED, 0.25, max_errors=0)
    assert remark == (
        "max_errors=0 cannot be met: every description of this kind makes at least "
        "0.5 errors, as this one "
        "does; max_errors=1 would do"
    )
    assert model.result_.errors == 0.5
    assert fit(LINE, MIXED, 0.25, max_errors=1).result_.errors <= 1


def test_large_counts_are_written_out():
    assert over_budget(LINE, MIXED, 1_234_567, max_errors=0)[1] == (
        "max_errors=0 cannot be met: every description of this kind makes at least "
        "2469134 errors, as this one "
        "does; max_errors=2469134 would do"
    )


def test_a_budget_that_was_not_met_in_time_returns_the_best_so_far():
    chance = np.random.default_rng(0)
    table, labels = chance.normal(size=(300, 12)), chance.integers(6, size=300)
    model, remark = over_budget(table, labels, max_errors=3, time_limit=0.5)
    result = model.result_
    assert result.errors == model.description_.errors(table, labels) > result.error_bound
    assert (result.max_errors, result.stop_reason) == (3, "time limit")
    assert remark == (
        f"max_errors=3 was not met (time limit): this description makes {result.errors} errors, "
        f"and at least {result.error_bound} cannot be avoided; max_errors={result.errors} would do"
    )


def test_sparsity_and_weighted_objectives_have_their_own_value():
    table = np.array([[1.0, 1.0], [2.0, 5.0], [5.0, 9.0], [6.0, 5.0], [9.0, 5.0]])
    labels = ["a", "a", "b", "c", "c"]
    complexity = fit(table, labels).result_
    sparsity = fit(table, labels, objective="sparsity").result_
    both = fit(table, labels, objective=(1, 10)).result_
    assert (complexity.complexity, complexity.objective) == (6, 6)
    assert (sparsity.sparsity, sparsity.complexity, sparsity.objective) == (1, 8, 1)
    assert (both.complexity, both.sparsity, both.objective, both.bound) == (8, 1, 18, 18)
    assert both.statistics["objective"] == "1 x complexity + 10 x sparsity"


def test_any_slack_is_at_most_every_row():
    for slack in (6.0, 1e300, 1.7e308):
        assert fit(LINE, MIXED, error_slack=slack).result_.max_errors == 10
