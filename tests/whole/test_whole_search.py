"""Column generation over whole polyhedra, against all descriptions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.clock import Clock
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import ranges_of
from clusterscribe.problem.limits import Limits
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks, rank
from clusterscribe.progress import silent
from clusterscribe.search.found import Finds
from clusterscribe.search.goal import FEWEST_ERRORS, Ceiling, Goal
from clusterscribe.search.incumbent import Incumbent, RangeEncoding
from clusterscribe.search.integer import Runner
from clusterscribe.search.schedule import WholeSchedule
from clusterscribe.search.unions.union_bound import fewest_errors_of_unions as bound_of_unions
from clusterscribe.search.whole.closing import close
from clusterscribe.search.whole.means import Means
from clusterscribe.search.whole.passes import search_whole
from clusterscribe.search.whole.prices import Prices
from clusterscribe.search.whole.whole_search import WholeSearch
from tests.whole.tiny import (
    fewest_errors,
    fewest_errors_of_unions,
    tables,
    with_least_inside,
)

COMPLEXITY = Goal(complexity=1)
MEANS = Means(Runner(Clock(None), workers=1), WholeSchedule(), jobs=1)


def _incumbent(ranks: Ranks, ceiling: int | None = None) -> Incumbent[Ranges]:
    """Begin with polyhedra without conditions, which every limit allows."""
    start = Ranges.everything(ranks.clusters, ranks.sizes)
    above = None if ceiling is None else Ceiling(COMPLEXITY, 2 * ceiling)
    return Incumbent(
        RangeEncoding(ranks), start, Clock(None), silent, "test", (FEWEST_ERRORS,), None, above
    )


@settings(max_examples=15, deadline=None)
@given(tables(), st.integers(1, 2), st.sampled_from([0.0, 0.5, 0.8, 1.0]))
def test_bound_and_answer_meet_the_best(ranks: Ranks, conditions: int, share: float) -> None:
    ranks = with_least_inside(ranks, share, conditions)
    best, known = fewest_errors(ranks, conditions), _incumbent(ranks)
    search_whole(ranks, conditions, known, MEANS, Clock(None))
    assert not known.broken
    assert known.best.conditions.max() <= conditions
    assert known.bound <= best <= known.errors
    assert known.errors == best or known.bound < known.errors


@settings(max_examples=10, deadline=None)
@given(tables(rows=9), st.integers(0, 6), st.sampled_from([0.0, 0.5]), st.booleans())
def test_bounds_of_every_length(ranks: Ranks, ceiling: int, share: float, is_capped: bool) -> None:
    """What is proved with two conditions searched holds for any number, unless they are capped."""
    ranks = with_least_inside(ranks, share, 2 if is_capped else None)
    most = 2 if is_capped else 2 * ranks.features
    known = _incumbent(ranks, ceiling)
    search = WholeSearch(ranks, 2, known, MEANS, ceiling=ceiling)
    search.run(Clock(None))
    best = fewest_errors(ranks, most, ceiling)
    assert best is not None
    assert known.bound <= best <= known.errors
    assert int(known.best.conditions.sum()) <= ceiling
    for errors in {0, best - 1, best, best + 2} - {-1}:
        needed = 0 if search.proved is None else search.proved.least_conditions(errors)
        if needed:
            within = fewest_errors(ranks, most, needed - 1)
            assert within is None or within > errors


@settings(max_examples=25, deadline=None)
@given(
    tables(rows=8, clusters=2), st.integers(1, 2), st.integers(2, 3), st.sampled_from([0.0, 0.7])
)
def test_bounds_of_unions(ranks: Ranks, conditions: int, most: int, share: float) -> None:
    ranks = with_least_inside(ranks, share, conditions)
    best = fewest_errors_of_unions(ranks, conditions, most)
    bound = bound_of_unions(
        ranks, conditions, _incumbent(ranks), MEANS, Clock(None), polyhedra=most
    )
    assert best is not None
    assert 0 <= bound <= best


def test_a_bound_of_unions_says_something_where_clusters_are_mixed() -> None:
    chance = np.random.default_rng(0)
    numbers, cluster = chance.random((200, 2)).round(1), chance.integers(0, 2, 200)
    ranks = rank(Boxes.from_rows(numbers, cluster, 2))[0]
    bound = bound_of_unions(ranks, 2, _incumbent(ranks), MEANS, Clock(20), polyhedra=2)
    assert bound > 20


def test_some_rows_first_leads_to_a_bound_for_all() -> None:
    chance = np.random.default_rng(0)
    middles = np.array([[0.0, 0.0], [1.5, 0.0], [0.0, 1.5]])
    cluster = chance.integers(0, 3, 3_000)
    numbers = (middles[cluster] + chance.normal(0, 0.5, (3_000, 2))).round(2)
    ranks = _ranked(numbers, cluster)
    schedule = replace(WholeSchedule(), rows=500)
    known = _incumbent(ranks)
    search_whole(ranks, 2, known, replace(MEANS, schedule=schedule), Clock(20.0))
    assert known.errors == known.best.errors(ranks)
    assert 0.97 * known.errors <= known.bound <= known.errors


def test_errors_among_some_rows_are_no_errors_of_an_answer() -> None:
    chance = np.random.default_rng(3)
    cluster = chance.integers(0, 3, 2_000)
    numbers = (cluster[:, None] + chance.normal(0, 0.9, (2_000, 2))).round(2)
    ranks = replace(_ranked(numbers, cluster), limits=Limits(2))
    finds, told = Finds(COMPLEXITY), list[float]()
    known = replace(
        _incumbent(ranks),
        start=Ranges.everything(3, ranks.sizes),
        finds=finds,
        listener=lambda news: told.append(news.best),
    )
    schedule = replace(WholeSchedule(), rows=200)
    search_whole(ranks, 2, known, replace(MEANS, schedule=schedule), Clock(5.0))
    assert known.errors == min(step.errors for step in finds.steps) <= min(told)
    for step in finds.steps:
        assert ranges_of(step.polyhedra, ranks.sizes).errors(ranks) == step.errors


def test_nothing_is_closed_as_long_as_the_best_answer_breaks_limits() -> None:
    ranks = _ranked(np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0, 1, 0, 1]))
    ranks = replace(ranks, limits=Limits(1, (0, 0)))
    too_short = Ranges.everything(2, ranks.sizes)
    too_short.high[:] = 0
    known = replace(_incumbent(ranks), start=too_short)
    assert known.is_over
    known.bound = 1.0
    close(WholeSearch(ranks, 1, known, MEANS), Clock(None))
    assert known.bound == 1.0


def test_small_gaps_are_closed_by_a_list() -> None:
    """Three points on a line of which two polyhedra share the middle: the relaxation is 1.5."""
    ranks = _ranked(np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0, 1, 0, 1]))
    limits = Limits(1)
    known = _incumbent(replace(ranks, limits=limits))
    search_whole(replace(ranks, limits=limits), 1, known, MEANS, Clock(None))
    assert known.closed
    assert known.errors == fewest_errors(replace(ranks, limits=limits), 1)


@settings(max_examples=25, deadline=None)
@given(tables(), st.integers(1, 2), st.sampled_from([0.0, 0.5, 0.8]), st.integers(0, 99))
def test_lists_that_are_too_long_are_cut_in_parts_until_they_are_decided(
    ranks: Ranks, conditions: int, share: float, seed: int
) -> None:
    ranks = with_least_inside(ranks, share, conditions)
    schedule = replace(WholeSchedule(), largest_choice=seed % 3 * 20, patience=1, least_rise=1.0)
    known, best = _incumbent(ranks), fewest_errors(ranks, conditions)
    search_whole(ranks, conditions, known, replace(MEANS, schedule=schedule), Clock(None))
    assert known.bound <= best <= known.errors
    assert known.closed


@settings(max_examples=10, deadline=None)
@given(tables(), st.integers(2, 6), st.sampled_from([0.0, 0.5]))
def test_parts_keep_to_the_length_of_all_polyhedra(
    ranks: Ranks, ceiling: int, share: float
) -> None:
    ranks = with_least_inside(ranks, share, 2)
    schedule = replace(WholeSchedule(), largest_choice=0, patience=1, least_rise=1.0)
    known = _incumbent(ranks, ceiling)
    search = WholeSearch(ranks, 2, known, replace(MEANS, schedule=schedule), ceiling=ceiling)
    search.run(Clock(None))
    assert known.bound <= fewest_errors(ranks, 2, ceiling) <= known.errors
    assert int(known.best.conditions.sum()) <= ceiling


def test_multipliers_of_some_rows_prove_as_much_of_rows_like_them() -> None:
    """All rows twice: those left out are like those that were not, so that nothing is lost."""
    chance = np.random.default_rng(1)
    numbers, cluster = chance.normal(size=(200, 2)).round(1), chance.integers(0, 2, 200)
    some = _ranked(numbers, cluster)
    twice = _ranked(np.vstack([numbers, numbers]), np.append(cluster, cluster))
    search = WholeSearch(some, 2, _incumbent(some), MEANS)
    search.start(Clock(None))
    search.go_round(Clock(None), lambda: False, 0.1, 2)
    begun = search.multipliers.of_all(twice, np.arange(200))
    assert np.array_equal(
        begun.of_row[begun.patterns.of_row[:200]], begun.of_row[begun.patterns.of_row[200:]]
    )
    before, after = Prices.of(search.multipliers), Prices.of(begun)
    assert after.constant == 2 * before.constant
    for k in range(2):
        assert np.array_equal(np.tile(before.weights(k), 2), after.weights(k))


def _ranked(numbers: np.ndarray, cluster: np.ndarray) -> Ranks:
    from clusterscribe.problem.boxes import Boxes
    from clusterscribe.problem.ranks import rank

    clusters, weight = int(cluster.max()) + 1, np.ones(len(cluster), dtype=np.int64)
    return rank(Boxes.from_rows(numbers, cluster.astype(np.int64), clusters, weight))[0]


def test_there_is_no_bound_of_unions_where_nothing_varies() -> None:
    ranks = rank(Boxes.from_rows(np.ones((6, 2)), np.array([0, 1, 0, 1, 0, 1]), 2))[0]
    assert bound_of_unions(ranks, 2, _incumbent(ranks), MEANS, Clock(5), polyhedra=2) == 0
