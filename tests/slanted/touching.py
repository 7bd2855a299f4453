"""Small clusters that touch, for conditions on several features."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import Geometry
from clusterscribe.problem.limits import Limits
from clusterscribe.problem.ranks import rank
from clusterscribe.problem.scaling import Scaling
from clusterscribe.search.slanted.candidates import Reaching

NO_LIMIT = Clock(None)
REACH = Reaching((0, 1, 2), {2: 3, 3: 3})


def geometry_of(seed: int, rows: int = 60, clusters: int = 3, limits: Limits | None = None):
    """Make clusters that touch, in whole numbers, with weights and perhaps noise."""
    chance = np.random.default_rng(seed)
    cluster = chance.integers(-1 if seed % 3 == 0 else 0, clusters, rows)
    cluster[:clusters] = np.arange(clusters)
    centres = chance.normal(0, 2, (clusters + 1, 3))
    values = (centres[cluster] + chance.normal(0, 1, (rows, 3))).round(1)
    weight = chance.integers(1, 4, rows)
    boxes = Boxes.from_rows(values, cluster, clusters, weight)
    ranks = replace(rank(boxes)[0], limits=limits or Limits())
    return Geometry.of(boxes, ranks, Scaling.of(boxes, "minmax"))
