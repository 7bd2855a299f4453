"""An answer of any columns while it is being changed, and the best cut in a direction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.boxes import NOISE
from clusterscribe.problem.columns import (
    Column,
    Direction,
    Geometry,
    Polyhedra,
    assembled,
    owners_of,
)
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
    """Polyhedra, one for each cluster or several, with the rows inside, on plain rows."""

    def __init__(self, geometry: Geometry, polyhedra: Polyhedra) -> None:
        ranks = geometry.ranks
        self.geometry = geometry
        self.owner = owners_of(polyhedra)
        self.member = ranks.cluster == np.array(self.owner)[:, None]
        self.is_noise = ranks.cluster == NOISE
        self.cuts = [[Cut(c, geometry.outside(c)) for c in columns] for columns in polyhedra]
        self.inside = np.array([rows_inside(cuts, len(ranks)) for cuts in self.cuts])
        self.homes = (self.inside & self.member).sum(axis=0)  # polyhedra of a row's own cluster
        self.abroad = (self.inside & ~self.member).sum(axis=0)  # and others, that it is inside of

    def copy(self) -> Working:
        """Return the same answer, to be changed apart."""
        other = copy(self)
        other.cuts = [list(cuts) for cuts in self.cuts]
        other.inside, other.homes = self.inside.copy(), self.homes.copy()
        other.abroad = self.abroad.copy()
        return other

    def without(self, place: int) -> Working:
        """Return the same answer without one of several polyhedra of a cluster."""
        kept = [i for i in range(len(self.cuts)) if i != place]
        other = copy(self)
        other.owner, other.cuts = [self.owner[i] for i in kept], [self.cuts[i] for i in kept]
        other.member, other.inside = self.member[kept], self.inside[kept]
        other.homes = (other.inside & other.member).sum(axis=0)
        other.abroad = (other.inside & ~other.member).sum(axis=0)
        return other.copy()

    def with_another(self, cluster: int) -> Working:
        """Return the same answer with one more polyhedron, which contains all rows as yet."""
        other = self.copy()
        other.owner = [*self.owner, cluster]
        member = self.geometry.ranks.cluster == cluster
        other.member = np.concatenate([self.member, member[None]])
        other.cuts.append([])
        other.inside = np.concatenate([self.inside, np.ones((1, len(member)), dtype=bool)])
        other.homes, other.abroad = self.homes + member, self.abroad + ~member
        return other

    @property
    def errors(self) -> int:
        """Weight of the rows that are wrong."""
        return int(self.geometry.ranks.weight[~self._is_right(self.homes, self.abroad)].sum())

    def _is_right(self, homes: Ints, abroad: Ints) -> Bools:
        """Return the rows that are at home, or noise, and nowhere else."""
        right: Bools = ((homes > 0) | self.is_noise) & (abroad == 0)
        return right

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
        parts = zip(self.owner, self.cuts, strict=True)
        return assembled((k, tuple(cut.column for cut in cuts)) for k, cuts in parts)

    def put(self, place: int, cuts: Sequence[Cut]) -> None:
        """Replace a polyhedron."""
        inside, member = rows_inside(cuts, len(self.geometry)), self.member[place]
        change = inside.astype(np.int64) - self.inside[place]
        self.homes += np.where(member, change, 0)
        self.abroad += np.where(member, 0, change)
        self.cuts[place], self.inside[place] = list(cuts), inside

    def least(self, place: int) -> int:
        """Return the weight of its cluster that a polyhedron has to hold, beside the others."""
        ranks = self.geometry.ranks
        least = ranks.least_inside[self.owner[place]]
        return max(0, least - int(ranks.weight[self.held_by_others(place)].sum())) if least else 0

    def held_by_others(self, place: int) -> Bools:
        """Return the members that are at home in another polyhedron of the same cluster."""
        held: Bools = self.member[place] & (self.homes > self.inside[place])
        return held

    def keeps_to_limits(self, place: int) -> bool:
        """Whether enough of its cluster is inside, with no more conditions than are allowed."""
        ranks = self.geometry.ranks
        held = self.member[place] & self.inside[place] & ~self.held_by_others(place)
        is_enough = int(ranks.weight[held].sum()) >= self.least(place)
        return is_enough and not ranks.limits.over_one(self.owner[place], len(self.cuts[place]))

    def keep_to_limits(self) -> None:
        """Drop the cuts that leave least of their cluster inside, until all limits are kept to."""
        weight = self.geometry.ranks.weight
        for k, member in enumerate(self.member):
            while self.cuts[k] and not self.keeps_to_limits(k):
                lost = [int(weight[member & cut.outside].sum()) for cut in self.cuts[k]]
                worst = int(np.argmax(lost))
                self.put(k, [cut for i, cut in enumerate(self.cuts[k]) if i != worst])

    def right_with(self, others: Mapping[int, Bools]) -> Bools:
        """Return the rows that are right if some polyhedra hold other rows than they do."""
        homes, abroad = self.homes.copy(), self.abroad.copy()
        for place, inside in others.items():
            change = inside.astype(np.int64) - self.inside[place]
            homes += np.where(self.member[place], change, 0)
            abroad += np.where(self.member[place], 0, change)
        return self._is_right(homes, abroad)

    def stakes(self, place: int) -> Ints:
        """Return what each row counts for a polyhedron, or against it.

        Members that are at home in another polyhedron already have nothing to gain.
        """
        member, inside = self.member[place], self.inside[place]
        homes, abroad = self.homes - (inside & member), self.abroad - (inside & ~member)
        settled = np.where(member, homes > 0, (homes == 0) & ~self.is_noise)
        return stakes_of(member, self.geometry.ranks.weight, settled | (abroad > 0))


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
