"""Best responses: the heaviest range of a feature is exact, and no round makes an answer worse."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.clock import Clock
from clusterscribe.problem import box_kernels as kernels
from clusterscribe.problem.best_responses import SCALE, Responses
from clusterscribe.problem.limits import Limits
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks
from clusterscribe.problem.repair import excess
from clusterscribe.problem.shaking import Shaking

FOREVER = Clock(None)
WHOLE = st.integers(-5, 5)


def ranks_of(columns, cluster, clusters, limits=None, weight=None):
    lower = np.array(columns, dtype=np.int32)
    sizes = lower.max(axis=1).astype(np.int64) + 1
    weight = np.ones(lower.shape[1], dtype=np.int64) if weight is None else np.array(weight)
    cluster = np.array(cluster, dtype=np.int64)
    return Ranks(lower, lower, sizes, weight, cluster, clusters, limits or Limits())


def overlapping(seed, rows=120, features=3, clusters=3, noise=False, limits=None):
    chance = np.random.default_rng(seed)
    cluster = chance.integers(-1 if noise else 0, clusters, rows)
    centres = chance.integers(2, 10, (clusters + 1, features))
    columns = np.clip(centres[cluster] + chance.integers(-3, 4, (rows, features)), 0, 12).T
    columns = [np.unique(column, return_inverse=True)[1] for column in columns]
    return ranks_of(columns, cluster, clusters, limits, chance.integers(1, 4, rows))


@given(
    sums=st.lists(st.tuples(WHOLE, st.integers(0, 3)), min_size=1, max_size=9),
    price=st.integers(0, 3),
    least=st.integers(0, 8),
    sides=st.integers(-1, 3),
    is_open=st.tuples(st.booleans(), st.booleans()),
)
def test_the_best_range_is_the_best_of_all_ranges(sums, price, least, sides, is_open):
    worth, own = np.array(sums, dtype=np.int64).T.copy()
    size = len(worth)
    possible = {
        (low, high): worth[low : high + 1].sum() - price * ((low > 0) + (high < size - 1))
        for low in range(size)
        for high in range(low, size)
        if own[low : high + 1].sum() >= least
        and (low > 0) + (high < size - 1) <= max(sides, 0)
        and (is_open[0] or low == 0)
        and (is_open[1] or high == size - 1)
    }
    found, low, high = kernels.best_range(
        worth, own, kernels.Rule(price, least, 99), sides, is_open
    )
    if possible:
        assert found == max(possible.values()) == possible[low, high]
    else:
        assert found == kernels.NOTHING


def test_a_box_is_drawn_around_its_cluster():
    # the cluster's rows lie in the middle of both features, and noise on all four sides
    columns = [[0, 1, 2, 3, 4, 2, 2], [2, 2, 2, 2, 2, 0, 4]]
    ranks = ranks_of(columns, [-1, 0, 0, 0, -1, -1, -1], 1)
    responses = Responses(ranks, FOREVER)
    responses.respond(0)
    assert responses.errors == 0
    assert responses.answer.inside(ranks, 0).tolist() == (ranks.cluster == 0).tolist()


def test_a_cluster_that_costs_more_than_it_is_worth_is_given_up():
    ranks = ranks_of([[0, 0, 0]], [0, 1, 1], 2)
    responses = Responses(ranks, FOREVER)
    responses.take(Ranges.everything(2, ranks.sizes))
    responses.go_round([0, 1])
    assert responses.errors == 1
    assert not responses.answer.inside(ranks, 0).any()


def test_a_cluster_is_not_given_up_where_some_of_it_has_to_be_inside():
    ranks = ranks_of([[0, 0, 0]], [0, 1, 1], 2, Limits(None, (0, 1)))
    responses = Responses(ranks, FOREVER)
    responses.take(Ranges.everything(2, ranks.sizes))
    responses.go_round([0, 1])
    assert responses.answer.inside(ranks, 0).all()


@pytest.mark.parametrize(
    "limits", [Limits(), Limits(2), Limits(None, (5, 5, 5)), Limits(3, (9,) * 3)]
)
@given(seed=st.integers(0, 10**6), noise=st.booleans())
@settings(max_examples=25, deadline=None)
def test_shaking_counts_errors_exactly_keeps_to_limits_and_never_gets_worse(limits, seed, noise):
    ranks = overlapping(seed, noise=noise, limits=limits)
    start = Ranges.everything(ranks.clusters, ranks.sizes)
    shaking = Shaking(Responses(ranks, FOREVER), start, np.random.default_rng(seed))
    for _ in range(5):
        before = shaking.cost
        is_better = shaking.shake()
        answer, errors = shaking.best, shaking.best.errors(ranks)
        assert shaking.cost == SCALE * errors + answer.complexity // 2
        assert is_better == (shaking.cost < before)
        assert shaking.cost <= before
        assert excess(ranks, answer, errors) == 0


@given(seed=st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_no_single_range_is_better_after_a_round(seed):
    ranks = overlapping(seed, rows=60, features=2, clusters=2)
    responses = Responses(ranks, FOREVER)
    responses.go_round([0, 1], fresh=True)
    answer, fewest = responses.answer, responses.errors
    for k in range(2):
        for d in range(2):
            for low in range(ranks.sizes[d]):
                for high in range(low, ranks.sizes[d]):
                    other = answer.copy()
                    other.low[k, d], other.high[k, d] = low, high
                    assert other.errors(ranks) >= fewest


def test_a_price_makes_answers_shorter():
    # a row of noise below, three above, and two below on the other feature
    columns = [[0, 1, 1, 1, 1, 2, 2, 2, 1, 1], [1, 1, 1, 1, 1, 1, 1, 1, 0, 0]]
    ranks = ranks_of(columns, [-1, 0, 0, 0, 0, -1, -1, -1, -1, -1], 1)
    lengths = []
    for price in (1, 2 * SCALE - 1, 3 * SCALE - 1, 3 * SCALE + 1):
        responses = Responses(ranks, FOREVER, price)
        responses.respond(0)
        lengths.append((responses.answer.complexity, responses.errors))
    assert lengths == [(6, 0), (4, 1), (2, 3), (0, 6)]
