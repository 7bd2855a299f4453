"""The fewest errors on boxes, and the error rate of that on all rows.

Groups and sub-samples go through the very same steps. All axis-parallel half-spaces are
candidates; the solver needs only one of those between two neighbouring values of the boxes, as
they are all the same to it. To other rows they are not, so every bound is put midway.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import Column
from clusterscribe.progress import silent
from clusterscribe.search.answer import Answer
from clusterscribe.search.axis.axis_stages import AxisStages
from clusterscribe.search.goal import LEAST_COMPLEXITY
from clusterscribe.search.settings import Settings
from clusterscribe.search.solve import solve

SETTINGS = Settings(LEAST_COMPLEXITY, error_slack=0.0, workers=1)


@dataclass(frozen=True)
class Solved:
    """An answer, and the seconds that it took."""

    answer: Answer
    seconds: float

    @property
    def is_fewest(self) -> bool:
        """Whether its errors are proved to be the fewest on these boxes."""
        return self.answer.errors == self.answer.error_bound


def solved(boxes: Boxes, seconds: float) -> Solved:
    """Look for the fewest errors, then for the shortest description with these."""
    start = time.perf_counter()
    stages = AxisStages(boxes, SETTINGS, Clock(seconds), silent)
    solve(stages, ties=False)
    return Solved(stages.answer(), time.perf_counter() - start)


def figures_of(one: Solved, rows: NDArray[np.float64], labels: NDArray[np.int64]) -> dict[str, Any]:
    """Return the error rate on all rows, and what the solve was like."""
    return {
        "rate": error_rate(one.answer, rows, labels),
        "complexity": one.answer.complexity,
        "fewest": one.is_fewest,
        "seconds": one.seconds,
    }


def error_rate(answer: Answer, rows: NDArray[np.float64], labels: NDArray[np.int64]) -> float:
    """Return the share of rows that are not inside their own polyhedron and no other."""
    inside = np.ones((len(rows), len(answer.polyhedra)), dtype=bool)
    for cluster, columns in enumerate(answer.polyhedra):
        for column in columns:
            inside[:, cluster] &= _is_within(column, answer.values, rows)
    at_home = inside[np.arange(len(rows)), labels] & (inside.sum(axis=1) == 1)
    return float(np.mean(~at_home))


def _is_within(
    column: Column, values: list[NDArray[np.float64]], rows: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Tell which rows are inside one half-space; its bound is a rank, counted inwards."""
    (feature,), place = column.features, int(column.bound)
    if place < 0:  # nothing is inside: a cluster that was given up
        return np.zeros(len(rows), dtype=bool)
    sign = 1 if column.direction.weights[0] > 0 else -1
    outwards = values[feature][::sign]
    bound = (outwards[place] + outwards[place + 1]) / 2
    within: NDArray[np.bool_] = sign * rows[:, feature] <= sign * bound
    return within
