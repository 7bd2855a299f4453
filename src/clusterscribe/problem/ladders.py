"""Ladders: the complete list of useful bounds under an error budget.

For one cluster, one feature and one side, the bounds that could matter form a ladder from
loose to tight. With at most `budget` errors allowed, a bound that shuts out more than
that weight of its own members is never used; it may as well sit on a member's value; and
of two bounds that shut out the same outsiders the looser one is at least as good. What is
left is complete: some best description uses only these bounds, for errors, complexity,
sparsity and any weighting of them, because every replacement stays on the same feature
and side.

Thresholds are ranks turned inwards (see `Ranks.inward`): a rank is inside a step if it is
at most the step's threshold, and thresholds fall along the ladder. The last step may be
-1, which shuts out everything: a cluster that is given up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.ranks import Ranks


@dataclass(frozen=True, slots=True)
class Ladder:
    """Candidate bounds of one cluster on one side of one feature, from loose to tight."""

    cluster: int
    feature: int
    high: bool  # True: x <= bound, False: x >= bound
    thresholds: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.thresholds)

    def first_step(self, ranks: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return the loosest step that shuts out each rank; `len(self)` where none does."""
        return np.searchsorted(-self.thresholds, -ranks.astype(np.int64), side="right")


def build_ladders(
    ranks: Ranks, budget: int, settled: NDArray[np.bool_] | None = None
) -> list[Ladder]:
    """List all ladders that have a step, by cluster, feature and side.

    `settled` marks boxes that are known to be right in every description within the
    budget: no bound may shut out a settled member.
    """
    return list(_ladders(ranks, budget, settled))


def _ladders(ranks: Ranks, budget: int, settled: NDArray[np.bool_] | None) -> Iterator[Ladder]:
    price = ranks.weight.astype(np.float64)
    if settled is not None:
        price = np.where(settled, budget + 1.0, price)
    tables = [
        (d, high, *weight_by_rank(ranks, price, d, high))
        for d in range(ranks.features)
        for high in (True, False)
    ]
    for k in range(ranks.clusters):
        for d, high, inner, outer in tables:
            thresholds = _useful_thresholds(inner[k], outer.sum(axis=0) - outer[k], budget)
            if len(thresholds):
                yield Ladder(k, d, high, thresholds)


def weight_by_rank(
    ranks: Ranks, price: NDArray[np.float64] | NDArray[np.int64], feature: int, high: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Weight of each cluster (noise last) at each rank, by inner and by outer corner."""
    inner, outer = ranks.inward(feature, high)
    size, slots = int(ranks.sizes[feature]), ranks.clusters + 1
    slot = np.where(ranks.cluster < 0, ranks.clusters, ranks.cluster) * size
    by_inner = np.zeros(slots * size)
    by_inner += np.bincount(slot + inner, weights=price, minlength=slots * size)
    by_outer = np.zeros(slots * size)
    by_outer += np.bincount(slot + outer, weights=ranks.weight, minlength=slots * size)
    return by_inner.reshape(slots, size), by_outer.reshape(slots, size)


def _useful_thresholds(
    members: NDArray[np.float64], outsiders: NDArray[np.float64], budget: int
) -> NDArray[np.int64]:
    """Thresholds on a member's rank (or -1) that cut off more than every looser one."""
    shut_out = np.concatenate([_weight_above(members), [members.sum()]])
    cut_off = np.concatenate([_weight_above(outsiders), [outsiders.sum()]])
    threshold = np.append(np.arange(len(members) - 1, -1, -1), -1)
    holds_member = np.append(members[::-1] > 0, True)
    useful = holds_member & (shut_out <= budget)
    threshold, cut_off = threshold[useful], cut_off[useful]
    more = np.diff(cut_off, prepend=0.0) > 0
    kept: NDArray[np.int64] = threshold[more]
    return kept


def _weight_above(by_rank: NDArray[np.float64]) -> NDArray[np.float64]:
    """Total weight strictly above each rank, from the highest rank to the lowest."""
    falling = by_rank[::-1]
    above: NDArray[np.float64] = np.cumsum(falling) - falling
    return above
