"""Columns against plain loops: who is compared with a bound, who is cut off, what is wrong."""

from itertools import pairwise, product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.pricing.prices import best_column, last_members
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import (
    Column,
    Direction,
    Geometry,
    columns_of,
    complexity,
    used_features,
)
from clusterscribe.problem.levels import Levels
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import rank
from clusterscribe.problem.scaling import Scaling
from tests.pricing import brute_force
from tests.pricing.strategies import boxes_of, cases, geometry_of

few_directions = [
    Direction((0,), (1,)),
    Direction((1,), (-1,)),
    Direction((0, 1), (1, 1)),
    Direction((0, 1), (3, -2)),
    Direction((0, 1), (-1, -5)),
]


def scores_one_by_one(boxes, direction, cluster):
    """Score each box: far corner of members, near corner of others; ranks for one feature."""
    scaling = Scaling.of(boxes, "minmax")
    lower, upper = scaling.shares(boxes.lower), scaling.shares(boxes.upper)
    found = []
    for box in range(len(boxes)):
        far = boxes.cluster[box] == cluster
        total = 0.0
        for d, weight in zip(direction.features, direction.weights, strict=True):
            highest = (weight > 0) == far
            if direction.is_single:
                raw = (boxes.upper if highest else boxes.lower)[box, d]
                seen = {*(weight * boxes.lower[:, d]), *(weight * boxes.upper[:, d])}
                total = float(sorted(seen).index(weight * raw))
            else:
                total += weight * (upper if highest else lower)[box, d]
        found.append(total)
    return found


@given(boxes_of(2, 3), st.sampled_from(few_directions), st.integers(0, 1))
@settings(max_examples=100, deadline=None)
def test_scores_are_those_of_plain_loops(boxes, direction, cluster):
    found = geometry_of(boxes).scores(direction, cluster)
    assert np.allclose(found, scores_one_by_one(boxes, direction, cluster), rtol=0, atol=1e-12)


@given(boxes_of(2, 2), st.data())
@settings(max_examples=60, deadline=None)
def test_a_box_is_wrong_if_cut_off_from_its_own_or_not_from_another(boxes, data):
    geometry = geometry_of(boxes)
    polyhedra = []
    for cluster in range(2):
        chosen = data.draw(st.lists(st.sampled_from(few_directions), max_size=2, unique=True))
        bounds = [data.draw(st.sampled_from([-1.0, 0.0, 0.4, 1.0, 2.0])) for _ in chosen]
        polyhedra.append(tuple(map(Column, [cluster] * len(chosen), chosen, bounds)))
    errors = 0
    for box, (own, weight) in enumerate(zip(boxes.cluster, boxes.weight, strict=True)):
        inside = [
            all(
                geometry.scores(column.direction, cluster)[box] <= column.bound
                for column in polyhedra[cluster]
            )
            for cluster in range(2)
        ]
        wrong = inside != [cluster == own for cluster in range(2)]
        assert geometry.wrong(tuple(polyhedra))[box] == wrong
        errors += int(weight) if wrong else 0
    assert geometry.errors(tuple(polyhedra)) == errors


def test_a_box_on_the_bound_is_inside():
    rows = Boxes.from_rows(np.array([[0.0, 0.0], [1.0, 1.0]]), np.array([0, 1]), 2)
    geometry = geometry_of(rows)
    assert geometry.outside(Column(0, Direction((0, 1), (1, 1)), 2.0)).tolist() == [False, False]
    assert geometry.outside(Column(0, Direction((0, 1), (1, 1)), 1.9)).tolist() == [False, True]
    assert geometry.outside(Column(0, Direction((0,), (1,)), 0.0)).tolist() == [False, True]


def test_members_count_with_their_far_corner_and_outsiders_with_their_near_one():
    boxes = Boxes(
        np.array([[0.0, 0.0], [0.0, 0.0]]),
        np.array([[1.0, 1.0], [1.0, 1.0]]),
        np.array([1, 1]),
        np.array([0, 1]),
        2,
    )
    geometry = geometry_of(boxes)
    assert geometry.scores(Direction((0, 1), (2, 1)), 0).tolist() == [3.0, 0.0]
    assert geometry.scores(Direction((0, 1), (2, -1)), 0).tolist() == [2.0, -1.0]


@given(boxes_of(1, 2), st.data())
@settings(max_examples=60, deadline=None)
def test_an_axis_parallel_answer_means_the_same_in_columns(boxes, data):
    ranks, _ = rank(boxes)
    geometry = Geometry.of(boxes, ranks, Scaling.of(boxes, "minmax"))
    ranges = Ranges.everything(2, ranks.sizes)
    for k, d in product(range(2), range(ranks.features)):
        size = int(ranks.sizes[d])
        ranges.low[k, d] = data.draw(st.integers(0, size))
        ranges.high[k, d] = data.draw(st.integers(-1, size - 1))
    polyhedra = columns_of(ranges)
    assert geometry.wrong(polyhedra).tolist() == ranges.wrong(ranks).tolist()
    assert complexity(polyhedra) == ranges.complexity
    assert used_features(polyhedra) == frozenset(np.flatnonzero(ranges.used).tolist())


def test_plain_rows_keep_one_corner_for_both():
    geometry = geometry_of(Boxes.from_rows(np.array([[0.0], [2.0]]), np.array([0, 0]), 1))
    assert geometry.lower is geometry.upper
    assert len(geometry) == 2


def test_a_constant_feature_does_not_vary():
    rows = Boxes.from_rows(np.array([[0.0, 5.0], [2.0, 5.0]]), np.array([0, 0]), 1)
    assert geometry_of(rows).varying.tolist() == [0]


@given(cases(2, 3), st.sampled_from(few_directions))
@settings(max_examples=150, deadline=None)
def test_thresholds_go_from_loose_to_tight_and_leave_nothing_out(case, direction):
    geometry, prices = case.geometry, case.prices
    if not set(direction.features) <= set(geometry.varying.tolist()):
        return
    if not brute_force.is_certain(case.boxes, prices, (direction.features, direction.weights)):
        return
    levels = Levels.of(geometry, direction, prices.cluster)
    others = geometry.ranks.cluster != prices.cluster
    lasts = last_members(levels, prices)
    found = levels.bounds(lasts).tolist()
    assert found == sorted(set(found), reverse=True)
    cut_off = [frozenset(np.flatnonzero(levels.cut_off_within(b) & others)) for b in found]
    possible, scores = set(), levels.scores
    for last in scores[prices.members]:
        lost = geometry.ranks.weight[prices.members] @ (scores[prices.members] > last)
        if lost <= prices.budget:
            possible.add(frozenset(np.flatnonzero((scores > last) & others)))
    assert set(cut_off) == possible - {frozenset()}
    assert all(looser < tighter for looser, tighter in pairwise(cut_off))


@given(cases(2, 3), st.sampled_from(few_directions[2:]))
@settings(max_examples=100, deadline=None)
def test_the_best_column_of_a_direction_is_the_one_of_brute_force(case, direction):
    geometry, prices = case.geometry, case.prices
    if not set(direction.features) <= set(geometry.varying.tolist()):
        return
    least = brute_force.least_in(case.boxes, prices, (direction.features, direction.weights))
    column = best_column(geometry, prices, direction)
    cost = prices.cost(direction.features)
    if column is not None:
        cost = min(cost, prices.reduced_cost(geometry, column))
    assert cost <= least + 1e-9
    if brute_force.is_certain(case.boxes, prices, (direction.features, direction.weights)):
        assert np.isclose(cost, least, rtol=0, atol=1e-9)
