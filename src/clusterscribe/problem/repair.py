"""From an answer that breaks limits to one that keeps to them.

A cluster with too little inside begins again with a box around as much of it as has to be inside,
or around all of it: whichever has the fewest others inside. Of too many conditions those are kept
that shut out the most.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.improve import bounding_ranges
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks
from clusterscribe.problem.starts import around_most, balanced_tree

LEFT_OUT = (0.02, 0.05, 0.1, 0.2)  # of a cluster, beyond each side of a box around most of it


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


def repaired(ranks: Ranks, answer: Ranges, known: Sequence[Ranges] = ()) -> Ranges:
    """Return an answer that keeps to all limits; one that does stays as it is.

    Boxes of `known` answers may stand in for those with too little inside.
    """
    answer, limits = answer.opened(ranks.axes), ranks.limits
    if limits.are_none:
        return answer
    whole = answer.copy()
    if limits.most_outside:
        too_few = answer.outside_own(ranks) > np.array(limits.most_outside)
        if too_few.any():
            box = _boxes(ranks, known)
            whole.low[too_few], whole.high[too_few] = box.low[too_few], box.high[too_few]
    else:
        too_few = np.zeros(ranks.clusters, dtype=bool)
    conditions = whole.conditions.tolist()
    for k in range(ranks.clusters):
        if too_few[k] or limits.over_one(k, conditions[k]):
            _keep_the_best(ranks, whole, k, limits.most_of(k))
    return whole


def first_answer(ranks: Ranks, tree: Ranges, seed: int) -> Ranges:
    """Return an answer that keeps to all limits, from a tree with one leaf per cluster.

    What it has too little of inside may have a leaf in a tree to which all clusters matter alike.
    """
    start = repaired(ranks, tree)
    if not ranks.limits.most_outside or not excess(ranks, tree, tree.errors(ranks)):
        return start
    alike = balanced_tree(ranks, seed).turned(ranks).tightened(ranks)
    answers = (start, repaired(ranks, tree, [alike]), repaired(ranks, alike))
    return min(answers, key=lambda answer: answer.errors(ranks))


def _boxes(ranks: Ranks, known: Sequence[Ranges]) -> Ranges:
    """Return a box for each cluster with enough of it inside, and few others."""
    best, most = bounding_ranges(ranks).opened(ranks.axes), np.array(ranks.limits.most_outside)
    fewest = _others_inside(ranks, best)
    for answer in (*(around_most(ranks, left_out) for left_out in LEFT_OUT), *known):
        box = answer.opened(ranks.axes)
        others = _others_inside(ranks, box)
        is_better = (box.outside_own(ranks) <= most) & (others < fewest)
        best.low[is_better], best.high[is_better] = box.low[is_better], box.high[is_better]
        fewest[is_better] = others[is_better]
    return best


def _others_inside(ranks: Ranks, boxes: Ranges) -> NDArray[np.int64]:
    """Return how much of the others has a part inside the box of each cluster."""
    clusters = range(ranks.clusters)
    inside = [boxes.inside(ranks, k) & (ranks.cluster != k) for k in clusters]
    return np.array([ranks.weight[is_inside].sum() for is_inside in inside], dtype=np.int64)


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
