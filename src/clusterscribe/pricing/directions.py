"""All integer directions with a given number of terms, as a tree of ever narrower cones.

A direction is a vector of positive integer weights without a common divisor; signs are handled
by mirroring the data. What a half-space cuts off depends on the ratios of the weights
alone, so directions are compared after dividing by their largest weight. A node of the
tree holds the directions whose ratios lie in one box; a bound over the box holds for all
of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

LEAF = 8  # directions at a leaf, which are tried one by one
MOST = 100_000  # vectors of weights; longer lists are not worth making


@dataclass(frozen=True, slots=True)
class Directions:
    """Directions in the order of the tree, and the tree's nodes.

    Node n holds the directions `start[n]` to `end[n]`, with ratios from `low[n]` to
    `high[n]`; its children are `left[n]` and `left[n] + 1`, or it is a leaf (`left[n] < 0`).
    """

    weights: NDArray[np.float64]  # directions x terms
    low: NDArray[np.float64]  # nodes x terms
    high: NDArray[np.float64]
    left: NDArray[np.int64]
    start: NDArray[np.int64]
    end: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.weights)


@cache
def directions(terms: int, largest: int) -> Directions:
    """Return all directions with `terms` weights from 1 to `largest`."""
    grids = np.meshgrid(*[np.arange(1, largest + 1)] * terms, indexing="ij")
    vectors = np.stack(grids, axis=-1).reshape(-1, terms)
    primitive = vectors[np.gcd.reduce(vectors, axis=1) == 1]
    # small weights first: of equally good directions the simplest is found first
    simplest_first = np.argsort(primitive.sum(axis=1), kind="stable")
    return _tree(primitive[simplest_first].astype(np.float64))


def _tree(weights: NDArray[np.float64]) -> Directions:
    ratios = weights / weights.max(axis=1, keepdims=True)
    order = np.arange(len(weights))
    start, end, left = [0], [len(weights)], [-1]
    node = 0
    while node < len(start):
        here = order[start[node] : end[node]]
        if len(here) > LEAF:
            middle = _split(ratios, here)
            order[start[node] : end[node]] = here[middle]
            half = start[node] + len(here) // 2
            left[node] = len(start)
            start += [start[node], half]
            end += [half, end[node]]
            left += [-1, -1]
        node += 1
    pieces = [ratios[order[a:b]] for a, b in zip(start, end, strict=True)]
    return Directions(
        weights=np.ascontiguousarray(weights[order]),
        low=np.array([piece.min(axis=0) for piece in pieces]),
        high=np.array([piece.max(axis=0) for piece in pieces]),
        left=np.array(left, dtype=np.int64),
        start=np.array(start, dtype=np.int64),
        end=np.array(end, dtype=np.int64),
    )


def _split(ratios: NDArray[np.float64], here: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the order in which the first half is on one side of the widest ratio."""
    spread = np.ptp(ratios[here], axis=0)
    order: NDArray[np.int64] = np.argsort(ratios[here, spread.argmax()], kind="stable")
    return order
