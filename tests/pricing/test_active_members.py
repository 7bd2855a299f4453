"""Pricing with some of the members proves no more than pricing with all of them."""

import numpy as np
import pytest
from hypothesis import given, settings

from clusterscribe.clock import Clock
from clusterscribe.pricing import active
from clusterscribe.pricing.oblique import ObliquePricer, Reach
from clusterscribe.pricing.prices import CLEARLY, Prices
from clusterscribe.problem.boxes import Boxes
from tests.pricing import brute_force
from tests.pricing.strategies import Case, cases
from tests.pricing.test_all_below import CLOSE, limits, listed


@pytest.fixture(scope="module", autouse=True)
def first_member_alone():
    """At first a single member is active, in clusters of any size."""

    def first_alone(geometry, members):
        alone = np.zeros(len(geometry), dtype=bool)
        alone[members[:1]] = True
        return alone

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(active, "FEW", 0)
        patch.setattr(active, "_outermost", first_alone)
        yield


def price(case, largest):
    pricer = ObliquePricer(Reach.of(case.boxes.features, 2, largest), [2])
    (found,) = pricer.price(case.geometry, [case.prices], Clock(None))
    return found


@given(cases(least=2, most=4))
@settings(max_examples=75, deadline=None)
def test_what_is_proved_holds_for_all_members(case):
    found = price(case, 3)
    costs = brute_force.least_of_all(case.boxes, case.prices, 2, 3)
    assert found.proved <= min(costs.values(), default=np.inf) + CLEARLY
    for column in found.columns:
        assert case.prices.reduced_cost(case.geometry, column) < 0


@given(cases(least=2, most=3), limits)
@settings(max_examples=50, deadline=None)
def test_every_direction_below_the_limit_is_listed(case, limit):
    costs = brute_force.least_of_all(case.boxes, case.prices, 2, 3)
    found = listed(case, (2,), 3, limit)
    assert {ray for ray, cost in costs.items() if cost < limit - CLOSE} <= set(found)


@pytest.fixture
def cut_off_together():
    """A member far out is active, one in the middle is not, and an outsider lies between them."""
    rows = np.array([[10.0, 10.0], [0.0, 0.0], [5.0, 5.0]])
    boxes = Boxes.from_rows(rows, np.array([0, 0, 1]), 2)
    prices = Prices(
        cluster=0,
        outsiders=np.array([2]),
        gain=np.array([10.0]),
        members=np.array([0, 1]),
        loss=np.zeros(2),
        budget=1,
        condition=1.0,
        term=0.0,
        feature=np.zeros(2),
    )
    return Case(boxes, prices)


def test_bound_may_lie_on_a_member_behind_all_active_ones(cut_off_together):
    found = price(cut_off_together, 1)
    assert found.proved == pytest.approx(-9)
    assert [column.direction.weights for column in found.columns] == [(1, 1)]
