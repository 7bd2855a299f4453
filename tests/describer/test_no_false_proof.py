"""Tables for which something was once called proved that was not."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from clusterscribe import PolyhedralDescriber
from clusterscribe.clock import Clock
from clusterscribe.pricing.oblique import ObliquePricer, Reach
from clusterscribe.pricing.prices import best_column
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import Direction
from clusterscribe.problem.weights import whole_weights
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
