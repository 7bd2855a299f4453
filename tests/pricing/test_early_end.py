"""When pricing ends early it ends at once, proves nothing, and goes on from there later."""

import time

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.pricing import claims
from clusterscribe.pricing import oblique as pricing
from clusterscribe.pricing.oblique import ObliquePricer, Reach
from clusterscribe.pricing.prices import NOTHING_PROVED
from clusterscribe.pricing.scanning import all_sets, run_tasks, tasks_for
from clusterscribe.problem.boxes import Boxes
from tests.pricing.strategies import geometry_of, plain_prices


def problem(features, rows=30):
    chance = np.random.default_rng(0)
    cluster = np.arange(rows) % 2
    boxes = Boxes.from_rows(chance.random((rows, features)), cluster, 2)
    return geometry_of(boxes), plain_prices(boxes, term=0.1)


def test_sets_without_number_are_not_counted_up_after_the_end():
    geometry, prices = problem(24)
    reach = Reach.of(24, 24, 1)  # sixteen million sets
    pricer = ObliquePricer(reach, reach.largest)
    began = time.monotonic()
    (found,) = pricer.price(geometry, [prices], Clock(0.5))
    assert time.monotonic() - began < 5
    assert found.proved == NOTHING_PROVED
    assert pricer.all_below(geometry, prices, 0.0, Clock(0.0), 1000) is None


def test_the_next_call_goes_on_where_enough_was_found(monkeypatch):
    monkeypatch.setattr(claims, "ENOUGH", 1)
    monkeypatch.setattr(pricing, "chunk_size", lambda *_: 1)
    geometry, prices = problem(8)
    pricer = ObliquePricer(Reach.of(8, 2, 1), [2])
    calls = [pricer.price(geometry, [prices], Clock(None))[0] for _ in range(3)]
    assert all(found.proved == NOTHING_PROVED for found in calls)
    features = [found.columns[0].features for found in calls]
    assert len(set(features)) == 3


def test_columns_that_are_found_do_not_wait_for_the_rest(monkeypatch):
    monkeypatch.setattr(pricing, "PATIENCE", 0.0)
    monkeypatch.setattr(pricing, "chunk_size", lambda *_: 1)
    geometry, prices = problem(8)
    (found,) = ObliquePricer(Reach.of(8, 2, 1), [2]).price(geometry, [prices], Clock(None))
    assert found.columns
    assert found.proved == NOTHING_PROVED


def test_a_running_task_ends_when_nothing_more_is_needed():
    geometry, prices = problem(60, rows=3_000)
    (sets,) = all_sets(geometry.varying, 3, 10**6)
    began = Clock(None)
    (found,) = run_tasks(
        geometry,
        [prices],
        tasks_for(prices, 0, [sets], -1e-6),
        10,
        clock=Clock(None),
        n_jobs=1,
        over=lambda: began.elapsed > 0.5,
    )
    assert began.elapsed < 10
    assert not found.complete
