"""Granting wishes: from an answer that breaks some to answers that may keep to all.

    separate    one cut between both clusters, where it costs the fewest errors
    exclusive   of each group one column keeps its conditions, the others lose them
    required    the condition that makes the fewest errors is added

Nothing is proved here, and what comes out may break other wishes: whoever takes it looks again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import numpy as np

from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks

MOST_CHOICES = 64  # of columns that exclusive groups keep


def granted(ranks: Ranks, answer: Ranges) -> Iterator[Ranges]:
    """Yield answers that keep to more wishes than one that does not keep to all."""
    wishes = ranks.wishes
    for count, kept in enumerate(product(*wishes.exclusive)):
        if count == MOST_CHOICES:
            return
        closed = _lost(wishes.exclusive, kept)
        fewer = _without(answer, closed)
        for pair in wishes.separate:
            fewer = _separated(ranks, fewer, pair, closed)
        for column in wishes.required:
            fewer = _with_condition(ranks, fewer, [d for d in column if d not in closed])
        yield fewer


def _lost(groups: Sequence[Sequence[tuple[int, ...]]], kept: Sequence[tuple[int, ...]]) -> set[int]:
    """Return the axes of the columns that are not kept."""
    pairs = zip(groups, kept, strict=True)
    return {d for group, one in pairs for column in group if column != one for d in column}


def _without(answer: Ranges, closed: Iterable[int]) -> Ranges:
    fewer, axes = answer.copy(), sorted(closed)
    fewer.low[:, axes], fewer.high[:, axes] = 0, answer.sizes[axes] - 1
    return fewer


def _separated(ranks: Ranks, answer: Ranges, pair: tuple[int, int], closed: set[int]) -> Ranges:
    """Put a cut between two clusters that have a row in common, where it costs the least."""
    inside = [answer.inside(ranks, k) for k in pair]
    if not (inside[0] & inside[1]).any():
        return answer
    cuts = [
        cut
        for d in range(ranks.features)
        if d not in closed and ranks.is_open(d, True) and ranks.is_open(d, False)
        for cut in _cuts(ranks, answer, pair, d)
    ]
    return min(cuts, key=lambda cut: cut.errors(ranks), default=answer)


def _cuts(ranks: Ranks, answer: Ranges, pair: tuple[int, int], axis: int) -> Iterator[Ranges]:
    """Yield the answer with the best cut on an axis, one cluster on either side of it."""
    members = [np.bincount(ranks.lower[axis][ranks.cluster == k], minlength=1) for k in pair]
    size = int(ranks.sizes[axis])
    counts = [np.pad(number, (0, size - len(number))) for number in members]
    for (one, below), (other, above) in (
        ((pair[0], counts[0]), (pair[1], counts[1])),
        ((pair[1], counts[1]), (pair[0], counts[0])),
    ):
        # at a cut after rank t, those of the one above t are lost, and of the other up to t
        lost = below[::-1].cumsum()[::-1][1:] + above.cumsum()[:-1]
        if not len(lost):
            return
        at = int(lost.argmin())
        cut = answer.copy()
        cut.high[one, axis] = min(cut.high[one, axis], at)
        cut.low[other, axis] = max(cut.low[other, axis], at + 1)
        yield cut


def _with_condition(ranks: Ranks, answer: Ranges, column: Sequence[int]) -> Ranges:
    """Add the condition on a column that makes the fewest errors, if it has none."""
    if answer.used[list(column)].any():
        return answer
    more = [
        bounded
        for d in column
        for k in range(ranks.clusters)
        for bounded in _bounded(ranks, answer, k, d)
    ]
    return min(more, key=lambda one: one.errors(ranks), default=answer)


def _bounded(ranks: Ranks, answer: Ranges, cluster: int, axis: int) -> Iterator[Ranges]:
    """Yield the answer with the loosest bound on each side that excludes anything."""
    members, top = ranks.cluster == cluster, int(ranks.sizes[axis]) - 1
    if top < 1:
        return
    if ranks.is_open(axis, True):
        upper = answer.copy()
        last = int(ranks.upper[axis][members].max(initial=0))
        upper.high[cluster, axis] = min(last, top - 1)
        yield upper
    if ranks.is_open(axis, False):
        lower = answer.copy()
        first = int(ranks.lower[axis][members].min(initial=top))
        lower.low[cluster, axis] = max(first, 1)
        yield lower
