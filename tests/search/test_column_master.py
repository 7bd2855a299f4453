"""The integer master over columns against all subsets of a small pool."""

from itertools import chain, combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.clock import Clock
from clusterscribe.problem import clauses
from clusterscribe.problem.columns import Column, Direction, complexity, used_features
from clusterscribe.search.columns.integer_master import ColumnMaster
from clusterscribe.search.columns.pool import Pool
from clusterscribe.search.cp_sat import run
from clusterscribe.search.goal import FEWEST_ERRORS, Goal
from tests.pricing.strategies import geometry_of
from tests.search.test_oblique import GOALS, problems

QUICK = settings(max_examples=60, deadline=None)
MOST_COLUMNS = 9

directions = st.sampled_from(
    [
        Direction((0,), (1,)),
        Direction((0,), (-1,)),
        Direction((1,), (1,)),
        Direction((0, 1), (1, 1)),
        Direction((0, 1), (2, -1)),
        Direction((0, 1), (-1, -1)),
    ]
)


@st.composite
def pools(draw):
    """A tiny problem, and a few columns with several bounds in some directions."""
    boxes = draw(problems(boxes=draw(st.booleans())))
    geometry = geometry_of(boxes)
    pool = Pool(geometry)
    some = draw(st.lists(directions, min_size=1, max_size=3, unique=True))
    for _ in range(draw(st.integers(0, MOST_COLUMNS))):
        cluster = draw(st.integers(0, boxes.clusters - 1))
        direction = draw(st.sampled_from(some))
        scores = np.unique(geometry.scores(direction, cluster))
        bound = draw(st.sampled_from([-1.0, *scores.tolist()]))
        pool.add([Column(cluster, direction, bound)])
    return pool


def subsets(pool):
    """Every answer from the columns of a pool: its polyhedra."""
    columns = [column for part in pool.columns for column in part]
    for size in range(len(columns) + 1):
        for chosen in combinations(columns, size):
            yield tuple(
                tuple(c for c in chosen if c.cluster == k) for k in range(len(pool.columns))
            )


def value(goal, geometry, polyhedra):
    return (
        goal.errors * geometry.errors(polyhedra)
        + goal.complexity * complexity(polyhedra)
        + goal.sparsity * len(used_features(polyhedra))
    )


def best_of_all(pool, goal, budget):
    """The least value within the budget, or None."""
    allowed = np.inf if budget is None else budget
    values = [
        value(goal, pool.geometry, polyhedra)
        for polyhedra in subsets(pool)
        if pool.geometry.errors(polyhedra) <= allowed
    ]
    return min(values, default=None)


def solved(pool, goal, budget, hint=None):
    """The value that the model claims, and the answer that it reads; None without one."""
    master = ColumnMaster(pool, budget)
    if hint is not None:
        master.hint(hint)
    master.model.minimize(master.measure(goal))
    answers = []

    def keep(literal_value):
        answers.append(master.read(literal_value))

    outcome = run(master.model, Clock(60.0), 60.0, on_solution=keep, workers=1)
    if outcome.infeasible:
        return None
    assert outcome.optimal
    return round(outcome.value), answers[-1]


@QUICK
@given(pools(), st.sampled_from([*GOALS, FEWEST_ERRORS]), st.none() | st.integers(0, 5))
def test_the_best_of_all_subsets_is_found(pool, goal, budget):
    expected = best_of_all(pool, goal, budget)
    found = solved(pool, goal, budget)
    if expected is None:
        assert found is None
        return
    claimed, polyhedra = found
    assert claimed == expected == value(goal, pool.geometry, polyhedra)
    assert budget is None or pool.geometry.errors(polyhedra) <= budget
    assert set(chain(*polyhedra)) <= set(chain(*pool.columns))


@QUICK
@given(pools(), st.sampled_from(GOALS), st.integers(0, 5), st.randoms(use_true_random=False))
def test_a_hint_good_or_bad_changes_nothing(pool, goal, budget, chance):
    hint = chance.choice(list(subsets(pool)))
    found = solved(pool, goal, budget, hint)
    assert (found and found[0]) == best_of_all(pool, goal, budget)


@QUICK
@given(pools(), st.sampled_from(GOALS))
def test_clauses_that_follow_from_others_may_be_left_in(pool, goal):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clauses, "LARGEST_COMPARISON", -1)
        found = solved(pool, goal, 0)
    assert (found and found[0]) == best_of_all(pool, goal, 0)


@pytest.fixture
def line(rows):
    """Six rows in a line: cluster 0 left, cluster 1 right, and bounds of both at every row."""
    boxes = rows([0, 1, 2, 3, 4, 5], [0, 0, 1, 0, 1, 1])
    pool = Pool(geometry_of(boxes))
    for bound in range(6):
        pool.add([Column(0, Direction((0,), (1,)), float(bound))])
        pool.add([Column(1, Direction((0,), (-1,)), float(bound))])
    return pool


def test_bounds_in_one_direction_are_one_condition(line):
    claimed, polyhedra = solved(line, Goal(complexity=1), 1)
    assert claimed == 4
    assert [len(part) for part in polyhedra] == [1, 1]


def test_no_answer_without_errors(line):
    assert solved(line, Goal(complexity=1), 0) is None


def test_columns_beyond_the_budget_are_left_out(line):
    assert ColumnMaster(line, None).candidates == 12
    # on the left a bound at 1 or 2 shuts out one member, and a bound at 0 two of them
    assert ColumnMaster(line, 1).candidates == 2 * 5
    assert ColumnMaster(line, 0).candidates == 2 * 3


def test_boxes_that_no_column_tells_apart_are_one(rows):
    boxes = rows([0, 1, 2, 3, 4, 5], [0, 0, 0, 1, 1, 1], [1, 2, 3, 1, 1, 5])
    pool = Pool(geometry_of(boxes))
    pool.add([Column(0, Direction((0,), (1,)), 1.0)])
    master = ColumnMaster(pool, None)
    assert sorted(zip(master.cluster.tolist(), master.weight.tolist(), strict=True)) == [
        (0, 3),
        (0, 3),
        (1, 7),
    ]


def test_a_pool_without_columns(rows):
    pool = Pool(geometry_of(rows([0, 1], [0, 1])))
    assert solved(pool, FEWEST_ERRORS, None) == (2, ((), ()))
    assert solved(pool, Goal(complexity=1), 2) == (0, ((), ()))
    assert solved(pool, Goal(complexity=1), 1) is None
