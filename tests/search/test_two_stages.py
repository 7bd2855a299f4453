"""The exact solver against brute force on tiny problems."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.clock import Clock
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import used_features
from clusterscribe.problem.idle import without_idle
from clusterscribe.problem.improve import bounding_ranges
from clusterscribe.progress import silent
from clusterscribe.search.axis.axis_stages import AxisStages
from clusterscribe.search.goal import Goal
from clusterscribe.search.settings import Settings
from clusterscribe.search.solve import solve
from tests.scheduled import schedule
from tests.search import brute_force
from tests.search.strategies import problems

GOALS = [
    Goal(complexity=1),
    Goal(sparsity=1),
    Goal(complexity=1, sparsity=2),
    Goal(complexity=1, sparsity=7),
]


def solved(boxes, **asked):
    stages = AxisStages(boxes, Settings(**asked), Clock(60.0), silent)
    solve(stages)
    return stages.answer()


def sparsity(answer):
    return len(used_features(answer.polyhedra))


def key(answer, goal):
    other = answer.complexity if goal.sparsity else sparsity(answer)
    return answer.objective, other, answer.errors


def everything(boxes):
    return brute_force.descriptions(
        boxes.lower, boxes.upper, boxes.cluster, boxes.clusters, boxes.weight
    )


@settings(max_examples=60, deadline=None)
@given(problems(), st.sampled_from(GOALS), st.sampled_from([0.0, 0.05, 0.5]))
def test_two_stages_equal_brute_force(boxes, goal, slack):
    found = everything(boxes)
    answer = solved(boxes, goal=goal, error_slack=slack)
    fewest = brute_force.fewest_errors(found)
    assert answer.optimal
    assert answer.error_bound == fewest
    assert answer.budget == int((1 + slack) * fewest + 1e-9)
    assert answer.bound == answer.objective
    assert key(answer, goal) == brute_force.best(found, goal, answer.budget)


@settings(max_examples=60, deadline=None)
@given(problems(), st.sampled_from(GOALS), st.integers(0, 9))
def test_any_budget_equals_brute_force(boxes, goal, budget):
    found = everything(boxes)
    fewest = brute_force.fewest_errors(found)
    answer = solved(boxes, goal=goal, max_errors=budget)
    assert answer.is_over == (budget < fewest)
    if answer.is_over:  # then the budget is the fewest errors
        assert answer.errors == answer.error_bound == answer.budget == fewest
    assert answer.optimal
    assert key(answer, goal) == brute_force.best(found, goal, answer.budget)


@settings(max_examples=40, deadline=None)
@given(problems(), st.sampled_from(GOALS), st.integers(1, 9))
def test_a_budget_by_way_of_the_fewest_errors_equals_brute_force(boxes, goal, budget):
    found = everything(boxes)
    fewest = brute_force.fewest_errors(found)
    no_first_look = schedule(axis={"first_look": 0.0, "least_refuting": 0.0})
    answer = solved(boxes, goal=goal, max_errors=budget, schedule=no_first_look)
    assert answer.optimal
    assert answer.error_bound <= fewest
    assert key(answer, goal) == brute_force.best(found, goal, answer.budget)


def test_a_loose_budget_begins_with_the_shortest_of_the_fewest_errors():
    chance = np.random.default_rng(6)
    centres, cluster = chance.uniform(0, 9, (3, 4)), np.arange(60) % 3
    boxes = Boxes.from_rows(chance.normal(centres[cluster], 3.5).round(), cluster, 3)
    tight = solved(boxes, goal=GOALS[0], error_slack=0.0)
    assert tight.optimal
    budget = tight.errors + 1
    stages = AxisStages(boxes, Settings(GOALS[0], max_errors=budget), Clock(60.0), silent)
    second = stages.incumbent("shortest description", GOALS[:1], stages.tree, budget)
    assert second.is_over
    stages.second = second
    stages.shorten_fewer_errors(second)
    assert second.errors <= budget
    assert second.value <= tight.objective
    assert stages.error_bound == tight.errors


@settings(max_examples=40, deadline=None)
@given(problems(boxes=True), st.sampled_from(GOALS))
def test_boxes_equal_brute_force(boxes, goal):
    found = everything(boxes)
    answer = solved(boxes, goal=goal)
    assert answer.error_bound == brute_force.fewest_errors(found)
    assert key(answer, goal) == brute_force.best(found, goal, answer.budget)


def test_a_cluster_inside_another_is_given_up(rows):
    boxes = rows([0, 1, 2, 3, 4], [0, 0, 1, 0, 0])
    answer = solved(boxes, goal=GOALS[0])
    assert answer.errors == answer.error_bound == 1
    assert answer.complexity == 2  # nothing is in cluster 1, everything in cluster 0


def test_slack_is_a_share_of_the_fewest_errors(rows):
    # twenty unavoidable errors: 1.05 * 20 is 21, whatever floating point makes of it
    values = [0.0] * 40
    boxes = rows(values, [0] * 20 + [1] * 20)
    assert solved(boxes, goal=GOALS[0], error_slack=0.05).budget == 21


def test_a_budget_of_all_rows_needs_no_conditions(rows):
    answer = solved(rows([0, 1, 2], [0, 1, 0]), goal=GOALS[0], max_errors=3)
    assert answer.objective == answer.bound == 0


def test_an_answer_is_there_before_the_search_begins(rows):
    boxes = rows([0, 1, 2, 3], [0, 0, 1, 1])
    stages = AxisStages(boxes, Settings(GOALS[0]), Clock(60.0), silent)
    answer = stages.answer()
    assert (answer.errors, answer.stop_reason, answer.optimal) == (0, "interrupted", False)


def test_no_time_at_all_still_gives_the_tree(rows):
    boxes = rows([0, 1, 2, 3, 4, 5], [0, 1, 0, 1, 0, 1])
    stages = AxisStages(boxes, Settings(GOALS[0]), Clock(0.0), silent)
    solve(stages)
    assert stages.answer().errors <= stages.tree_errors


@settings(max_examples=30, deadline=None)
@given(problems(), st.sampled_from(GOALS))
def test_the_long_way_round_gives_the_same_answer(boxes, goal):
    """Relaxation and settled rows, which tiny problems are too easy for otherwise."""
    found = everything(boxes)
    no_first_try = schedule(axis={"first_try": 0.0, "least_try": 0.0})
    answer = solved(boxes, goal=goal, schedule=no_first_try)
    assert answer.error_bound == brute_force.fewest_errors(found)
    assert answer.optimal
    assert key(answer, goal) == brute_force.best(found, goal, answer.budget)


@settings(max_examples=30, deadline=None)
@given(problems(boxes=True), st.sampled_from(GOALS))
def test_problems_too_large_for_a_model_get_a_valid_answer(boxes, goal):
    found = everything(boxes)
    no_model = schedule(axis={"largest_model": -1, "most_written": -1})
    stages = AxisStages(boxes, Settings(goal, schedule=no_model), Clock(0.2), silent)
    solve(stages)
    answer = stages.answer()
    assert brute_force.fewest_errors(found) <= answer.errors <= stages.tree_errors
    measures = (answer.errors, answer.complexity, sparsity(answer))
    assert answer.error_bound <= brute_force.fewest_errors(found)
    assert any(all(np.less_equal(other, measures)) for other in found)
    assert not answer.optimal or answer.errors == 0


def overlapping(rows, features, clusters, seed=0):
    chance = np.random.default_rng(seed)
    values = chance.normal(size=(rows, features))
    return Boxes.from_rows(values, chance.integers(clusters, size=rows), clusters)


def test_a_late_proof_of_the_fewest_errors_counts_for_the_budget():
    """While stage one is open the tree caps the budget; once it is closed the slack counts."""
    boxes = overlapping(24, 2, 2, seed=11)
    asked = {"goal": GOALS[0], "error_slack": 0.5}
    at_once = solved(boxes, **asked)
    stages = AxisStages(boxes, Settings(**asked), Clock(60.0), silent)
    first_pass, skipped = stages.find_fewest_errors, []

    def skip_once():
        if skipped:
            first_pass()
        skipped.append(True)

    stages.find_fewest_errors = skip_once
    solve(stages)
    late = stages.answer()
    assert late.optimal
    assert (late.budget, late.objective) == (at_once.budget, at_once.objective)


def test_a_budget_that_is_met_only_during_stage_two_holds_for_its_answer():
    boxes = overlapping(40, 2, 3, seed=2)
    before = AxisStages(boxes, Settings(GOALS[0], error_slack=0.0), Clock(60.0), silent)
    solve(before)
    fewest = before.answer()
    stages = AxisStages(boxes, Settings(GOALS[0], max_errors=fewest.errors), Clock(60.0), silent)
    assert stages.first.errors > fewest.errors
    stages.find_fewest_errors = stages.prove_fewest_errors = lambda: None
    stages.shorten_fewer_errors = lambda second: stages.first.offer(before.first.best)
    solve(stages)
    late = stages.answer()
    assert (late.errors, late.objective) == (fewest.errors, fewest.objective)
    assert late.optimal


@pytest.mark.parametrize("seed", range(2, 7))
def test_a_budget_that_is_met_only_at_the_end_holds_for_the_answer(seed):
    boxes = overlapping(40, 2, 3, seed=seed)
    fewest = solved(boxes, goal=GOALS[0], error_slack=0.0)
    stages = AxisStages(boxes, Settings(GOALS[0], max_errors=fewest.errors), Clock(60.0), silent)
    stages.find_fewest_errors = stages.prove_fewest_errors = lambda: None
    stages.shorten_fewer_errors = lambda second: None
    solve(stages)
    answer = stages.answer()
    found = [step.errors for step in stages.finds.steps]
    assert min(found) > fewest.errors or answer.errors <= fewest.errors == answer.budget


@pytest.mark.slow
def test_without_a_time_limit_a_problem_without_a_model_ends():
    short = schedule(axis={"largest_model": -1, "most_written": -1, "first_round": 0.2})
    settings = Settings(GOALS[0], schedule=short)
    stages = AxisStages(overlapping(60, 3, 3), settings, Clock(None), silent)
    solve(stages)
    answer = stages.answer()
    assert (answer.optimal, answer.stop_reason) == (False, "nothing moved any more")


def test_without_a_time_limit_the_optimum_is_found():
    stages = AxisStages(overlapping(30, 2, 2), Settings(GOALS[0]), Clock(None), silent)
    solve(stages)
    assert stages.answer().optimal


def test_the_largest_seed_survives_another_pass():
    boxes = overlapping(60, 3, 3)
    settings = Settings(GOALS[0], seed=2**31 - 1)
    stages = AxisStages(boxes, settings, Clock(60.0), silent)
    stages.find_fewest_errors()
    assert stages.closer(stages.first).runner.seed == 0


def test_an_interrupt_in_stage_one_leaves_no_idle_conditions(monkeypatch):
    boxes = overlapping(60, 5, 3)
    stages = AxisStages(boxes, Settings(GOALS[0]), Clock(60.0), silent)

    def interrupted():
        stages.first.offer(bounding_ranges(stages.ranks))
        raise KeyboardInterrupt

    monkeypatch.setattr(stages, "find_fewest_errors", interrupted)
    with pytest.raises(KeyboardInterrupt):
        solve(stages)
    answer = stages.answer()
    again = without_idle(stages.ranks, stages.first.best, answer.errors)
    assert again.complexity == answer.complexity


def test_a_time_limit_holds_where_no_clause_implies_another():
    chance = np.random.default_rng(0)
    cluster = np.arange(3000) % 20
    values = chance.uniform(-1, 1, (20, 40))[cluster] + 0.3 * chance.normal(size=(3000, 40))
    clock = Clock(3.0)
    stages = AxisStages(
        Boxes.from_rows(values, cluster, 20), Settings(GOALS[0], max_errors=3000), clock, silent
    )
    solve(stages)
    assert clock.elapsed < 6.0


def test_goals_know_their_step():
    assert [goal.step for goal in GOALS] == [2, 1, 2, 1]
    assert Goal(errors=1).step == 1
