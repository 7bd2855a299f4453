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

COARSEST = 32  # blocks of a feature that a bound is worth anything with
HOPELESS = 4  # times the time that is left: other pairs will not be so much faster
Tables: TypeAlias = tuple[Ints, Ints]  # gains and losses: clusters x cells


class Histograms:
    """Asks for one histogram after the other, coarser ones where the time gets short."""

    def __init__(self, rows: Expression, blocks: Sequence[Blocks], clusters: int) -> None:
        self.rows = rows
        self.blocks = blocks
        self.clusters = clusters
        self.most = MOST  # blocks of a feature
        self.fastest = inf  # seconds of a pair
        self.heaviest = [0] * clusters  # a bound for what was looked at
        self.gained = [0] * clusters  # what all rows of a cluster weigh for it

    def look_at_all(self, conditions: int, clock: Clock) -> bool:
        """Bound all polyhedra of so many conditions; say whether there was time for it."""
        places = range(len(self.blocks))
        pairs = [*combinations(places, 2)] if conditions == 2 else []
        for place in places:
            if clock.expired:
                return False
            self._look_at_one(place, both_sides=conditions == 2)
        for number, pair in enumerate(pairs):
            began = clock.elapsed
            if clock.expired:
                return False
            self._look_at_pair(pair)
            self.fastest = min(self.fastest, clock.elapsed - began)
            if not self._is_time(len(pairs) - number - 1, clock.remaining):
                return False
        return True

    def _is_time(self, left: int, remaining: float) -> bool:
        """Look at fewer blocks from now on if need be; say whether there is any hope."""
        while left * self.fastest > remaining and self.most > COARSEST:
            self.most //= 2
            self.fastest /= 2
        return left * self.fastest <= HOPELESS * remaining

    def _look_at_one(self, place: int, *, both_sides: bool) -> None:
        gains, losses = self._tables((place,))
        single = self.blocks[place].single_of(self.blocks[place].merging(self.most))
        self.gained = gains.sum(axis=1).tolist()
        for k, (gain, loss) in enumerate(zip(gains, losses, strict=True)):
            found = heaviest_corner(gain, loss, [single])
            if both_sides:
                found = max(found, heaviest_interval(gain, loss, single))
            self.heaviest[k] = max(self.heaviest[k], found)

    def _look_at_pair(self, pair: tuple[int, int]) -> None:
        gains, losses = self._tables(pair)
        single = [self.blocks[p].single_of(self.blocks[p].merging(self.most)) for p in pair]
        for k, (gain, loss) in enumerate(zip(gains, losses, strict=True)):
            self.heaviest[k] = max(self.heaviest[k], heaviest_corner(gain, loss, single))

    def _tables(self, places: tuple[int, ...]) -> Tables:
        """Ask for the sums of all cells."""
        rows = self.rows
        merged = [self.blocks[place].merging(self.most) for place in places]
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
