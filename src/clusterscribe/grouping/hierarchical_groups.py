"""Groups by complete linkage, the scheme of the paper's experiments."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from clusterscribe.grouping.numbers import checked_diameter
from clusterscribe.grouping.tree_groups import halved

MOST = 5_000  # rows that are linked at once: time and memory grow with their square


@dataclass(frozen=True, slots=True)
class HierarchicalGroups:
    """Link rows while no two of a group are further apart than `max_diameter`.

    Distances are Euclidean, with every feature scaled to 0..1. A cluster with more than
    5,000 different rows is halved into parts (as `TreeGroups` does), and these are linked.
    """

    max_diameter: float = 0.1

    def group(self, rows: NDArray[np.float64], share: float) -> NDArray[np.intp]:
        """Group the rows of one cluster."""
        diameter = checked_diameter("HierarchicalGroups", self.max_diameter)
        parts = halved(rows, inf, 0.0, largest=MOST)
        numbers, count = np.empty(len(rows), dtype=np.intp), 0
        for part in range(int(parts.max()) + 1):
            places = np.flatnonzero(parts == part)
            linked = _linked(rows[places], diameter)
            numbers[places] = count + linked
            count += int(linked.max()) + 1
        return numbers


def _linked(rows: NDArray[np.float64], diameter: float) -> NDArray[np.intp]:
    if len(rows) == 1:
        return np.zeros(1, dtype=np.intp)
    from scipy.cluster.hierarchy import fcluster, linkage

    numbers: NDArray[np.intp] = fcluster(linkage(rows, "complete"), diameter, "distance")
    return numbers.astype(np.intp) - 1
