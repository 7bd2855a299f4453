"""The frontier against brute force on tiny problems."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.clock import Clock
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.ranges import Ranges
from clusterscribe.progress import silent
from clusterscribe.search.axis.axis_frontier import AxisFrontier
from clusterscribe.search.settings import Settings
from tests.scheduled import schedule
from tests.search import brute_force
from tests.search.strategies import problems
from tests.search.test_two_stages import GOALS, everything, key


def walk(boxes, goal, limit=60.0, **settings):
    search = AxisFrontier(boxes, Settings(goal=goal, **settings), Clock(limit), silent)
    search.run()
    return search.answers()


def efficient(found, goal, floor):
    """(errors, value) of all points from the fewest errors to the first at the floor or below."""
    value = {}
    for errors, complexity, sparsity in found:
        one = goal.weighted(0, complexity, sparsity)
        value[errors] = min(one, value.get(errors, one))
    points = []
    for errors in sorted(value):
        if not points or value[errors] < points[-1][1]:
            points.append((errors, value[errors]))
            if value[errors] <= floor:
                break
    return points


@settings(max_examples=60, deadline=None)
@given(problems(), st.sampled_from(GOALS))
def test_every_useful_budget_is_a_point(boxes, goal):
    found = everything(boxes)
    floor = 2 * goal.complexity * boxes.clusters + goal.sparsity
    answers = walk(boxes, goal)
    points = [(answer.errors, answer.objective) for answer in answers]
    assert points == efficient(found, goal, floor)
    for answer in answers:
        assert answer.fewest_as_short == answer.errors
        assert answer.bound <= answer.objective
        assert key(answer, goal) == brute_force.best(found, goal, answer.errors)
        assert answer.optimal


@settings(max_examples=40, deadline=None)
@given(problems(boxes=True), st.sampled_from(GOALS))
def test_bounds_hold_and_boxes_are_points_too(boxes, goal):
    found = everything(boxes)
    for answer in walk(boxes, goal):
        best = brute_force.best(found, goal, answer.errors)
        assert answer.bound <= best[0] <= answer.objective
        assert answer.fewest_as_short <= answer.errors


def test_local_search_alone_claims_nothing():
    no_model = schedule(axis={"largest_model": -1, "most_written": -1})
    random = np.random.default_rng(0)
    rows = random.integers(0, 9, size=(60, 3)).astype(float)
    boxes = Boxes.from_rows(rows, random.integers(3, size=60), 3)
    answers = walk(boxes, GOALS[0], limit=5.0, schedule=no_model)
    points = [(answer.errors, answer.objective) for answer in answers]
    assert points == sorted(points)
    assert [value for _, value in points] == sorted({value for _, value in points}, reverse=True)
    assert all(answer.bound <= answer.objective for answer in answers)


@pytest.mark.parametrize("seconds", [0.01, 0.5])
def test_a_short_time_gives_points_all_the_same(seconds):
    random = np.random.default_rng(1)
    boxes = Boxes.from_rows(random.normal(size=(400, 6)), random.integers(4, size=400), 4)
    answers = walk(boxes, GOALS[0], limit=seconds)
    assert answers
    assert len({answer.objective for answer in answers}) == len(answers)


def bounds_hold(bounds, found, goal):
    """Whatever is proved holds for every description that there is."""
    for errors, complexity, sparsity in found:
        value = goal.weighted(0, complexity, sparsity)
        assert bounds.errors <= errors
        assert bounds.least(errors) <= value
        assert bounds.fewest(value) <= errors


@settings(max_examples=30, deadline=None)
@given(problems(), st.sampled_from(GOALS), st.booleans())
def test_what_a_frontier_proves_holds_for_every_description(boxes, goal, is_idle):
    """Also where nothing is done about any length but the first: what is found is no proof."""
    search = AxisFrontier(boxes, Settings(goal=goal), Clock(60.0), silent)
    ranks = search.stages.ranks
    with pytest.MonkeyPatch.context() as patch:
        if is_idle:
            patch.setattr(AxisFrontier, "work_on", lambda *_: None)
            patch.setattr(AxisFrontier, "look_around", lambda *_: None)
            no_conditions = Ranges.everything(ranks.clusters, ranks.sizes)
            patch.setattr(AxisFrontier, "_start", lambda *_: no_conditions)
        search.run()
    found = everything(boxes)
    bounds_hold(search.bounds, found, goal)
    for answer in search.answers():
        bounds_hold(answer.bounds, found, goal)
