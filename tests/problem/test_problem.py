"""Ranks, ladders, reduction, trees and local search: each against the plain definition."""

from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier

from clusterscribe.clock import Clock
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.idle import without_idle
from clusterscribe.problem.improve import (
    bounding_ranges,
    descend,
    explore,
    fewest_conditions,
    fewest_errors,
)
from clusterscribe.problem.ladders import build_ladders
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import rank
from clusterscribe.problem.reduce import reduce
from clusterscribe.problem.sweep import Cut, Sweep
from clusterscribe.problem.tree import tree_ranges
from tests.search.strategies import problems


@st.composite
def answers(draw, ranks):
    """Any ranges at all for the problem, empty ones included."""
    answer = Ranges.everything(ranks.clusters, ranks.sizes)
    for k in range(ranks.clusters):
        for d, size in enumerate(ranks.sizes.tolist()):
            answer.low[k, d] = draw(st.integers(0, size))
            answer.high[k, d] = draw(st.integers(-1, size - 1))
    return answer


def test_ranks_are_positions_among_the_values(rows):
    ranks, values = rank(rows([[0.5, 7], [0.1, 7], [0.5, 9]], [0, 1, 0]))
    assert ranks.lower.tolist() == [[1, 0, 1], [0, 0, 1]]
    assert [v.tolist() for v in values] == [[0.1, 0.5], [7, 9]]


def test_useful_bounds_sit_on_members_and_cut_off_more_than_looser_ones(rows):
    # members at 0 1 2 6, outsiders at 3 4 5 9: shutting out the member at 6 pays, others do not
    ranks, _ = rank(rows([0, 1, 2, 6, 3, 4, 5, 9], [0, 0, 0, 0, 1, 1, 1, 1]))
    ladders = {(lad.cluster, lad.high): lad for lad in build_ladders(ranks, budget=1)}
    assert ladders[0, True].thresholds.tolist() == [6, 2]
    assert (0, False) not in ladders  # nothing lies below the cluster


def test_a_settled_member_is_never_shut_out(rows):
    ranks, _ = rank(rows([0, 1, 2, 6, 3, 4, 5, 9], [0, 0, 0, 0, 1, 1, 1, 1]))
    settled = np.array([False, False, False, True, False, False, False, False])
    ladders = {(lad.cluster, lad.high): lad for lad in build_ladders(ranks, 1, settled)}
    assert ladders[0, True].thresholds.tolist() == [6]


@settings(max_examples=60, deadline=None)
@given(problems(boxes=True), st.data(), st.integers(0, 6))
def test_reduction_keeps_the_errors_of_answers_on_its_steps(boxes, data, budget):
    ranks, _ = rank(boxes)
    problem = reduce(ranks, budget)
    answer = data.draw(answers(problem.ranks))
    restored = problem.restore(answer)
    assert restored.errors(ranks) == answer.errors(problem.ranks)
    assert restored.complexity == answer.complexity
    assert problem.ranks.weight.sum() == ranks.weight.sum()


@settings(max_examples=60, deadline=None)
@given(problems(boxes=True), st.data())
def test_tightening_shuts_out_no_member(boxes, data):
    ranks, _ = rank(boxes)
    answer = data.draw(answers(ranks))
    tight = answer.tightened(ranks)
    assert tight.errors(ranks) <= answer.errors(ranks)
    assert tight.complexity == answer.complexity
    for k in range(ranks.clusters):
        members = ranks.cluster == k
        assert (answer.inside(ranks, k) & members == tight.inside(ranks, k) & members).all()


@settings(max_examples=60, deadline=None)
@given(problems(boxes=True), st.data())
def test_a_cut_costs_what_moving_it_there_costs(boxes, data):
    ranks, _ = rank(boxes)
    answer = data.draw(answers(ranks))
    clusters = list(range(ranks.clusters))
    feature = data.draw(st.integers(0, ranks.features - 1))
    left = data.draw(st.sets(st.sampled_from(clusters)))
    right = data.draw(st.sets(st.sampled_from(clusters))) - left
    cut = Cut(feature, tuple(left), tuple(right))
    costs = Sweep(ranks, answer).cost_by_threshold(cut)
    for place, cost in enumerate(costs):
        moved = Sweep(ranks, answer)
        moved.move(cut, place - 1)
        assert moved.errors == moved.answer.errors(ranks) == cost


@settings(max_examples=60, deadline=None)
@given(problems(boxes=True), st.data(), st.sampled_from([0.0, 0.2, 0.5]))
def test_local_search_never_makes_it_worse(boxes, data, softness):
    ranks, _ = rank(boxes)
    start = data.draw(answers(ranks))
    improved = fewest_errors(ranks, [start, bounding_ranges(ranks)], Clock(5.0), thorough=True)
    assert improved.errors(ranks) <= start.errors(ranks)
    settled = descend(ranks, improved, Clock(5.0))
    assert settled.errors(ranks) <= improved.errors(ranks)
    descend(ranks, start, Clock(5.0), softness)  # ends
    shorter = fewest_conditions(ranks, settled, settled.errors(ranks), softness > 0, Clock(5.0))
    assert shorter.errors(ranks) <= settled.errors(ranks)
    assert shorter.complexity <= settled.complexity


def test_idle_conditions_are_dropped(rows):
    ranks, _ = rank(rows([[0, 5], [1, 6], [2, 7], [3, 8]], [0, 0, 1, 1]))
    start = bounding_ranges(ranks)
    assert start.complexity == 8  # on two features, above one cluster and below the other
    assert without_idle(ranks, start, budget=0).complexity == 4


def test_exploring_offers_only_answers_that_are_no_worse():
    chance = np.random.default_rng(3)
    boxes = Boxes.from_rows(chance.normal(size=(60, 3)), chance.integers(3, size=60), 3)
    ranks, _ = rank(boxes)
    start = tree_ranges(ranks)
    found = explore(
        ranks,
        start,
        np.random.default_rng(0),
        polish=lambda answer: descend(ranks, answer, Clock(5.0)),
        key=lambda answer: (answer.errors(ranks),),
    )
    offered = list(islice(found, 50))
    errors = [start.errors(ranks), *(answer.errors(ranks) for answer in offered)]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < errors[0]


@pytest.mark.parametrize("seed", range(5))
def test_the_tree_is_the_one_that_scikit_learn_fits(seed):
    chance = np.random.default_rng(seed)
    centres = chance.uniform(-1, 1, (3, 4))
    cluster = chance.integers(3, size=300)
    values = centres[cluster] + 0.1 * chance.normal(size=(300, 4))
    boxes = Boxes.from_rows(values, cluster, 3)
    ranks, _ = rank(boxes)
    tree = DecisionTreeClassifier(max_leaf_nodes=3, random_state=0).fit(values, cluster)
    ours = tree_ranges(ranks)
    predicted = tree.predict(values)
    for k in range(3):
        outside = ours.inside(ranks, k) & (predicted != k)
        assert not outside.any()
    assert ours.errors(ranks) == (predicted != cluster).sum()


def test_a_cluster_without_a_leaf_is_given_up(rows):
    boxes = rows([0, 0, 0, 1, 5, 5, 5], [0, 0, 0, 1, 2, 2, 2])
    ranks, _ = rank(boxes)
    tree = tree_ranges(ranks)
    assert tree.errors(ranks) <= 1


def test_of_settled_outsiders_only_the_hardest_clauses_are_left(rows):
    # cluster 0 is at 0; outsiders at (1, 0) and (0, 1) are cut off by one bound each, the one
    # at (1, 1) by either, which follows
    boxes = rows([[0, 0], [1, 0], [0, 1], [1, 1], [1, 1], [1, 0]], [0, 1, 1, 1, 1, 1])
    ranks, _ = rank(boxes)
    problem = reduce(ranks, 0)
    clauses = problem.clauses[0]
    assert sorted(clauses.steps.tolist()) == [[-1, 0], [0, -1]]
    assert clauses.boxes.tolist() == [-1, -1]
    assert len(reduce(ranks, 1).clauses[0].boxes) == 3  # rows that may be wrong keep theirs
