"""Starts: no worse than the trees that comparisons are made with, and on a grid of bounds."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.baselines.trees.tree_describers import IMMDescriber, TreeDescriber
from clusterscribe.problem.axes import Axes
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.limits import Limits
from clusterscribe.problem.ranks import rank
from clusterscribe.problem.reduce import coarsened
from clusterscribe.problem.repair import first_answer
from clusterscribe.problem.starts import around_leaves, around_most, balanced, imm_ranges, others
from clusterscribe.problem.tree import Leaf, fit_tree, given_up, tree_ranges


def touching(seed, rows=150, features=3, clusters=4, noise=False):
    """Clusters that overlap, in columns of few and of many values."""
    chance = np.random.default_rng(seed)
    label = chance.integers(-1 if noise else 0, clusters, rows)
    label[: 2 * clusters] = np.tile(np.arange(clusters), 2)
    centres = chance.normal(0, 2, (clusters + 1, features))
    values = centres[label] + chance.normal(0, 1, (rows, features))
    values[:, 0] = values[:, 0].round()
    return values, label


def boxes_of(values, label):
    return Boxes.from_rows(values, label.astype(np.int64), int(label.max()) + 1)


@given(seed=st.integers(0, 10**6), noise=st.booleans())
@settings(max_examples=20)
def test_the_start_from_imm_makes_no_more_errors_than_imm(seed, noise):
    values, label = touching(seed, noise=noise)
    boxes = boxes_of(values, label)
    ranks, distinct = rank(boxes)
    imm = imm_ranges(boxes, ranks, distinct)
    describer = IMMDescriber(noise_label=-1 if noise else None).fit(values, label)
    assert imm.errors(ranks) <= describer.result_.errors
    if not noise:  # whose rows are all wrong in a tree that covers everything
        assert imm.errors(ranks) == describer.result_.errors


@given(seed=st.integers(0, 10**6))
@settings(max_examples=20)
def test_the_start_from_a_tree_of_one_box_per_cluster_makes_its_errors(seed):
    values, label = touching(seed, clusters=3)
    boxes = boxes_of(values, label)
    ranks, _ = rank(boxes)
    cart = tree_ranges(ranks)
    describer = TreeDescriber().fit(values, label)
    leaves = [len(getattr(p, "polyhedra", [p])) for p in describer.description_.parts]
    if leaves == [1, 1, 1]:
        assert cart.errors(ranks) == describer.result_.errors
    else:
        assert cart.errors(ranks) >= describer.result_.errors  # a union is no box


@pytest.mark.parametrize("noise", [False, True])
def test_all_starts_are_answers_for_all_rows_although_they_saw_only_some(noise):
    values, label = touching(3, rows=400, noise=noise)
    ranks, distinct = rank(boxes_of(values, label))
    some = boxes_of(values[::3], label[::3])
    for answer in islice(others(some, distinct, 0), 20):
        assert answer.sizes.tolist() == ranks.sizes.tolist()
        assert (answer.low >= 0).all()
        assert (answer.high < ranks.sizes).all()
        assert 0 <= answer.errors(ranks) <= ranks.total_weight


def test_boxes_around_most_rows_leave_out_a_share_at_each_end():
    values = np.arange(100.0)[:, None]
    ranks, _ = rank(boxes_of(values, np.zeros(100, dtype=int)))
    answer = around_most(ranks, 0.1)
    assert (answer.low[0, 0], answer.high[0, 0]) == (10, 89)


def test_a_box_around_leaves_holds_all_leaves_of_its_cluster_and_none_of_noise():
    sizes = np.array([10, 10])
    leaves = [
        Leaf(np.array([0, 0]), np.array([2, 9]), 0, 1.0),
        Leaf(np.array([5, 3]), np.array([9, 4]), 0, 1.0),
        Leaf(np.array([3, 0]), np.array([4, 9]), -1, 5.0),
    ]
    answer = around_leaves(leaves, 2, sizes)
    assert answer.low[0].tolist() == [0, 0]
    assert answer.high[0].tolist() == [9, 9]
    assert answer.high[1, 0] == -1  # no leaf: given up


def test_balanced_clusters_weigh_the_same():
    values, label = touching(5, noise=True)
    ranks, _ = rank(boxes_of(values, label))
    weight = np.bincount(ranks.cluster + 1, balanced(ranks))
    np.testing.assert_allclose(weight, 1.0)


@given(seed=st.integers(0, 10**6), most=st.integers(1, 30))
@settings(max_examples=25)
def test_answers_on_a_coarse_grid_make_the_same_errors_and_known_ones_are_on_it(seed, most):
    values, label = touching(seed)
    boxes = boxes_of(values, label)
    ranks, distinct = rank(boxes)
    known = [imm_ranges(boxes, ranks, distinct), tree_ranges(ranks)]
    grid = coarsened(ranks, most, known)
    assert grid.ranks.total_weight == ranks.total_weight
    for answer in known:
        here = grid.express(answer)
        assert here.errors(grid.ranks) == answer.errors(ranks)
        assert grid.restore(here).errors(ranks) == answer.errors(ranks)
    for answer in islice(others(boxes, distinct, 0), 6):  # these are moved to the next bound
        here = grid.express(answer)
        assert grid.restore(here).errors(ranks) == here.errors(grid.ranks)


def test_a_value_of_much_weight_has_a_place_of_its_own_on_a_coarse_grid():
    values = np.concatenate([np.zeros(50), np.arange(1, 51)])[:, None]
    ranks, _ = rank(boxes_of(values, np.zeros(100, dtype=int)))
    grid = coarsened(ranks, 10, [])
    assert grid.first_rank[0][:2].tolist() == [0, 1]
    assert len(grid.first_rank[0]) <= 12


def test_a_tree_over_values_that_may_be_missing_keeps_its_bounds():
    """Its lower bounds stand on the axis that has lower bounds, and shut out what is missing."""
    draw = np.random.default_rng(0)
    values = np.sort(draw.normal(size=300))
    cluster = np.searchsorted([-0.5, 0.5], values)
    is_missing = draw.random(300) < 0.05
    sides = [np.where(is_missing, fill, values) for fill in (9.0, -9.0)]
    rows = Boxes.from_rows(np.column_stack(sides), cluster, 3)
    one_feature = Axes(
        low=np.array([False, True]),
        high=np.array([True, False]),
        feature=np.zeros(2, dtype=np.int64),
        alone=np.zeros(2, dtype=bool),
    )
    ranks = replace(rank(rows)[0], axes=one_feature)
    tree = fit_tree(ranks).ranges
    assert not tree.has_low[:, 0].any()
    assert not tree.has_high[:, 1].any()
    assert tree.errors(ranks) == is_missing.sum()


def test_a_cluster_with_too_little_inside_gets_a_box_around_most_of_it():
    """A box around all of it would have all others inside."""
    draw = np.random.default_rng(0)
    values = np.concatenate([draw.normal(size=(500, 2)), draw.normal(6, 0.1, (10, 2))])
    values[-1] = -4, -4
    cluster = np.repeat([0, 1, 2], [250, 250, 10])
    values[250:500, 0] += 3
    ranks = replace(
        rank(Boxes.from_rows(values, cluster, 3))[0], limits=Limits(None, (125, 125, 5))
    )
    tree = given_up(3, ranks.sizes)
    start = first_answer(ranks, tree, seed=0)
    assert (start.outside_own(ranks) <= [125, 125, 5]).all()
    assert start.errors(ranks) < 100
