"""Ranks in blocks, and the thresholds that a cluster's conditions need to choose from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.ranks import Ranks

MOST_BLOCKS = 256  # of a feature: what a byte distinguishes
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Grid:
    """Every feature cut into blocks of about equal weight; a value of much weight is its own.

    `codes` (features x rows, one byte each) is the only copy of the table that the search makes.
    """

    codes: NDArray[np.uint8]
    count: Ints  # blocks of each feature
    ends: tuple[Ints, ...]  # the last rank of each block
    single: NDArray[np.bool_]  # features x blocks: all rows of the block have one value

    @classmethod
    def of(cls, ranks: Ranks, blocks: int) -> Grid:
        """Cut every feature into at most so many blocks."""
        codes = np.empty(ranks.lower.shape, dtype=np.uint8)
        single = np.zeros((ranks.features, MOST_BLOCKS), dtype=bool)
        ends = []
        for d in range(ranks.features):
            rows = np.bincount(ranks.lower[d], minlength=int(ranks.sizes[d]))
            last = _last_ranks(rows, blocks)
            lengths = np.diff(last, prepend=-1)
            single[d, : len(last)] = lengths == 1
            codes[d] = np.repeat(np.arange(len(last), dtype=np.uint8), lengths)[ranks.lower[d]]
            ends.append(last)
        return cls(codes, np.array([len(last) for last in ends]), tuple(ends), single)

    def inward_ends(self, feature: int, high: bool) -> Ints:
        """Return the last ranks of the blocks from one side on, turned so that a bound is `<=`."""
        ends = self.ends[feature]
        return ends if high else ends[-1] - np.concatenate([[0], ends[:-1] + 1])[::-1]


@dataclass(frozen=True)
class Candidates:
    """The thresholds of one cluster: its members' ranks that have an outsider before the next one.

    All others are dominated: moving a bound in to the last member inside shuts out outsiders only,
    and moving it out to the next member before the next outsider lets in members only. Literal
    `2 d` is `x <= t` on feature d and `2 d + 1` is `x >= t`; the last threshold is no condition.
    """

    steps: Ints  # of all literals, one after the other, turned so that a bound is `<=`
    intervals: Ints  # literals x blocks x 2: the first and last of `steps` in each block

    @classmethod
    def of(cls, ranks: Ranks, grid: Grid, cluster: int) -> Candidates:
        """Find the thresholds of a cluster and sort them into blocks."""
        own, others = ranks.cluster == cluster, ranks.cluster != cluster
        intervals = np.zeros((2 * ranks.features, MOST_BLOCKS, 2), dtype=np.int64)
        intervals[:, :, 1] = -1
        steps: list[Ints] = []
        for d in range(ranks.features):
            members = _present(ranks.lower[d, own], int(ranks.sizes[d]))
            outsiders = _present(ranks.lower[d, others], int(ranks.sizes[d]))
            for high in (True, False):
                turn = slice(None) if high else slice(None, None, -1)
                thresholds = _undominated(members[turn], outsiders[turn])
                if not ranks.is_open(d, high):
                    thresholds = thresholds[-1:]  # no condition
                ends = grid.inward_ends(d, high)
                # thresholds rise, so that those of a block stand together
                starts = np.searchsorted(thresholds, np.append(-1, ends[:-1]), side="right")
                stops = np.searchsorted(thresholds, ends, side="right")
                literal, before = 2 * d + (not high), sum(map(len, steps))
                own_blocks = slice(0, len(ends))
                intervals[literal, own_blocks, 0] = (before + starts)[turn]
                intervals[literal, own_blocks, 1] = (before + stops - 1)[turn]
                steps.append(thresholds)
        return cls(np.concatenate(steps), intervals)


@cache
def shapes(features: tuple[int, ...], literals: int) -> Ints:
    """Return all sets of so many literals, by their features: each at most twice."""
    sets = [
        chosen
        for chosen in combinations_with_replacement(features, literals)
        if all(a != b for a, b in zip(chosen, chosen[2:], strict=False))
    ]
    return np.array(sets, dtype=np.int64).reshape(len(sets), literals)


def _present(ranks: NDArray[np.int32], size: int) -> NDArray[np.bool_]:
    present = np.zeros(size, dtype=bool)
    present[ranks] = True
    return present


def _undominated(members: NDArray[np.bool_], outsiders: NDArray[np.bool_]) -> Ints:
    """Return the members' ranks with an outsider up to the next of them, and the last of all."""
    own, top = np.flatnonzero(members), len(members) - 1
    up_to = np.cumsum(outsiders)
    beyond = np.append(own[1:], top)
    kept: Ints = own[up_to[beyond] > up_to[own]]
    return kept if len(kept) and kept[-1] == top else np.append(kept, top)


def _last_ranks(rows: Ints, blocks: int) -> Ints:
    """Return the last ranks of blocks of about equal weight, given the rows of each rank."""
    top = len(rows) - 1
    if top < blocks:
        return np.arange(top + 1)
    heavy = np.flatnonzero(rows >= rows.sum() / blocks)
    rest = np.where(rows >= rows.sum() / blocks, 0, rows)
    left = max(1, blocks - 2 * len(heavy))
    share = np.floor(np.cumsum(rest) * left / max(1, rest.sum()) - 1e-9)
    by_share = np.flatnonzero(np.diff(share, append=share[-1] + 1) > 0)
    ends = np.unique(np.concatenate([by_share, heavy, heavy[heavy > 0] - 1, [top]]))
    if len(ends) > blocks:
        ends = ends[np.linspace(0, len(ends) - 1, blocks).round().astype(int)]
    return np.unique(ends).astype(np.int64)
