"""Answers of one feature per condition as boxes: every cluster has a slot for each polyhedron.

The slots of a cluster stand side by side. A slot whose box holds no rank is empty: there is no such
polyhedron, and it costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.columns import (
    Column,
    Direction,
    Polyhedra,
    assembled,
    columns_of_one,
    ranges_of,
)
from clusterscribe.problem.columns import by_owner as parts_by_owner
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.tree import Leaf


def empty_slots(clusters: int, polyhedra: int, sizes: NDArray[np.int64]) -> Ranges:
    """Return boxes of which none holds anything."""
    slots = Ranges.everything(clusters * polyhedra, sizes)
    slots.high[:] = -1
    return slots


def in_slots(answer: Polyhedra, polyhedra: int, sizes: NDArray[np.int64]) -> Ranges:
    """Write columns of one feature each as boxes."""
    owned = parts_by_owner(answer)
    slots = empty_slots(len(owned), polyhedra, sizes)
    for cluster, parts in owned.items():
        boxes, first = ranges_of(tuple(parts), sizes), cluster * polyhedra
        slots.low[first : first + len(parts)] = boxes.low
        slots.high[first : first + len(parts)] = boxes.high
    return slots


def out_of_slots(slots: Ranges, polyhedra: int) -> Polyhedra:
    """Write boxes as columns; a cluster without any is given up by a bound that no row meets."""
    there = np.logical_and.reduce(slots.low <= slots.high, axis=1)
    parts: list[tuple[int, tuple[Column, ...]]] = []
    for cluster in range(len(there) // polyhedra):
        places = np.flatnonzero(there[cluster * polyhedra :][:polyhedra]) + cluster * polyhedra
        parts += [(cluster, columns_of_one(slots, place, cluster)) for place in places.tolist()]
        if not len(places):
            parts.append((cluster, (Column(cluster, Direction((0,), (1,)), -1.0),)))
    return assembled(parts)


def from_leaves(
    leaves: Iterable[Leaf], clusters: int, polyhedra: int, sizes: NDArray[np.int64]
) -> Ranges:
    """Give each cluster its heaviest leaves, as many as it may have polyhedra."""
    slots, used = empty_slots(clusters, polyhedra, sizes), [0] * clusters
    for leaf in sorted(leaves, key=lambda leaf: -leaf.weight):
        if leaf.cluster >= 0 and used[leaf.cluster] < polyhedra:
            place = leaf.cluster * polyhedra + used[leaf.cluster]
            slots.low[place], slots.high[place] = leaf.low, leaf.high
            used[leaf.cluster] += 1
    return slots
