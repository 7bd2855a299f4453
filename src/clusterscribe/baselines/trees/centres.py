"""The centres of clusters: means of their rows, every feature scaled to the unit interval.

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
from clusterscribe.problem.scaling import Scaling
from clusterscribe.tolerance import RELATIVE


@dataclass(frozen=True, slots=True)
class Centres:
    """Scaled values of the rows (rows x features) and the means of the clusters."""

    shares: NDArray[np.float64]
    means: NDArray[np.float64]  # clusters x features

    @classmethod
    def of(cls, boxes: Boxes) -> Centres:
        """Return the weighted means of the clusters; noise is in none."""
        shares = Scaling.of(boxes, "minmax").shares(boxes.lower)
        means = np.empty((boxes.clusters, boxes.features))
        for cluster in range(boxes.clusters):
            members = boxes.cluster == cluster
            weight = boxes.weight[members].astype(np.float64)
            means[cluster] = weight @ shares[members] / weight.sum()
        return cls(shares, means)

    def squared_distances(self) -> NDArray[np.float64]:
        """Return the squared distance of each row from each centre (rows x clusters)."""
        return np.column_stack([((self.shares - mean) ** 2).sum(axis=1) for mean in self.means])


@dataclass(frozen=True, slots=True)
class Places:
    """Rows and centres of each feature in one order; a cut goes behind a place.

    `splits[d][p]` is how many different values of feature d lie at place p or before it.
    """

    rows: NDArray[np.int32]  # features x rows
    centres: NDArray[np.int32]  # features x clusters
    splits: tuple[NDArray[np.int64], ...]

    @classmethod
    def of(cls, centres: Centres, ranks: Ranks) -> Places:
        """Order the rows and the centres of each feature."""
        rows = np.empty_like(ranks.lower)
        homes = np.empty((ranks.features, ranks.clusters), dtype=np.int32)
        splits = []
        for d, size in enumerate(ranks.sizes):
            values = np.empty(size)
            values[ranks.lower[d]] = centres.shares[:, d]
            of_centres = _among(values, centres.means[:, d])
            of_values = np.arange(size, dtype=np.float64)
            places = np.unique(np.concatenate([of_values, of_centres]))
            rows[d] = np.searchsorted(places, of_values)[ranks.lower[d]]
            homes[d] = np.searchsorted(places, of_centres)
            splits.append(np.floor(places).astype(np.int64) + 1)
        return cls(rows, homes, tuple(splits))


def _among(values: NDArray[np.float64], means: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the rank of each mean among increasing values, with a fraction between two.

    Means are computed with rounding: one that is as good as a value has the rank of that
    value, and means that are as good as equal have the same rank.
    """
    reached = np.searchsorted(values, means - RELATIVE)  # the first value that is not below
    is_value = values[np.minimum(reached, len(values) - 1)] <= means + RELATIVE
    order = np.argsort(means, kind="stable")
    steps = np.empty(len(means))
    steps[order] = np.cumsum(np.diff(means[order], prepend=-1.0) > RELATIVE)
    return np.where(is_value, reached, reached - 1 + steps / (len(means) + 1))
