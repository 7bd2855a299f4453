"""What is proved of few conditions a cluster is claimed of these alone."""

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.problem.ranges import Ranges
from clusterscribe.progress import silent
from clusterscribe.proof import CappedBound
from clusterscribe.search.axis.axis_stages import AxisStages
from clusterscribe.search.goal import LEAST_COMPLEXITY
from clusterscribe.search.settings import Settings


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
