"""The frontier of several features per condition against brute force on tiny problems."""

from itertools import chain, repeat

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clusterscribe.clock import Clock
from clusterscribe.progress import silent
from clusterscribe.proof import DescriptionClass
from clusterscribe.search.axis.axis_frontier import AxisFrontier
from clusterscribe.search.columns.column_frontier import ColumnFrontier
from clusterscribe.search.columns.shortest import Shortest
from clusterscribe.search.settings import Settings
from tests.search.brute_force_oblique import Everything
from tests.search.test_oblique import GOALS, SCALES, problems

RELAXED = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
PAIRS = DescriptionClass(2, 2, "minmax")
EXACT = DescriptionClass(2, 2, "none")  # sums of whole numbers leave nothing open


def search(boxes, goal, shape=PAIRS, limit=60.0):
    return ColumnFrontier(boxes, Settings(goal=goal), shape, Clock(limit), silent)


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
        assert answer.fewest_as_short <= min(as_short) <= answer.errors
        assert answer.error_bound <= points[0][0]
    proved = all(answer.optimal for answer in answers)
    if proved:
        assert [(answer.errors, answer.objective) for answer in answers] == points
    return proved


@RELAXED
@given(problems(), st.sampled_from(GOALS), st.integers(1, 2), SCALES)
def test_what_is_claimed_holds(boxes, goal, largest, scale):
    shape = DescriptionClass(2, largest, scale)
    check(boxes, goal, shape, found(boxes, goal, shape))


@RELAXED
@given(problems())
def test_every_useful_budget_is_a_point(boxes):
    assert check(boxes, GOALS[0], EXACT, found(boxes, GOALS[0], EXACT))


@RELAXED
@given(problems(boxes=True), st.sampled_from(GOALS))
def test_bounds_hold_for_boxes_too(boxes, goal):
    check(boxes, goal, PAIRS, found(boxes, goal))


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("seconds", [0.01, 1.0])
def test_no_point_is_above_the_frontier_of_one_feature(rows, goal, seconds):
    boxes = overlapping(rows)
    frontier = search(boxes, goal, limit=seconds)
    frontier.run()
    answers = frontier.answers()
    for alone in frontier.walk.answers():
        within = [answer for answer in answers if answer.errors <= alone.errors]
        assert min(answer.objective for answer in within) <= alone.objective


def test_what_was_cut_short_gets_another_try(rows, monkeypatch):
    monkeypatch.setattr(ColumnFrontier, "_part", lambda self, *_: Clock(next(limits)))
    limits = chain(repeat(0.0, 3), repeat(20.0))
    assert all(answer.optimal for answer in found(overlapping(rows), GOALS[0], EXACT))
    assert next(limits) == 20.0


def test_a_slanting_line_needs_no_more_than_two_conditions(rows):
    # x + y of one cluster is at most 3, of the other at least 4
    values = [[0, 3], [1, 1], [3, 0], [2, 1], [0, 4], [4, 0], [2, 3], [3, 3]]
    boxes = rows(values, [0] * 4 + [1] * 4)
    points = [(answer.errors, answer.objective) for answer in found(boxes, GOALS[0])]
    walk = AxisFrontier(boxes, Settings(goal=GOALS[0]), Clock(60), silent)
    walk.run()
    assert points == [(0, 6), (2, 4)]
    assert [(a.errors, a.objective) for a in walk.answers()] == [(2, 4)]


def test_one_condition_a_cluster_is_proved_by_the_frontier_of_one_feature(rows, monkeypatch):
    monkeypatch.setattr(ColumnFrontier, "_go_in_between", lambda self: None)
    last = found(overlapping(rows), GOALS[0])[-1]
    assert (last.objective, last.optimal) == (6, True)


@pytest.mark.parametrize(
    ("owner", "stage"),
    [(AxisFrontier, "_fewest_within"), (ColumnFrontier, "_shorten_within"), (Shortest, "run")],
)
def test_an_interrupt_leaves_what_was_found(rows, monkeypatch, owner, stage):
    def interrupted(*_):
        raise KeyboardInterrupt

    boxes = overlapping(rows)
    complete = [(answer.errors, answer.objective) for answer in found(boxes, GOALS[0])]
    monkeypatch.setattr(owner, stage, interrupted)
    frontier = search(boxes, GOALS[0])
    with pytest.raises(KeyboardInterrupt):
        frontier.run()
    answers = frontier.answers()
    assert answers
    assert frontier.stop_reason == "interrupted"
    for answer in answers:
        assert answer.bound <= least(complete, answer.errors) <= answer.objective


def overlapping(rows):
    """Three clusters along a slanting line, with some chance."""
    chance = np.random.default_rng(2)
    values = chance.integers(0, 6, size=(24, 3))
    return rows(values, np.digitize(values.sum(axis=1) + chance.integers(-1, 2, 24), [6, 9]))
