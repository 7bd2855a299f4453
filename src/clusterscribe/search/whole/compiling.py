"""Compiling the search over whole polyhedra, while other work goes on."""

from __future__ import annotations

from functools import cache

import numpy as np

from clusterscribe.background import Background
from clusterscribe.clock import Clock
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.ranks import rank


@cache
def compilation() -> Background:
    """Return the one compilation of this process, which begins with the first call."""
    return Background(_compile)


def _compile() -> None:
    from clusterscribe.search.whole.heaviest import HeaviestSearch
    from clusterscribe.search.whole.multipliers import Multipliers
    from clusterscribe.search.whole.polyhedron import NOTHING, Polyhedron

    rows = np.array([[0.0, 2.0], [1.0, 1.0], [2.0, 3.0], [3.0, 0.0]])
    boxes = Boxes.from_rows(rows, np.array([0, 1, 0, 1]), 2, np.ones(4, dtype=np.int64))
    ranks, weight = rank(boxes)[0], np.array([2, -1, 2, -1])
    for conditions in (2, 3):  # from three on there is more to refine
        search = HeaviestSearch(ranks, conditions, 1)
        search.find(0, weight, Clock(None))
        search.above(0, weight, 1, 9, Clock(None))
    multipliers = Multipliers(ranks)
    for cluster in range(ranks.clusters):
        multipliers.add(Polyhedron.of(ranks, cluster, NOTHING))
    multipliers.improve(1)
