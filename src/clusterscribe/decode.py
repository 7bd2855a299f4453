"""The way back: from ranges of ranks to half-spaces in the units of the table."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description import Description, HalfSpace, Placement, Polyhedron, Term, place
from clusterscribe.encode import Encoded
from clusterscribe.feature import Feature
from clusterscribe.problem.ranges import Ranges
from clusterscribe.solver.axis_parallel import Answer


def decode(data: Encoded, answer: Answer, placement: Placement) -> Description:
    """Return the description that an answer stands for, its thresholds placed."""
    polyhedra = [
        Polyhedron(label, tuple(_half_spaces(data, answer, k)))
        for k, label in enumerate(data.clusters.labels)
    ]
    placed = place(polyhedra, data.values, len(data.boxes), placement)
    return Description(
        columns=data.table.columns,
        parts=placed,
        noise_label=data.clusters.noise_label,
        noise=data.noise,
    )


def _half_spaces(data: Encoded, answer: Answer, cluster: int) -> Iterator[HalfSpace]:
    """Turn the ranges of ranks of one cluster back into bounds on values."""
    ranges: Ranges = answer.ranges
    for d, feature in enumerate(data.features):
        distinct = answer.values[d]
        low, high = int(ranges.low[cluster, d]), int(ranges.high[cluster, d])
        nothing = low == len(distinct) or high < 0  # a cluster that was given up
        if low > 0:
            yield _without_rows(feature, data) if nothing else _from_rank(feature, distinct, low)
        if high < len(distinct) - 1:
            yield _without_rows(feature, data) if nothing else _to_rank(feature, distinct, high)


def _from_rank(feature: Feature, distinct: NDArray[np.float64], rank: int) -> HalfSpace:
    return _at_least(feature, float(distinct[rank]))


def _to_rank(feature: Feature, distinct: NDArray[np.float64], rank: int) -> HalfSpace:
    """Bound a feature just below the next rank: numbers that are one value may lie above."""
    if feature.kind.is_binary:
        return _at_most(feature, float(distinct[rank]))
    return _at_most(feature, math.nextafter(distinct[rank + 1], -math.inf))


def _without_rows(feature: Feature, data: Encoded) -> HalfSpace:
    """Return a half-space beyond all values, on the side where there is still a number."""
    if feature.kind.is_binary:
        return _at_most(feature, -1.0)
    below = math.nextafter(data.values[feature].min(), -math.inf)
    if math.isfinite(below):
        return _at_most(feature, below)
    return _at_least(feature, math.nextafter(data.values[feature].max(), math.inf))


def _at_most(feature: Feature, bound: float) -> HalfSpace:
    return HalfSpace((Term(feature, 1),), bound)


def _at_least(feature: Feature, bound: float) -> HalfSpace:
    return HalfSpace((Term(feature, -1),), -bound)
