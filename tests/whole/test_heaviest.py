"""The heaviest polyhedron, against all of them."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.clock import Clock
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.ranks import Ranks, rank
from clusterscribe.search.whole import heaviest
from clusterscribe.search.whole.heaviest import HeaviestSearch
from clusterscribe.search.whole.polyhedron import Polyhedron
from tests.whole.tiny import heaviest_weight, polyhedra, tables

NO_LIMIT = Clock(None)


def _weights(ranks: Ranks, seed: int) -> np.ndarray:
    """Return weights of one cluster's search: members count for it, strangers against it."""
    sizes = np.random.default_rng(seed).integers(0, 9, len(ranks))
    return np.where(ranks.cluster == 0, sizes, -sizes)


@settings(max_examples=20, deadline=None)
@given(
    tables(rows=20, features=3, values=6),
    st.integers(1, 3),
    st.integers(0, 99),
    st.integers(2, 6),
    st.integers(2, 8),
)
def test_is_the_heaviest_of_all(
    ranks: Ranks, conditions: int, seed: int, blocks: int, slots: int
) -> None:
    weight = _weights(ranks, seed)
    best = max(int(weight[inside].sum()) for _, inside in polyhedra(ranks, conditions))
    with (
        patch.object(heaviest, "MOST_BLOCKS", blocks),
        patch.object(heaviest, "MOST_SLOTS", slots),
        patch.object(heaviest, "FEWEST_SLOTS", 2),
    ):
        search = HeaviestSearch(ranks, conditions, jobs=2)
    found = search.find(0, weight, NO_LIMIT)
    assert found.weight == found.bound == max(0, best)
    if found.place is not None:
        polyhedron = Polyhedron.of(ranks, 0, found.place)
        assert polyhedron.conditions <= conditions
        assert int(weight[polyhedron.inside].sum()) == best


@settings(max_examples=20, deadline=None)
@given(tables(rows=20, features=2), st.integers(0, 99), st.integers(2, 3))
def test_four_conditions(ranks: Ranks, seed: int, blocks: int) -> None:
    weight = _weights(ranks, seed)
    best = max(int(weight[inside].sum()) for _, inside in polyhedra(ranks, 4))
    with patch.object(heaviest, "MOST_BLOCKS", blocks):
        search = HeaviestSearch(ranks, 4, jobs=1)
    found = search.find(0, weight, NO_LIMIT)
    assert found.weight == found.bound == max(0, best)


@settings(max_examples=20, deadline=None)
@given(tables(rows=20, features=2), st.integers(0, 99), st.integers(0, 8))
def test_what_may_be_left_open_is_in_the_bound(ranks: Ranks, seed: int, spare: int) -> None:
    weight = _weights(ranks, seed)
    best = max(int(weight[inside].sum()) for _, inside in polyhedra(ranks, 2))
    found = HeaviestSearch(ranks, 2, jobs=1).find(0, weight, NO_LIMIT, spare=spare)
    assert found.weight <= max(0, best) <= found.bound <= found.weight + spare


@settings(max_examples=20, deadline=None)
@given(tables(rows=20, features=3), st.integers(0, 99), st.integers(0, 3))
def test_few_shapes_prove_what_is_said_of_them(ranks: Ranks, seed: int, most: int) -> None:
    weight, search = _weights(ranks, seed), HeaviestSearch(ranks, 2, jobs=1)
    best = search.find(0, weight, NO_LIMIT)
    found = search.find(0, weight, NO_LIMIT, most=most)
    assert found.weight <= best.weight <= found.bound
    among = [
        search.find(0, weight, NO_LIMIT, among=np.array([s])) for s in range(len(search.shapes))
    ]
    assert all(shape.weight == shape.bound for shape in among)
    assert max(shape.weight for shape in among) == best.weight


@settings(max_examples=20, deadline=None)
@given(tables(rows=20, features=3), st.integers(0, 99), st.integers(0, 5))
def test_several_shapes_bring_up_heavy_polyhedra(ranks: Ranks, seed: int, beat: int) -> None:
    weight, search = _weights(ranks, seed), HeaviestSearch(ranks, 2, jobs=2)
    found = search.find(0, weight, NO_LIMIT, beat=beat, several=len(search.shapes))
    weights = []
    for place in found.others:
        polyhedron = Polyhedron.of(ranks, 0, place)
        assert polyhedron.conditions <= 2
        weights.append(polyhedron.weighs(weight))
    assert weights == sorted(weights, reverse=True)
    assert all(beat < weight <= found.weight for weight in weights)


@settings(max_examples=20, deadline=None)
@given(tables(rows=20, features=2), st.integers(0, 99), st.integers(0, 20))
def test_what_is_not_heavier_than_asked_for_is_not_found(
    ranks: Ranks, seed: int, beat: int
) -> None:
    weight = _weights(ranks, seed)
    best = max(int(weight[inside].sum()) for _, inside in polyhedra(ranks, 2))
    found = HeaviestSearch(ranks, 2, jobs=1).find(0, weight, NO_LIMIT, beat=beat)
    assert found.weight == found.bound == max(beat, best)
    assert best <= beat or found.place is not None


@settings(max_examples=60, deadline=None)
@given(tables(rows=20, features=2), st.integers(1, 3), st.integers(0, 99), st.integers(-5, 9))
def test_lists_every_set_of_members_that_is_heavy_enough(
    ranks: Ranks, conditions: int, seed: int, cutoff: int
) -> None:
    """Every heavy polyhedron is dominated by a listed one: no member less, no stranger more."""
    weight = _weights(ranks, seed)
    listed = HeaviestSearch(ranks, conditions, jobs=2).above(0, weight, cutoff, 10_000, NO_LIMIT)
    assert listed is not None
    found = [Polyhedron.of(ranks, 0, place).inside for place in listed]
    assert all(int(weight[inside].sum()) >= cutoff for inside in found)
    own = ranks.cluster == 0
    for _, inside in polyhedra(ranks, conditions):
        if int(weight[inside].sum()) >= cutoff and (inside & own).any():
            assert any(
                (other | ~own | ~inside).all() and (inside | own | ~other).all() for other in found
            )


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 10**6), st.integers(3, 4))
def test_is_exact_where_ranges_of_thresholds_are_narrowed_again_and_again(
    seed: int, conditions: int
) -> None:
    chance = np.random.default_rng(seed)
    rows, features = int(chance.integers(20, 200)), int(chance.integers(2, 4))
    numbers = chance.integers(
        0, chance.integers(4, 40 if conditions == 3 else 16), (rows, features)
    )
    cluster = chance.integers(0, 2, rows)
    ranks = rank(Boxes.from_rows(numbers.astype(float), cluster, 2))[0]
    size = chance.integers(0, 9, len(ranks))
    weight = np.where(ranks.cluster == 0, size, -size)
    search = HeaviestSearch(ranks, conditions, jobs=2)
    best = heaviest_weight(ranks, weight, conditions)
    found = search.find(0, weight, NO_LIMIT)
    assert found.weight == found.bound == best
    listed = search.above(0, weight, max(1, best), 10_000, NO_LIMIT)
    assert listed or not best


class TwoLooks(Clock):
    """A clock on which the time is over from the so-manieth look on."""

    def __init__(self, looks: int) -> None:
        super().__init__(None)
        self.looks = looks

    @property
    def expired(self) -> bool:
        """Whether it was looked at often enough."""
        self.looks -= 1
        return self.looks < 0


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 3), st.integers(0, 40))
def test_bounds_hold_whenever_the_time_is_over(seed: int, conditions: int, looks: int) -> None:
    chance = np.random.default_rng(seed)
    numbers, cluster = chance.integers(0, 20, (120, 3)), chance.integers(0, 2, 120)
    ranks = rank(Boxes.from_rows(numbers.astype(float), cluster, 2))[0]
    size = chance.integers(0, 9, len(ranks))
    weight = np.where(ranks.cluster == 0, size, -size)
    search = HeaviestSearch(ranks, conditions, jobs=1)
    best = heaviest_weight(ranks, weight, conditions)
    assert search.find(0, weight, TwoLooks(looks)).bound >= best
    assert search.above(0, weight, max(1, best), 10_000, TwoLooks(looks)) != [] or not best


def test_a_list_without_room_is_no_list() -> None:
    ranks = _line(50)
    weight = np.where(ranks.cluster == 0, 1, -1)
    assert HeaviestSearch(ranks, 2, jobs=1).above(0, weight, 1, 0, NO_LIMIT) is None


def test_gives_up_where_there_is_no_room_for_the_list() -> None:
    ranks = _line(50)
    weight = np.where(ranks.cluster == 0, 1, -1)
    assert HeaviestSearch(ranks, 2, jobs=1).above(0, weight, -40, 3, NO_LIMIT) is None


def test_without_time_the_bound_is_all_there_is_to_gain() -> None:
    ranks = _line(50)
    weight = np.where(ranks.cluster == 0, 1, -1)
    found = HeaviestSearch(ranks, 2, jobs=1).find(0, weight, Clock(0.0))
    assert found.weight <= 1 <= found.bound <= int(weight[weight > 0].sum())


@pytest.mark.parametrize("conditions", [2, 3])
def test_many_values_are_refined_to_single_ones(conditions: int) -> None:
    """A grid of blocks is far too coarse for a gap of one value in thousands."""
    rows = np.arange(5_000.0)
    cluster = np.where((rows > 1_234) & (rows < 3_457), 0, 1)
    ranks = _ranked(rows[:, None], cluster)
    weight = np.where(cluster == 0, 7, -7)
    found = HeaviestSearch(ranks, conditions, jobs=2).find(0, weight, NO_LIMIT)
    assert found.weight == found.bound == 7 * 2_222


def _line(rows: int) -> Ranks:
    return _ranked(np.arange(float(rows))[:, None], np.arange(rows) % 2)


def _ranked(numbers: np.ndarray, cluster: np.ndarray) -> Ranks:
    from clusterscribe.problem.boxes import Boxes
    from clusterscribe.problem.ranks import rank

    weight = np.ones(len(cluster), dtype=np.int64)
    return rank(Boxes.from_rows(numbers, cluster.astype(np.int64), 2, weight))[0]
