"""The integer solver as a neighbourhood search: two boxes are free, all others stay.

Rows that the fixed boxes get wrong are wrong in any case, and all others of fixed clusters only
have to stay outside, as noise does. What is left is a problem of two clusters, which the integer
master solves, on a coarse grid of bounds, in a fraction of the time that the whole would take.
Often it proves that nothing better is near. Pairs that cost few errors are quick, and come first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem.boxes import NOISE
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks
from clusterscribe.problem.reduce import coarsened, reduce
from clusterscribe.search.axis.master import Master
from clusterscribe.search.cp_sat import run
from clusterscribe.search.integer import Runner

GRID = 24  # ranks of a feature
WORKERS = 4
LARGEST = 400_000  # literals of a model that a second or two is enough for
A_WHILE = 2.0  # seconds for one pair


class Pair(NamedTuple):
    """Two clusters whose boxes are free, and the rows that these boxes decide about.

    Limits are those of the two clusters. As only these rows count, they may be too loose by those
    that are wrong in any case.
    """

    free: list[int]
    ranks: Ranks
    boxes: Ranges
    errors: int  # of the boxes as they are, on these rows


def pairs(ranks: Ranks, answer: Ranges) -> list[Pair]:
    """Return all pairs of clusters that make errors, those with the fewest first."""
    inside = np.array([answer.inside(ranks, k) for k in range(ranks.clusters)])
    found = [_pair(ranks, answer, inside, list(free)) for free in _free(ranks.clusters)]
    return sorted((pair for pair in found if pair.errors), key=lambda pair: pair.errors)


def improved(pair: Pair, answer: Ranges, runner: Runner, deadline: Clock) -> Ranges | None:
    """Return an answer with better boxes of a pair, if the solver finds one soon."""
    grid = coarsened(pair.ranks, GRID, [pair.boxes])
    problem = reduce(grid.ranks, pair.errors - 1)
    if problem.literals_of_open > LARGEST or problem.literals > LARGEST:
        return None
    master = Master(problem)
    master.model.add(master.errors <= pair.errors - 1)
    master.model.minimize(master.errors)
    found: list[Ranges] = []
    run(
        master.model,
        runner.clock,
        min(A_WHILE, deadline.remaining),
        on_solution=lambda value: found.append(master.read(value)),
        seed=runner.seed,
        workers=min(WORKERS, runner.workers or WORKERS),
    )
    if not found:
        return None
    boxes, better = grid.restore(found[-1]), answer.copy()
    better.low[pair.free], better.high[pair.free] = boxes.low, boxes.high
    return better


def _free(clusters: int) -> Iterator[tuple[int, ...]]:
    return combinations(range(clusters), min(2, clusters))


def _pair(ranks: Ranks, answer: Ranges, inside: NDArray[np.bool_], free: list[int]) -> Pair:
    is_free = np.isin(ranks.cluster, free)
    fixed = np.delete(inside, free, axis=0).sum(axis=0)
    own = np.where(is_free | (ranks.cluster == NOISE), 0, 1)
    in_own = np.take_along_axis(inside, np.maximum(ranks.cluster, 0)[None], axis=0)[0]
    # right as far as the fixed boxes go: in the own one, if that is fixed, and in no other
    open_rows = (fixed == own) & ((own == 0) | in_own)
    number = np.full(ranks.clusters + 1, NOISE)
    number[free] = range(len(free))
    lower = np.ascontiguousarray(ranks.lower[:, open_rows])
    cluster = number[ranks.cluster[open_rows]]
    weight, limits = ranks.weight[open_rows], ranks.limits.of_clusters(free)
    rows = Ranks(lower, lower, ranks.sizes, weight, cluster, len(free), limits, ranks.axes)
    boxes = Ranges(answer.low[free], answer.high[free], ranks.sizes)
    return Pair(free, rows, boxes, boxes.errors(rows))
