"""The columns found so far, each with the boxes that it cuts off.

What a column cuts off for sure is what answers are made of. What it cuts off at best, if all that
rounding leaves open turns out well, is what proofs count with; for nearly all columns it is the
same.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.columns import Column, Geometry
from clusterscribe.problem.levels import outside_at_best

FIRST_ROOM = 64


class Patterns:
    """Which boxes are cut off, columns x boxes; it grows by a column at a time."""

    def __init__(self, boxes: int) -> None:
        self._room = np.zeros((FIRST_ROOM, boxes), dtype=bool)
        self._count = 0

    @property
    def all(self) -> NDArray[np.bool_]:
        """The patterns so far."""
        return self._room[: self._count]

    def append(self, pattern: NDArray[np.bool_]) -> None:
        """Add the pattern of a column."""
        if self._count == len(self._room):
            self._room = np.concatenate([self._room, np.zeros_like(self._room)])
        self._room[self._count] = pattern
        self._count += 1

    def copy(self) -> Patterns:
        """Return the same patterns, to go on with others."""
        copied = Patterns(self._room.shape[1])
        copied._room, copied._count = self._room.copy(), self._count
        return copied


class Pool:
    """Columns by cluster, in the order in which they came; none comes twice."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        clusters = geometry.ranks.clusters
        self.columns: list[list[Column]] = [[] for _ in range(clusters)]
        self._known: set[Column] = set()
        self._outside = [Patterns(len(geometry)) for _ in range(clusters)]
        self._at_best = list(self._outside)  # the same until a column makes a difference

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
        cluster = column.cluster
        for_sure = self.geometry.outside(column)
        is_exact = self.geometry.is_exact(column.direction)
        at_best = for_sure if is_exact else outside_at_best(self.geometry, column)
        if self._is_certain(cluster) and not np.array_equal(for_sure, at_best):
            self._at_best[cluster] = self._outside[cluster].copy()
        if not self._is_certain(cluster):
            self._at_best[cluster].append(at_best)
        self._outside[cluster].append(for_sure)
        self.columns[cluster].append(column)

    def _is_certain(self, cluster: int) -> bool:
        return self._at_best[cluster] is self._outside[cluster]

    @property
    def is_certain(self) -> bool:
        """Whether rounding leaves nothing open about any column."""
        return all(self._is_certain(cluster) for cluster in range(len(self.columns)))

    def outside(self, cluster: int) -> NDArray[np.bool_]:
        """Which boxes each column of a cluster cuts off (columns x boxes)."""
        return self._outside[cluster].all

    def outside_at_best(self, cluster: int) -> NDArray[np.bool_]:
        """Which boxes each column of a cluster cuts off if rounding turns out well."""
        return self._at_best[cluster].all
