"""Granting wishes: from an answer that breaks some to answers that may keep to all.

    separate    one cut between both clusters, where it costs the fewest errors
    exclusive   of each group one column keeps its conditions, the others lose them
    right rows  their own cluster is made large enough, and bounds keep them out of the others
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
MOST_ROWS = 100  # that are made right one by one, so often:
ROUNDS = 3
FEW_CUTS = 5  # between two clusters, of which the errors are counted


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
        fewer = _righted(ranks, fewer, closed)
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
    promising = [cut for _, cut in sorted(cuts, key=lambda cut: cut[0])[:FEW_CUTS]]
    return min(promising, key=lambda cut: cut.errors(ranks), default=answer)


def _cuts(
    ranks: Ranks, answer: Ranges, pair: tuple[int, int], axis: int
) -> Iterator[tuple[int, Ranges]]:
    """Yield the best cut on an axis, one cluster on either side of it, and the rows it loses."""
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
        yield int(lost[at]), cut


def _righted(ranks: Ranks, answer: Ranges, closed: set[int]) -> Ranges:
    """Make rows right that must be, as far as that is simple."""
    if ranks.right is None:
        return answer
    for _ in range(ROUNDS):
        wrong = np.flatnonzero(answer.wrong(ranks) & ranks.right)
        for row in wrong[:MOST_ROWS].tolist():
            answer = _with_row(ranks, answer, row, closed)
    return answer


def _with_row(ranks: Ranks, answer: Ranges, row: int, closed: set[int]) -> Ranges:
    """Make one row right: inside its own polyhedron, and outside of all others."""
    here, own = answer.copy(), int(ranks.cluster[row])
    if own >= 0:
        here.low[own] = np.minimum(here.low[own], ranks.lower[:, row])
        here.high[own] = np.maximum(here.high[own], ranks.upper[:, row])
    for k in range(ranks.clusters):
        inside = (here.low[k] <= ranks.lower[:, row]) & (ranks.upper[:, row] <= here.high[k])
        if k != own and inside.all():
            _exclude(ranks, here, row, k, closed)
    return here


def _exclude(ranks: Ranks, answer: Ranges, row: int, cluster: int, closed: set[int]) -> None:
    """Keep a row out of a polyhedron by the bound that loses the fewest of its own rows."""
    members = answer.inside(ranks, cluster) & (ranks.cluster == cluster)
    price = ranks.weight * members
    if ranks.right is not None:
        price = np.where(members & ranks.right, ranks.total_weight, price)
    bounds = []
    for d in range(ranks.features):
        at = int(ranks.lower[d, row])
        if d not in closed and ranks.is_open(d, True):
            bounds.append((int(price[ranks.upper[d] >= at].sum()), d, True, at - 1))
        if d not in closed and ranks.is_open(d, False):
            bounds.append((int(price[ranks.lower[d] <= at].sum()), d, False, at + 1))
    if not bounds:
        return
    _, axis, is_high, bound = min(bounds)
    if is_high:
        answer.high[cluster, axis] = bound
    else:
        answer.low[cluster, axis] = bound


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
