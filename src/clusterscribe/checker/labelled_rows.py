"""The rows that a claim is about: numbers, clusters and whole weights, straight from the table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

NOISE = -1  # the cluster of rows that belong to none and must lie outside all


@dataclass(frozen=True, slots=True)
class Rows:
    """Values (rows x features), the cluster of every row and its weight in whole units."""

    values: NDArray[np.float64]
    cluster: NDArray[np.int64]
    weight: NDArray[np.int64]
    clusters: int

    def __len__(self) -> int:
        return len(self.cluster)

    def only(self, rows: NDArray[np.int64]) -> Rows:
        """Return some of the rows; all clusters stay, even those that are left without any."""
        return Rows(self.values[rows], self.cluster[rows], self.weight[rows], self.clusters)
