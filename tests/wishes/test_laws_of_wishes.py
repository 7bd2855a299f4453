"""Wishes in the parts of a search: goals, limits, rows that are merged, lists of bounds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.ladders import build_ladders
from clusterscribe.problem.limits import Limits
from clusterscribe.problem.merging import merge_equal
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import rank
from clusterscribe.problem.reduce import reduce
from clusterscribe.problem.repair import excess
from clusterscribe.problem.wishes import NO_WISHES, Wishes
from clusterscribe.search.goal import LEAST_COMPLEXITY, Goal, tie_breaks


def boxes_and_ranks(numbers, cluster, **more):
    boxes = Boxes.from_rows(np.array(numbers, dtype=float), np.array(cluster), max(cluster) + 1)
    return boxes, replace(rank(boxes)[0], **more)


def test_merged_rows_must_be_right_if_any_of_them_must():
    numbers, cluster = [[0.0], [0.0], [1.0], [2.0]], [0, 0, 1, 1]
    right = np.array([False, True, False, False])
    boxes, ranks = boxes_and_ranks(numbers, cluster, right=right)
    _, merged = merge_equal(boxes, ranks)
    assert merged.right.tolist() == [True, False, False]
    problem = reduce(ranks, 2)
    assert problem.settled[problem.origin[1]]
    assert problem.ranks.right[problem.origin[1]]


def test_some_of_the_rows_have_no_wishes_about_rows():
    right = np.array([True, False, False])
    wishes = Wishes(required=((0,),), separate=((0, 1),), exclusive=(((0,), (0,)),))
    _, ranks = boxes_and_ranks([[0.0], [1.0], [2.0]], [0, 1, 1], right=right, wishes=wishes)
    some = ranks.of_rows(np.array([0, 2]))
    assert some.right is None
    assert some.wishes == NO_WISHES
    assert wishes.of_some_rows == Wishes(exclusive=wishes.exclusive)
    assert ranks.on([0]).wishes == NO_WISHES


def test_required_columns_have_bounds_that_exclude_own_rows_alone():
    # the outer rows are of the same cluster: no bound on it excludes an outsider first
    _, ranks = boxes_and_ranks([[0.0], [1.0], [2.0], [3.0]], [0, 1, 1, 0])
    plain = {(one.cluster, one.high): len(one) for one in build_ladders(ranks, 4)}
    wished = replace(ranks, wishes=Wishes(required=((0,),)))
    every = {(one.cluster, one.high): len(one) for one in build_ladders(wished, 4)}
    assert every[0, True] > plain[0, True]
    assert all(every[place] >= number for place, number in plain.items())


def test_an_answer_is_broken_by_as_much_as_it_lacks():
    wishes = Wishes(required=((0,), (1,)), separate=((0, 1),), most_wrong=(0, None))
    numbers = [[0.0, 0.0], [1.0, 1.0], [2.0, 0.0]]
    _, ranks = boxes_and_ranks(numbers, [0, 1, 1], wishes=wishes)
    everything = Ranges.everything(2, ranks.sizes)
    # two columns lack, one row of the first cluster is wrong, and all three rows are in both
    assert excess(ranks, everything, 3) == 2 + 1 + 3
    apart = everything.copy()
    apart.high[0, 0], apart.low[1, 0], apart.high[0, 1] = 0, 1, 0
    assert excess(ranks, apart, apart.errors(ranks)) == 0


def test_the_fewer_conditions_of_both_limits_count():
    limits = Limits.of_conditions([2, None])
    assert limits.max_conditions is None
    assert [limits.most_of(k) for k in (0, 1)] == [2, None]
    assert limits.over([3, 9]) == 1
    assert limits.over([9, 3], owners=[1, 0]) == 1
    assert [replace(limits, max_conditions=1).most_of(k) for k in (0, 1)] == [1, 1]
    assert Limits.of_conditions([2, 2]) == Limits(2)
    assert limits.of_clusters([1]).most_of(0) is None


@pytest.mark.parametrize("weights", [(1.0, 0.0), (0.0, 1.0), (1.0, 2.0)])
def test_a_goal_with_costs_is_never_below_the_plain_one(weights):
    costs = [Fraction(1, 2), Fraction(3), Fraction(1)]
    goal = Goal.of(*weights).with_costs(costs, costs)
    answer = Ranges.everything(2, np.array([3, 3, 3]))
    answer.high[0, 0], answer.low[1, 1], answer.high[1, 1] = 1, 1, 1
    value, plain = goal.value(answer, 0, None), goal.plain.value(answer, 0, None)
    complexity, sparsity = Fraction(3, 2) + 2 * 4, Fraction(7, 2)
    exactly = Fraction(weights[0]) * complexity + Fraction(weights[1]) * sparsity
    assert value * Fraction(goal.unit) == exactly
    assert value >= plain
    assert value % goal.step == 0
    assert goal.least_with(3) <= value


def test_costs_of_one_leave_a_goal_as_it_is():
    goal = Goal.of(1.0, 0.0)
    assert goal.with_costs([Fraction(1)] * 3, [Fraction(1)]) == goal


def test_ties_are_broken_by_costs_as_well():
    costs = [Fraction(2), Fraction(1)]
    other, _ = tie_breaks(Goal.of(0.0, 1.0).with_costs(costs, costs))
    assert other == replace(LEAST_COMPLEXITY, costs=(2, 1), one=1)
