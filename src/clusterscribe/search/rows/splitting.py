"""Splitting groups where an answer needs it.

A group that a bound passes through is split there: rows that the same half-spaces cut off
stay together. On these finer groups an axis-parallel answer makes the same errors as on the
rows. Groups that are right are split as well: they are what keeps the bound from moving.
A box can still stick out of an oblique half-space that all its rows lie in; a group that is
wrong by that alone is halved at the median of its widest side.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clusterscribe.grouping.groups import Groups
from clusterscribe.grouping.tree_groups import halved
from clusterscribe.problem.packing import pack
from clusterscribe.search.rows.cutting import Cutting

HALVES = 2


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
