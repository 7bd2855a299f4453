"""Local search over slanted conditions: what it counts is true, and it never makes things worse."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe import describe
from clusterscribe.problem.columns import Direction
from clusterscribe.problem.limits import Limits
from clusterscribe.search.slanted.candidates import Reaching, as_arrays, neighbours, roundings
from clusterscribe.search.slanted.separators import separators
from clusterscribe.search.slanted.slant_kernels import promises
from clusterscribe.search.slanted.slanted_search import Errand, SlantedSearch
from clusterscribe.search.slanted.working import best_cut
from tests.slanted.touching import NO_LIMIT, REACH, geometry_of


@pytest.mark.parametrize("direction", [((0,), (1,)), ((0, 2), (-1, 3)), ((0, 1, 2), (1, 2, -3))])
def test_neighbours_are_within_reach_and_in_lowest_terms(direction):
    found = set(neighbours(REACH, Direction(*direction)))
    assert len(found) > 10
    for other in found:
        assert list(other.features) == sorted(set(other.features))
        assert set(other.features) <= set(REACH.features)
        assert 0 not in other.weights
        assert np.gcd.reduce(other.weights) == 1
        assert max(map(abs, other.weights)) <= 3
        exchanged = set(other.features) ^ set(direction[0])
        assert len(exchanged) <= 2


def test_real_weights_are_rounded_in_every_size():
    found = list(roundings(REACH, (0, 2), np.array([0.5, -1.0])))
    assert found == [Direction((2,), (-1,)), Direction((0, 2), (1, -2)), Direction((0, 2), (2, -3))]
    assert list(roundings(REACH, (0, 2), np.zeros(2))) == []


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(-3, 3), st.integers(-3, 3), st.integers(0, 20))
def test_the_best_cut_is_the_best_of_all(seed, first, second, least):
    direction = REACH.whole((0, 1), (first, second))
    if direction is None:
        return
    geometry, chance = geometry_of(seed), np.random.default_rng(seed)
    stakes = chance.integers(-2, 4, len(geometry)) * geometry.ranks.weight
    among = chance.random(len(geometry)) < 0.8
    scores, own = geometry.scores(direction, 0), geometry.ranks.cluster == 0
    weight = geometry.ranks.weight

    def gain(bound):
        inside = among & (scores <= bound)
        enough = weight[inside & own].sum() >= max(1, least)
        return int(stakes[inside].sum()) if enough else None

    gains = [gain(bound) for bound in np.unique(scores[among])]
    cut = best_cut(geometry, direction, 0, stakes, among, least)
    if cut is None:  # the best is to cut off nothing, or that is not allowed
        known = [g for g in gains if g is not None]
        assert not known or max(known) == gains[-1]
    else:
        assert np.array_equal(cut.outside, geometry.outside(cut.column))
        inside = among & ~cut.outside
        assert weight[inside & own].sum() >= max(1, least)
        # strangers between the last member inside and the next row may have stakes above zero
        assert int(stakes[inside & own].sum()) <= max(g for g in gains if g is not None) + int(
            np.abs(stakes[~own]).sum()
        )
        members_only = np.where(own, stakes, np.minimum(stakes, 0))
        again = best_cut(geometry, direction, 0, members_only, among, least)
        if again is not None:
            best = max(
                int(members_only[among & (scores <= b)].sum())
                for b in np.unique(scores[among])
                if weight[among & (scores <= b) & own].sum() >= max(1, least)
            )
            assert int(members_only[among & ~again.outside].sum()) == best


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_a_promise_can_be_kept(seed):
    geometry, chance = geometry_of(seed), np.random.default_rng(seed)
    shares = geometry.lower
    stakes = chance.integers(-2, 3, len(geometry)).astype(float)
    weights = [w for w in product(range(-2, 3), repeat=3) if any(w)]
    directions = list(dict.fromkeys(filter(None, (REACH.whole((0, 1, 2), w) for w in weights))))
    found = promises(shares, stakes, *as_arrays(directions, 3))
    for direction, promise in zip(directions, found, strict=True):
        scores = np.array(direction.weights, dtype=float) @ shares[list(direction.features)]
        best = max(0.0, *(stakes[scores <= bound + 1e-9].sum() for bound in scores))
        assert promise <= best + 1e-9


@settings(max_examples=15, deadline=None)
@given(
    st.integers(0, 10**6),
    st.sampled_from([None, 1, 2]),
    st.sampled_from([0.0, 0.5, 0.9]),
)
def test_a_descent_makes_no_answer_worse_and_keeps_to_limits(seed, most, recall):
    geometry = geometry_of(seed)
    weights = geometry.ranks.cluster_weights.tolist()
    outside = tuple(int((1 - recall) * w) for w in weights) if recall else ()
    geometry = geometry_of(seed, limits=Limits(most, outside))
    search, heard = SlantedSearch(geometry, REACH, seed, jobs=2), []
    search.fill_pool(NO_LIMIT)
    working = search.by_pairs(NO_LIMIT)
    working.keep_to_limits()
    assert geometry.excess(working.polyhedra, working.errors) == 0
    before = working.errors
    errand = Errand(NO_LIMIT, heard.append)
    search.descend(working, errand)
    shaken = search.shaken(working, errand)
    for answer in (working, shaken):
        assert answer.errors == geometry.errors(answer.polyhedra) <= before
        assert geometry.excess(answer.polyhedra, answer.errors) == 0
    assert shaken.key <= working.key
    if heard:
        assert min(map(geometry.errors, heard)) >= min(working.errors, shaken.errors)
    long, budget = shaken.complexity, shaken.errors + 5
    search.shorten(shaken, budget, errand)
    assert shaken.complexity <= long
    assert geometry.errors(shaken.polyhedra) <= budget
    assert geometry.excess(shaken.polyhedra, shaken.errors) == 0


def test_separators_find_the_features_that_separate():
    chance = np.random.default_rng(0)
    rows = chance.uniform(size=(2_000, 6))
    is_high = 2 * rows[:, 1] + rows[:, 4] - 3 * rows[:, 5] > 0
    reach = Reaching(tuple(range(6)), {2: 10, 3: 10})
    found = list(separators(reach, rows[~is_high], rows[is_high]))
    assert Direction((1, 4, 5), (2, 1, -3)) in found
    assert list(separators(reach, rows[:0], rows)) == []


@pytest.mark.slow
def test_sums_that_separate_many_rows_are_found():
    chance = np.random.default_rng(1)
    rows = chance.normal(size=(8_000, 8))
    label = np.digitize(rows[:, 0] + 2 * rows[:, 3] - rows[:, 6], [-1.5, 1.5])
    _, result = describe(rows, label, max_terms=3, max_coefficient=5, time_limit=8)
    assert result.errors <= 0.02 * len(rows)
    _, single = describe(rows, label, time_limit=4)
    assert result.errors < 0.2 * single.errors
