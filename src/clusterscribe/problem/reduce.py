"""The reduced problem: rows that no candidate bound distinguishes are one weighted row.

Once the ladders are known, a rank only matters through the steps it lies between. Ranks
between the same steps become one, and then boxes of one cluster that agree on every
feature become one box with their total weight. Nothing is lost: an answer of the reduced
problem is an answer of the original one with the same errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.clauses import Clauses, build_clauses
from clusterscribe.problem.ladders import Ladder, build_ladders
from clusterscribe.problem.merging import digits_of, find_equal, right_of
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks


@dataclass(frozen=True)
class Reduced:
    """A problem with fewer ranks and boxes, its ladders, and the mapping to the original.

    `first_rank[d]` gives the original rank at which each new rank of feature d begins;
    `origin` the new box of every original box.
    """

    ranks: Ranks
    ladders: list[Ladder]
    first_rank: list[NDArray[np.int64]]
    original_sizes: NDArray[np.int64]
    origin: NDArray[np.int64]
    settled: NDArray[np.bool_]
    budget: int  # the errors that the ladders are complete for

    @property
    def candidates(self) -> int:
        """Number of candidate half-spaces."""
        return sum(len(ladder) for ladder in self.ladders)

    @property
    def cells(self) -> int:
        """Outsiders times ladders, over all clusters: the work of building all clauses."""
        return len(self.ladders) * len(self.ranks)

    @cached_property
    def literals(self) -> int:
        """Size of a model of the problem: literals in all its constraints."""
        return self.literals_of_open + sum(clauses.size_of_settled for clauses in self.clauses)

    @cached_property
    def literals_of_open(self) -> int:
        """Literals without the clauses of settled boxes: known without building any clause."""
        ranks = self.ranks
        member = [ranks.cluster == k for k in range(ranks.clusters)]
        outsider = [~own & ~self.settled for own in member]
        count = 2 * self.candidates + sum(np.count_nonzero(others) for others in outsider)
        for ladder in self.ladders:
            inner, outer = ranks.inward(ladder.feature, ladder.high)
            count += np.count_nonzero(ladder.shuts_out(inner) & member[ladder.cluster])
            count += np.count_nonzero(ladder.shuts_out(outer) & outsider[ladder.cluster])
        return int(count)

    @cached_property
    def clauses(self) -> list[Clauses]:
        """Which steps could cut off each outsider, cluster by cluster."""
        clusters = range(self.ranks.clusters)
        return [build_clauses(self.ranks, self.ladders, self.settled, k) for k in clusters]

    def restore(self, answer: Ranges) -> Ranges:
        """Express an answer of this problem in the original ranks."""
        original = Ranges.everything(len(answer.low), self.original_sizes)
        for d, first in enumerate(self.first_rank):
            ends = np.append(first, self.original_sizes[d])
            original.low[:, d] = ends[answer.low[:, d]]
            original.high[:, d] = ends[answer.high[:, d] + 1] - 1
        return original

    def express(self, answer: Ranges) -> Ranges:
        """Express an original answer here, each bound loosened to the nearest one possible."""
        here = Ranges.everything(len(answer.low), self.ranks.sizes)
        for d, first in enumerate(self.first_rank):
            here.low[:, d] = np.searchsorted(first, answer.low[:, d], side="right") - 1
            here.high[:, d] = np.searchsorted(first, answer.high[:, d], side="right") - 1
            here.low[answer.low[:, d] >= self.original_sizes[d], d] = self.ranks.sizes[d]
        return here


def reduce(ranks: Ranks, budget: int, settled: NDArray[np.bool_] | None = None) -> Reduced:
    """Build the ladders for an error budget and merge what they do not distinguish."""
    if settled is None:
        # where no error is allowed, every box has to be right
        settled = np.full(len(ranks), budget == 0)
        if ranks.right is not None:
            settled |= ranks.right
    ladders = build_ladders(ranks, budget, settled)
    on_feature: list[list[Ladder]] = [[] for _ in range(ranks.features)]
    for ladder in ladders:
        on_feature[ladder.feature].append(ladder)
    first_rank = [_class_starts(ranks, d, on_feature[d]) for d in range(ranks.features)]
    moved = [_move(ladder, ranks, first_rank[ladder.feature]) for ladder in ladders]
    return _merged(ranks, moved, first_rank, settled, budget)


def coarsened(ranks: Ranks, most: int, answers: Sequence[Ranges]) -> Reduced:
    """Merge neighbouring ranks until each feature has about so many, of about equal weight.

    That is another, smaller problem: its answers are answers here with the same errors, but the
    best one may be missing. The bounds of the given answers stay possible. There are no ladders.
    """
    first_rank = [_grid(ranks, d, most, answers) for d in range(ranks.features)]
    none_settled = np.zeros(len(ranks), dtype=bool)
    return _merged(ranks, [], first_rank, none_settled, ranks.total_weight)


def _merged(
    ranks: Ranks,
    ladders: list[Ladder],
    first_rank: list[NDArray[np.int64]],
    settled: NDArray[np.bool_],
    budget: int,
) -> Reduced:
    """Merge boxes that agree on every feature; the ladders are in the new ranks already."""
    lower, upper = _recode(ranks, first_rank)
    sizes = np.array([len(f) for f in first_rank], dtype=np.int64)
    kept, origin, weight = find_equal(ranks, digits_of(lower, upper, sizes))
    lower, upper = _take(lower, upper, kept)
    smaller = replace(
        ranks,
        lower=lower,
        upper=upper,
        sizes=sizes,
        weight=weight,
        cluster=ranks.cluster[kept],
        right=right_of(ranks.right, origin, len(kept)),
    )
    # a merged box is settled if any of its boxes is: they share their fate
    merged_settled = np.zeros(len(kept), dtype=bool)
    merged_settled[origin[settled]] = True
    return Reduced(smaller, ladders, first_rank, ranks.sizes, origin, merged_settled, budget)


class Reducer:
    """Reduces one problem for changing budgets, and remembers the last result."""

    def __init__(self, ranks: Ranks) -> None:
        self.ranks = ranks
        self._asked: tuple[int, NDArray[np.bool_] | None] | None = None
        self._last: Reduced | None = None

    def __call__(self, budget: int, settled: NDArray[np.bool_] | None = None) -> Reduced:
        """Return what `reduce` does."""
        same = self._asked is not None and self._asked[0] == budget and self._asked[1] is settled
        if self._last is None or not same:
            self._last, self._asked = reduce(self.ranks, budget, settled), (budget, settled)
        return self._last


def _class_starts(ranks: Ranks, feature: int, ladders: Sequence[Ladder]) -> NDArray[np.int64]:
    """Original ranks at which a new class begins: just beyond every threshold."""
    size = int(ranks.sizes[feature])
    starts = np.zeros(size + 1, dtype=bool)  # one more, for steps that shut out nothing or all
    starts[0] = True
    for ladder in ladders:
        # inside is rank <= t on the high side, and rank >= top - t on the low side
        starts[ladder.thresholds + 1 if ladder.high else size - 1 - ladder.thresholds] = True
    return np.flatnonzero(starts[:size])


def _grid(ranks: Ranks, feature: int, most: int, answers: Sequence[Ranges]) -> NDArray[np.int64]:
    """Original ranks at which a new class begins; a rank of much weight is a class of its own."""
    size = int(ranks.sizes[feature])
    if size <= most:
        return np.arange(size)
    weight = np.bincount(ranks.lower[feature], ranks.weight, minlength=size)
    share = (most * np.cumsum(weight) / weight.sum()).astype(np.int64)
    starts = np.ones(size + 1, dtype=bool)
    starts[1:size] = (share[1:] > share[:-1]) | (most * weight[:-1] > weight.sum())
    for answer in answers:
        starts[np.clip(answer.low[:, feature], 0, size)] = True
        starts[answer.high[:, feature] + 1] = True
    return np.flatnonzero(starts[:size])


def _recode(
    ranks: Ranks, first_rank: Sequence[NDArray[np.int64]]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    def recode(corner: NDArray[np.int32]) -> NDArray[np.int32]:
        new = np.empty_like(corner)
        for d, first in enumerate(first_rank):
            class_of = np.zeros(int(ranks.sizes[d]), dtype=np.int32)
            class_of[first[1:]] = 1
            new[d] = np.cumsum(class_of, dtype=np.int32)[corner[d]]
        return new

    lower = recode(ranks.lower)
    return lower, lower if ranks.lower is ranks.upper else recode(ranks.upper)


def _take(
    lower: NDArray[np.int32], upper: NDArray[np.int32], kept: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    taken = np.ascontiguousarray(lower[:, kept])
    return taken, taken if lower is upper else np.ascontiguousarray(upper[:, kept])


def _move(ladder: Ladder, ranks: Ranks, first: NDArray[np.int64]) -> Ladder:
    """Express thresholds in the new ranks."""
    top = int(ranks.sizes[ladder.feature]) - 1
    if ladder.high:
        moved = np.searchsorted(first, ladder.thresholds, side="right") - 1
    else:
        lowest_inside = np.searchsorted(first, top - ladder.thresholds, side="left")
        moved = len(first) - 1 - lowest_inside
    return Ladder(ladder.cluster, ladder.feature, ladder.high, moved.astype(np.int32))
