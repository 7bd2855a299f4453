"""Multipliers in whole units, so that every weight and every bound is exact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.boxes import NOISE
from clusterscribe.search.whole.multipliers import Multipliers
from clusterscribe.search.whole.patterns import Patterns

Ints: TypeAlias = NDArray[np.int64]
FINEST = 1 << 20  # units that a multiplier of one is counted in
LARGEST = 1 << 58  # sum of all weights in these units
MOST_RECALL = 8  # largest multiplier of what has to be inside


@dataclass(frozen=True, slots=True)
class Prices:
    """What the rows of each pattern cost a cluster that gets them wrong, in whole units.

    Those of a row sum to one unit at most. `constant` is what all members together cost outside,
    and what has to be inside is worth. Members inside count as often as a cluster may have
    polyhedra.
    """

    patterns: Patterns
    unit: int
    of_row: Ints  # patterns x clusters
    of_recall: Ints
    constant: int
    polyhedra: int = 1

    @classmethod
    def of(cls, multipliers: Multipliers) -> Prices:
        """Round multipliers down to whole units."""
        patterns = multipliers.patterns
        total = max(1, patterns.ranks.total_weight)
        most = total * (1 + MOST_RECALL) * multipliers.polyhedra
        unit = max(1, min(FINEST, LARGEST // most))
        of_row = np.floor(np.maximum(multipliers.of_row, 0) * unit).astype(np.int64)
        of_row = _within(of_row, unit)
        recall = np.floor(np.clip(multipliers.of_recall, 0, MOST_RECALL) * unit).astype(np.int64)
        members = np.flatnonzero(patterns.own != NOISE)
        own = of_row[members, patterns.own[members]]
        constant = int(own @ patterns.weight[members])
        # in Python's whole numbers, which have no largest one
        least = multipliers.least_inside
        constant += sum(int(r) * w for r, w in zip(recall, least, strict=True))
        return cls(patterns, unit, of_row, recall, constant, multipliers.polyhedra)

    def weights(self, cluster: int) -> Ints:
        """Return what each row weighs for the polyhedra of a cluster."""
        weight: Ints = self._signed(cluster)[self.patterns.of_row] * self.patterns.ranks.weight
        return weight

    def heaviest_known(self, cluster: int, conditions: int) -> int:
        """Return what the heaviest polyhedron so far of at most so many conditions weighs, or 0."""
        columns = [
            i
            for i, p in enumerate(self.patterns.polyhedra)
            if p.cluster == cluster and p.conditions <= conditions
        ]
        weight = self._signed(cluster) * self.patterns.weight
        return max((int(w) for w in weight @ self.patterns.inside[:, columns]), default=0)

    def _signed(self, cluster: int) -> Ints:
        price = self.of_row[:, cluster]
        worth = self.polyhedra * (price + self.of_recall[cluster])
        return np.where(self.patterns.own == cluster, worth, -price)


def _within(of_row: Ints, unit: int) -> Ints:
    """Lower prices until those of no row sum to more than the unit."""
    rows = np.arange(len(of_row))
    while (excess := np.maximum(of_row.sum(axis=1) - unit, 0)).any():
        largest = of_row.argmax(axis=1)
        of_row[rows, largest] -= np.minimum(excess, of_row[rows, largest])
    return of_row
