"""Weights in whole units: exact where they can be, and honest where they cannot."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.problem.weights import LARGEST_TOTAL, Unit, decimal, multiplied, whole_weights

heavy_tailed = st.floats(1e-6, 1e12) | st.sampled_from([0.1, 1 / 3, 2.5, 1e9, 5e15, 2.0**53])
weights = st.lists(heavy_tailed, min_size=1, max_size=12)


def in_units(*values):
    whole, unit = whole_weights(np.array(values, dtype=float))
    return whole.tolist(), unit


@pytest.mark.parametrize(
    ("values", "units", "size"),
    [
        ([1, 2, 3], [1, 2, 3], Fraction(1)),
        ([0.1, 0.2, 0.3], [1, 2, 3], Fraction(1, 10)),
        ([19.99, 0.01], [1999, 1], Fraction(1, 100)),
        ([1 / 3, 2 / 3, 1], [1, 2, 3], Fraction(1, 3)),
        ([2.0**53, 2.0**54], [1, 2], Fraction(2**53)),
        ([1e300, 3e300], [1, 3], Fraction(10**300)),
        ([1.4142135623, 0.5], [14142135623, 5_000_000_000], Fraction(1, 10**10)),
    ],
)
def test_weights_with_a_common_unit_are_exact(values, units, size):
    whole, unit = in_units(*values)
    assert whole == units
    assert unit.is_exact
    assert float(unit.size) == float(size)


def test_weights_without_a_common_unit_are_rounded_and_say_so():
    whole, unit = in_units(1e16, 0.1, 0.3)
    assert not unit.is_exact
    assert min(whole) == 1
    assert unit.at_least(whole[1]) <= 0.1


@given(weights, st.data())
@settings(max_examples=200, deadline=None)
def test_no_rows_weigh_less_than_their_units_prove(values, data):
    whole, unit = in_units(*values)
    chosen = data.draw(st.lists(st.integers(0, len(values) - 1), unique=True))
    units = sum(whole[i] for i in chosen)
    weight = sum((decimal(values[i]) for i in chosen), Fraction(0))
    slack = weight * Fraction(1, 10**15)  # a third may be read as the decimal next to it
    assert sum(whole) <= 2 * LARGEST_TOTAL
    assert Fraction(unit.at_least(units)) <= weight + slack
    if unit.is_exact:
        assert abs(Fraction(unit.amount(units)) - weight) <= slack


@given(weights, st.integers(0, 10**13) | st.floats(0, 1), st.data())
@settings(max_examples=200, deadline=None)
def test_no_rows_within_the_budget_in_units_weigh_more_than_it(values, asked, data):
    whole, unit = in_units(*values)
    total = sum(whole)
    budget = unit.budget(asked, total)
    chosen = data.draw(st.lists(st.integers(0, len(values) - 1), unique=True))
    weight = sum((decimal(values[i]) for i in chosen), Fraction(0))
    everything = sum(map(decimal, values))
    limit = Fraction(asked) if isinstance(asked, int) else decimal(asked) * everything
    if sum(whole[i] for i in chosen) <= budget and chosen:
        assert weight <= limit * (1 + Fraction(1, 10**12)) + unit.size * len(values)
    if unit.is_exact and isinstance(asked, int):
        within = sum(whole[i] for i in chosen) <= budget
        assert within == (sum(whole[i] for i in chosen) * unit.size <= limit)


@pytest.mark.parametrize(
    ("asked", "total", "units"),
    [(0.29, 100, 29), (0.07, 100, 7), (10**12 + 1, 2**50, 10**12 + 1), (5, 3, 3), (0, 3, 0)],
)
def test_budgets_are_exact(asked, total, units):
    assert Unit().budget(asked, total) == units


def test_none_is_none_whatever_was_rounded():
    _, unit = in_units(1e16, 0.1, 0.3)
    assert unit.within(0) == 0.0
    assert unit.budget(0, 100) == 0


def test_any_number_of_whole_weights_is_exact():
    weights = np.arange(1.0, 30_002.0)
    whole, unit = whole_weights(weights)
    assert unit == Unit()
    assert (whole == weights).all()
    cents, unit = whole_weights(weights / 100)
    assert unit == Unit(Fraction(1, 100))
    assert (cents == weights).all()


def test_factors_of_clusters_are_exact_where_a_unit_is_common():
    # 178 rows in three clusters that count alike: 178 / (3 * rows) each
    factors = [Fraction(178, 3 * rows) for rows in (59, 71, 48)]
    times, unit = multiplied(Unit(Fraction(1, 4)), [59, 71, 48], factors)
    assert unit.is_exact
    assert [whole * unit.size for whole in times] == [factor / 4 for factor in factors]


def test_factors_of_clusters_without_rows_change_no_unit():
    assert multiplied(Unit(), [4, 4, 0], [Fraction(2), Fraction(4), Fraction(1, 7)])[0][:2] == [
        1,
        2,
    ]


def test_factors_that_need_too_many_units_are_not_exact():
    primes = [Fraction(1, 1009), Fraction(1, 10007), Fraction(1, 100003), Fraction(1, 1000003)]
    assert multiplied(Unit(), [10**6] * 4, primes) is None
    assert multiplied(Unit(excess=Fraction(1)), [1, 1], [Fraction(1), Fraction(2)]) is None
