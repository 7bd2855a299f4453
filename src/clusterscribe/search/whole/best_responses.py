"""Best responses: with the other clusters fixed, the best possible polyhedron of one cluster.

A row counts for a polyhedron if it belongs to the cluster and is in no other polyhedron, and
against it if it would otherwise be right; the rest is wrong in any case. So the best response is
the heaviest polyhedron, and going round until no cluster has a better one is local search over
whole polyhedra.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem.stakes import stakes_of
from clusterscribe.search.whole.heaviest import HeaviestSearch
from clusterscribe.search.whole.polyhedron import NOTHING, Polyhedron

Ints: TypeAlias = NDArray[np.int64]
Key: TypeAlias = tuple[int, int, int]
FEW = 64  # sets of literals that are refined for a response
FINE = 16  # steps of the extra weight that own rows get until enough of them are inside
MOST_EXTRA = 4 * FINE


class Responses:
    """Local search over whole polyhedra, on all rows."""

    def __init__(self, searches: Mapping[int, HeaviestSearch], ceiling: int | None = None) -> None:
        self.searches = searches  # by the number of conditions
        self.ceiling = ceiling  # conditions of all polyhedra together
        self.most = max(searches)
        self.ranks = searches[self.most].ranks
        self.among: list[Ints | None] = [None] * self.ranks.clusters  # shapes worth a look
        self.least_inside = self.ranks.least_inside
        self.own = self.ranks.cluster == np.arange(self.ranks.clusters)[:, None]

    def improved(self, chosen: Sequence[Polyhedron], clock: Clock) -> list[Polyhedron]:
        """Go round the clusters until none has a better response, or the time is over."""
        answer, key = list(chosen), self.key(chosen)
        k = waiting = 0
        while waiting < len(answer) and not clock.expired:
            other = [*answer[:k], self.response(answer, k, clock), *answer[k + 1 :]]
            new = self.key(other)
            waiting = 0 if new < key else waiting + 1
            if new < key:
                answer, key = other, new
            k = (k + 1) % len(answer)
        return answer

    def response(self, chosen: Sequence[Polyhedron], cluster: int, clock: Clock) -> Polyhedron:
        """Return the best polyhedron of a cluster beside those of the others."""
        allowed = self._allowed(chosen, cluster)
        if not allowed:
            return Polyhedron.of(self.ranks, cluster, ())
        weight = FINE * self._stakes(chosen, cluster)
        own = self.ranks.weight * self.own[cluster]
        extra = 0
        while True:
            best = self._heaviest(chosen[cluster], allowed, weight + extra * own, clock)
            if best.own >= self.least_inside[cluster] or extra > MOST_EXTRA or clock.expired:
                return best
            extra = 2 * extra + 1

    def _allowed(self, chosen: Sequence[Polyhedron], cluster: int) -> int:
        """Return how many conditions the others leave to a cluster."""
        if self.ceiling is None:
            return self.most
        others = sum(p.conditions for k, p in enumerate(chosen) if k != cluster)
        return min(self.most, max(0, self.ceiling - others))

    def _heaviest(
        self, present: Polyhedron, allowed: int, weight: Ints, clock: Clock
    ) -> Polyhedron:
        """Return a heavier polyhedron than the present one, as far as there is one."""
        is_possible = present.conditions <= allowed
        cluster, beat = present.cluster, present.weighs(weight) if is_possible else -1
        among = self.among[cluster] if allowed == self.most else None
        search = self.searches[allowed]
        found = search.find(cluster, weight, clock, beat=max(0, beat), among=among, most=FEW)
        if found.place is not None:
            return Polyhedron.of(self.ranks, cluster, found.place)
        return present if beat >= 0 else Polyhedron.of(self.ranks, cluster, NOTHING)

    def key(self, chosen: Sequence[Polyhedron]) -> Key:
        """Return what answers are compared by: what clusters lack, errors, conditions."""
        lack = sum(max(0, self.least_inside[k] - p.own) for k, p in enumerate(chosen))
        conditions = sum(p.conditions for p in chosen)
        over = 0 if self.ceiling is None else max(0, conditions - self.ceiling)
        return lack + over, self.errors(chosen), conditions

    def errors(self, chosen: Sequence[Polyhedron]) -> int:
        """Return the weight of the rows that are wrong."""
        return int(self.ranks.weight[self._wrong(chosen)].sum())

    def _stakes(self, chosen: Sequence[Polyhedron], cluster: int) -> Ints:
        """Return what each row counts for a polyhedron of this cluster, or against it."""
        lost = self._wrong(p for p in chosen if p.cluster != cluster)
        return stakes_of(self.own[cluster], self.ranks.weight, lost)

    def _wrong(self, polyhedra: Iterable[Polyhedron]) -> NDArray[np.bool_]:
        """Return the rows that any of these polyhedra gets wrong."""
        wrong = np.zeros(len(self.ranks), dtype=bool)
        for polyhedron in polyhedra:
            wrong |= polyhedron.inside != self.own[polyhedron.cluster]
        return wrong
