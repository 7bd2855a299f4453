"""Which rows each half-space of an answer cuts off, and splitting groups where that differs.

A group that a bound passes through is split there: rows that the same half-spaces cut off
stay together. On these finer groups an axis-parallel answer makes the same errors as on the
rows. Groups that are right are split as well: they are what keeps the bound from moving.
A box can still stick out of an oblique half-space that all its rows lie in; a group that is
wrong by that alone is halved at the median of its widest side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.grouping.groups import Groups
from clusterscribe.grouping.halving import halved
from clusterscribe.problem.columns import Column, Geometry, Polyhedra, all_columns, by_owner
from clusterscribe.problem.merging import pack

HALVES = 2


@dataclass(frozen=True)
class Cutting:
    """For each column the rows (or boxes) that it cuts off."""

    geometry: Geometry
    polyhedra: Polyhedra
    outside: dict[Column, NDArray[np.bool_]]

    @classmethod
    def of(cls, geometry: Geometry, polyhedra: Polyhedra) -> Cutting:
        """Evaluate every column on every row, once."""
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
        left = by_owner(self.polyhedra)
        dropped = True
        while dropped:
            dropped = False
            for column in sorted(_different(left), key=_longest_first):
                parts = left[column.cluster]
                rest = _without(column, parts)
                change = self._is_wrong(column.cluster, rest).astype(np.int16)
                change -= self._is_wrong(column.cluster, parts)
                if int(weight[times + change > 0].sum()) <= errors:
                    left[column.cluster], times, dropped = rest, times + change, True
                    errors = int(weight[times > 0].sum())
        return tuple(part for parts in left.values() for part in parts)

    def _times_wrong(self) -> NDArray[np.int16]:
        """Count the clusters by which each row is wrong."""
        times = np.zeros(len(self.geometry), dtype=np.int16)
        for cluster, parts in by_owner(self.polyhedra).items():
            times += self._is_wrong(cluster, parts)
        return times

    def _is_wrong(self, cluster: int, parts: Sequence[tuple[Column, ...]]) -> NDArray[np.bool_]:
        """Tell which rows these polyhedra of a cluster get wrong."""
        inside = np.zeros(len(self.geometry), dtype=bool)
        for columns in parts:
            outside = np.zeros(len(self.geometry), dtype=bool)
            for column in columns:
                outside |= self.outside[column]
            inside |= ~outside
        wrong: NDArray[np.bool_] = inside != (self.geometry.ranks.cluster == cluster)
        return wrong


def _different(owned: dict[int, list[tuple[Column, ...]]]) -> set[Column]:
    return {column for parts in owned.values() for part in parts for column in part}


def _without(column: Column, parts: Sequence[tuple[Column, ...]]) -> list[tuple[Column, ...]]:
    """Drop a column wherever it is; what is left without any contains all, and is all it takes."""
    rest = [tuple(c for c in part if c != column) for part in parts]
    return [()] if () in rest else rest


def _longest_first(column: Column) -> tuple[int, Column]:
    return -column.complexity, column


def split(groups: Groups, on_rows: Cutting, on_groups: NDArray[np.bool_]) -> Groups:
    """Split every group that a bound passes through, and those that are wrong as boxes alone.

    `on_groups` tells which boxes are wrong.
    """
    digits = [(outside.astype(np.int64), 2) for outside in on_rows.outside.values()]
    finer = _renumbered(groups.number, pack(len(groups.number), digits))
    parts = np.bincount(groups.number, weights=_first_of_each(finer), minlength=len(groups))
    right = groups.sums(~on_rows.wrong) > 0
    stuck = on_groups & right & (parts == 1)
    rows = np.flatnonzero(stuck[groups.number])
    if len(rows):
        side = np.zeros_like(finer)
        side[rows] = _halves(groups.number[rows], on_rows.geometry.lower[:, rows].T)
        finer = _renumbered(finer, side)
    return Groups(finer)


def _halves(number: NDArray[np.intp], rows: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return 0 or 1 for each row: the half of its group that it is in."""
    half, order = np.zeros(len(number), dtype=np.intp), np.argsort(number, kind="stable")
    for places in np.split(order, np.flatnonzero(np.diff(number[order])) + 1):
        half[places] = halved(rows[places], HALVES, 0.0)
    return half


def _renumbered(number: NDArray[np.intp], side: NDArray[np.intp]) -> NDArray[np.intp]:
    """Give numbers to the parts into which the sides split the groups."""
    kinds, kind = np.unique(side, return_inverse=True)
    finer: NDArray[np.intp] = np.unique(number * len(kinds) + kind, return_inverse=True)[1]
    return finer


def _first_of_each(number: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Mark one row of every part."""
    first = np.zeros(len(number), dtype=bool)
    first[np.unique(number, return_index=True)[1]] = True
    return first
