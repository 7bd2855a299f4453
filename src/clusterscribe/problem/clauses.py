"""Clauses: for each outsider of a cluster, the steps of which one has to cut it off.

An outsider's clause has, for each ladder of the cluster, the loosest step that shuts it out.
A box that may be wrong has a clause of its own. Settled boxes only have to be cut off, whichever
they are, so one of several equal clauses is enough, and a clause implied by a stricter one is
not needed: on large tables that is nearly all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.ladders import Ladder
from clusterscribe.problem.merging import pack
from clusterscribe.problem.ranks import Ranks

LARGEST_COMPARISON = 10**8  # steps to compare in search of implied clauses


@dataclass(frozen=True, slots=True)
class Clauses:
    """Clauses of one cluster: one row per clause, one column per ladder of the cluster.

    `steps[i, j]` is the loosest step of ladder `ladders[j]` that shuts the outsider out, or
    -1 if none does. `boxes[i]` is the box that may be wrong instead, or -1 if it may not.
    """

    ladders: list[int]
    steps: NDArray[np.int32]
    boxes: NDArray[np.int64]

    @property
    def size_of_settled(self) -> int:
        """Number of literals in the clauses of boxes that may not be wrong."""
        return int((self.steps[self.boxes < 0] >= 0).sum())


def build_clauses(
    ranks: Ranks, ladders: Sequence[Ladder], settled: NDArray[np.bool_], cluster: int
) -> Clauses:
    """Return the clauses of a cluster, without repeating those of settled boxes."""
    own = [j for j, ladder in enumerate(ladders) if ladder.cluster == cluster]
    outsiders = np.flatnonzero(ranks.cluster != cluster)
    steps = np.empty((len(outsiders), len(own)), dtype=np.int32)
    for column, j in enumerate(own):
        ladder = ladders[j]
        _, outer = ranks.inward(ladder.feature, ladder.high)
        first = ladder.first_step(outer[outsiders])
        steps[:, column] = np.where(first < len(ladder), first, -1)
    fixed = settled[outsiders]
    strict = _strictest(steps[fixed])
    return Clauses(
        ladders=own,
        steps=np.concatenate([steps[~fixed], strict]),
        boxes=np.concatenate([outsiders[~fixed], np.full(len(strict), -1)]),
    )


def _strictest(steps: NDArray[np.int32]) -> NDArray[np.int32]:
    """Leave out clauses that are equal to others or follow from them."""
    steps = _distinct(steps)
    strict = strictest(np.where(steps < 0, np.iinfo(np.int32).max, steps))
    return np.where(strict == np.iinfo(np.int32).max, -1, strict).astype(np.int32)


def strictest(tightness: NDArray[np.signedinteger]) -> NDArray[np.signedinteger]:
    """Leave out clauses that follow from others; where a clause has no step, it is tightest.

    A literal for a tighter step implies those for looser ones, so a clause implies another
    if on every ladder it has a step at least as tight, or none.
    """
    if not tightness.size:
        return tightness
    # the fewer steps and the tighter, the stricter: a clause comes before those it implies
    tightness = tightness[np.argsort(-tightness.sum(axis=1, dtype=np.float64), kind="stable")]
    kept, compared = [], 0
    while len(tightness) and compared < LARGEST_COMPARISON:
        first = tightness[:1]
        kept.append(first)
        compared += tightness.size
        tightness = tightness[(tightness > first).any(axis=1)]
    return np.concatenate([*kept, tightness])


def _distinct(steps: NDArray[np.int32]) -> NDArray[np.int32]:
    columns = [(column + 1, int(column.max(initial=0)) + 2) for column in steps.T]
    _, kept = np.unique(pack(len(steps), columns), return_index=True)
    return steps[kept]
