"""Counting on raw rows: on which level each row is first told to be where it is not."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description.core.halfspace import Values
from clusterscribe.nested.hierarchy import Branch, Hierarchy
from clusterscribe.nested.segment import (
    NOWHERE,
    BaseNestedDescription,
    LevelTally,
    Segment,
    of_rows,
    only_child,
)
from clusterscribe.table import Table, values_of
from clusterscribe.table.labels import NOISE

NEVER = 2**31 - 1  # the level on which a row that is right is first wrong


@dataclass(frozen=True, slots=True, eq=False)
class LevelCounts:
    """The first level (from 1) on which each row is wrong, and the last on which it counts."""

    wrong_from: NDArray[np.int64]  # NEVER for a row that is right
    counted_to: NDArray[np.int64]  # all levels, but for noise that is ignored from some level on

    def errors(self, level: int) -> NDArray[np.bool_]:
        """Return the rows that are wrong on this level (from 1) or above it."""
        return self.wrong_from <= np.minimum(level, self.counted_to)

    @property
    def counted(self) -> NDArray[np.bool_]:
        """Whether each row counts on any level."""
        return self.counted_to > 0


def count_levels(nested: BaseNestedDescription, table: Table, hierarchy: Hierarchy) -> LevelCounts:
    """Follow each row of a hierarchy down the tree."""
    last = len(nested.levels)
    counts = LevelCounts(
        np.full(len(table), NEVER, dtype=np.int64), np.full(len(table), last, dtype=np.int64)
    )
    root = hierarchy.root
    values = of_rows(values_of(table, nested.features), root.rows)
    _count(root, nested.root, values, counts, nested.noise == "ignore")
    return counts


def tallied(
    nested: BaseNestedDescription,
    table: Table,
    hierarchy: Hierarchy,
    weights: NDArray[np.float64] | None,
) -> tuple[LevelTally, ...]:
    """Count the rows that are wrong on each level, or sum their weights."""
    counts = count_levels(nested, table, hierarchy)
    among = np.zeros(len(table), dtype=bool)
    among[hierarchy.root.rows] = True
    counted = counts.counted & among
    return tuple(
        LevelTally(
            name,
            _amount(counted, weights),
            _amount(counts.errors(number) & counted, weights),
        )
        for number, name in enumerate(nested.levels, start=1)
    )


def _amount(chosen: NDArray[np.bool_], weights: NDArray[np.float64] | None) -> float:
    if weights is None:
        return int(np.count_nonzero(chosen))
    return math.fsum(weights[chosen])


def _count(
    branch: Branch, segment: Segment, values: Values, counts: LevelCounts, ignores: bool
) -> None:
    """Count the rows of a branch, which are those of the segment; so are the values."""
    level = len(branch.path) + 1
    if level > counts.counted_to.max(initial=0) or not len(branch.rows):
        return
    told = only_child(segment.inside(values, len(branch.rows)))
    places = {label: place for place, label in enumerate(segment.labels)}
    own_places = [places.get(label, NEVER) for label in branch.labels]  # unknown: never told
    own = np.array([*own_places, NOWHERE], dtype=np.int64)[branch.codes]  # NOISE picks the last
    if ignores and branch.children:
        counts.counted_to[branch.rows[branch.codes == NOISE]] = level - 1
    wrong = branch.rows[told != own]
    counts.wrong_from[wrong] = np.minimum(counts.wrong_from[wrong], level)
    for code, child in enumerate(branch.children):
        if child.path[-1] in places:
            here = np.flatnonzero(branch.codes == code)
            below = segment.children[places[child.path[-1]]]
            _count(child, below, of_rows(values, here), counts, ignores)
