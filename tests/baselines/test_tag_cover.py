"""Covers by tags against brute force, and the parts that find them."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.baselines.baseline import Effort
from clusterscribe.baselines.tags.tag_cover import TagCover
from clusterscribe.baselines.tags.tagged_rows import (
    TaggedRows,
    greedy_cover,
    undominated,
    without_idle_tags,
)
from clusterscribe.clock import Clock
from clusterscribe.search.cp_sat import run


@st.composite
def tagged(draw):
    """A few rows with up to four tags, two or three clusters, and weights."""
    clusters = draw(st.integers(2, 3))
    rows, tags = draw(st.integers(clusters, 8)), draw(st.integers(1, 4))
    has = draw(st.lists(st.booleans(), min_size=rows * tags, max_size=rows * tags))
    cluster = draw(st.lists(st.integers(0, clusters - 1), min_size=rows, max_size=rows))
    cluster[:clusters] = range(clusters)
    weight = draw(st.lists(st.integers(1, 3), min_size=rows, max_size=rows))
    return TaggedRows(
        np.array(has).reshape(rows, tags), np.array(cluster), np.array(weight), clusters
    )


def all_covers(rows):
    """Give each tag to one of the clusters, or to none."""
    for owners in product(range(-1, rows.clusters), repeat=rows.has.shape[1]):
        yield np.array([[owner == k for owner in owners] for k in range(rows.clusters)])


def solved(rows, budget):
    search = TagCover(rows, budget, Effort(Clock(10), workers=1))
    search.run()
    return search


@settings(max_examples=60, deadline=None)
@given(tagged())
def test_the_fewest_rows_stay_uncovered_and_the_fewest_tags_do_that(rows):
    measures = [(rows.uncovered(cover), int(cover.sum())) for cover in all_covers(rows)]
    answer = solved(rows, None)
    assert (answer.uncovered, int(answer.cover.sum())) == min(measures)
    assert (answer.fewest_uncovered, answer.bound) == min(measures)
    assert answer.stop_reason == "optimal"


@settings(max_examples=60, deadline=None)
@given(tagged(), st.integers(0, 6))
def test_a_budget_is_met_with_the_fewest_tags_or_proved_too_small(rows, budget):
    measures = [(rows.uncovered(cover), int(cover.sum())) for cover in all_covers(rows)]
    within = [tags for uncovered, tags in measures if uncovered <= budget]
    answer = solved(rows, budget)
    if within:
        assert answer.is_within_budget
        assert answer.uncovered <= budget
        assert int(answer.cover.sum()) == answer.bound == min(within)
    else:
        assert not answer.is_within_budget
        assert answer.fewest_uncovered == answer.uncovered == min(measures)[0]


def test_a_budget_gets_all_of_the_time(monkeypatch):
    # the only tag covers the larger cluster, and the budget asks for the other one as well
    rows = TaggedRows(np.ones((2, 1), dtype=bool), np.array([0, 1]), np.array([2, 1]), 2)
    given_seconds = []

    def run_and_note(model, clock, seconds, **more):
        given_seconds.append(seconds)
        return run(model, clock, seconds, **more)

    monkeypatch.setattr("clusterscribe.baselines.tags.tag_cover.run", run_and_note)
    solved(rows, 0)
    solved(rows, None)
    assert given_seconds[0] > 9
    assert given_seconds[1] < 5


def forbidden(*_, **__):
    raise AssertionError("there is no time for a model")


def test_no_model_is_written_when_the_time_is_up(monkeypatch):
    monkeypatch.setattr("clusterscribe.baselines.tags.tag_cover._CoverModel", forbidden)
    rows = TaggedRows(np.ones((2, 1), dtype=bool), np.array([0, 1]), np.array([2, 1]), 2)
    search = TagCover(rows, None, Effort(Clock(0)))
    search.run()
    assert search.cover.tolist() == [[True], [False]]
    assert (search.uncovered, search.fewest_uncovered, search.bound) == (1, 0, 0)
    assert search.stop_reason == "time limit"


def test_no_model_is_written_that_would_take_longer_than_is_left(monkeypatch):
    monkeypatch.setattr("clusterscribe.baselines.tags.tag_cover._CoverModel", forbidden)
    monkeypatch.setattr("clusterscribe.baselines.tags.tag_cover.LITERALS_PER_SECOND", 0.01)
    rows = TaggedRows(np.ones((2, 1), dtype=bool), np.array([0, 1]), np.array([2, 1]), 2)
    search = TagCover(rows, None, Effort(Clock(10)))
    search.run()
    assert search.stop_reason == "time limit"


def test_rows_are_compared_once(monkeypatch):
    calls = []
    monkeypatch.setattr(
        "clusterscribe.baselines.tags.tag_cover.undominated",
        lambda rows: calls.append(rows) or undominated(rows),
    )
    rows = TaggedRows(np.eye(3, dtype=bool), np.array([0, 0, 1]), np.ones(3, dtype=np.int64), 2)
    assert solved(rows, None).stop_reason == "optimal"
    assert len(calls) == 1


def test_what_was_proved_before_an_interruption_stays_proved(monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(TagCover, "_find_rarest_elsewhere", interrupted)
    rows = TaggedRows(np.eye(2, dtype=bool), np.array([0, 1]), np.ones(2, dtype=np.int64), 2)
    search = TagCover(rows, None, Effort(Clock(10), workers=1))
    with pytest.raises(KeyboardInterrupt):
        search.run()
    assert (int(search.cover.sum()), search.bound, search.stop_reason) == (2, 2, "optimal")


def test_an_interruption_before_the_first_model_leaves_the_quick_answer(monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("clusterscribe.baselines.tags.tag_cover.without_idle_tags", interrupted)
    rows = TaggedRows(np.eye(2, dtype=bool), np.array([0, 1]), np.ones(2, dtype=np.int64), 2)
    search = TagCover(rows, None, Effort(Clock(10), workers=1))
    with pytest.raises(KeyboardInterrupt):
        search.run()
    assert search.cover.tolist() == [[True, False], [False, True]]
    assert search.stop_reason == "interrupted"


@settings(max_examples=60, deadline=None)
@given(tagged())
def test_no_tag_is_used_by_two_clusters(rows):
    for cover in (greedy_cover(rows), solved(rows, None).cover):
        assert (cover.sum(axis=0) <= 1).all()


@settings(max_examples=60, deadline=None)
@given(tagged())
def test_merged_rows_count_as_the_rows_they_stand_for(rows):
    merged = rows.merged()
    assert len(merged.weight) <= len(rows.weight)
    for cover in all_covers(rows):
        assert merged.uncovered(cover) == rows.uncovered(cover)


@settings(max_examples=60, deadline=None)
@given(tagged())
def test_dropped_rows_are_covered_whenever_the_others_are(rows):
    merged = rows.merged()
    kept = merged.chosen(undominated(merged))
    for cover in all_covers(rows):
        assert (kept.uncovered(cover) == 0) == (merged.uncovered(cover) == 0)


def test_a_row_whose_tags_include_those_of_another_is_dropped():
    has = np.array([[True, False], [True, True], [False, True]])
    rows = TaggedRows(has, np.array([0, 0, 1]), np.ones(3, dtype=np.int64), 2)
    assert undominated(rows).tolist() == [0, 2]


@settings(max_examples=60, deadline=None)
@given(tagged())
def test_greedy_takes_the_tag_that_covers_most_of_what_is_left(rows):
    expected = np.zeros((rows.clusters, rows.has.shape[1]), dtype=bool)
    while True:
        free = ~expected.any(axis=0)
        left = rows.weight * rows.bare(expected)
        gain = np.array([(left * (rows.cluster == k)) @ rows.has for k in range(rows.clusters)])
        gain *= free
        if gain.max() == 0:
            break
        expected[np.unravel_index(gain.argmax(), gain.shape)] = True
    assert (greedy_cover(rows) == expected).all()


@settings(max_examples=60, deadline=None)
@given(tagged(), st.integers(0, 6))
def test_without_idle_tags_none_more_can_go(rows, more):
    cover = greedy_cover(rows)
    allowed = rows.uncovered(cover) + more
    left = without_idle_tags(rows, cover, allowed)
    assert rows.uncovered(left) <= allowed
    assert not (left & ~cover).any()
    for place in np.argwhere(left):
        fewer = left.copy()
        fewer[tuple(place)] = False
        assert rows.uncovered(fewer) > allowed


def test_idle_tags_are_taken_away():
    has = np.array([[True, True], [True, False]])
    rows = TaggedRows(has, np.array([0, 0]), np.ones(2, dtype=np.int64), 1)
    assert without_idle_tags(rows, np.array([[True, True]])).tolist() == [[True, False]]
