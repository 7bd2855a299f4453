"""Tables for which something was once called proved that was not."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from clusterscribe import Feature, HalfSpace, PolyhedralDescriber, Term, describe, frontier
from clusterscribe.clock import Clock
from clusterscribe.pricing.oblique import ObliquePricer, Reach
from clusterscribe.pricing.prices import best_column
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import Direction
from clusterscribe.problem.weights import whole_weights
from clusterscribe.search.columns.column_stages import ColumnStages
from tests.pricing.strategies import geometry_of, plain_prices


def fitted(rows, **asked):
    table = pd.DataFrame([row[:-1] for row in rows], columns=list("ab"), dtype=float)
    return PolyhedralDescriber(max_terms=2, **asked).fit(table, [row[-1] for row in rows]).result_


@pytest.mark.parametrize(("scale", "shortest"), [("none", 7), ("minmax", 8)])
def test_rows_that_differ_in_the_last_digit_are_not_equal_to_pricing(scale, shortest):
    # a + b <= 0.3, a >= 0.30000000000000004 and b >= 0.5 have a complexity of 7 and 2 errors.
    # Shares of the ranges add up to less for C than for A, which needs one condition more.
    rows = [(0.3, 0.0, "A")] * 10 + [(1.1, 3.0, "A"), (0.9, 3.0, "A")]
    rows += [(0.1 + 0.2, 0.0, "B")] * 5 + [(0.0, 0.5, "C")] * 5
    result = fitted(rows, max_errors=2, scale=scale)
    assert result.bound <= shortest <= result.objective


def test_numbers_of_very_different_sizes_are_not_equal_to_pricing():
    # a + b <= 0, a >= 1e-200 with b <= 0, and b >= 0.5 have a complexity of 9 and no errors
    rows = [(0.0, 0.0, "A"), (1e-200, 0.0, "B"), (0.0, 1.0, "C"), (5e200, 1.0, "C")]
    with pytest.warns(match="the numbers of 'a' are too large or too fine"):
        result = fitted(rows, max_errors=0, scale="none")
    assert result.bound <= 9


def test_differences_of_whole_numbers_are_exact_or_none():
    low = -(2**53 - 1)
    rows = [(low + 2**52, 0, "A"), (low, 1, "B"), (2, 2, "B"), (low, 0, "A")]
    rows += [(low + 2**52, 0, "A"), (2, 0, "B")]
    assert fitted(rows).error_bound == 0


def test_a_column_that_is_only_good_at_best_is_not_taken_forever():
    a, b = [0.6, 0.1, 0.5, 0.5, 0.0, 0.6], [0.3, 0.0, 0.5, 0.3, 0.2, 0.5]
    rows = list(zip(a, b, "BBABAA", strict=True))
    result = fitted(rows, objective="sparsity", scale="none", max_errors=0, time_limit=None)
    assert result.errors == 0


def test_steps_that_do_not_fit_into_a_whole_number_are_no_steps():
    spans = np.array([34_222_847, 251, 2_147_483_647])
    chance = np.random.default_rng(0)
    for _ in range(20):
        table = chance.integers(0, spans + 1, size=(12, 3)).astype(float)
        table[0], table[1] = 0, spans
        boxes = Boxes.from_rows(table, np.array([0, 0, *chance.integers(0, 2, 10)]), 2)
        geometry, prices = geometry_of(boxes), plain_prices(boxes, condition=0.1, term=0.1)
        (found,) = ObliquePricer(Reach.of(3, 3, 2), [3]).price(geometry, [prices], Clock(None))
        for weights in [(1, 1, 1), (1, -1, 1), (-1, 1, 2), (2, 1, -1)]:
            column = best_column(geometry, prices, Direction((0, 1, 2), weights))
            if column is not None:
                cost = prices.cost_of_cutting((0, 1, 2), geometry.outside(column))
                assert found.proved <= cost + 1e-6


def test_a_share_of_rounded_weights_is_never_exceeded():
    """Each of the lightest rows counts as one unit, and all of them together as too much."""
    chance = np.random.default_rng(0)
    for _ in range(50):
        heavy, light = np.exp(chance.uniform(-1, 1, 4)), 1e-18 * (1 + chance.random(300))
        weights = np.concatenate([heavy, light])
        whole, unit = whole_weights(weights)
        total = sum(map(Fraction, weights.tolist()))
        share = float(Fraction(weights[0]) / total) * (1 - 2e-13)  # not quite the first row
        assert unit.budget(share, int(whole.sum())) < whole[0]


def errors_of(weights, bound, table, labels):
    """Count the errors of a description of cluster A by one condition, as anybody evaluates it."""
    terms = tuple(Term(Feature(name), weight) for name, weight in weights.items())
    values = {Feature(name): table[name].to_numpy() for name in table}
    inside = HalfSpace(terms, bound).contains(values)
    return int((inside != (np.array(list(labels)) == "A")).sum())


@pytest.mark.filterwarnings("ignore:the numbers of")
@pytest.mark.parametrize("budget", [0, 1])
def test_where_no_column_can_be_added_up_nothing_is_proved_of_sums(budget):
    k = 1e301
    columns = {"a": [0, k, 2 * k, 0, 3 * k, 0, 3 * k, 0], "b": [0, k, 0, 2 * k, 0, 3 * k, 0, 3 * k]}
    table, labels = pd.DataFrame(columns), "AAAABBBB"
    assert errors_of({"a": 1, "b": 1}, 2 * k, table, labels) == 0  # at a complexity of 3
    asked = {"max_terms": 2, "max_coefficient": 1, "scale": "none", "max_errors": budget}
    _, result = describe(table, list(labels), cluster="A", time_limit=20, **asked)
    assert result.bound <= 3


@pytest.mark.filterwarnings("ignore:.*has one value wherever it is known")
def test_a_constant_that_decides_on_rounding_leaves_sums_unproved():
    columns = {"a": [3, 7, 2, 6, 1, 0, 6, 1, 7, 0], "b": [3, 1, 7, 4, 2, 2, 0, 7, 5, 7]}
    table = pd.DataFrame({**columns, "c": 2.0**53}, dtype=float)
    labels = "BBAAAABAAA"
    assert errors_of({"c": 1, "a": 1, "b": -3}, 2.0**53 - 6, table, labels) == 0
    asked = {"max_terms": 3, "max_coefficient": 3, "scale": "none", "error_slack": 0.0}
    _, result = describe(
        table, list(labels), cluster="A", features=list("abc"), min_recall=0, time_limit=5, **asked
    )
    assert result.error_bound == 0


def test_a_small_constant_among_whole_numbers_leaves_proofs_alone():
    table = pd.DataFrame({"a": [0, 1, 2, 0, 1, 2], "b": [0, 1, 0, 2, 2, 2], "c": 5.0})
    asked = {"max_terms": 3, "max_coefficient": 2, "scale": "none", "features": list("abc")}
    assert describe(table, list("AAABBB"), **asked).result.status == "optimal"


FAR_AWAY = [  # beside their range, values that are so large that sums of them are rounded by units
    (26, 8), (58, 58), (34, 32), (38, 34), (58, 0), (20, 10), (2, 56), (22, 42), (0, 26), (60, 0),
    (4, 12),
]  # fmt: skip


@pytest.mark.parametrize("conditions", [1, None])
def test_cones_prove_nothing_of_numbers_that_are_far_from_zero_beside_their_range(conditions):
    table = pd.DataFrame(FAR_AWAY, columns=list("ab"), dtype=float) + 2.0**53
    labels = "BAAABAAAAAA"
    assert errors_of({"a": -2, "b": -9}, -9.907919180215104e16, table, labels) == 0
    asked = {"max_terms": 2, "max_coefficient": 9, "scale": "none", "max_conditions": conditions}
    _, result = describe(
        table, list(labels), cluster="A", min_recall=0, time_limit=10, n_jobs=1, **asked
    )
    assert result.error_bound == 0
    assert result.capped is None


def test_an_interrupt_before_the_next_stage_two_leaves_the_older_one_unproved(monkeypatch):
    """The short answer is of a pass with more errors than are known to be needed by then."""
    chance = np.random.default_rng(0)
    a, b = chance.integers(0, 9, 30), chance.integers(0, 9, 30)
    labels = np.where((a + b <= 10) & (a - b <= 3) & (b - a <= 4), "A", "B")
    find_fewest, find_shortest = ColumnStages.find_fewest_errors, ColumnStages.find_shortest
    passes = []

    def fewest_in_the_second_pass(stages):
        passes.append(len(passes))
        if passes[-1]:
            find_fewest(stages)
        else:  # as if its share of the time were over
            stages.errors_before, stages.stage_one_cut_short = stages.first.errors + 1, True

    def interrupted_in_the_second_pass(stages):
        if passes[-1]:
            raise KeyboardInterrupt
        find_shortest(stages)

    monkeypatch.setattr(ColumnStages, "find_fewest_errors", fewest_in_the_second_pass)
    monkeypatch.setattr(ColumnStages, "find_shortest", interrupted_in_the_second_pass)
    monkeypatch.setattr(ColumnStages, "prove_fewest_errors", lambda stages: None)
    asked = {"max_terms": 2, "max_coefficient": 1, "scale": "none", "error_slack": 0.0}
    table = pd.DataFrame({"a": a / 8, "b": b / 8})
    _, result = describe(table, labels, cluster="A", time_limit=30, **asked)
    assert passes == [0, 1]
    assert result.errors > result.error_bound
    assert result.status == "feasible"


def test_a_frontier_whose_fewest_errors_are_open_is_not_called_proved():
    """Rounding decides whether one condition can do without errors."""
    columns = {
        "a": [0.2, 0.4, 0.4, 0.3, 0.0, 0.1, 0.1, 0.2, 0.6],
        "b": [0.0, 0.2, 0.6, 0.4, 0.4, 0.1, 0.1, 0.6, 0.0],
    }
    asked = {"max_terms": 2, "max_coefficient": 1, "scale": "none", "max_conditions": 1}
    found = frontier(pd.DataFrame(columns), [0, 1, 1, 1, 0, 0, 0, 1, 0], min_recall=0, **asked)
    first = found.points[0].result
    assert first.error_bound < first.errors
    assert first.stop_reason != "optimal"
