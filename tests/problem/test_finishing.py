"""Last touches: nothing idle, and the wider margin with every box on its side."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.clock import Clock
from clusterscribe.pricing.directions import directions
from clusterscribe.problem.columns import Column, Direction
from clusterscribe.problem.idle import without_idle_columns
from clusterscribe.problem.margins import widened
from tests.pricing.strategies import geometry_of
from tests.search.test_column_master import pools
from tests.search.test_oblique import problems

QUICK = settings(max_examples=80, deadline=None)
KEPT_OFF = 1e-9  # as bounds keep off the last box inside
RAYS = {2: directions(2, 3).weights, 3: directions(3, 3).weights}


def answers(pool):
    return tuple(tuple(part) for part in pool.columns)


@QUICK
@given(pools(), st.integers(0, 4))
def test_nothing_idle_is_left_and_errors_stay_within_the_budget(pool, more):
    geometry, polyhedra = pool.geometry, answers(pool)
    budget = geometry.errors(polyhedra) + more
    fewer = without_idle_columns(geometry, polyhedra, budget)
    assert geometry.errors(fewer) <= budget
    for k, part in enumerate(fewer):
        assert set(part) <= set(polyhedra[k])
        for column in part:
            rest = tuple(c for c in part if c != column)
            without = (*fewer[:k], rest, *fewer[k + 1 :])
            assert geometry.errors(without) > budget


def test_a_condition_may_be_idle_only_after_another_is_gone(rows):
    # both cut off the member in the corner, and each of them one row of noise beside it
    geometry = geometry_of(rows([[0, 0], [1, 1], [0, 1], [1, 0]], [0, 0, -1, -1], [1, 2, 2, 1]))
    long = Column(0, Direction((0, 1), (-1, 2)), 0.5)
    short = Column(0, Direction((0,), (1,)), 0.0)
    assert geometry.errors(((long, short),)) == 2
    assert geometry.errors(((short,),)) == 4
    assert geometry.errors(((long,),)) == geometry.errors(((),)) == 3
    assert without_idle_columns(geometry, ((long, short),), 3) == ((),)


@pytest.mark.parametrize("budget", [0, 1])
def test_the_longest_goes_first(rows, budget):
    geometry = geometry_of(rows([[0, 0], [1, 1]], [0, -1]))
    short = Column(0, Direction((0,), (1,)), 0.0)
    long = Column(0, Direction((0, 1), (1, 1)), 0.5)
    expected = ((short,),) if budget == 0 else ((),)
    assert without_idle_columns(geometry, ((long, short),), budget) == expected


@st.composite
def oblique_answers(draw):
    """A tiny problem, and a few conditions on two features of each cluster."""
    geometry = geometry_of(draw(problems(boxes=draw(st.booleans()))))
    polyhedra = []
    for k in range(geometry.ranks.clusters):
        part = []
        for _ in range(draw(st.integers(0, 2))):
            weights = draw(st.tuples(*[st.sampled_from([-2, -1, 1, 2])] * 2))
            if abs(weights[0]) == abs(weights[1]) == 2:
                weights = (1, 1)
            direction = Direction((0, 1), weights)
            scores = np.unique(geometry.scores(direction, k))
            part.append(Column(k, direction, draw(st.sampled_from(scores.tolist())) + KEPT_OFF))
        polyhedra.append(tuple(part))
    return geometry, tuple(polyhedra)


@QUICK
@given(oblique_answers())
def test_every_box_stays_on_its_side(problem):
    geometry, polyhedra = problem
    turned = widened(geometry, polyhedra, RAYS, Clock(None))
    assert (geometry.wrong(turned) == geometry.wrong(polyhedra)).all()
    for before, after in zip(polyhedra, turned, strict=True):
        assert [c.features for c in before] == [c.features for c in after]
        outside = [union(geometry, part) for part in (before, after)]
        assert (outside[0] == outside[1]).all()


def union(geometry, part):
    outside = np.zeros(len(geometry), dtype=bool)
    for column in part:
        outside |= geometry.outside(column)
    return outside


@QUICK
@given(oblique_answers())
def test_no_margin_becomes_clearly_narrower(problem):
    geometry, polyhedra = problem
    for k, part in enumerate(polyhedra):
        if len(part) == 1:
            (turned,) = widened(geometry, polyhedra, RAYS, Clock(None))[k]
            assert margin(geometry, turned) >= 0.9 * margin(geometry, part[0]) - 1e-9


def margin(geometry, column):
    """Distance between the last box inside and the first outside, by hand."""
    scores = geometry.scores(column.direction, column.cluster)
    outside = scores > column.bound
    if outside.all() or not outside.any():
        return 0.0
    return (scores[outside].min() - scores[~outside].max()) / np.linalg.norm(
        column.direction.weights
    )


def test_the_direction_with_the_widest_margin_is_taken(rows):
    # the clusters lie along the diagonal: x + y has the widest margin
    geometry = geometry_of(rows([[0, 4], [4, 0], [2, 4], [4, 2]], [0, 0, 1, 1]))
    steep = Column(0, Direction((0, 1), (3, 2)), 3 + KEPT_OFF)
    assert geometry.outside(steep).tolist() == [False, False, True, True]
    ((turned,), _) = widened(geometry, ((steep,), ()), RAYS, Clock(None))
    assert turned.direction == Direction((0, 1), (1, 1))
    assert turned.bound == pytest.approx(1.0)


def test_single_features_and_unknown_lengths_stay_as_they_are(rows):
    geometry = geometry_of(rows([[0, 4], [4, 0], [2, 4], [4, 2]], [0, 0, 1, 1]))
    single = Column(0, Direction((0,), (1,)), 1.0)
    pair = Column(1, Direction((0, 1), (-3, -2)), -3.2)
    polyhedra = ((single,), (pair,))
    assert widened(geometry, polyhedra, {}, Clock(None)) == polyhedra
    assert widened(geometry, polyhedra, RAYS, Clock(None))[0] == (single,)


def test_when_time_is_over_columns_stay_as_they_are(rows):
    geometry = geometry_of(rows([[0, 4], [4, 0], [2, 4], [4, 2]], [0, 0, 1, 1]))
    polyhedra = ((), (Column(1, Direction((0, 1), (-3, -2)), -3.2),))
    assert widened(geometry, polyhedra, RAYS, Clock(0.0)) == polyhedra
