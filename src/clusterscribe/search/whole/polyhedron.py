"""One whole polyhedron of a cluster: the columns of the master over polyhedra."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks
from clusterscribe.search.whole.heaviest import Literal, Place

NOTHING: Place = (Literal(0, 0, -1),)  # a cluster that is given up


@dataclass(frozen=True, eq=False, slots=True)
class Polyhedron:
    """Few conditions on one feature each, and the rows that meet them."""

    cluster: int
    place: Place  # without conditions that every row meets
    inside: NDArray[np.bool_]
    own: int  # weight of the cluster's rows inside

    @classmethod
    def of(cls, ranks: Ranks, cluster: int, place: Place) -> Polyhedron:
        """Evaluate a place on all rows."""
        inside = np.ones(len(ranks), dtype=bool)
        for feature, side, threshold in place:
            inside &= ranks.inward(feature, not side)[0] <= threshold
        own = int(ranks.weight[inside & (ranks.cluster == cluster)].sum())
        tops = ranks.sizes - 1
        conditions = tuple(sorted(one for one in place if one.threshold < tops[one.feature]))
        return cls(cluster, conditions, inside, own)

    @property
    def key(self) -> tuple[int, Place]:
        """What tells it from others."""
        return self.cluster, self.place

    def weighs(self, weight: NDArray[np.int64]) -> int:
        """Return what the rows inside weigh together."""
        return int(weight[self.inside].sum())

    @property
    def conditions(self) -> int:
        """Number of conditions."""
        return len(self.place)


def polyhedra_of(ranks: Ranks, answer: Ranges) -> list[Polyhedron]:
    """Return the polyhedra of an answer."""
    return [Polyhedron.of(ranks, k, place_of(answer, k)) for k in range(ranks.clusters)]


def ranges_from(ranks: Ranks, chosen: Sequence[Polyhedron]) -> Ranges:
    """Return the answer that consists of these polyhedra, one per cluster in their order."""
    answer = Ranges.everything(ranks.clusters, ranks.sizes)
    for k, polyhedron in enumerate(chosen):
        set_place(answer, k, polyhedron.place)
    return answer


def set_place(answer: Ranges, at: int, place: Place) -> None:
    """Make one of several ranges those of a polyhedron."""
    answer.low[at], answer.high[at] = 0, answer.sizes - 1
    for feature, side, threshold in place:
        if side:
            answer.low[at, feature] = answer.sizes[feature] - 1 - threshold
        else:
            answer.high[at, feature] = threshold


def place_of(answer: Ranges, at: int) -> Place:
    """Return the conditions of one of several ranges."""
    low, high, tops = answer.low[at], answer.high[at], answer.sizes - 1
    upper = [Literal(d, 0, int(high[d])) for d in np.flatnonzero(answer.has_high[at]).tolist()]
    lower = [
        Literal(d, 1, int(tops[d] - low[d])) for d in np.flatnonzero(answer.has_low[at]).tolist()
    ]
    return tuple(upper + lower)
