"""Which rows each half-space of an answer cuts off, and which rows are wrong by that."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.columns import Column, Geometry, Polyhedra, all_columns


@dataclass(frozen=True)
class Cutting:
    """For each column the rows (or boxes) that it cuts off."""

    geometry: Geometry
    polyhedra: Polyhedra
    outside: dict[Column, NDArray[np.bool_]]

    @classmethod
    def of(cls, geometry: Geometry, polyhedra: Polyhedra) -> Cutting:
        """Hold every row against every column, once."""
        columns = all_columns(polyhedra)
        return cls(geometry, polyhedra, {c: geometry.outside(c) for c in columns})

    @property
    def wrong(self) -> NDArray[np.bool_]:
        """Which rows are not correctly described."""
        return self._times_wrong() > 0

    @property
    def errors(self) -> int:
        """The weight of wrong rows."""
        return int(self.geometry.ranks.weight[self.wrong].sum())

    def without_idle(self) -> Polyhedra:
        """Drop the columns without which no more rows are wrong, the longest first.

        Dropping a column can only make another one idle that cuts off some of the same members,
        so it goes round until nothing is dropped.
        """
        weight, errors, times = self.geometry.ranks.weight, self.errors, self._times_wrong()
        left = [list(part) for part in self.polyhedra]
        dropped = True
        while dropped:
            dropped = False
            for column in sorted((c for part in left for c in part), key=_longest_first):
                part = left[column.cluster]
                rest = [c for c in part if c != column]
                change = self._is_wrong(column.cluster, rest).astype(np.int16)
                change -= self._is_wrong(column.cluster, part)
                if int(weight[times + change > 0].sum()) <= errors:
                    left[column.cluster], times, dropped = rest, times + change, True
                    errors = int(weight[times > 0].sum())
        return tuple(map(tuple, left))

    def _times_wrong(self) -> NDArray[np.int16]:
        """Count the clusters by which each row is wrong."""
        times = np.zeros(len(self.geometry), dtype=np.int16)
        for cluster, columns in enumerate(self.polyhedra):
            times += self._is_wrong(cluster, columns)
        return times

    def _is_wrong(
        self, cluster: int, columns: tuple[Column, ...] | list[Column]
    ) -> NDArray[np.bool_]:
        """Tell which rows these columns of a cluster get wrong."""
        outside = np.zeros(len(self.geometry), dtype=bool)
        for column in columns:
            outside |= self.outside[column]
        wrong: NDArray[np.bool_] = outside == (self.geometry.ranks.cluster == cluster)
        return wrong


def _longest_first(column: Column) -> tuple[int, Column]:
    return -column.complexity, column
