"""What was found on the way is kept, and one of it is named beside the answer."""

import numpy as np
import pytest

from clusterscribe.clock import Clock
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import ranges_of
from clusterscribe.progress import silent
from clusterscribe.search.axis.axis_frontier import AxisFrontier
from clusterscribe.search.axis.axis_stages import AxisStages
from clusterscribe.search.found import Finds, next_shorter, useful
from clusterscribe.search.goal import LEAST_COMPLEXITY
from clusterscribe.search.settings import Settings
from clusterscribe.search.solve import solve
from clusterscribe.search.staircase import Step

STEPS = (Step(2, 40, ()), Step(5, 36, ()), Step(6, 22, ()), Step(40, 10, ()), Step(900, 0, ()))


def overlapping(rows=36):
    """Three clusters along a slanting line, with some chance."""
    chance = np.random.default_rng(3)
    table = chance.integers(0, 8, size=(rows, 2)).astype(float)
    cluster = np.digitize(table.sum(axis=1) + chance.integers(-1, 2, rows), [5, 9])
    return Boxes.from_rows(table, cluster, 3)


def scattered(rows=60):
    """Three round clusters in four columns, on which a tree is far from the best."""
    chance = np.random.default_rng(5)
    centres, cluster = chance.uniform(0, 9, (3, 4)), np.arange(rows) % 3
    return Boxes.from_rows(chance.normal(centres[cluster], 3.5).round(), cluster, 3)


def stages_of(boxes, **settings):
    return AxisStages(boxes, Settings(goal=LEAST_COMPLEXITY, **settings), Clock(30), silent)


def test_an_answer_is_only_asked_for_its_polyhedra_where_it_is_kept():
    finds, asked = Finds(LEAST_COMPLEXITY), []

    def polyhedra():
        asked.append(1)
        return ()

    finds.take(3, 8, polyhedra)
    finds.take(3, 8, polyhedra)
    finds.take(4, 8, polyhedra)
    finds.take(4, 6, polyhedra)
    assert [(step.errors, step.value) for step in finds.steps] == [(3, 8), (4, 6)]
    assert len(asked) == 2


def test_the_shorter_one_that_saves_most_for_each_error_is_named():
    assert next_shorter(STEPS, 2, 40, floor=6) == STEPS[2]  # 18 for 4 errors, not 4 for 3
    assert next_shorter(STEPS, 6, 22, floor=6) == STEPS[3]


def test_nothing_is_named_that_leaves_a_cluster_without_a_condition():
    assert next_shorter(STEPS, 40, 10, floor=6) is None
    assert next_shorter((), 2, 40, floor=6) is None


def test_points_end_with_one_condition_a_cluster():
    assert useful(STEPS, floor=10) == STEPS[:4]
    assert useful(STEPS, floor=12) == STEPS[:4]
    assert useful(STEPS[:2], floor=6) == STEPS[:2]


def test_whatever_is_kept_has_the_errors_and_length_that_are_said():
    stages = stages_of(overlapping())
    solve(stages)
    steps = stages.answer().others
    assert len(steps) > 2
    assert steps[0].errors <= stages.tree_errors
    for step in steps:
        ranges = ranges_of(step.polyhedra, stages.ranks.sizes)
        assert ranges.errors(stages.ranks) == step.errors
        assert ranges.complexity == step.value


def test_the_shorter_answer_beside_a_proved_one_is_the_same_each_time():
    seen = set()
    for workers in (1, 2, 8):
        stages = stages_of(overlapping(), workers=workers)
        solve(stages)
        answer = stages.answer()
        assert answer.optimal
        seen.add((answer.shorter.errors, answer.shorter.value))
    assert len(seen) == 1


def test_an_interrupted_search_names_what_it_has():
    stages = stages_of(overlapping())
    stages.find_fewest_errors()
    answer = stages.answer()
    assert answer.stop_reason == "interrupted"
    named = next_shorter(answer.others, answer.errors, answer.objective, stages.floor)
    assert answer.shorter == named
    assert min(step.errors for step in answer.others) == answer.errors


def test_no_point_of_a_frontier_is_worse_than_what_was_known():
    boxes = overlapping()
    stages = stages_of(boxes)
    solve(stages)
    known = stages.answer()
    search = AxisFrontier(boxes, Settings(goal=LEAST_COMPLEXITY), Clock(0.01), silent)
    search.take(known)
    answers = search.answers()  # before any search
    floor = stages.floor
    for step in useful(known.others, floor):
        within = [answer for answer in answers if answer.errors <= step.errors]
        assert min(answer.objective for answer in within) <= step.value


@pytest.mark.parametrize("ends", ["by its clock", "interrupted"])
def test_what_was_found_for_another_purpose_is_the_answer_where_it_is_better(ends):
    """Solvers meet answers on the way that no stage has asked for."""
    proved = stages_of(scattered())
    solve(proved)
    best = proved.answer()
    stages = AxisStages(scattered(), Settings(goal=LEAST_COMPLEXITY), Clock(0.0), silent)
    assert stages.first.errors > best.errors
    stages.finds.take(best.errors, best.objective, lambda: best.polyhedra)
    if ends == "by its clock":
        solve(stages)
    answer = stages.answer()
    assert not answer.optimal
    assert (answer.errors, answer.objective) == (best.errors, best.objective)
    assert answer.shorter is None or answer.shorter.errors > answer.errors
