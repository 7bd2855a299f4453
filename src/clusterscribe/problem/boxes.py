"""Boxes: what the master problem and pricing see instead of a table.

A box has a lower and an upper corner, a weight and a cluster. A row of the table is a box
with both corners equal; a group of rows is the smallest box around them. A box is correctly
described if all of it lies inside its own cluster's polyhedron and outside every other one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.axes import Axes

NOISE = -1  # cluster number of rows that belong to no cluster and must lie outside all


@dataclass(frozen=True, slots=True)
class Boxes:
    """Corners (rows x axes), whole weights and cluster numbers, 0 to clusters - 1.

    `axes` say what conditions there may be; without them, both sides of every feature may be
    bounded. `holes` (rows x axes) are values that are missing, where there are any: a sum in which
    one of them has a weight shuts the row out.
    """

    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    weight: NDArray[np.int64]
    cluster: NDArray[np.int64]
    clusters: int
    axes: Axes | None = None
    holes: NDArray[np.bool_] | None = None

    @classmethod
    def from_rows(
        cls,
        values: NDArray[np.float64],
        cluster: NDArray[np.int64],
        clusters: int,
        weight: NDArray[np.int64] | None = None,
    ) -> Boxes:
        """Make each row a box of its own; rows without weight do not count and are left out."""
        if weight is None:
            weight = np.ones(len(values), dtype=np.int64)
        if not weight.all():
            values, cluster, weight = values[weight > 0], cluster[weight > 0], weight[weight > 0]
        return cls(values, values, weight, cluster, clusters)

    def __len__(self) -> int:
        return len(self.weight)

    def holes_of(self, rows: NDArray[np.intp]) -> NDArray[np.bool_] | None:
        """Return the holes of some rows, where there are any."""
        return None if self.holes is None else self.holes[rows]

    def like(
        self,
        lower: NDArray[np.float64],
        upper: NDArray[np.float64],
        weight: NDArray[np.int64],
        cluster: NDArray[np.int64],
        holes: NDArray[np.bool_] | None = None,
    ) -> Boxes:
        """Return other boxes on the same axes."""
        return replace(self, lower=lower, upper=upper, weight=weight, cluster=cluster, holes=holes)

    @property
    def features(self) -> int:
        """Number of features."""
        return int(self.lower.shape[1])
