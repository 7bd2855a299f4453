"""The solver for half-spaces of several features against brute force over all of them."""

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clusterscribe.clock import Clock
from clusterscribe.pricing import listing
from clusterscribe.problem.boxes import Boxes
from clusterscribe.progress import silent
from clusterscribe.proof import DescriptionClass
from clusterscribe.search.columns.column_stages import ColumnStages
from clusterscribe.search.goal import Goal
from clusterscribe.search.settings import Settings
from clusterscribe.search.solve import solve
from tests.scheduled import schedule
from tests.search.brute_force_oblique import Everything

GOALS = [
    Goal(complexity=1),
    Goal(sparsity=1),
    Goal(complexity=1, sparsity=2),
    Goal(complexity=1, sparsity=7),
    Goal(complexity=3, sparsity=2),
]
SLACKS = [0.0, 0.05, 0.5]
SCALES = st.sampled_from(["minmax", "none"])  # of whole numbers, sums are exact with the second
RELAXED = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def problems(draw, boxes=False):
    """Up to nine rows, two or three features, clusters, noise, weights, duplicates."""
    features = draw(st.integers(2, 3))
    clusters = draw(st.integers(1, 3))
    rows = draw(st.integers(clusters + 1, 9 if features == 2 else 7))
    kind = draw(st.sampled_from(["two", "few", "floats"]))
    if kind == "floats":
        chance = np.random.default_rng(draw(st.integers(0, 10**6)))
        lower = chance.random((rows, features))
    else:
        most = 1 if kind == "two" else 4
        numbers = st.lists(st.integers(0, most), min_size=rows * features, max_size=rows * features)
        lower = np.array(draw(numbers), dtype=float).reshape(rows, features)
    upper = lower
    if boxes:
        sizes = st.lists(st.integers(0, 2), min_size=rows * features, max_size=rows * features)
        upper = lower + np.array(draw(sizes)).reshape(rows, features) / (
            4 if kind == "floats" else 1
        )
    first = -1 if clusters == 1 or draw(st.booleans()) else 0
    cluster = draw(st.lists(st.integers(first, clusters - 1), min_size=rows, max_size=rows))
    cluster[:clusters] = range(clusters)
    weight = [1] * rows
    if draw(st.booleans()):
        weight = draw(st.lists(st.integers(1, 3), min_size=rows, max_size=rows))
    return Boxes(lower, upper, np.array(weight), np.array(cluster), clusters)


def shapes(terms=2):
    return st.builds(DescriptionClass, st.just(terms), st.integers(1, 3), SCALES)


def solved(boxes, shape, seconds=60.0, **asked):
    stages = ColumnStages(boxes, Settings(**asked, jobs=1), shape, Clock(seconds), silent)
    solve(stages)
    return stages.answer()


def check(boxes, shape, goal, answer, every):
    """Whatever is claimed holds; return whether the optimum is proved."""
    best = every.best(goal.complexity, goal.sparsity, answer.budget)
    assert answer.errors <= answer.budget
    assert answer.error_bound <= every.fewest_errors()
    assert answer.bound <= best <= answer.objective
    if answer.optimal:
        assert answer.bound == answer.objective == best
    return answer.optimal


def everything(boxes, shape):
    return Everything(boxes, shape.max_terms, shape.max_coefficient, shape.scale)


@RELAXED
@given(problems(), shapes(), st.sampled_from(GOALS), st.sampled_from(SLACKS))
def test_two_stages_equal_brute_force(boxes, shape, goal, slack):
    every = everything(boxes, shape)
    answer = solved(boxes, shape, goal=goal, error_slack=slack)
    if check(boxes, shape, goal, answer, every):
        assert answer.error_bound == every.fewest_errors()
        assert answer.budget == every.allowed(slack)
    assert answer.errors >= every.fewest_errors()


@RELAXED
@given(problems(), shapes(), st.sampled_from(GOALS), st.integers(0, 9))
def test_any_budget_equals_brute_force(boxes, shape, goal, budget):
    every = everything(boxes, shape)
    answer = solved(boxes, shape, goal=goal, max_errors=budget)
    if answer.is_over:
        assert answer.error_bound <= every.fewest_errors() <= answer.errors
        assert answer.budget == answer.errors > budget
    else:
        assert answer.budget == budget
    check(boxes, shape, goal, answer, every)


@RELAXED
@given(problems(boxes=True), shapes(), st.sampled_from(GOALS))
def test_boxes_equal_brute_force(boxes, shape, goal):
    answer = solved(boxes, shape, goal=goal)
    check(boxes, shape, goal, answer, everything(boxes, shape))


PAIRS = DescriptionClass(2, 3, "minmax")


def test_what_counting_alone_proves_needs_no_relaxation(rows):
    answer = solved(rows([[0, 0], [1, 5], [2, 0], [3, 5]], [0, 0, 1, 1]), PAIRS, goal=GOALS[0])
    assert (answer.objective, answer.bound, answer.optimal) == (4, 4, True)
    assert "stage_two" not in answer.statistics


def test_a_best_answer_that_cuts_one_member_off_twice_is_a_start(rows):
    # with every member cut off once at most, the relaxation would have no solution
    boxes = rows([[3, 1], [4, 0], [1, 1], [2, 2], [0, 0], [0, 0]], [0, 1, 2, 0, 0, 1])
    answer = solved(boxes, PAIRS, goal=Goal(complexity=3, sparsity=2))
    assert (answer.optimal, answer.errors, answer.objective) == (True, 1, 31)


def test_where_one_feature_varies_there_are_no_pairs(rows):
    boxes = rows([[0, 7], [1, 7], [2, 7], [3, 7], [4, 7]], [0, 1, 0, 1, 1])
    answer = solved(boxes, PAIRS, goal=GOALS[0])
    assert (answer.errors, answer.objective) == (1, 4)


def test_a_short_list_of_all_half_spaces_proves_the_fewest_errors(rows):
    chance = np.random.default_rng(0)
    boxes = rows(chance.random((12, 2)), chance.integers(0, 2, 12))
    answer = solved(boxes, PAIRS, goal=GOALS[0])
    assert answer.optimal
    assert answer.errors == answer.error_bound > 0


def test_a_stage_that_its_share_of_the_time_cut_short_is_told(rows, monkeypatch):
    chance = np.random.default_rng(0)
    boxes = rows(chance.random((12, 2)), chance.integers(0, 2, 12))
    monkeypatch.setattr(listing, "FEW_DIRECTIONS", 0)  # they make no short list
    assert solved(boxes, PAIRS, 5.0, goal=GOALS[0]).stop_reason == "no better column found"
    at_once = schedule(columns={"stage_one": 0.0})
    assert solved(boxes, PAIRS, 5.0, goal=GOALS[0], schedule=at_once).stop_reason == "time limit"


def test_a_budget_that_is_met_only_in_stage_two_holds_for_several_features():
    late = 0
    for seed in range(6):
        chance = np.random.default_rng(seed)
        values = chance.integers(0, 9, (30, 2)).astype(float)
        cluster = np.where(values @ [1, 1] > 8, -1, 0)  # one condition on a sum
        boxes = Boxes.from_rows(values, cluster, 1)
        asked, limit = Settings(GOALS[0], max_errors=3), Clock(60.0)
        stages = ColumnStages(boxes, asked, DescriptionClass(2, 1, "none"), limit, silent)
        stages.find_fewest_errors = stages.prove_fewest_errors = lambda: None
        before = stages.first.errors
        solve(stages)
        answer = stages.answer()
        found = [step.errors for step in stages.finds.steps]
        assert min(found) > 3 or answer.errors <= 3 == answer.budget
        late += before > 3 >= answer.errors
        assert answer.optimal or answer.errors > 3
    assert late > 2
