"""Which rows are used to choose prototypes: all of them, or a sample of each cluster.

A sampled row stands for its share of its cluster, so that a small cluster does not count for
more than its size. The candidates for prototypes are taken from the sampled rows.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.boxes import NOISE, Boxes
from clusterscribe.problem.weights import whole_weights

# Without limits by the caller, so many in all are shared out among the clusters: a table of
# distances between them takes seconds and some hundred megabytes.
ALL_CANDIDATES = 1500
ALL_ROWS = 6000


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Rows by their positions among those that count, and candidates by theirs in `rows`."""

    rows: NDArray[np.int64]
    cluster: NDArray[np.int64]  # of each row; NOISE: of none
    weight: NDArray[np.int64]  # of each row, with the rows that it stands for, in units
    unit: float  # what a whole weight here stands for among all rows
    candidates: tuple[NDArray[np.int64], ...]  # of each cluster
    complete: bool  # every row is there, and every member of a cluster is a candidate


def take_sample(
    boxes: Boxes, max_candidates: int | None, max_rows: int | None, seed: int
) -> Sample:
    """Sample at most so many rows and candidates of each cluster; None shares out the default."""
    chance = np.random.default_rng(seed)
    numbers = [*range(boxes.clusters), NOISE]
    members = [np.flatnonzero(boxes.cluster == number) for number in numbers]
    sizes = [len(rows) for rows in members]
    row_limit = _fair_limit(sizes, ALL_ROWS) if max_rows is None else max_rows
    kept = [_some(rows, row_limit, chance) for rows in members]
    left = [len(rows) for rows in kept[:-1]]
    limit = _fair_limit(left, ALL_CANDIDATES) if max_candidates is None else max_candidates
    starts = np.cumsum([0, *left])
    candidates = tuple(
        start + _some(np.arange(size), limit, chance)
        for start, size in zip(starts.tolist(), left, strict=False)
    )
    rows = np.concatenate(kept)
    pairs = zip(kept, members, strict=True)
    weight, unit = whole_weights(np.concatenate([_standing_for(boxes.weight, *p) for p in pairs]))
    return Sample(
        rows=rows,
        cluster=boxes.cluster[rows],
        weight=weight,
        unit=unit.amount(1),
        candidates=candidates,
        complete=len(rows) == len(boxes) and [len(some) for some in candidates] == sizes[:-1],
    )


def _some(rows: NDArray[np.int64], most: int, chance: np.random.Generator) -> NDArray[np.int64]:
    if len(rows) <= most:
        return rows
    return np.sort(chance.choice(rows, size=most, replace=False))


def _standing_for(
    weight: NDArray[np.int64], sampled: NDArray[np.int64], members: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the weight of sampled rows, which together have that of all members."""
    if len(sampled) == len(members):
        return weight[sampled].astype(np.float64)
    return np.asarray(weight[sampled] * weight[members].sum() / weight[sampled].sum())


def _fair_limit(sizes: list[int], total: int) -> int:
    """Return the largest limit for each that keeps the sum within the total, but at least one."""
    limit, left = total, total
    for place, size in enumerate(sorted(sizes)):
        limit = left // (len(sizes) - place)
        if size > limit:
            return max(1, limit)
        left -= size
    return max(1, limit, *sizes)
