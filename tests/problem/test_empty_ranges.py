"""Local search where a range is empty: a cluster on both sides of one cut."""

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.improve import descend
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import rank


def test_local_search_ends_where_a_range_is_empty():
    boxes = Boxes(
        lower=np.array([[3.0], [0.0], [0.0], [3.0], [0.0], [2.0]]),
        upper=np.array([[3.0], [0.0], [3.0], [3.0], [0.0], [2.0]]),
        weight=np.array([3, 1, 1, 3, 1, 1]),
        cluster=np.array([0, 1, 2, 1, 2, 1]),
        clusters=3,
    )
    ranks, _ = rank(boxes)
    start = Ranges(np.array([[0], [1], [0]]), np.array([[1], [0], [0]]), ranks.sizes)
    clock = Clock(20.0)
    settled = descend(ranks, start, clock)
    assert not clock.expired
    assert settled.errors(ranks) <= start.errors(ranks)
