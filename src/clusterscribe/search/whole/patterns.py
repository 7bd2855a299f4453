"""Rows that no polyhedron in play distinguishes, merged into patterns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.ranks import Ranks
from clusterscribe.search.whole.polyhedron import Polyhedron


@dataclass(frozen=True, eq=False, slots=True)
class Patterns:
    """The rows of one cluster that are inside the same polyhedra are one pattern."""

    ranks: Ranks
    polyhedra: tuple[Polyhedron, ...]
    of_row: NDArray[np.int64]
    own: NDArray[np.int64]  # cluster of each pattern
    weight: NDArray[np.int64]  # of each pattern's rows
    inside: NDArray[Any]  # patterns x polyhedra: 0 or 1

    @classmethod
    def of(cls, ranks: Ranks, polyhedra: Iterable[Polyhedron] = ()) -> Patterns:
        """Tell the rows apart by their cluster, and by what they are inside of."""
        polyhedra = tuple(polyhedra)
        clusters, of_row = np.unique(ranks.cluster, return_inverse=True)
        number = len(clusters)
        for polyhedron in polyhedra:
            of_row, origin = _split(of_row, number, polyhedron)
            number = len(origin)
        some_row = np.zeros(number, dtype=np.int64)
        some_row[of_row] = np.arange(len(of_row))
        inside = np.empty((number, len(polyhedra)), dtype=np.uint8)
        for i, polyhedron in enumerate(polyhedra):
            inside[:, i] = polyhedron.inside[some_row]
        weight = _weights(ranks, of_row, number)
        return cls(ranks, polyhedra, of_row, ranks.cluster[some_row], weight, inside)

    def __len__(self) -> int:
        return len(self.own)

    def anew(self, polyhedra: Iterable[Polyhedron]) -> Patterns:
        """Tell the same rows apart by other polyhedra."""
        return Patterns.of(self.ranks, polyhedra)

    def split_by(self, polyhedron: Polyhedron) -> tuple[Patterns, NDArray[np.int64]]:
        """Tell rows inside a polyhedron from those outside, and say which pattern each was."""
        of_row, origin = _split(self.of_row, len(self), polyhedron)
        patterns = Patterns(
            ranks=self.ranks,
            polyhedra=(*self.polyhedra, polyhedron),
            of_row=of_row,
            own=self.own[origin // 2],
            weight=_weights(self.ranks, of_row, len(origin)),
            inside=np.hstack([self.inside[origin // 2], (origin % 2)[:, None].astype(np.uint8)]),
        )
        return patterns, origin // 2


def _split(
    of_row: NDArray[np.int64], patterns: int, polyhedron: Polyhedron
) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """Return the patterns of rows anew, and for each twice what it was, plus one if inside."""
    split = 2 * of_row + polyhedron.inside
    present = np.bincount(split, minlength=2 * patterns) > 0
    return (np.cumsum(present) - 1)[split], np.flatnonzero(present)


def _weights(ranks: Ranks, of_row: NDArray[np.int64], patterns: int) -> NDArray[np.int64]:
    weight = np.zeros(patterns, dtype=np.int64)
    np.add.at(weight, of_row, ranks.weight)
    return weight
