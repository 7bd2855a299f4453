"""Rows and boxes that are equal become one, with their total weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.ranks import Ranks

LARGEST_NUMBER = 2**62

Digits: TypeAlias = Sequence[tuple[NDArray[np.int_], int]]  # with the number of their values


def pack(rows: int, columns: Digits) -> NDArray[np.int64]:
    """Return one number per row, equal exactly for rows that agree in every column.

    Each column comes with the number of its possible values, 0, 1, ..., and is a digit of the
    number. Where that would not fit into a machine word, the numbers so far are replaced by
    their ranks.
    """
    number, count = np.zeros(rows, dtype=np.int64), 1
    for column, values in columns:
        if count > LARGEST_NUMBER // max(1, values):
            distinct, number = np.unique(number, return_inverse=True)
            count = len(distinct)
        number = number * values + column
        count *= values
    return number


def merge_equal(boxes: Boxes, ranks: Ranks) -> tuple[Boxes, Ranks]:
    """Merge the boxes that have the same cluster and corners; return them with their ranks."""
    first, kind, weight = find_equal(ranks, digits_of(ranks.lower, ranks.upper, ranks.sizes))
    plain = ranks.lower is ranks.upper
    lower, rank_lower = boxes.lower[first], ranks.lower[:, first]
    upper = lower if plain else boxes.upper[first]
    rank_upper = rank_lower if plain else ranks.upper[:, first]
    cluster = boxes.cluster[first]
    return (
        boxes.like(lower, upper, weight, cluster, boxes.holes_of(first)),
        replace(
            ranks,
            lower=rank_lower,
            upper=rank_upper,
            weight=weight,
            cluster=cluster,
            right=right_of(ranks.right, kind, len(first)),
        ),
    )


def find_equal(
    ranks: Ranks, digits: Digits
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Find the boxes of one cluster that agree in all digits.

    Return the first box of each kind, the kind of each box, and the total weight of each kind.
    """
    cluster = (ranks.cluster + 1, ranks.clusters + 1)
    number = pack(len(ranks), [cluster, *digits])
    _, first, kind = np.unique(number, return_index=True, return_inverse=True)
    weight = np.zeros(len(first), dtype=np.int64)
    np.add.at(weight, kind, ranks.weight)
    return first, kind, weight


def right_of(
    right: NDArray[np.bool_] | None, kind: NDArray[np.int64], kinds: int
) -> NDArray[np.bool_] | None:
    """Return which kinds of boxes must be right: those of which any box must be.

    They share their fate.
    """
    if right is None:
        return None
    merged = np.zeros(kinds, dtype=bool)
    merged[kind[right]] = True
    return merged


def digits_of(
    lower: NDArray[np.int32], upper: NDArray[np.int32], sizes: NDArray[np.int64]
) -> Digits:
    """Return the corners of boxes as digits for `pack`; features of one value tell nothing."""
    corners = [lower] if lower is upper else [lower, upper]
    features = np.flatnonzero(sizes > 1).tolist()
    return [(corner[d], int(sizes[d])) for corner in corners for d in features]


def unavoidable_errors(ranks: Ranks) -> int:
    """Return a lower bound on the errors of any description, whatever its half-spaces.

    Boxes with the same corners lie inside the same polyhedra, so only those of one cluster
    among them can be right.
    """
    digits = digits_of(ranks.lower, ranks.upper, ranks.sizes)
    _, place = np.unique(pack(len(ranks), digits), return_inverse=True)
    kinds = ranks.clusters + 1  # noise is a kind of its own
    key, group = np.unique(place * kinds + ranks.cluster + 1, return_inverse=True)
    weight = np.bincount(group, weights=ranks.weight)
    best = np.zeros(int(place.max(initial=-1)) + 1)
    np.maximum.at(best, key // kinds, weight)
    return int(ranks.total_weight - best.sum())
