"""Bounds for slanted conditions: no half-space of the class is beyond them."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe import describe
from clusterscribe.clock import Clock
from clusterscribe.problem.limits import Limits
from clusterscribe.search.slanted.cones import HalfSpaceSearch, all_directions, number_of_cones
from clusterscribe.search.slanted.slanted_bound import SlantedBound
from tests.slanted.touching import NO_LIMIT, geometry_of


def half_spaces(values: np.ndarray, largest: int) -> list[np.ndarray]:
    """Return the rows inside each half-space of whole weights, and those inside none."""
    found = {np.zeros(values.shape[1], dtype=bool).tobytes()}
    for weights in product(range(-largest, largest + 1), repeat=len(values)):
        scores = np.round(np.array(weights) @ values, 9)
        found |= {(scores <= bound).tobytes() for bound in np.unique(scores)}
    return [np.frombuffer(inside, dtype=bool) for inside in found]


@pytest.mark.parametrize("features, terms", [(1, 3), (2, 2), (4, 2), (4, 3)])
def test_cones_cover_all_directions(features, terms):
    cones, chance = all_directions(features, terms), np.random.default_rng(0)
    assert cones.number == number_of_cones(features, terms)
    for _ in range(100):
        chosen = np.sort(chance.permutation(features)[: min(terms, features)])
        weights = chance.normal(size=len(chosen))
        weights /= np.abs(weights).max()
        same = (cones.features == chosen).all(axis=1)
        within = ((cones.low <= weights) & (weights <= cones.high)).all(axis=1)
        assert (same & within).any()


def test_halves_cover_what_was_halved():
    cones = all_directions(3, 3)
    halves = cones.halved().halved()
    assert halves.number == 4 * cones.number
    volume = np.where(halves.high > halves.low, halves.high - halves.low, 1).prod(axis=1)
    assert volume.sum() == pytest.approx(cones.number)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 40))
def test_no_half_space_is_heavier_than_the_bound(seed, spare):
    chance = np.random.default_rng(seed)
    values = chance.integers(0, 6, (3, 25)) / 5 - 0.5
    search = HalfSpaceSearch(values, 3, jobs=2)
    spaces = half_spaces(values, 3)
    for _ in range(3):  # what was bounded before is used again
        weight = chance.integers(-9, 10, 25)
        found = search.find(weight, spare, Clock(0.2))
        assert max(int(weight[inside].sum()) for inside in spaces) <= found.bound
        for half_space in found.found:
            assert half_space.weight == weight[half_space.inside].sum() <= found.bound


def fewest_errors(ranks, spaces: list[np.ndarray], conditions: int) -> int:
    """Return the fewest errors of all polyhedra of at most two half-spaces per cluster."""
    regions = {(first & second).tobytes() for first in spaces for second in spaces}
    regions = {s.tobytes() for s in spaces} if conditions == 1 else regions
    inside = np.array([np.frombuffer(region, dtype=bool) for region in regions])
    best = int(ranks.weight.sum())
    allowed = [inside @ (ranks.weight * (ranks.cluster == k)) for k in (0, 1)]
    first, second = (
        inside[held >= least] for held, least in zip(allowed, ranks.least_inside, strict=True)
    )
    own, other = ranks.cluster == 0, ranks.cluster == 1
    for region in first:
        wrong = (own & ~region) | (~own & region)
        more = (second & ~other) | (~second & other) | wrong
        best = min(best, int((more @ ranks.weight).min()))
    return best


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([1, 2]), st.sampled_from([0.0, 0.5]))
def test_no_description_makes_fewer_errors(seed, conditions, recall):
    geometry = geometry_of(seed, rows=10, clusters=2)
    weights = geometry.ranks.cluster_weights.tolist()
    outside = tuple(int((1 - recall) * w) for w in weights) if recall else ()
    limits = Limits(conditions, outside)
    geometry = replace(geometry, ranks=replace(geometry.ranks, limits=limits))
    best = fewest_errors(geometry.ranks, half_spaces(geometry.lower, 2), conditions)
    # with no answer known that what is proved could be cut down to
    bound = SlantedBound(geometry, conditions, 3, geometry.ranks.total_weight, jobs=2)
    assert 0 <= bound.run(Clock(1.0)) <= best


@pytest.mark.slow
def test_one_line_between_two_clusters_is_bounded():
    chance = np.random.default_rng(5)
    rows = chance.normal(size=(1_500, 4))
    label = rows[:, 0] - 2 * rows[:, 2] + chance.normal(0, 0.6, 1_500) > 0
    _, result = describe(
        rows, label, max_terms=2, max_coefficient=5, max_conditions=1, time_limit=6
    )
    assert 0.5 * result.errors <= result.error_bound <= result.errors
    _, any_number = describe(rows, label, max_terms=2, max_coefficient=5, time_limit=4)
    if any_number.capped is not None:
        assert any_number.capped.errors <= result.errors


def test_where_nothing_counts_there_is_nothing_to_gain():
    search = HalfSpaceSearch(np.random.default_rng(0).random((2, 5)) - 0.5, 2, jobs=1)
    assert search.find(np.zeros(5, dtype=np.int64), 0, NO_LIMIT).bound == 0
