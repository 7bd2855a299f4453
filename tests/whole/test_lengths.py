"""What prices prove, in whole numbers: no more than they say, and no polyhedron is left out."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from types import SimpleNamespace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from clusterscribe.search.whole.lengths import Proved
from clusterscribe.search.whole.multipliers import Multipliers
from clusterscribe.search.whole.prices import Prices
from tests.whole.tiny import tables

WEIGHTS = st.lists(st.integers(0, 40), min_size=1, max_size=3)


def proved(constant, unit, heaviest):
    """What is proved where polyhedra of each cluster weigh at most so much."""
    prices = SimpleNamespace(constant=constant, unit=unit)
    return Proved(prices, tuple((weight,) for weight in heaviest))


@given(st.integers(-50, 200), st.integers(1, 12), WEIGHTS)
def test_a_bound_is_rounded_up_and_no_further(constant, unit, heaviest):
    known = proved(constant, unit, heaviest)
    assert known.whole_errors == ceil(Fraction(constant - sum(heaviest), unit))


@given(st.integers(0, 200), st.integers(1, 12), WEIGHTS, st.integers(0, 9), st.data())
def test_every_polyhedron_of_an_answer_with_so_few_errors_is_heavy_enough(
    constant, unit, heaviest, errors, data
):
    """An answer makes at least the errors that its own polyhedra prove."""
    known = proved(constant, unit, heaviest)
    weights = [data.draw(st.integers(-10, most)) for most in heaviest]
    if Fraction(constant - sum(weights), unit) <= errors:
        for cluster, weight in enumerate(weights):
            assert weight >= known.cutoff(cluster, errors)
    lightest = constant - unit * errors - (sum(heaviest) - heaviest[0])
    assert known.cutoff(0, errors) <= lightest


@given(tables(), st.floats(0.0, 3.0), st.integers(0, 99))
def test_no_row_costs_more_than_once(ranks, size, seed):
    multipliers = Multipliers(ranks)
    shape = multipliers.of_row.shape
    multipliers.of_row = size * np.random.default_rng(seed).random(shape)
    prices = Prices.of(multipliers)
    assert (prices.of_row >= 0).all()
    assert (prices.of_row.sum(axis=1) <= prices.unit).all()
