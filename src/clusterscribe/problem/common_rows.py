"""Rows that two polyhedra may have in common, and the steps of which one has to prevent that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.ladders import Ladder
from clusterscribe.problem.ranks import Ranks


def rows_in_common(
    ranks: Ranks,
    pair: Sequence[Sequence[Ladder]],
    clusters: tuple[int, int],
    settled: NDArray[np.bool_],
) -> Iterator[tuple[list[tuple[int, int]], ...]]:
    """Yield, for each row that two polyhedra may share, what keeps it out of the one or the other.

    That is a list for either: places among its ladders, and their loosest steps that exclude the
    row. One step of both lists has to be taken. Rows that are settled are right, and so they are
    in one of the two at most.
    """
    rows = np.flatnonzero(~settled)
    steps = [
        first_steps(ranks, ladders, cluster)[rows]
        for ladders, cluster in zip(pair, clusters, strict=True)
    ]
    sizes = [np.array([len(ladder) for ladder in ladders], dtype=np.int64) for ladders in pair]
    both = np.unique(np.concatenate(steps, axis=1), axis=0)
    split = len(pair[0])
    for line in both:
        yield tuple(
            [(j, int(part[j])) for j in np.flatnonzero(part < size).tolist()]
            for part, size in zip((line[:split], line[split:]), sizes, strict=True)
        )


def first_steps(ranks: Ranks, ladders: Sequence[Ladder], cluster: int) -> NDArray[np.int64]:
    """Return for each row and ladder of a cluster the loosest step that excludes the row.

    Where none does, it is the number of steps.
    """
    steps = np.empty((len(ranks), len(ladders)), dtype=np.int64)
    member = ranks.cluster == cluster
    for column, ladder in enumerate(ladders):
        inner, outer = ranks.inward(ladder.feature, ladder.high)
        steps[:, column] = ladder.first_step(np.where(member, inner, outer))
    return steps
