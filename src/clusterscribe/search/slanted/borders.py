"""The border between two clusters: one cut, of which each of them takes a side.

Where two clusters touch, moving the half-space of one of them gains nothing as long as the other
one stays where it is: a row between both is wrong before and after. So both move at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from clusterscribe.problem.columns import Column, Direction, Geometry
from clusterscribe.problem.levels import Levels
from clusterscribe.search.slanted.working import Bools, Cut, Ints, Working, best_cut, rows_inside


@dataclass(frozen=True, eq=False, slots=True)
class Border:
    """Where the two sides of one cut may go: beside the other half-spaces of both clusters."""

    clusters: tuple[int, int]
    rests: tuple[tuple[Cut, ...], tuple[Cut, ...]]
    stakes: Ints  # of the rows on the side of the first cluster
    old: Cut | None  # the half-space of the first cluster that would go

    @property
    def contested(self) -> Ints:
        """The rows that matter."""
        return np.flatnonzero(self.stakes)

    def moved(self, working: Working, direction: Direction) -> Working | None:
        """Return the answer with the best cut in a direction; None if limits forbid it."""
        geometry = working.geometry
        cut = best_cut(
            geometry, direction, self.clusters[0], self.stakes, self.stakes != 0, least=1
        )
        beyond = None if cut is None else _other_side(geometry, cut, self.clusters[1])
        if cut is None or beyond is None:
            return None
        other = working.copy()
        for cluster, rest, side in zip(self.clusters, self.rests, (cut, beyond), strict=True):
            other.put(cluster, (*rest, side))
        return other if all(map(other.keeps_to_limits, self.clusters)) else None


def borders(working: Working, first: int, second: int) -> Iterator[Border]:
    """Yield the places of a border: that of each half-space of the first cluster, and a new one.

    On the other side goes the half-space that keeps out most rows of the first cluster.
    """
    member, weight = working.member[first], working.geometry.ranks.weight
    against = working.cuts[second]
    kept_out = [int(weight[member & cut.outside].sum()) for cut in against]
    gone = int(np.argmax(kept_out)) if kept_out else 0
    for place in range(len(working.cuts[first]) + 1):
        cuts = working.cuts[first]
        rests = (
            (*cuts[:place], *cuts[place + 1 :]),
            tuple(cut for i, cut in enumerate(against) if i != gone),
        )
        old = cuts[place] if place < len(cuts) else None
        yield Border((first, second), rests, _stakes(working, (first, second), rests), old)


def _stakes(
    working: Working,
    clusters: tuple[int, int],
    rests: tuple[tuple[Cut, ...], tuple[Cut, ...]],
) -> Ints:
    """Return what each row counts for the first side, rather than the second.

    Members of both count for their own side, if the other half-spaces leave them there. A row of
    a third cluster counts against a side where it would be inside.
    """
    ranks, (first, second) = working.geometry.ranks, clusters
    holds = [rows_inside(rest, len(ranks)) for rest in rests]
    faults = sum(working.inside[k] != working.member[k] for k in clusters)
    is_third = ~(working.member[first] | working.member[second])
    sign = np.where(working.member[first], 1, 0) * holds[0]
    sign -= np.where(working.member[second], 1, 0) * holds[1]
    sign += is_third * (holds[1].astype(np.int64) - holds[0])
    stakes: Ints = np.where(working.times > faults, 0, sign * ranks.weight)
    return stakes


def _other_side(geometry: Geometry, cut: Cut, cluster: int) -> Cut | None:
    """Return the half-space of all members of a cluster beyond a cut; None if there are none."""
    turned = opposite(cut.column.direction)
    levels = Levels.of(geometry, turned, cluster)
    inside: Bools = levels.member & cut.outside
    if not inside.any():
        return None
    bound = float(levels.bounds(levels.scores[inside].max(keepdims=True))[0])
    return Cut(Column(cluster, turned, bound), levels.scores > bound)


def opposite(direction: Direction) -> Direction:
    """Return the direction of the other side of a cut."""
    return Direction(direction.features, tuple(-weight for weight in direction.weights))
