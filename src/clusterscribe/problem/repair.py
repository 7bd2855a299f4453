"""From an answer that breaks limits to one that keeps to them.

A cluster with too little inside begins again with the smallest box around all of it. Of too many
conditions those are kept that shut out the most.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.improve import bounding_ranges
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks


def excess(ranks: Ranks, answer: Ranges, errors: int) -> int:
    """Return by how much an answer with so many errors breaks limits, 0 if it keeps to them."""
    limits = ranks.limits
    over = limits.over(answer.conditions.tolist()) + _closed(ranks, answer)
    over += answer.broken_wishes(ranks)
    if not limits.bind_within(errors):
        return over
    return over + limits.lacking(answer.outside_own(ranks).tolist())


def _closed(ranks: Ranks, answer: Ranges) -> int:
    """Count the bounds that axes may not have."""
    if ranks.axes is None:
        return 0
    closed = answer.has_low & ~ranks.axes.low, answer.has_high & ~ranks.axes.high
    return int(closed[0].sum() + closed[1].sum())


def repaired(ranks: Ranks, answer: Ranges) -> Ranges:
    """Return an answer that keeps to all limits; one that does stays as it is."""
    answer, limits = answer.opened(ranks.axes), ranks.limits
    if limits.are_none:
        return answer
    whole = answer.copy()
    if limits.most_outside:
        box = bounding_ranges(ranks)
        too_few = answer.outside_own(ranks) > np.array(limits.most_outside)
        whole.low[too_few], whole.high[too_few] = box.low[too_few], box.high[too_few]
    else:
        too_few = np.zeros(ranks.clusters, dtype=bool)
    conditions = whole.conditions.tolist()
    for k in range(ranks.clusters):
        if too_few[k] or limits.over_one(k, conditions[k]):
            _keep_the_best(ranks, whole, k, limits.most_of(k))
    return whole


def _keep_the_best(ranks: Ranks, answer: Ranges, cluster: int, most: int | None) -> None:
    """Keep at most so many conditions of a cluster: each time the one that shuts out the most."""
    bounds = [(d, True) for d in np.flatnonzero(answer.has_high[cluster]).tolist()]
    bounds += [(d, False) for d in np.flatnonzero(answer.has_low[cluster]).tolist()]
    low, high = answer.low[cluster].copy(), answer.high[cluster].copy()
    answer.low[cluster], answer.high[cluster] = 0, answer.sizes - 1
    left = np.where(ranks.cluster == cluster, 0, ranks.weight)
    for _ in range(len(bounds) if most is None else min(most, len(bounds))):
        gains = [int(left[_shut_out(ranks, low, high, bound)].sum()) for bound in bounds]
        best = int(np.argmax(gains))
        if not gains[best]:
            return
        d, is_high = bounds[best]
        left = np.where(_shut_out(ranks, low, high, bounds[best]), 0, left)
        if is_high:
            answer.high[cluster, d] = high[d]
        else:
            answer.low[cluster, d] = low[d]


def _shut_out(
    ranks: Ranks, low: NDArray[np.int64], high: NDArray[np.int64], bound: tuple[int, bool]
) -> NDArray[np.bool_]:
    """Return which boxes one bound has wholly outside."""
    d, is_high = bound
    outside: NDArray[np.bool_] = ranks.lower[d] > high[d] if is_high else ranks.upper[d] < low[d]
    return outside
