"""What polyhedra of one or two conditions weigh at most over all rows, by histograms in the engine.

For each set of features a query adds up what the rows of every cell weigh for each cluster; from
these sums alone follows a bound for all thresholds (`search/whole/cells.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import inf
from typing import TypeAlias

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.engine.asking import ask
from clusterscribe.engine.blocks import MOST, Blocks
from clusterscribe.engine.expressions import Expression
from clusterscribe.engine.priced_rows import OFFSET
from clusterscribe.search.whole.cells import Ints, heaviest_corner, heaviest_interval

ROUGH = 64  # blocks of a feature at the first look
HOPELESS = 4  # times the time that is left: other queries will not be so much faster
Places: TypeAlias = tuple[int, ...]  # of features
Tables: TypeAlias = tuple[Ints, Ints]  # gains and losses: clusters x cells


class Histograms:
    """Asks for rough histograms of all sets of features, and for finer ones of those that matter.

    Where a cluster has its largest bound decides what that bound is; all others may stay rough.
    """

    def __init__(self, rows: Expression, blocks: Sequence[Blocks], clusters: int) -> None:
        self.rows = rows
        self.blocks = blocks
        self.clusters = clusters
        self.bounds: dict[Places, list[int]] = {}  # by cluster
        self.rough: set[Places] = set()
        self.gained = [0] * clusters  # what all rows of a cluster weigh for it

    @property
    def heaviest(self) -> list[int]:
        """A bound for all polyhedra of each cluster, once all sets of features were looked at."""
        return [max(0, *bounds) for bounds in zip(*self.bounds.values(), strict=True)]

    def look_at_all(self, conditions: int, clock: Clock) -> bool:
        """Bound all polyhedra of so many conditions; say whether there was time for it."""
        places, fastest = range(len(self.blocks)), inf
        for place in places:
            if clock.expired:
                return False
            self._look_at_one(place, both_sides=conditions == 2)
        pairs = [*combinations(places, 2)] if conditions == 2 else []
        for left, pair in zip(range(len(pairs) - 1, -1, -1), pairs, strict=True):
            if clock.expired:
                return False
            began = clock.elapsed
            self._look_at_pair(pair, ROUGH)
            fastest = min(fastest, clock.elapsed - began)
            if left * fastest > HOPELESS * clock.remaining:
                return False
        while (rough := self._worth_another_look()) and not clock.expired:
            self._look_at_pair(rough, MOST)
        return True

    def _worth_another_look(self) -> Places | None:
        """Return a set of features that a bound depends on, and that was looked at roughly."""
        tops = (max(self.bounds, key=lambda at: self.bounds[at][k]) for k in range(self.clusters))
        return next((places for places in tops if places in self.rough), None)

    def _look_at_one(self, place: int, *, both_sides: bool) -> None:
        gains, losses = self._tables((place,), MOST)
        single, tables = self.blocks[place].single, list(zip(gains, losses, strict=True))
        self.gained = gains.sum(axis=1).tolist()
        bounds = [heaviest_corner(*table, [single]) for table in tables]
        if both_sides:
            inner = [heaviest_interval(*table, single) for table in tables]
            bounds = list(map(max, bounds, inner))
        self.bounds[(place,)] = bounds

    def _look_at_pair(self, pair: Places, most: int) -> None:
        merged = [self.blocks[place].merging(most) for place in pair]
        single = [self.blocks[p].single_of(many) for p, many in zip(pair, merged, strict=True)]
        tables = zip(*self._tables(pair, most), strict=True)
        self.bounds[pair] = [heaviest_corner(*table, single) for table in tables]
        (self.rough.add if max(merged) > 1 else self.rough.discard)(pair)

    def _tables(self, places: Places, most: int) -> Tables:
        """Ask for the sums of all cells."""
        rows = self.rows
        merged = [self.blocks[place].merging(most) for place in places]
        cells = {
            f"cell{axis}": (rows[f"b{place}"].cast("int64") + OFFSET) // many
            for axis, (place, many) in enumerate(zip(places, merged, strict=True))
        }
        sums = {f"v{k}": rows[f"v{k}"].sum() for k in range(self.clusters)}
        query = rows.group_by(cluster=rows.cluster, **cells).aggregate(**sums)
        found = ask(query, "histograms of all rows were made")
        where = tuple(found[name].to_numpy().astype(np.int64) for name in cells)
        cluster = found["cluster"].to_numpy()
        shape = [
            len(self.blocks[p].single_of(many)) for p, many in zip(places, merged, strict=True)
        ]
        gains = np.zeros((self.clusters, *shape), dtype=np.int64)
        losses = np.zeros_like(gains)
        for k in range(self.clusters):
            weight, own = found[f"v{k}"].to_numpy().astype(np.int64), cluster == k
            np.add.at(gains[k], where, np.where(own, weight, 0))
            np.add.at(losses[k], where, np.where(own, 0, -weight))
        return gains, losses
