"""Borders between two polyhedra: what rows count on either side, and both sides at once."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe import describe
from clusterscribe.search.slanted.borders import borders, new_border
from clusterscribe.search.slanted.slanted_search import SlantedSearch
from clusterscribe.search.slanted.working import Working, rows_inside
from tests.slanted.touching import NO_LIMIT, REACH, geometry_of


def working_of(seed: int) -> Working:
    """Make an answer of which one cluster has two polyhedra, now and then."""
    geometry = geometry_of(seed)
    search = SlantedSearch(geometry, REACH, seed, jobs=2)
    search.fill_pool(NO_LIMIT)
    working = search.by_pairs(NO_LIMIT)
    if seed % 2:
        working = working.with_another(0)
        search.improve(working, len(working.cuts) - 1, NO_LIMIT)
    return working


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([(1, 0, 0), (1, -2, 0), (1, 2, -3)]))
def test_rows_count_what_they_change(seed, weights):
    working = working_of(seed)
    direction = REACH.whole((0, 1, 2), weights)
    weight = working.geometry.ranks.weight
    scores = working.geometry.scores(direction, 0)
    for border in borders(working, 0, 1):
        holds = [rows_inside(rest, len(weight)) for rest in border.rests]
        gained = []
        for bound in np.unique(scores):
            here = scores <= bound
            right = working.right_with({0: holds[0] & here, 1: holds[1] & ~here})
            gained.append(int(weight[right].sum()) - int(border.stakes[here].sum()))
        assert len(set(gained)) == 1


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([(1, 0, 0), (1, -2, 0), (1, 2, -3)]))
def test_both_sides_of_a_moved_border_are_where_they_should_be(seed, weights):
    working = working_of(seed)
    direction = REACH.whole((0, 1, 2), weights)
    for border in (*borders(working, 0, 1), new_border(working, 1, 0)):
        moved = border.moved(working, direction)
        if moved is not None:
            first, second = (moved.cuts[place][-1] for place in border.places)
            assert not (~first.outside & ~second.outside).any()
            assert moved.errors == working.geometry.errors(moved.polyhedra)


def test_two_clusters_are_separated_by_one_line():
    """Where both had a line of their own, rows between the lines would be wrong, too."""
    chance = np.random.default_rng(3)
    rows = chance.normal(size=(6_000, 6))
    score = 3 * rows[:, 0] - 2 * rows[:, 2] + rows[:, 5] + chance.normal(0, 0.5, 6_000)
    _, result = describe(rows, score > 0, max_terms=3, max_coefficient=5, time_limit=6)
    ideal = (3 * rows[:, 0] - 2 * rows[:, 2] + rows[:, 5] > 0) != (score > 0)
    assert result.errors <= 1.05 * ideal.sum()
