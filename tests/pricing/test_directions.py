"""The list of all integer directions, and its tree of cones."""

from functools import reduce
from itertools import product
from math import gcd

import numpy as np
import pytest

from clusterscribe.pricing.directions import LEAF, directions

SIZES = [(1, 1), (1, 10), (2, 1), (2, 2), (2, 10), (3, 1), (3, 4), (3, 10), (4, 5), (6, 2)]


@pytest.mark.parametrize(("terms", "largest"), SIZES)
def test_every_vector_without_a_common_divisor_is_listed_once(terms, largest):
    vectors = product(range(1, largest + 1), repeat=terms)
    expected = sorted(vector for vector in vectors if reduce(gcd, vector) == 1)
    assert sorted(map(tuple, directions(terms, largest).weights.tolist())) == expected
    assert len(directions(terms, largest)) == len(expected)


def test_pairs_up_to_two_can_be_written_down():
    listed = directions(2, 2).weights.tolist()
    assert sorted(listed) == [[1, 1], [1, 2], [2, 1]]


@pytest.mark.parametrize(("terms", "largest"), SIZES)
def test_the_root_holds_all_directions(terms, largest):
    tree = directions(terms, largest)
    assert (tree.start[0], tree.end[0]) == (0, len(tree))


@pytest.mark.parametrize(("terms", "largest"), SIZES)
def test_the_box_of_a_node_holds_the_ratios_of_its_directions(terms, largest):
    tree = directions(terms, largest)
    ratios = tree.weights / tree.weights.max(axis=1, keepdims=True)
    for node in range(len(tree.left)):
        piece = ratios[tree.start[node] : tree.end[node]]
        assert len(piece)
        assert (tree.low[node] <= piece).all()
        assert (piece <= tree.high[node]).all()


@pytest.mark.parametrize(("terms", "largest"), SIZES)
def test_two_children_share_the_directions_of_their_parent(terms, largest):
    tree = directions(terms, largest)
    children = []
    for node in range(len(tree.left)):
        size, left = tree.end[node] - tree.start[node], tree.left[node]
        if left < 0:
            assert size <= LEAF
            continue
        assert size > LEAF
        children += [left, left + 1]
        assert tree.start[left] == tree.start[node]
        assert tree.end[left] == tree.start[left + 1]
        assert tree.end[left + 1] == tree.end[node]
    # every node but the root has one parent, so the leaves partition the list
    assert sorted(children) == list(range(1, len(tree.left)))


def test_cones_get_narrower_on_the_way_down():
    tree = directions(3, 10)
    for node in np.flatnonzero(tree.left >= 0):
        for child in (tree.left[node], tree.left[node] + 1):
            assert (tree.low[child] >= tree.low[node]).all()
            assert (tree.high[child] <= tree.high[node]).all()
