"""Rows that no polyhedron in play tells apart, merged into patterns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

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
    inside: NDArray[np.float32]  # patterns x polyhedra, as numbers that can be multiplied

    @classmethod
    def of(cls, ranks: Ranks, polyhedra: Iterable[Polyhedron] = ()) -> Patterns:
        """Tell the rows apart by their cluster, and by what they are inside of."""
        clusters, of_row = np.unique(ranks.cluster, return_inverse=True)
        inside = np.zeros((len(clusters), 0), dtype=np.float32)
        weight = _weights(ranks, of_row, len(clusters))
        patterns = cls(ranks, (), of_row, clusters, weight, inside)
        for polyhedron in polyhedra:
            patterns, _ = patterns.split_by(polyhedron)
        return patterns

    def __len__(self) -> int:
        return len(self.own)

    def split_by(self, polyhedron: Polyhedron) -> tuple[Patterns, NDArray[np.int64]]:
        """Tell rows inside a polyhedron from those outside, and say which pattern each was."""
        split = 2 * self.of_row + polyhedron.inside
        present = np.bincount(split, minlength=2 * len(self)) > 0
        of_row = (np.cumsum(present) - 1)[split]
        origin, side = np.divmod(np.flatnonzero(present), 2)
        patterns = Patterns(
            ranks=self.ranks,
            polyhedra=(*self.polyhedra, polyhedron),
            of_row=of_row,
            own=self.own[origin],
            weight=_weights(self.ranks, of_row, len(origin)),
            inside=np.hstack([self.inside[origin], side[:, None].astype(np.float32)]),
        )
        return patterns, origin


def _weights(ranks: Ranks, of_row: NDArray[np.int64], patterns: int) -> NDArray[np.int64]:
    weight = np.zeros(patterns, dtype=np.int64)
    np.add.at(weight, of_row, ranks.weight)
    return weight
