"""The fewest errors of parts add up to no more than those of all rows."""

from itertools import islice
from unittest.mock import ANY

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterscribe.clock import Clock
from clusterscribe.problem.ranks import rank
from clusterscribe.progress import silent
from clusterscribe.search.axis import parts
from clusterscribe.search.axis.axis_stages import AxisStages
from clusterscribe.search.axis.parts import Fewest, Parts
from clusterscribe.search.goal import LEAST_COMPLEXITY
from clusterscribe.search.settings import Settings
from clusterscribe.search.solve import solve
from tests.scheduled import schedule
from tests.search import brute_force
from tests.search.strategies import problems
from tests.search.test_two_stages import everything, overlapping

MANY = 30  # parts that are looked at


@settings(max_examples=60, deadline=None)
@given(problems(boxes=True), st.integers(1, 4), st.integers(0, 5))
def test_parts_never_prove_too_much(boxes, size, seed):
    fewest = brute_force.fewest_errors(everything(boxes))
    stages = AxisStages(boxes, Settings(LEAST_COMPLEXITY, seed=seed), Clock(60.0), silent)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts, "LEAST", 1)
        patch.setattr(parts, "QUICKLY", 5.0)
        stages.parts = Parts(stages.ranks, stages._fewest_of_part, seed)
        stages.parts.size = size
        bounds = list(islice(stages.parts.add_up(Clock(60.0)), MANY))
    assert all(known.errors <= fewest for known in bounds)


NO_LARGE_MODELS = schedule(axis={"largest_model": 1_500, "most_written": 1_500})


def covering(sizes):
    """A solver that keeps the rows it is asked for, and proves one error of each part."""

    def solve(boxes, clock):
        sizes.append(len(boxes))
        return Fewest(1, proved=True)

    return solve


def test_every_row_is_in_one_part_and_parts_grow():
    sizes = []
    ranks, _ = rank(overlapping(5_000, 2, 3))
    some = Parts(ranks, covering(sizes), seed=0)
    found = list(islice(some.add_up(Clock(60.0)), MANY))
    last = int(np.searchsorted(np.cumsum(sizes), 5_000)) + 1
    assert sum(sizes[:last]) == 5_000  # all rows, and no row twice
    assert [known.errors for known in found[:last]] == list(range(1, last + 1))
    assert found[last - 1].rows == 5_000
    assert sizes[: last - 1] == sorted(sizes[: last - 1])
    assert sizes[0] == parts.START < sizes[1]


def test_where_a_part_is_all_there_is_nothing_is_gained():
    ranks, _ = rank(overlapping(parts.START, 2, 2))
    assert not list(Parts(ranks, covering([]), seed=0).add_up(Clock(60.0)))


def test_parts_that_are_too_hard_become_smaller():
    ranks, _ = rank(overlapping(5_000, 2, 3))
    some = Parts(ranks, lambda boxes, clock: Fewest(0, proved=False), seed=0)
    assert [known.errors for known in islice(some.add_up(Clock(60.0)), 4)] == [0, 0, 0, 0]
    assert some.size == parts.LEAST


def test_a_table_too_large_for_a_model_has_a_bound():
    boxes = overlapping(600, 1, 2)
    exact = AxisStages(boxes, Settings(LEAST_COMPLEXITY), Clock(60.0), silent)
    solve(exact)
    heard, settings = [], Settings(LEAST_COMPLEXITY, schedule=NO_LARGE_MODELS)
    stages = AxisStages(boxes, settings, Clock(10.0), heard.append)
    solve(stages)
    answer = stages.answer()
    assert "too large" in answer.statistics["stage_one"]["model"]
    assert exact.error_bound / 2 < answer.error_bound <= exact.error_bound <= answer.errors
    assert answer.statistics["parts"] == {"rows": ANY, "errors": answer.error_bound}
    assert answer.statistics["parts"]["rows"] <= 600
    assert max(snapshot.bound for snapshot in heard if snapshot.stage == "fewest errors") > 0


def test_parts_are_left_out_where_their_bound_is_of_no_use():
    settings = Settings(LEAST_COMPLEXITY, parts=False, schedule=NO_LARGE_MODELS)
    stages = AxisStages(overlapping(600, 1, 2), settings, Clock(1.0), silent)
    solve(stages)
    assert stages.error_bound == 0
    assert "parts" not in stages.statistics


def test_no_share_of_a_cluster_has_to_be_inside_for_a_part_of_the_rows(rows):
    """Two of ten rows have to be inside, and those among rows of another cluster need not be."""
    boxes = rows([*range(8), *[10] * 5, 11, 12], [0] * 10 + [1] * 5)
    settings = Settings(LEAST_COMPLEXITY, least_inside=(2, 1))
    stages = AxisStages(boxes, settings, Clock(60.0), silent)
    solve(stages)
    assert stages.answer().errors == 2
    in_one_place = np.flatnonzero(boxes.lower[:, 0] == 10)
    part = parts.boxes_of(stages.ranks, in_one_place)
    assert stages._fewest_of_part(part, Clock(60.0)) == Fewest(2, proved=True)
