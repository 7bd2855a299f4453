"""The columns found so far, each with the boxes that it cuts off.

What a column cuts off for sure is what answers are made of. What it cuts off at best, if all that
rounding leaves open turns out well, is what proofs count with, and where no errors are allowed,
what it cuts off at best without losing a member. For nearly all columns these are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.columns import Column, Geometry
from clusterscribe.problem.levels import Levels

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
        # the same until a column makes a difference
        self._at_best, self._none_lost = list(self._outside), list(self._outside)

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
        at_best = none_lost = for_sure
        if not self.geometry.is_exact(column.direction):
            levels = Levels.of(self.geometry, column.direction, cluster)
            at_best = levels.cut_off_within(column.bound)
            none_lost = levels.cut_off_within(column.bound, none_lost=True)
        known = self._outside[cluster]
        for reading, pattern in ((self._at_best, at_best), (self._none_lost, none_lost)):
            if reading[cluster] is known and not np.array_equal(for_sure, pattern):
                reading[cluster] = known.copy()
            if reading[cluster] is not known:
                reading[cluster].append(pattern)
        known.append(for_sure)
        self.columns[cluster].append(column)

    @property
    def is_certain(self) -> bool:
        """Whether rounding leaves nothing open about any column."""
        pairs = zip(self._outside, self._at_best, strict=True)
        return all(for_sure is at_best for for_sure, at_best in pairs)

    def reading(self, *, at_best: bool, none_lost: bool) -> Callable[[int], NDArray[np.bool_]]:
        """Return what says which boxes each column of a cluster cuts off (columns x boxes).

        `at_best` is for proofs, and `none_lost` for those about answers that lose no member: it
        says nothing about columns that do.
        """
        patterns = self._outside
        if at_best:
            patterns = self._none_lost if none_lost else self._at_best
        return lambda cluster: patterns[cluster].all
