"""Ladders: the complete list of useful bounds under an error budget.

For one cluster, one feature and one side, the bounds that could matter form a ladder from
loose to tight. With at most `budget` errors allowed, a bound that shuts out more than that
weight of its own members is never used, nor one that leaves less inside than limits ask for; a
bound may as well lie on a member's value; and of
two bounds that shut out the same outsiders the looser one is at least as good. What is left
is complete: some best description uses only these bounds, for errors, complexity,
sparsity and any weighting of them, because every replacement stays on the same feature
and side. Where wishes make a bound useful that excludes own members alone (`wishes.py`), every
bound that excludes anything is listed: replacing it by one on the value of the last member that
is inside all bounds of its cluster excludes no member more, and breaks no wish.

Thresholds are ranks turned inwards (see `Ranks.inward`): a rank is inside a step if it is
at most the step's threshold, and thresholds fall along the ladder. The last step may be
-1, which shuts out everything: the cluster is given up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.ranks import Ranks


@dataclass(frozen=True, slots=True)
class Ladder:
    """Candidate bounds of one cluster on one side of one feature, from loose to tight."""

    cluster: int
    feature: int
    high: bool  # True: x <= bound, False: x >= bound
    thresholds: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.thresholds)

    def shuts_out(self, ranks: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Return whether any step shuts out each rank: the tightest one does if any does."""
        beyond: NDArray[np.bool_] = ranks > self.thresholds[-1]
        return beyond

    def first_step(self, ranks: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return the loosest step that shuts out each rank; `len(self)` where none does."""
        # steps at or above a rank do not shut it out; they are counted once for every rank
        steps_at = np.bincount(self.thresholds + 1, minlength=int(ranks.max(initial=0)) + 2)
        at_or_above: NDArray[np.int64] = steps_at[::-1].cumsum()[::-1]
        return at_or_above[ranks + 1]


def build_ladders(
    ranks: Ranks, budget: int, settled: NDArray[np.bool_] | None = None
) -> list[Ladder]:
    """List all ladders that have a step, by cluster, feature and side.

    `settled` marks boxes that are known to be right in every description within the
    budget: no bound may shut out a settled member.
    """
    ladders = _ladders(ranks, budget, settled)
    return sorted(ladders, key=lambda ladder: (ladder.cluster, ladder.feature, not ladder.high))


def _ladders(ranks: Ranks, budget: int, settled: NDArray[np.bool_] | None) -> Iterator[Ladder]:
    # a settled member is worth more than any budget
    price = ranks.weight if settled is None else np.where(settled, budget + 1, ranks.weight)
    member = [np.flatnonzero(ranks.cluster == k) for k in range(ranks.clusters)]
    outsider = [np.flatnonzero(ranks.cluster != k) for k in range(ranks.clusters)]
    for d in range(ranks.features):
        for high in filter(partial(ranks.is_open, d), (True, False)):
            inner, outer = ranks.inward(d, high)
            for k in range(ranks.clusters):
                bounds = _affordable(inner[member[k]], price[member[k]], ranks.spare(k, budget))
                if ranks.wishes.want_every_bound(k, d):
                    farthest = max(
                        inner[member[k]].max(initial=-1), outer[outsider[k]].max(initial=-1)
                    )
                    thresholds = bounds[bounds < farthest]
                else:
                    thresholds = _useful(bounds, outer[outsider[k]])
                if len(thresholds):
                    yield Ladder(k, d, high, thresholds.astype(np.int32))


def _affordable(
    members: NDArray[np.int32], price: NDArray[np.int64], budget: int
) -> NDArray[np.int64]:
    """List the members' ranks from the outermost in, as far as the budget pays for it.

    A bound on one of them shuts out the members beyond it. The last entry is -1 if the
    budget pays for all members.
    """
    total = int(price.sum())
    if budget + 1 < len(members):  # every member has a price, so that only these matter
        farthest = np.partition(members, -budget - 1)[-budget - 1]
        outermost = members >= farthest
        members, price = members[outermost], price[outermost]
    first = int(members.min()) if len(members) else 0
    at_rank = np.bincount(members - first, weights=price)
    falling = np.flatnonzero(at_rank)[::-1]
    shut_out = np.concatenate([[0.0], np.cumsum(at_rank[falling])[:-1]])[: len(falling)]
    bounds = (first + falling)[shut_out <= budget]
    return np.append(bounds, -1) if total <= budget else bounds


def _useful(bounds: NDArray[np.int64], outsiders: NDArray[np.int32]) -> NDArray[np.int64]:
    """Keep the bounds that cut off some outsider that no looser bound does."""
    if not len(bounds):
        return bounds
    first = int(bounds[-1]) + 1
    beyond = outsiders[outsiders >= first] - first
    at_rank = np.bincount(beyond, minlength=int(bounds[0]) - first + 1)
    up_to_rank = np.concatenate([[0], at_rank.cumsum()])
    kept_inside = up_to_rank[bounds - first + 1]  # outsiders that a bound does not cut off
    return bounds[np.concatenate([[len(beyond)], kept_inside[:-1]]) > kept_inside]
