"""An answer of any columns while it is being changed, and the best cut in a direction."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.columns import Column, Direction, Geometry, Polyhedra
from clusterscribe.problem.levels import Levels
from clusterscribe.problem.stakes import stakes_of

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False, slots=True)
class Cut:
    """A column, and the rows that it cuts off."""

    column: Column
    outside: Bools

    @property
    def complexity(self) -> int:
        """Complexity of the column."""
        return self.column.complexity


class Working:
    """One polyhedron for each cluster, with the rows inside, on plain rows."""

    def __init__(self, geometry: Geometry, polyhedra: Polyhedra) -> None:
        ranks = geometry.ranks
        self.geometry = geometry
        self.member = ranks.cluster == np.arange(ranks.clusters)[:, None]
        self.cuts = [[Cut(c, geometry.outside(c)) for c in columns] for columns in polyhedra]
        self.inside = np.array([rows_inside(cuts, len(ranks)) for cuts in self.cuts])
        self.times = (self.inside != self.member).sum(axis=0)  # that a row is wrong

    def copy(self) -> Working:
        """Return the same answer, to be changed apart."""
        other = copy(self)
        other.cuts = [list(cuts) for cuts in self.cuts]
        other.inside, other.times = self.inside.copy(), self.times.copy()
        return other

    @property
    def errors(self) -> int:
        """Weight of the rows that are wrong."""
        return int(self.geometry.ranks.weight[self.times > 0].sum())

    @property
    def complexity(self) -> int:
        """Complexity of all polyhedra."""
        return sum(cut.complexity for cuts in self.cuts for cut in cuts)

    @property
    def key(self) -> tuple[int, int]:
        """What answers are compared by: few errors, then a short description."""
        return self.errors, self.complexity

    @property
    def polyhedra(self) -> Polyhedra:
        """The answer as it is now."""
        return tuple(tuple(cut.column for cut in cuts) for cuts in self.cuts)

    def put(self, cluster: int, cuts: Sequence[Cut]) -> None:
        """Replace the polyhedron of a cluster."""
        inside = rows_inside(cuts, len(self.geometry))
        was, now = (side != self.member[cluster] for side in (self.inside[cluster], inside))
        self.times += now.astype(np.int64) - was
        self.cuts[cluster], self.inside[cluster] = list(cuts), inside

    def keeps_to_limits(self, cluster: int) -> bool:
        """Whether enough of a cluster is inside, with no more conditions than are allowed."""
        ranks = self.geometry.ranks
        inside = int(ranks.weight[self.member[cluster] & self.inside[cluster]].sum())
        is_long = ranks.limits.over([len(self.cuts[cluster])])
        return inside >= ranks.least_inside[cluster] and not is_long

    def keep_to_limits(self) -> None:
        """Drop the cuts that leave least of their cluster inside, until all limits are kept to."""
        weight = self.geometry.ranks.weight
        for k, member in enumerate(self.member):
            while self.cuts[k] and not self.keeps_to_limits(k):
                lost = [int(weight[member & cut.outside].sum()) for cut in self.cuts[k]]
                worst = int(np.argmax(lost))
                self.put(k, [cut for i, cut in enumerate(self.cuts[k]) if i != worst])

    def wrong_between(self, pair: tuple[int, int]) -> int:
        """Weight of the rows of two clusters that the polyhedra of these get wrong."""
        ours = self.member[list(pair)]
        wrong = (self.inside[list(pair)] != ours).any(axis=0) & ours.any(axis=0)
        return int(self.geometry.ranks.weight[wrong].sum())

    def stakes(self, cluster: int) -> Ints:
        """Return what each row counts for a polyhedron of this cluster, or against it."""
        elsewhere = self.times - (self.inside[cluster] != self.member[cluster])
        return stakes_of(self.member[cluster], self.geometry.ranks.weight, elsewhere > 0)


def rows_inside(cuts: Sequence[Cut], rows: int) -> Bools:
    """Return the rows that no cut shuts out."""
    inside = np.ones(rows, dtype=bool)
    for cut in cuts:
        inside &= ~cut.outside
    return inside


def best_cut(  # noqa: PLR0917
    geometry: Geometry, direction: Direction, cluster: int, stakes: Ints, among: Bools, least: int
) -> Cut | None:
    """Return the cut with the largest sum of stakes of the rows that stay inside.

    Of the rows, only those in question count; at least so much weight of the cluster's must stay
    inside. None if there is nothing to cut off.
    """
    levels = Levels.of(geometry, direction, cluster)
    rows = np.flatnonzero(among)
    order = rows[np.argsort(levels.scores[rows], kind="stable")]
    scores = levels.scores[order]
    ends = np.flatnonzero(np.append(scores[1:] > scores[:-1], True))  # of equal scores
    kept = np.cumsum(np.where(levels.member[order], geometry.ranks.weight[order], 0))[ends]
    gain = np.where(kept >= max(1, least), np.cumsum(stakes[order])[ends], np.iinfo(np.int64).min)
    # of equally good ends the last one keeps most of its own rows inside
    place = len(ends) - 1 - int(gain[::-1].argmax())
    if kept[place] < max(1, least) or place == len(ends) - 1:
        return None
    own = levels.scores[levels.member & (levels.scores <= scores[ends[place]])]
    bound = float(levels.bounds(own.max(keepdims=True))[0])
    return Cut(Column(cluster, direction, bound), levels.scores > bound)
