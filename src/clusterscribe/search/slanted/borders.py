"""The border between two polyhedra: one cut, of which each of them takes a side.

Where two clusters touch, moving the half-space of one of them gains nothing as long as the other
one stays where it is: a row between both is wrong before and after. So both move at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from clusterscribe.problem.columns import Column, Direction, Geometry, admitted
from clusterscribe.problem.levels import Levels
from clusterscribe.search.slanted.working import Bools, Cut, Ints, Working, best_cut, rows_inside

Rests: TypeAlias = tuple[tuple[Cut, ...], tuple[Cut, ...]]


@dataclass(frozen=True, eq=False, slots=True)
class Border:
    """Where the two sides of one cut may go: beside the other half-spaces of two polyhedra."""

    places: tuple[int, int]
    rests: Rests
    stakes: Ints  # of the rows on the side of the first polyhedron
    old: Cut | None  # the half-space there that would go

    @property
    def contested(self) -> Ints:
        """The rows that matter."""
        return np.flatnonzero(self.stakes)

    def moved(self, working: Working, direction: Direction) -> Working | None:
        """Return the answer with the best cut in a direction; None if limits forbid it."""
        first, second = (working.owner[place] for place in self.places)
        contested = self.stakes != 0
        if not contested.any():
            return None
        cut = best_cut(working.geometry, direction, first, self.stakes, contested, least=1)
        beyond = None if cut is None else _other_side(working.geometry, cut, second)
        if cut is None or beyond is None:
            return None
        other = working.copy()
        for place, rest, side in zip(self.places, self.rests, (cut, beyond), strict=True):
            other.put(place, (*rest, side))
        return other if all(map(other.keeps_to_limits, self.places)) else None


def borders(working: Working, first: int, second: int) -> Iterator[Border]:
    """Yield the places of a border: that of each half-space of the first one, and a new one.

    On the other side goes the half-space that keeps out most rows of the first one's cluster.
    """
    cuts, against, weight = working.cuts[first], working.cuts[second], working.geometry.ranks.weight
    kept_out = [int(weight[working.member[first] & cut.outside].sum()) for cut in against]
    gone = int(np.argmax(kept_out)) if kept_out else 0
    beyond = tuple(cut for i, cut in enumerate(against) if i != gone)
    for i, old in enumerate((*cuts, None)):
        rests = (*cuts[:i], *cuts[i + 1 :]), beyond
        yield Border((first, second), rests, _stakes(working, (first, second), rests), old)


def new_border(working: Working, first: int, second: int) -> Border:
    """Return a further border between two polyhedra, which looks at their own rows only."""
    own, strange = working.member[[first, second]]
    stakes = working.geometry.ranks.weight * (own.astype(np.int64) - strange)
    rests = tuple(working.cuts[first]), tuple(working.cuts[second])
    return Border((first, second), rests, stakes, None)


def _stakes(working: Working, places: tuple[int, int], rests: Rests) -> Ints:
    """Return what each row counts for being on the first side, rather than on the second."""
    ranks, (first, second) = working.geometry.ranks, places
    nothing = np.zeros(len(ranks), dtype=bool)
    holds = [rows_inside(rest, len(ranks)) for rest in rests]
    here = working.right_with({first: holds[0], second: nothing})
    there = working.right_with({first: nothing, second: holds[1]})
    stakes: Ints = (here.astype(np.int64) - there) * ranks.weight
    return stakes


def _other_side(geometry: Geometry, cut: Cut, cluster: int) -> Cut | None:
    """Return the half-space of all members of a cluster beyond a cut; None if there are none."""
    turned = admitted(opposite(cut.column.direction), geometry.ranks.axes)
    if turned is None:
        return None
    levels = Levels.of(geometry, turned, cluster)
    inside: Bools = levels.member & cut.outside
    if not inside.any():
        return None
    bound = float(levels.bounds(levels.scores[inside].max(keepdims=True))[0])
    return Cut(Column(cluster, turned, bound), levels.scores > bound)


def opposite(direction: Direction) -> Direction:
    """Return the direction of the other side of a cut."""
    return Direction(direction.features, tuple(-weight for weight in direction.weights))
