"""What the relaxation and the settled rows claim, against brute force."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.clock import Clock
from clusterscribe.problem.quick_bound import ConditionsNeeded
from clusterscribe.problem.ranks import rank
from clusterscribe.problem.reduce import reduce
from clusterscribe.problem.tree import tree_ranges
from clusterscribe.search.axis.relaxation import relaxation_bound
from clusterscribe.search.axis.settle import settle
from clusterscribe.search.goal import FEWEST_ERRORS, Goal
from clusterscribe.search.ties import margin_costs
from tests.search import brute_force
from tests.search.strategies import problems


def everything(boxes):
    return brute_force.descriptions(
        boxes.lower, boxes.upper, boxes.cluster, boxes.clusters, boxes.weight
    )


@settings(max_examples=60, deadline=None)
@given(problems(boxes=True), st.sampled_from([Goal(complexity=1), Goal(sparsity=1), Goal(0, 2, 3)]))
def test_the_relaxation_is_a_bound(boxes, goal):
    found = everything(boxes)
    ranks, _ = rank(boxes)
    total = int(boxes.weight.sum())
    fewest = brute_force.fewest_errors(found)
    errors_bound = relaxation_bound(reduce(ranks, total), FEWEST_ERRORS, None, 10.0)
    assert errors_bound is not None
    assert errors_bound <= fewest
    for budget in {fewest, fewest + 2}:
        bound = relaxation_bound(reduce(ranks, budget), goal, budget, 10.0)
        assert bound is not None
        assert bound <= brute_force.best(found, goal, budget)[0]


@settings(max_examples=40, deadline=None)
@given(problems(), st.integers(0, 2), st.sampled_from([Goal(complexity=1), Goal(sparsity=1)]))
def test_some_best_description_gets_all_settled_rows_right(boxes, extra, goal):
    ranks, _ = rank(boxes)
    found = everything(boxes)
    budget = brute_force.fewest_errors(found) + extra
    problem = reduce(ranks, budget)
    known = problem.express(tree_ranges(ranks).tightened(ranks))
    settled = settle(problem, budget, known, Clock(60.0), seed=0)
    assert settled is not None
    # a weight that no budget can pay: only descriptions that get these rows right are left
    priceless = np.where(settled[problem.origin], 1000, boxes.weight)
    without = brute_force.descriptions(
        boxes.lower, boxes.upper, boxes.cluster, boxes.clusters, priceless
    )
    assert brute_force.best(without, goal, budget) == brute_force.best(found, goal, budget)


def test_with_an_error_to_spare_no_row_is_settled_at_first(rows):
    ranks, _ = rank(rows([0, 1, 2, 3], [0, 0, 1, 1]))
    assert not reduce(ranks, 1).settled.any()


def test_with_no_error_to_spare_every_row_is_settled(rows):
    boxes = rows([0, 1, 2, 3], [0, 0, 1, 1])
    ranks, _ = rank(boxes)
    problem = reduce(ranks, 0)
    known = problem.express(tree_ranges(ranks))
    settled = settle(problem, 0, known, Clock(60.0), seed=0)
    assert settled is not None
    assert settled.all()


def test_the_wider_gap_costs_less(rows):
    boxes = rows([[0, 0], [1, 1], [9, 2], [10, 3]], [0, 0, 1, 1])
    ranks, values = rank(boxes)
    problem = reduce(ranks, 0)
    costs = {
        (ladder.cluster, ladder.feature, ladder.high): cost[-1]
        for ladder, cost in zip(problem.ladders, margin_costs(problem, values), strict=True)
    }
    assert costs[0, 0, True] < costs[0, 1, True]
    assert costs[1, 0, False] < costs[1, 1, False]


def test_numbers_near_the_largest_have_margins(rows):
    boxes = rows([[-1.7e308], [1e-300], [0.0], [1.7e308]], [0, 0, 1, 1])
    ranks, values = rank(boxes)
    problem = reduce(ranks, 4)
    assert all(np.isfinite(cost).all() for cost in margin_costs(problem, values))


@settings(max_examples=60, deadline=None)
@given(problems(boxes=True), st.integers(0, 8))
def test_the_quick_bound_holds(boxes, budget):
    found = everything(boxes)
    if budget >= brute_force.fewest_errors(found):
        ranks, _ = rank(boxes)
        needed = 2 * int(ConditionsNeeded(ranks).within(budget).sum())
        assert needed <= brute_force.best(found, Goal(complexity=1), budget)[0]
