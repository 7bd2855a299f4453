"""The pricing problem as an integer program, against brute force."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from benchmarks.pricing_program import Grid, ProgramPricer
from clusterscribe.clock import Clock
from clusterscribe.errors import InputError
from clusterscribe.pricing.axis_parallel import AxisParallelPricer
from clusterscribe.pricing.prices import CLEARLY, Prices
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import Direction
from tests.pricing import brute_force
from tests.pricing.strategies import cases, geometry_of, plain_prices

ROUNDING = 1e-6  # of prices, to whole numbers


def priced(case, max_terms, max_coefficient, **options):
    pricer = ProgramPricer(max_terms, max_coefficient, workers=1, **options)
    (found,) = pricer.price(case.geometry, [case.prices], Clock(None))
    return found


def brute_force_costs(case, max_terms, max_coefficient):
    costs = {}
    for terms in range(1, min(max_terms, case.boxes.features) + 1):
        costs |= brute_force.least_of_all(case.boxes, case.prices, terms, max_coefficient)
    return costs


def check(case, max_terms, max_coefficient):
    found = priced(case, max_terms, max_coefficient)
    least = min(brute_force_costs(case, max_terms, max_coefficient).values(), default=np.inf)
    costs = [
        brute_force.cost_of_column(case.boxes, case.prices, column) for column in found.columns
    ]
    # as a proof counts them: a tie that rounding leaves open may turn out well
    at_best = [case.prices.reduced_cost(case.geometry, column) for column in found.columns]
    assert all(cost < 0 for cost in at_best)
    assert at_best == pytest.approx(sorted(at_best))
    assert found.proved <= least + 1e-12
    if not is_exact(case, max_terms, max_coefficient):
        return
    assert all(cost is not None and cost < 0 for cost in costs)
    assert costs == pytest.approx(sorted(costs))
    if least < -CLEARLY:
        assert costs[0] == pytest.approx(least)
        assert found.proved == pytest.approx(least, abs=ROUNDING)
    else:
        assert found.proved >= -CLEARLY - ROUNDING


def is_exact(case, max_terms, max_coefficient):
    """Whether neither the program's numbers nor the shares themselves are rounded."""
    features = len(case.geometry.varying)
    if features < 2:
        return True
    if not case.geometry.steps[case.geometry.varying].all():
        return False
    return not Grid.of(case.geometry, min(max_terms, features), max_coefficient).rounding


@given(cases(least=1, most=3))
@settings(max_examples=60, deadline=None)
def test_up_to_two_terms_are_priced_as_by_brute_force(case):
    check(case, 2, 4)


@given(cases(least=3, most=3, max_rows=7))
@settings(max_examples=40, deadline=None)
def test_up_to_three_terms_are_priced_as_by_brute_force(case):
    check(case, 3, 3)


@given(cases(least=4, most=4, max_rows=6))
@settings(max_examples=15, deadline=None)
def test_more_terms_than_features_are_as_many_as_there_are(case):
    check(case, 50, 2)


@given(cases(least=2, most=3))
@settings(max_examples=20, deadline=None)
def test_without_time_what_is_proved_still_holds(case):
    found = priced(case, 2, 3, seconds=0.0)
    least = min(brute_force_costs(case, 2, 3).values(), default=np.inf)
    assert found.proved <= least + 1e-12
    assert np.isfinite(found.proved)


@given(cases(least=2, most=3))
@settings(max_examples=20, deadline=None)
def test_one_term_is_priced_by_ranks(case):
    (expected,) = AxisParallelPricer().price(case.geometry, [case.prices], Clock(None))
    assert priced(case, 1, 10) == expected


def wedge(slope):
    """Members below a line through the origin, one outsider just above it."""
    boxes = Boxes.from_rows(
        np.array([[0.0, 0.0], [1.0, 1.0], [0.5, 0.5 * slope], [0.5, 0.5 * slope + 0.001], [0, 1]]),
        np.array([0, 0, 0, 1, 1]),
        2,
    )
    prices = Prices(
        cluster=0,
        outsiders=np.array([3, 4]),
        gain=np.array([5.0, 1.0]),
        members=np.array([0, 1, 2]),
        loss=np.zeros(3),
        budget=0,
        condition=1.0,
        term=1.0,
        feature=np.zeros(2),
    )
    return geometry_of(boxes), prices


def test_large_weights_are_found_without_any_list():
    geometry, prices = wedge(1.0)
    (found,) = ProgramPricer(2, 700, workers=1).price(geometry, [prices], Clock(None))
    assert found.proved == pytest.approx(-3.0, abs=ROUNDING)
    assert prices.reduced_cost(geometry, found.columns[0]) == -3.0
    assert found.columns[0].direction == Direction((0, 1), (-1, 1))


def test_weights_without_end_are_refused_in_one_sentence():
    geometry, prices = wedge(1.0)
    with pytest.raises(InputError) as refusal:
        ProgramPricer(2, 10**9).price(geometry, [prices], Clock(None))
    assert str(refusal.value) == (
        "max_coefficient=1000000000 is too large for pricing 2 of 2 features by an integer "
        "program: take a smaller one"
    )


def test_every_cluster_is_priced_on_its_own():
    geometry, prices = wedge(1.0)
    dear = replace(prices, gain=prices.gain / 100)
    first, second = ProgramPricer(2, 3, workers=1).price(geometry, [prices, dear], Clock(None))
    assert first.columns
    assert second.columns == []
    assert second.proved == -CLEARLY


def test_what_rounding_cannot_tell_counts_as_cut_off_at_best():
    # in the direction (-1, 1) the outsider lies a hair beyond the last member
    boxes = Boxes.from_rows(
        np.array([[0.0, 0.0], [1.0, 1.0], [0.5, np.nextafter(0.5, 1)], [1.0, 0.5]]),
        np.array([0, 0, 1, 0]),
        2,
    )
    prices = plain_prices(boxes, gain=9.0, condition=1.0, term=1.0)
    geometry = geometry_of(boxes)
    (found,) = ProgramPricer(2, 1, workers=1).price(geometry, [prices], Clock(None))
    assert found.proved == pytest.approx(-6.0, abs=ROUNDING)
    assert not any(geometry.outside(column).any() for column in found.columns)


def test_whole_numbers_are_not_rounded():
    boxes = Boxes.from_rows(np.array([[0.0, 7.0], [3.0, 9.0], [1.0, 8.0]]), np.array([0, 0, 1]), 2)
    grid = Grid.of(geometry_of(boxes), terms=2, max_coefficient=10)
    assert grid.lower.tolist() == [[0, 6, 2], [0, 6, 3]]  # in sixths of the ranges 3 and 2
    assert (grid.gap, grid.rounding) == (1, 0.0)


def test_other_numbers_are_rounded_to_the_safe_side():
    values = np.random.default_rng(0).random((9, 2))
    boxes = Boxes.from_rows(values, np.array([0, 1, 0] * 3), 2)
    grid = Grid.of(geometry_of(boxes), terms=2, max_coefficient=10)
    assert grid.gap == -20
    assert 0 < grid.rounding < 1e-5
