"""Few kinds of rows: by their cluster, and by how far known polyhedra of each cluster hold them.

Patterns tell rows apart by every polyhedron, so that most rows of a large table are like none of a
sample. Kinds tell them apart by the shares of the polyhedra that hold them, in few levels, and all
that a sample teaches of a kind holds for its rows anywhere: multipliers of kinds are functions
that an engine can evaluate. All numbers are whole, so that a row is of the same kind everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.ranks import Ranks
from clusterscribe.search.whole.multipliers import Multipliers
from clusterscribe.search.whole.patterns import Patterns
from clusterscribe.search.whole.polyhedron import Polyhedron

FULL = 1 << 16  # units of the shares of a cluster
KNOWN = 16  # polyhedra of a cluster that count
FINEST = 32  # levels of each cluster
LARGEST = 1 << 62  # number of a kind
ROWS_OF_A_KIND = 25  # on average, so that they are more than chance
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Kinds:
    """How kinds are distinguished: polyhedra, their shares in whole units, and how many levels."""

    polyhedra: tuple[Polyhedron, ...]
    shares: tuple[int, ...]
    clusters: int
    levels: int

    @classmethod
    def of(cls, multipliers: Multipliers, ranks: Ranks) -> Kinds | None:
        """Find as many kinds as the rows can distinguish; None if there are too many clusters."""
        chosen = [place for k in range(ranks.clusters) for place in _largest(multipliers, k)]
        polyhedra = tuple(multipliers.patterns.polyhedra[place] for place in chosen)
        shares = _whole_shares(multipliers.share[chosen], [p.cluster for p in polyhedra])
        levels = FINEST
        while levels:
            kinds = cls(polyhedra, shares, ranks.clusters, levels)
            if kinds.most < LARGEST:
                different = len(np.unique(kinds.of_rows(ranks)))
                if levels == 1 or ROWS_OF_A_KIND * different <= len(ranks):
                    return kinds
            levels //= 2
        return None

    @property
    def most(self) -> int:
        """Numbers that kinds may have, from 0 on."""
        return (self.clusters + 1) * int((self.levels + 1) ** self.clusters)

    def of_rows(self, ranks: Ranks) -> Ints:
        """Return the kind of each row."""
        number, base = ranks.cluster + 1, self.clusters + 1
        held = np.zeros((self.clusters, len(ranks)), dtype=np.int64)
        for polyhedron, share in zip(self.polyhedra, self.shares, strict=True):
            here = Polyhedron.of(ranks, polyhedron.cluster, polyhedron.place)
            held[polyhedron.cluster] += share * here.inside
        for k in range(self.clusters):
            number = number + base * ((held[k] * self.levels + FULL // 2) // FULL)
            base *= self.levels + 1
        return number


@dataclass(frozen=True, eq=False, slots=True)
class KindPatterns(Patterns):
    """Kinds as patterns that no polyhedron splits: `inside` is the share of the rows that are."""

    @classmethod
    def among(cls, ranks: Ranks, of_row: NDArray[np.intp], kinds: int) -> KindPatterns:
        """Return kinds that are numbered without gaps."""
        some_row = np.zeros(kinds, dtype=np.int64)
        some_row[of_row] = np.arange(len(of_row))
        weight = np.bincount(of_row, ranks.weight, minlength=kinds).astype(np.int64)
        own = ranks.cluster[some_row]
        return cls(ranks, (), of_row.astype(np.int64), own, weight, np.zeros((kinds, 0)))

    def anew(self, polyhedra: Iterable[Polyhedron]) -> KindPatterns:
        """Return the same kinds beside other polyhedra."""
        polyhedra = tuple(polyhedra)
        shares = [self._share_inside(polyhedron) for polyhedron in polyhedra]
        inside = np.stack(shares, axis=1) if shares else np.zeros((len(self), 0))
        return replace(self, polyhedra=polyhedra, inside=inside)

    def split_by(self, polyhedron: Polyhedron) -> tuple[KindPatterns, Ints]:
        """Let another polyhedron take part; kinds stay what they are."""
        inside = np.column_stack([self.inside, self._share_inside(polyhedron)])
        more = replace(self, polyhedra=(*self.polyhedra, polyhedron), inside=inside)
        return more, np.arange(len(self))

    def _share_inside(self, polyhedron: Polyhedron) -> NDArray[np.float64]:
        inside = self.ranks.weight * polyhedron.inside
        share: NDArray[np.float64] = np.bincount(self.of_row, inside, len(self)) / self.weight
        return share


def by_kinds(
    multipliers: Multipliers, rows: NDArray[np.intp], ranks: Ranks, of_row: NDArray[np.intp]
) -> Multipliers:
    """Return multipliers of kinds that begin at the means of what some rows have led to.

    `rows` are places of these rows among all; a kind without any of them begins as all rows do.
    """
    begun = Multipliers(ranks)
    patterns = KindPatterns.among(ranks, of_row, int(of_row.max()) + 1)
    places = [(p.cluster, p.place) for p in multipliers.patterns.polyhedra]
    begun.patterns = patterns.anew(Polyhedron.of(ranks, *place) for place in places)
    begun.share, begun.of_recall = multipliers.share, multipliers.of_recall
    begun.of_row = begun.of_row[np.searchsorted(np.unique(ranks.cluster), patterns.own)]
    known = multipliers.of_row[multipliers.patterns.of_row]
    count = np.bincount(of_row[rows], minlength=len(patterns))
    for k in range(ranks.clusters):
        total = np.bincount(of_row[rows], known[:, k], minlength=len(patterns))
        begun.of_row[count > 0, k] = (total / np.maximum(1, count))[count > 0]
    return begun


def _largest(multipliers: Multipliers, cluster: int) -> list[int]:
    """Return the polyhedra of a cluster that have the largest shares."""
    of_cluster = [p.cluster == cluster for p in multipliers.patterns.polyhedra]
    mine = np.flatnonzero(of_cluster & (multipliers.share > 0))
    order = np.argsort(-multipliers.share[mine], kind="stable")
    return [int(place) for place in mine[order[:KNOWN]]]


def _whole_shares(share: NDArray[np.float64], clusters: list[int]) -> tuple[int, ...]:
    """Return shares in whole units that sum to no more than all of them for any cluster."""
    total = np.bincount(clusters, share)[clusters]
    return tuple(int(s) for s in np.floor(FULL * share / total))
