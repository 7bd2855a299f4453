"""Equal boxes are one, and what identical rows make unavoidable."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.merging import merge_equal, unavoidable_errors
from clusterscribe.problem.ranks import rank
from tests.search.test_oblique import problems


def merged(boxes):
    ranks, _ = rank(boxes)
    return merge_equal(boxes, ranks)


def test_rows_that_are_equal_become_one_with_their_weight(rows):
    boxes, ranks = merged(rows([[1, 2], [1, 2], [1, 3], [1, 2]], [0, 0, 0, 1], [1, 2, 4, 8]))
    found = {
        (*corner, cluster): weight
        for corner, cluster, weight in zip(
            boxes.lower.tolist(), boxes.cluster.tolist(), boxes.weight.tolist(), strict=True
        )
    }
    assert found == {(1, 2, 0): 3, (1, 3, 0): 4, (1, 2, 1): 8}
    assert boxes.upper is boxes.lower
    assert ranks.upper is ranks.lower


def test_noise_is_a_kind_of_its_own(rows):
    boxes, _ = merged(rows([1, 1, 1], [0, -1, -1]))
    assert sorted(zip(boxes.cluster.tolist(), boxes.weight.tolist(), strict=True)) == [
        (-1, 2),
        (0, 1),
    ]


def test_boxes_differ_if_one_corner_does():
    lower, upper = np.zeros((3, 1)), np.array([[1.0], [1.0], [2.0]])
    boxes, ranks = merged(Boxes(lower, upper, np.ones(3, dtype=np.int64), np.zeros(3, int), 1))
    assert boxes.weight.tolist() == [2, 1]
    assert boxes.upper.ravel().tolist() == [1, 2]
    assert ranks.upper.tolist() == [[1, 2]]


def test_rows_that_differ_in_the_last_digit_stay_two(rows):
    boxes, ranks = merged(rows([0.3, 0.1 + 0.2, 0.5], [0, 0, 1]))
    assert boxes.lower.ravel().tolist() == [0.3, 0.1 + 0.2, 0.5]
    assert ranks.lower.tolist() == [[0, 1, 2]]


def key(boxes, i):
    return (*boxes.lower[i], *boxes.upper[i], boxes.cluster[i])


@settings(max_examples=100, deadline=None)
@given(problems(boxes=False) | problems(boxes=True))
def test_merging_keeps_every_kind_and_all_weight(boxes):
    fewer, ranks = merged(boxes)
    total = {}
    for i in range(len(boxes)):
        total[key(boxes, i)] = total.get(key(boxes, i), 0) + boxes.weight[i]
    assert {key(fewer, i): fewer.weight[i] for i in range(len(fewer))} == total
    assert len(fewer) == len(total)
    assert (ranks.weight == fewer.weight).all()
    assert (ranks.cluster == fewer.cluster).all()
    again, _ = rank(boxes)  # ranks are those of the values before merging
    for i in range(len(fewer)):
        j = next(j for j in range(len(boxes)) if key(boxes, j) == key(fewer, i))
        assert (ranks.lower[:, i] == again.lower[:, j]).all()
        assert (ranks.upper[:, i] == again.upper[:, j]).all()


@settings(max_examples=100, deadline=None)
@given(problems(boxes=False) | problems(boxes=True))
def test_unavoidable_errors_are_those_of_equal_boxes(boxes):
    expected = 0
    corners = [(*boxes.lower[i], *boxes.upper[i]) for i in range(len(boxes))]
    for corner in set(corners):
        here = np.array([c == corner for c in corners])
        weights = [
            boxes.weight[here & (boxes.cluster == k)].sum() for k in range(-1, boxes.clusters)
        ]
        expected += sum(weights) - max(weights)
    assert unavoidable_errors(rank(boxes)[0]) == expected
    assert unavoidable_errors(merged(boxes)[1]) == expected


@pytest.mark.parametrize("clusters", [2, 40])
def test_more_features_than_fit_into_one_number(clusters):
    chance = np.random.default_rng(0)
    values = chance.integers(0, 3, size=(200, 90)).astype(float)
    values = np.concatenate([values, values])
    cluster = np.arange(400) % 200 % clusters
    boxes, ranks = merged(Boxes.from_rows(values, cluster, clusters))
    assert len(boxes) == 200
    assert (boxes.weight == 2).all()
    assert unavoidable_errors(ranks) == 0


def test_one_of_two_labels_at_one_place_is_wrong(rows):
    for first, second in product([-1, 0, 1], repeat=2):
        boxes = rows([0, 0, 5, 6], [first, second, 0, 1], [2, 3, 1, 1])
        assert unavoidable_errors(rank(boxes)[0]) == (0 if first == second else 2)


def test_nothing_at_all():
    empty = Boxes.from_rows(np.empty((0, 2)), np.empty(0, dtype=np.int64), 1)
    boxes, ranks = merged(empty)
    assert len(boxes) == 0
    assert unavoidable_errors(ranks) == 0


@given(st.integers(1, 6))
@settings(max_examples=6, deadline=None)
def test_all_rows_the_same_leave_the_heaviest_cluster(count):
    boxes = Boxes.from_rows(np.ones((count + 3, 2)), np.array([0] * 3 + [1] * count), 2)
    assert unavoidable_errors(rank(boxes)[0]) == min(3, count)
