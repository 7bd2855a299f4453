"""The centres of clusters: means of their rows, in the units of the table.

Whether a threshold separates two centres, or a row from its centre, is a matter of order.
`Places` puts the values and the centres of each feature into one order of whole numbers, so
that nothing depends on how a mean was rounded.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.ranks import Ranks

MOST_DOUBT = 1e-3  # of the gap between two values, the most that a mean is taken to be off
ROUNDING = 1e-12  # of the largest value, the most that rounding may move a mean
BITS = 62  # of fixed-point numbers: nine more than a floating-point number has
HALF = BITS // 2

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Centres:
    """Values of the rows (rows x features) and means of the clusters (clusters x features)."""

    values: Numbers
    means: Numbers
    doubts: Numbers  # how far rounding may have moved each mean

    @classmethod
    def of(cls, boxes: Boxes) -> Centres:
        """Return the weighted means of the clusters, of which every row must be in one."""
        means = np.empty((boxes.clusters, boxes.features))
        doubts = np.empty_like(means)
        for cluster in range(boxes.clusters):
            members = boxes.cluster == cluster
            means[cluster] = _mean(boxes.lower[members], boxes.weight[members])
            doubts[cluster] = ROUNDING * np.abs(boxes.lower[members]).max(axis=0)
        return cls(boxes.lower, means, doubts)

    def squared_distances(self) -> Numbers:
        """Return the squared distance of each row from each centre (rows x clusters).

        Every feature is scaled to the unit interval.
        """
        exponents = _exponents(self.values)
        values, means = np.ldexp(self.values, -exponents), np.ldexp(self.means, -exponents)
        spans = values.max(axis=0) - values.min(axis=0)
        spans[spans == 0] = 1
        return np.column_stack([(((values - mean) / spans) ** 2).sum(axis=1) for mean in means])


@dataclass(frozen=True, slots=True)
class Places:
    """Rows and centres of each feature in one order; a cut goes behind a place.

    `splits[d][p]` is how many different values of feature d lie at place p or before it. Each
    centre lies from its `start` to its `end`, in the units of the table and as exactly as it
    is known; the intervals of centres at different places do not overlap.
    """

    rows: NDArray[np.int32]  # features x rows
    centres: NDArray[np.int32]  # features x clusters
    splits: tuple[NDArray[np.int64], ...]
    start: Numbers  # features x clusters
    end: Numbers

    @classmethod
    def of(cls, centres: Centres, ranks: Ranks) -> Places:
        """Order the rows and the centres of each feature."""
        rows = np.empty_like(ranks.lower)
        homes = np.empty((ranks.features, ranks.clusters), dtype=np.int32)
        start, end = np.empty(homes.shape), np.empty(homes.shape)
        splits = []
        for d, size in enumerate(ranks.sizes):
            values = np.empty(size)
            values[ranks.lower[d]] = centres.values[:, d]
            of_centres, start[d], end[d] = _among(values, centres.means[:, d], centres.doubts[:, d])
            of_values = np.arange(size, dtype=np.float64)
            places = np.unique(np.concatenate([of_values, of_centres]))
            rows[d] = np.searchsorted(places, of_values)[ranks.lower[d]]
            homes[d] = np.searchsorted(places, of_centres)
            splits.append(np.floor(places).astype(np.int64) + 1)
        return cls(rows, homes, tuple(splits), start, end)

    def between(
        self, feature: int, left: NDArray[np.int64], right: NDArray[np.int64]
    ) -> tuple[float, float]:
        """Return where centres on the left end, and where those on the right start."""
        return float(self.end[feature, left].max()), float(self.start[feature, right].min())


def _mean(rows: Numbers, weight: NDArray[np.int64]) -> Numbers:
    """Return the weighted mean of each feature.

    Sums are exact, in fixed-point numbers of any length, so that neither the order of rows matters
    nor whether a row has a weight of 2 or comes twice.
    """
    exponents, total = _exponents(rows), int(weight.sum())
    means = np.empty(len(exponents))
    for d, exponent in enumerate(exponents):
        fixed = np.ldexp(rows[:, d], BITS - exponent).astype(np.int64)
        means[d] = np.ldexp(_exact_sum(weight, fixed, total) / total, exponent - BITS)
    return means


def _exact_sum(weight: NDArray[np.int64], fixed: NDArray[np.int64], total: int) -> int:
    """Return the weighted sum of fixed-point numbers, which may have any length."""
    if total >> (BITS - HALF):  # the halves of these numbers might overflow, too
        return int(weight.astype(object) @ fixed.astype(object))
    high, low = fixed >> HALF, fixed & ((1 << HALF) - 1)
    return (int(weight @ high) << HALF) + int(weight @ low)


def _exponents(rows: Numbers) -> NDArray[np.int32]:
    """Return for each feature a power of two above its numbers, so that sums do not overflow."""
    exponents: NDArray[np.int32] = np.frexp(np.abs(rows).max(axis=0))[1]
    return exponents


def _among(values: Numbers, means: Numbers, doubts: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return the rank of each mean among increasing values, and from where to where it lies.

    A rank between two values has a fraction. A mean that may be a value is that value, and
    means that may be equal have the same rank.
    """
    before = np.searchsorted(values, means, side="right") - 1
    after = np.minimum(before + 1, len(values) - 1)
    half_gaps = values[after] / 2 - values[before] / 2  # a whole one might be infinite
    doubts = np.minimum(doubts, 2 * MOST_DOUBT * half_gaps)
    start, end = means - doubts, means + doubts
    is_value = (start <= values[before]) | (end >= values[after])
    nearest = np.where(start <= values[before], before, after)
    start, end = (np.where(is_value, values[nearest], side) for side in (start, end))
    fractions = _groups(start, end) / (len(means) + 1)
    return np.where(is_value, nearest, before + fractions), start, end


def _groups(start: Numbers, end: Numbers) -> NDArray[np.int64]:
    """Count intervals from 1 in their order; those that overlap have the same number."""
    order = np.argsort(start, kind="stable")
    reached = np.maximum.accumulate(end[order])
    numbers = np.ones(len(order), dtype=np.int64)
    numbers[order[1:]] += np.cumsum(start[order[1:]] > reached[:-1])
    return numbers
