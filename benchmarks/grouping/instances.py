"""The rows of one instance, and their groups by complete linkage.

All standard deviations share centres and noise. Distances within a cluster are then the same
but for one factor, and so are the groups: the linkage is needed only once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import fcluster, linkage

from benchmarks.grouping.design import Design
from clusterscribe.grouping import Groups
from clusterscribe.problem.boxes import Boxes


@dataclass(frozen=True)
class Mixture:
    """Centres uniform in [-1, 1], and standard normal noise around each of them."""

    centres: NDArray[np.float64]  # clusters x columns
    noise: NDArray[np.float64]  # rows x columns, in the order of the clusters

    @classmethod
    def of(cls, design: Design, seed: int) -> Mixture:
        """Draw an instance."""
        random = np.random.default_rng(seed)
        centres = random.uniform(-1, 1, size=(design.clusters, design.columns))
        noise = random.normal(size=(design.clusters * design.rows, design.columns))
        return cls(centres, noise)

    @property
    def labels(self) -> NDArray[np.int64]:
        """The cluster that each row was drawn from."""
        clusters = len(self.centres)
        return np.repeat(np.arange(clusters), len(self.noise) // clusters)

    def rows(self, sigma: float) -> NDArray[np.float64]:
        """Return all rows for a standard deviation."""
        table: NDArray[np.float64] = self.centres[self.labels] + sigma * self.noise
        return table

    def boxes(self, sigma: float) -> Boxes:
        """Return all rows as boxes, for the solver."""
        return Boxes.from_rows(self.rows(sigma), self.labels, len(self.centres))


@dataclass(frozen=True)
class Linkages:
    """The complete linkage of each cluster, to be cut for any number of groups."""

    merges: tuple[NDArray[np.float64], ...]

    @classmethod
    def of(cls, mixture: Mixture) -> Linkages:
        """Link the rows of each cluster."""
        parts = np.split(mixture.noise, len(mixture.centres))
        return cls(tuple(linkage(part, "complete") for part in parts))

    def groups(self, count: int) -> Groups:
        """Cut all clusters at one largest distance, that which leaves `count` groups."""
        heights = np.sort(np.concatenate([merges[:, 2] for merges in self.merges]))
        rows = len(heights) + len(self.merges)
        largest = heights[rows - count - 1]
        numbers, start = [], 0
        for merges in self.merges:
            own = fcluster(merges, largest, "distance").astype(np.intp) - 1
            numbers.append(start + own)
            start += int(own.max()) + 1
        return Groups(np.concatenate(numbers))
