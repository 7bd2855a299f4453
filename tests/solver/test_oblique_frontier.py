"""The frontier of several features a condition against brute force on tiny problems."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clusterscribe.clock import Clock
from clusterscribe.progress import silent
from clusterscribe.solver.axis_parallel import Settings
from clusterscribe.solver.frontier import FrontierSearch
from clusterscribe.solver.goal import Goal
from clusterscribe.solver.oblique import Shape
from clusterscribe.solver.oblique_frontier import ObliqueFrontier
from clusterscribe.solver.shortest import Shortest
from tests.solver.brute_force_oblique import Everything
from tests.solver.test_oblique import GOALS, problems

RELAXED = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
PAIRS = Shape(max_terms=2, max_coefficient=2, n_jobs=1)


def search(boxes, goal, shape=PAIRS, limit=60.0):
    return ObliqueFrontier(boxes, Settings(goal=goal), shape, Clock(limit), silent)


def found(boxes, goal, shape=PAIRS, limit=60.0):
    frontier = search(boxes, goal, shape, limit)
    frontier.run()
    return frontier.answers()


def efficient(boxes, goal, shape):
    """(errors, value) of all points from the fewest errors to one condition a cluster."""
    every = Everything(boxes, shape.max_terms, shape.max_coefficient, shape.scale)
    floor = 2 * goal.complexity * boxes.clusters + goal.sparsity
    points = []
    for errors in range(every.fewest_errors(), int(boxes.weight.sum()) + 1):
        value = every.best(goal.complexity, goal.sparsity, errors)
        if not points or value < points[-1][1]:
            points.append((errors, value))
        if value <= floor:
            return points
    return points


def least(points, errors):
    return min(value for few, value in points if few <= errors)


def check(boxes, goal, shape, answers):
    """Whatever is claimed holds; return whether all of it is proved."""
    points = efficient(boxes, goal, shape)
    for answer in answers:
        assert answer.bound <= least(points, answer.errors) <= answer.objective
        as_short = [errors for errors, value in points if value <= answer.objective]
        assert answer.statistics["fewest_errors"] <= min(as_short) <= answer.errors
        assert answer.error_bound <= points[0][0]
    proved = all(answer.optimal for answer in answers)
    if proved:
        assert [(answer.errors, answer.objective) for answer in answers] == points
    return proved


@RELAXED
@given(problems(), st.sampled_from(GOALS), st.integers(1, 2))
def test_what_is_claimed_holds(boxes, goal, largest):
    shape = Shape(max_terms=2, max_coefficient=largest, n_jobs=1)
    check(boxes, goal, shape, found(boxes, goal, shape))


@RELAXED
@given(problems())
def test_every_useful_budget_is_a_point(boxes):
    assert check(boxes, GOALS[0], PAIRS, found(boxes, GOALS[0]))
