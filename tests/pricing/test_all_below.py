"""Listing every direction below a limit."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.clock import Clock
from clusterscribe.pricing.oblique import ObliquePricer, Reach
from tests.pricing import brute_force
from tests.pricing.strategies import cases

CLOSE = 1e-9  # costs as close to the limit as that may be listed or not
ENOUGH = 10_000

limits = st.floats(-3, 5) | st.integers(-3, 5).map(float)


def listed(case, terms, largest, limit, most=ENOUGH):
    pricer = ObliquePricer(Reach.of(case.boxes.features, max(terms), largest), terms)
    found = pricer.all_below(case.geometry, case.prices, limit, Clock(None), most)
    return found and [(direction.features, direction.weights) for direction in found]


@given(cases(least=2, most=4), limits)
@settings(max_examples=75, deadline=None)
def test_exactly_the_pairs_below_the_limit_are_listed(case, limit):
    check(case, (2,), 4, limit)


@pytest.mark.slow
@given(cases(least=3, most=3), limits)
@settings(max_examples=60, deadline=None)
def test_exactly_the_pairs_and_triples_below_the_limit_are_listed(case, limit):
    check(case, (2, 3), 3, limit)


def check(case, terms, largest, limit):
    costs = {}
    for count in terms:
        costs |= brute_force.least_of_all(case.boxes, case.prices, count, largest)
    found = listed(case, terms, largest, limit)
    assert len(set(found)) == len(found)
    assert {ray for ray, cost in costs.items() if cost < limit - CLOSE} <= set(found)
    assert {ray for ray in found if brute_force.is_certain(case.boxes, case.prices, ray)} <= {
        ray for ray, cost in costs.items() if cost < limit + CLOSE
    }


@given(cases(least=2, most=3), st.floats(-2, 3))
@settings(max_examples=40, deadline=None)
def test_more_than_were_asked_for_is_no_list_at_all(case, limit):
    found = listed(case, (2,), 3, limit)
    assert listed(case, (2,), 3, limit, most=len(found)) == found
    if found:
        assert listed(case, (2,), 3, limit, most=len(found) - 1) is None


@given(cases(least=2, most=2))
@settings(max_examples=5, deadline=None)
def test_no_list_without_time(case):
    pricer = ObliquePricer(Reach.of(2, 2, 3), [2])
    if len(case.geometry.varying) == 2:
        assert pricer.all_below(case.geometry, case.prices, 0.0, Clock(0.0), ENOUGH) is None


@given(cases(least=2, most=2))
@settings(max_examples=5, deadline=None)
def test_no_list_of_what_cannot_all_be_gone_through(case):
    pricer = ObliquePricer(Reach(largest={2: 2}, complete=False), [2])
    assert pricer.all_below(case.geometry, case.prices, -1.0, Clock(None), ENOUGH) is None
