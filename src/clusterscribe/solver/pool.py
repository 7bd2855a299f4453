"""The columns found so far, each with the boxes that it cuts off."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.columns import Column, Geometry

FIRST_ROOM = 64


class Pool:
    """Columns by cluster, in the order in which they came; none comes twice."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        clusters = geometry.ranks.clusters
        self.columns: list[list[Column]] = [[] for _ in range(clusters)]
        self._known: set[Column] = set()
        room = (FIRST_ROOM, len(geometry))
        self._outside = [np.zeros(room, dtype=bool) for _ in range(clusters)]

    def __len__(self) -> int:
        return len(self._known)

    def add(self, columns: Iterable[Column]) -> list[Column]:
        """Take columns in; return those that are new."""
        new = []
        for column in columns:
            if column not in self._known:
                self._known.add(column)
                self._put(column)
                new.append(column)
        return new

    def _put(self, column: Column) -> None:
        mine, place = self.columns[column.cluster], len(self.columns[column.cluster])
        outside = self._outside[column.cluster]
        if place == len(outside):
            outside = np.concatenate([outside, np.zeros_like(outside)])
            self._outside[column.cluster] = outside
        outside[place] = self.geometry.outside(column)
        mine.append(column)

    def outside(self, cluster: int) -> NDArray[np.bool_]:
        """Which boxes each column of a cluster cuts off (columns x boxes)."""
        return self._outside[cluster][: len(self.columns[cluster])]
