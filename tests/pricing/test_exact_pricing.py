"""Exact pricing against brute force over all half-spaces."""

from dataclasses import replace
from itertools import product
from math import gcd

import numpy as np
import pytest
from hypothesis import assume, given, settings

from clusterscribe.clock import Clock
from clusterscribe.pricing.axis_parallel import AxisParallelPricer
from clusterscribe.pricing.oblique import ObliquePricer, Reach
from clusterscribe.pricing.prices import CLEARLY, NOTHING_PROVED, best_column
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import Direction, Geometry
from clusterscribe.problem.ranks import rank
from clusterscribe.problem.scaling import Scaling
from tests.pricing import brute_force
from tests.pricing.strategies import cases, geometry_of, plain_prices


def oblique(features, terms, largest, n_jobs=1):
    return ObliquePricer(Reach.of(features, terms, largest), [terms], n_jobs)


def priced(pricer, case):
    (found,) = pricer.price(case.geometry, [case.prices], Clock(None))
    return found


def check(case, found, terms, largest):
    """What is proved holds for exact sums, and is all there is where their order is certain."""
    costs = brute_force.least_of_all(case.boxes, case.prices, terms, largest)
    least = min(costs.values(), default=np.inf)
    assert found.proved <= min(-CLEARLY, least) + 1e-9
    if all(brute_force.is_certain(case.boxes, case.prices, direction) for direction in costs):
        assert found.proved == pytest.approx(min(-CLEARLY, least), abs=1e-9)
        check_columns(case, found, least)


def check_columns(case, found, least):
    """The best column is the best there is, and all of them improve the relaxation."""
    costs = [
        brute_force.cost_of_column(case.boxes, case.prices, column) for column in found.columns
    ]
    assert all(cost is not None and cost < 0 for cost in costs)
    if least < -CLEARLY:
        assert costs[0] == pytest.approx(least)
    assert len(set(found.columns)) == len(found.columns)


@given(cases(least=2, most=4))
@settings(max_examples=75, deadline=None)
def test_pairs_are_priced_as_by_brute_force(case):
    check(case, priced(oblique(case.boxes.features, 2, 4), case), 2, 4)


@pytest.mark.slow
@given(cases(least=3, most=3))
@settings(max_examples=100, deadline=None)
def test_triples_are_priced_as_by_brute_force(case):
    check(case, priced(oblique(case.boxes.features, 3, 3), case), 3, 3)


@given(cases(least=1, most=3, max_rows=9))
@settings(max_examples=150, deadline=None)
def test_single_features_are_priced_as_by_brute_force(case):
    found = priced(AxisParallelPricer(), case)
    costs = brute_force.least_of_all(case.boxes, case.prices, 1, 1)
    least = min(costs.values(), default=np.inf)
    if least < -CLEARLY:
        assert found.proved == pytest.approx(least)
    else:
        assert found.proved >= -CLEARLY
    check_columns(case, found, least)


@given(cases(least=2, most=3))
@settings(max_examples=25, deadline=None)
def test_clusters_and_threads_do_not_change_what_is_found(case):
    many = [case.prices, case.prices]
    alone = oblique(case.boxes.features, 2, 3).price(case.geometry, many, Clock(None))
    together = oblique(case.boxes.features, 2, 3, n_jobs=2).price(case.geometry, many, Clock(None))
    assert alone == together
    assert alone[0] == alone[1]


@given(cases(least=3, most=4))
@settings(max_examples=40, deadline=None)
def test_pricing_chosen_sets_finds_their_best_and_proves_it_of_them(case):
    assume({0, 2} <= set(brute_force.varying(case.boxes)))
    sets = [{2: np.array([[0, 2]])}]
    pricer = oblique(case.boxes.features, 2, 3)
    (found,) = pricer.price_sets(case.geometry, [case.prices], sets, Clock(None))
    every = brute_force.least_of_all(case.boxes, case.prices, 2, 3)
    costs = {ray: cost for ray, cost in every.items() if ray[0] == (0, 2)}
    least = min(costs.values(), default=np.inf)
    assert found.proved <= least + CLEARLY
    if all(brute_force.is_certain(case.boxes, case.prices, direction) for direction in costs):
        check_columns(case, found, least)


@given(cases())
@settings(max_examples=10, deadline=None)
def test_no_time_no_columns_and_no_proof(case):
    (found,) = oblique(case.boxes.features, 2, 3).price(case.geometry, [case.prices], Clock(0.0))
    if len(case.geometry.varying) >= 2:
        assert found.columns == []
        assert found.proved == NOTHING_PROVED


@given(cases(least=2, most=3))
@settings(max_examples=60, deadline=None)
def test_every_direction_is_accounted_for(case):
    found = priced(oblique(case.boxes.features, 2, 3), case)
    count = len(brute_force.least_of_all(case.boxes, case.prices, 2, 3))
    assert found.covered == count
    assert found.tried <= count


def test_numbers_close_to_each_other_are_as_different_as_any():
    for seed in range(40):
        chance = np.random.default_rng(seed)
        near = 1e6 + chance.choice([0, 4e-7, 8e-7, 1e-5, 1.04e-5], 8)
        table = np.column_stack([near, chance.integers(0, 3, 8).astype(float)])
        boxes = Boxes.from_rows(table, np.append([0, 1], chance.integers(0, 2, 6)), 2)
        geometry = Geometry.of(boxes, rank(boxes)[0], Scaling.of(boxes, "minmax"))
        prices = plain_prices(boxes, condition=0.1, term=0.1)
        (found,) = oblique(2, 2, 3).price(geometry, [prices], Clock(None))
        for weights in product((-3, -2, -1, 1, 2, 3), repeat=2):
            column = best_column(geometry, prices, Direction((0, 1), weights))
            if gcd(*weights) == 1 and column is not None:
                outside = geometry.outside(column)
                assert found.proved <= prices.cost_of_cutting((0, 1), outside) + 1e-5


@given(cases())
@settings(max_examples=60, deadline=None)
def test_a_guide_gets_columns_that_are_good_for_sure(case):
    prices = replace(case.prices, at_best=False)
    geometry = case.geometry
    (found,) = oblique(case.boxes.features, 2, 2).price(geometry, [prices], Clock(None))
    for column in found.columns:
        assert prices.cost_of_cutting(column.features, geometry.outside(column)) < 0


def test_what_rounding_cannot_tell_is_no_column_of_a_guide():
    # in the direction (-1, 1) the outsider lies a hair beyond the last member
    rows = np.array([[0.0, 0.0], [1.0, 1.0], [0.5, np.nextafter(0.5, 1)], [1.0, 0.5]])
    boxes = Boxes.from_rows(rows, np.array([0, 0, 1, 0]), 2)
    prices, geometry, pricer = plain_prices(boxes), geometry_of(boxes), oblique(2, 2, 1)
    of_a_proof, of_a_guide = pricer.price(
        geometry, [prices, replace(prices, at_best=False)], Clock(None)
    )
    assert len(of_a_proof.columns) == 1
    assert of_a_guide.columns == []
    assert of_a_guide.proved == of_a_proof.proved  # a proof counts with it either way


def test_numbers_that_are_no_whole_steps_take_hardly_more_effort():
    whole = np.random.default_rng(0).integers(0, 1000, (60, 3)).astype(float)
    effort = []
    for rows in (whole, whole / 10):
        boxes = Boxes.from_rows(rows, np.arange(60) % 2, 2)
        plain = plain_prices(boxes, condition=8.0)
        prices = replace(plain, budget=5, loss=np.full(len(plain.members), 0.5))
        (found,) = oblique(3, 3, 20).price(geometry_of(boxes), [prices], Clock(None))
        effort.append((found.tried, found.nodes))
    (tried, nodes), (with_rounding, as_many) = effort
    assert 0 < with_rounding <= 1.2 * tried
    assert as_many <= 1.2 * nodes
