"""The wide search: no answer is worse than a tree of one box per cluster, whatever the limits."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe import PolyhedralDescriber
from clusterscribe.baselines.trees.tree_describers import IMMDescriber, TreeDescriber
from clusterscribe.clock import Clock
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import rank
from clusterscribe.problem.starts import imm_ranges
from clusterscribe.search.axis import neighbourhood
from clusterscribe.search.axis.axis_stages import AxisStages
from clusterscribe.search.goal import Goal
from clusterscribe.search.integer import Runner
from clusterscribe.search.schedule import DEFAULT, WideSchedule
from clusterscribe.search.settings import Settings
from tests.problem.test_starts import boxes_of, touching

GOAL = Goal(complexity=1)


@given(
    seed=st.integers(0, 10**6),
    rows=st.integers(200, 2_000),
    features=st.integers(1, 6),
    clusters=st.integers(2, 6),
    limit=st.sampled_from([0.01, 0.2, 1.0]),
    slack=st.sampled_from([0.0, 0.05]),
)
@settings(max_examples=15)
def test_no_answer_makes_more_errors_than_trees_of_one_box_per_cluster(
    seed, rows, features, clusters, limit, slack
):
    values, label = touching(seed, rows, features, clusters)
    describer = PolyhedralDescriber(time_limit=limit, min_recall=0, error_slack=slack)
    described = describer.fit(values, label).result_
    # the slack counts from the fewest errors where these are proved
    allowed = (1 + slack) * described.error_bound
    assert described.error_bound <= described.errors
    assert described.errors <= max(allowed, IMMDescriber().fit(values, label).result_.errors)
    tree = TreeDescriber().fit(values, label)
    if all(not hasattr(part, "polyhedra") for part in tree.description_.parts):
        assert described.errors <= max(allowed, tree.result_.errors)


def test_the_budget_of_the_second_stage_does_not_give_that_away():
    values, label = touching(0, rows=900, features=5, clusters=5)
    boxes = boxes_of(values, label)
    stages = AxisStages(boxes, Settings(GOAL, error_slack=10.0), Clock(1.0), lambda _: None)
    stages.start()
    stages.find_fewest_errors()
    imm = imm_ranges(boxes, stages.ranks, stages.values).errors(stages.ranks)
    assert imm < stages.tree_errors
    stages.find_shortest()
    assert not stages.first.closed
    assert stages.answer().errors <= stages.budget <= imm


def test_the_fewest_errors_of_a_table_are_found_from_many_starts():
    values, label = touching(2, rows=1_500, features=6, clusters=6)
    boxes = boxes_of(values, label)
    stages = AxisStages(boxes, Settings(GOAL), Clock(4.0), lambda _: None)
    imm = imm_ranges(boxes, stages.ranks, stages.values).errors(stages.ranks)
    trees = min(imm, stages.tree_errors)
    stages.start()
    stages.find_fewest_errors()
    assert stages.first.errors < 0.97 * trees


def test_a_search_on_some_rows_leaves_no_cluster_out():
    values, label = touching(4, rows=3_000, features=3, clusters=3)
    values, label = np.vstack([values, values[:2] + 9]), np.append(label, [3, 3])
    few = replace(DEFAULT, wide=WideSchedule(rows=200, more_rows=2))
    asked = Settings(GOAL, schedule=few, least_inside=(500, 500, 500, 2))
    stages = AxisStages(boxes_of(values, label), asked, Clock(2.0), lambda _: None)
    assert stages.wide is not None
    stages.wide.run(stages.first, Clock(2.0), stages.runner)
    answer = stages.first.best
    assert answer.errors(stages.ranks) < stages.tree_errors
    assert (answer.outside_own(stages.ranks) <= stages.ranks.limits.most_outside).all()


@given(seed=st.integers(0, 10**6), noise=st.booleans())
@settings(max_examples=15)
def test_errors_of_a_pair_and_of_all_others_add_up(seed, noise):
    values, label = touching(seed, rows=200, noise=noise)
    boxes = boxes_of(values, label)
    ranks, distinct = rank(boxes)
    answer = imm_ranges(boxes, ranks, distinct)
    chance = np.random.default_rng(seed)
    for pair in neighbourhood.pairs(ranks, answer):
        elsewhere = answer.errors(ranks) - pair.errors
        assert elsewhere == ranks.total_weight - pair.ranks.total_weight
        # and so for whatever the two boxes become
        other = answer.copy()
        for k in pair.free:
            d = chance.integers(ranks.features)
            other.low[k, d] = chance.integers(ranks.sizes[d])
        boxes_now = Ranges(other.low[pair.free], other.high[pair.free], ranks.sizes)
        assert boxes_now.errors(pair.ranks) + elsewhere == other.errors(ranks)


def test_the_integer_solver_makes_a_pair_of_boxes_better():
    # both boxes hold the wrong half; nothing else is wrong
    values = np.repeat(np.arange(6.0), 5)[:, None]
    label = np.repeat([0, 0, 1, 1, 2, 2], 5)
    ranks, _ = rank(boxes_of(values, label))
    wrong = Ranges.everything(3, ranks.sizes)
    wrong.low[:, 0], wrong.high[:, 0] = [2, 0, 4], [3, 1, 5]
    (pair,) = (p for p in neighbourhood.pairs(ranks, wrong) if p.free == [0, 1])
    better = neighbourhood.improved(pair, wrong, Runner(Clock(10)), Clock(10))
    assert better is not None
    assert better.errors(ranks) == 0
    assert better.low[2, 0] == 4


def test_nothing_better_near_is_no_answer():
    values = np.repeat(np.arange(3.0), 5)[:, None]
    label = np.repeat([0, 1, 0], 5)
    ranks, _ = rank(boxes_of(values, label))
    best = Ranges.everything(2, ranks.sizes)
    best.high[0, 0], best.low[1, 0], best.high[1, 0] = 0, 1, 1
    (pair,) = neighbourhood.pairs(ranks, best)
    assert pair.errors == 5
    assert neighbourhood.improved(pair, best, Runner(Clock(10)), Clock(10)) is None


def test_tables_that_are_solved_at_once_load_no_compiler():
    code = (
        "import sys, numpy as np; from clusterscribe import describe\n"
        "values = np.arange(40.0).reshape(20, 2); labels = [0] * 10 + [1] * 10\n"
        "description, result = describe(values, labels)\n"
        "assert result.status == 'optimal'; print('numba' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "False"
