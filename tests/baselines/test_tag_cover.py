"""Covers by tags against brute force, and the parts that find them."""

from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.clock import Clock
from clusterscribe.progress import silent
from clusterscribe.solver.tag_cover import TagCover
from clusterscribe.solver.tagged_rows import (
    TaggedRows,
    greedy_cover,
    undominated,
    without_idle_tags,
)


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
    search = TagCover(rows, budget, Clock(10), silent, workers=1)
    search.run()
    return search.answer()


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
        assert answer.uncovered <= budget == answer.allowed
        assert int(answer.cover.sum()) == answer.bound == min(within)
    else:
        assert answer.allowed is None
        assert answer.fewest_uncovered == answer.uncovered == min(measures)[0]


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


def test_idle_tags_are_taken_away():
    has = np.array([[True, True], [True, False]])
    rows = TaggedRows(has, np.array([0, 0]), np.ones(2, dtype=np.int64), 1)
    assert without_idle_tags(rows, np.array([[True, True]])).tolist() == [[True, False]]
