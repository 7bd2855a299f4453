"""What is proved of few conditions a cluster is claimed of these alone."""

from dataclasses import replace

import numpy as np
import pytest

from clusterscribe.clock import Clock
from clusterscribe.problem.ranges import Ranges
from clusterscribe.progress import silent
from clusterscribe.proof import CappedBound
from clusterscribe.search.axis.axis_stages import AxisStages
from clusterscribe.search.axis.few_conditions import FewConditions
from clusterscribe.search.axis.gap import GapCloser
from clusterscribe.search.goal import LEAST_COMPLEXITY
from clusterscribe.search.schedule import DEFAULT
from clusterscribe.search.settings import Settings
from tests.problem.test_starts import boxes_of, touching


def test_more_conditions_may_make_fewer_errors_than_few(rows):
    """A cluster between two groups of noise: 10 errors with one condition, none with two."""
    boxes = rows(np.arange(30), [-1] * 10 + [0] * 10 + [-1] * 10)
    stages = AxisStages(boxes, Settings(LEAST_COMPLEXITY), Clock(60.0), silent)
    one_condition = Ranges.everything(1, stages.ranks.sizes)
    one_condition.low[0, 0] = 10
    stages.first.hold(one_condition)
    stages.few.search_afterwards(stages.first)
    assert stages.few.capped == CappedBound(1, 10)
    assert stages.first.bound == 0
    stages.find_fewest_errors()
    assert stages.first.errors == 0


@pytest.mark.parametrize(("small_model", "tried"), [(0, ["run"]), (10**9, ["refute", "run"])])
def test_clauses_wait_where_many_rows_are_wrong_and_a_model_is_large(
    small_model, tried, monkeypatch
):
    calls = []
    monkeypatch.setattr(GapCloser, "refute", lambda *_: calls.append("refute"))
    monkeypatch.setattr(GapCloser, "run", lambda *_: calls.append("run"))
    monkeypatch.setattr(FewConditions, "_search", lambda *_: None)
    schedule = replace(DEFAULT, axis=replace(DEFAULT.axis, small_model=small_model))
    settings = Settings(LEAST_COMPLEXITY, max_conditions=2, schedule=schedule)
    stages = AxisStages(boxes_of(*touching(0, 300, 3, 3)), settings, Clock(60.0), silent)
    assert stages.first.errors > 0.05 * 300
    stages.few.search_asked(stages.first, stages.closer(stages.first))
    assert calls == tried
