"""Two provers of the same statements, clauses and an integer program: they agree, and are right."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe import describe
from clusterscribe.clock import Clock
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import rank
from clusterscribe.problem.reduce import Reducer
from clusterscribe.progress import silent
from clusterscribe.search.axis.clause_prover import ClauseProver, can_be_limited, can_be_written
from clusterscribe.search.axis.clause_ties import ClauseTies
from clusterscribe.search.axis.master import Master
from clusterscribe.search.goal import FEWEST_ERRORS, Ceiling, Goal, tie_breaks
from clusterscribe.search.incumbent import Incumbent, RangeEncoding
from clusterscribe.search.integer import Runner
from clusterscribe.search.schedule import DEFAULT
from clusterscribe.search.settings import Settings
from tests.search import brute_force
from tests.search.strategies import problems

GOALS = st.sampled_from([Goal(complexity=1), Goal(sparsity=1), Goal(complexity=1, sparsity=3)])
SCHEDULE = DEFAULT.axis


def limited(boxes, most, quarters):
    """Ranks of boxes, of which a polyhedron has few conditions, and a share of its cluster."""
    ranks, values = rank(boxes)
    weights = ranks.cluster_weights.tolist()
    least = tuple(-(-weight * quarters // 4) for weight in weights) if quarters else ()
    asked = Settings(Goal(complexity=1), max_conditions=most, least_inside=least)
    return replace(ranks, limits=asked.limits(weights)), values


def begun(ranks, goals, budget=None, ceiling=None):
    """An incumbent without any condition, which keeps to all limits but the budget."""
    start = Ranges.everything(ranks.clusters, ranks.sizes)
    encoding = RangeEncoding(ranks)
    return Incumbent(encoding, start, Clock(None), silent, "", goals, budget, ceiling)


def closed_by_clauses(ranks, best, settled=None):
    allowed = best.errors if best.budget is None else best.budget
    ClauseProver(Reducer(ranks)(allowed, settled), best, SCHEDULE).run(Clock(60))
    return best


def closed_by_the_integer_program(ranks, best):
    master = Master(Reducer(ranks)(best.errors if best.budget is None else best.budget))
    if best.budget is not None:
        master.model.add(master.errors <= best.budget)
    if best.ceiling is not None:
        master.model.add(master.measure(best.ceiling.goal) <= best.ceiling.value)
    Runner(Clock(60), workers=1).prove(master, best, Clock(60))
    return best


def every_description(boxes):
    return brute_force.descriptions(
        boxes.lower, boxes.upper, boxes.cluster, boxes.clusters, boxes.weight
    )


@settings(max_examples=60, deadline=None)
@given(problems(boxes=True), GOALS, st.integers(0, 3))
def test_both_stages_and_points_between_are_those_of_all_descriptions(boxes, goal, more):
    ranks, _ = rank(boxes)
    found = every_description(boxes)
    first = closed_by_clauses(ranks, begun(ranks, (FEWEST_ERRORS, goal)))
    assert first.closed
    assert first.errors == brute_force.fewest_errors(found)
    budget = first.errors + more
    second = closed_by_clauses(ranks, begun(ranks, (goal, *tie_breaks(goal)), budget))
    shortest = min(goal.weighted(0, *others) for errors, *others in found if errors <= budget)
    assert second.closed
    assert second.value == shortest
    ceiling = Ceiling(goal, max(0, shortest - 1))
    below = closed_by_clauses(ranks, begun(ranks, (FEWEST_ERRORS, goal), ceiling=ceiling))
    within = [e for e, *others in found if goal.weighted(0, *others) <= ceiling.value]
    assert below.closed
    assert below.errors == min(within)


@settings(max_examples=40, deadline=None)
@given(problems(boxes=True), st.none() | st.integers(1, 3), st.integers(0, 4), GOALS)
def test_both_provers_agree_within_limits(boxes, most, quarters, goal):
    ranks, _ = limited(boxes, most, quarters)
    goals = FEWEST_ERRORS, goal
    one = closed_by_clauses(ranks, begun(ranks, goals))
    other = closed_by_the_integer_program(ranks, begun(ranks, goals))
    assert one.closed
    assert other.closed
    assert (one.errors, one.bound) == (other.errors, other.bound)
    goals, budget = (goal, *tie_breaks(goal)), one.errors + 1
    short = closed_by_clauses(ranks, begun(ranks, goals, budget))
    other = closed_by_the_integer_program(ranks, begun(ranks, goals, budget))
    assert short.closed
    assert (short.value, short.bound) == (other.value, other.bound)


@settings(max_examples=40, deadline=None)
@given(problems(boxes=True), GOALS, st.integers(0, 2))
def test_ties_are_settled_and_what_is_left_holds_the_best(boxes, goal, more):
    ranks, _ = rank(boxes)
    found = every_description(boxes)
    budget = brute_force.fewest_errors(found) + more
    goals = goal, *tie_breaks(goal)
    best = closed_by_clauses(ranks, begun(ranks, goals, budget))
    ties = ClauseTies(Reducer(ranks)(budget), SCHEDULE)
    assert ties.settle(best, Clock(60)) == len(goals) - 1
    expected = min(
        tuple(goal.weighted(*others) for goal in goals) for others in found if others[0] <= budget
    )
    assert tuple(best.value_in(goal) for goal in goals) == expected
    narrow = ties.narrow(Clock(60))
    master = Master(narrow.problem)
    for goal, value in zip(goals, expected, strict=True):
        master.model.add(master.measure(goal) <= value)
    again = begun(ranks, (FEWEST_ERRORS,))
    assert Runner(Clock(60), workers=1).prove(master, again, Clock(60)).optimal


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(300))
def test_both_provers_agree_on_many_tables(seed):
    chance = np.random.default_rng(seed)
    rows, features = int(chance.integers(8, 40)), int(chance.integers(1, 5))
    clusters = int(chance.integers(2, 5))
    values = chance.integers(0, 8, size=(rows, features)).astype(float)
    labels = chance.integers(0, clusters, size=rows)
    labels[:clusters] = range(clusters)
    weight = chance.integers(1, 4, size=rows)
    ranks, _ = rank(Boxes.from_rows(values, labels, clusters, weight))
    goals = FEWEST_ERRORS, Goal(complexity=1)
    one = closed_by_clauses(ranks, begun(ranks, goals))
    other = closed_by_the_integer_program(ranks, begun(ranks, goals))
    assert one.closed
    assert (one.errors, one.bound) == (other.errors, other.bound)


def test_a_result_says_what_proved_it():
    values = np.array([[float(i), float(i * 7 % 12)] for i in range(12)])
    labels = [i * 5 % 12 // 4 for i in range(12)]
    _, result = describe(values, labels)
    assert result.status == "optimal"
    assert result.statistics["stage_one"]["prover"] == "clauses"


def test_what_is_too_large_is_not_written():
    ranks, _ = rank(every_row())
    problem = Reducer(ranks)(3)
    assert can_be_written(problem, SCHEDULE, 60)
    assert not can_be_written(problem, SCHEDULE, 0.0)
    assert not can_be_written(problem, replace(SCHEDULE, largest_table=1), 60)
    assert can_be_limited(problem, 2, SCHEDULE)
    assert not can_be_limited(problem, 2, replace(SCHEDULE, largest_sum=1))
    best = begun(ranks, (Goal(complexity=1),), budget=3)
    ClauseProver(problem, best, replace(SCHEDULE, largest_sum=0)).run(Clock(60))
    assert best.bound == 0


def every_row():
    values = np.array([[float(i), float(i * 7 % 12)] for i in range(12)])
    return Boxes.from_rows(values, np.array([i * 5 % 12 // 4 for i in range(12)]), 3)
