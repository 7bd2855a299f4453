"""The compiled part of the bound for slanted conditions: what half-spaces of a cone weigh at most.

Importing this module imports numba; it compiles once and keeps the result on disk.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

Array = Any  # compiled functions take their types from their callers

BINS = 4096
ROUNDING = 1e-9  # of scores: more than sums of few terms of size one can be off


@njit(cache=True, nogil=True)
def bound_cones(  # noqa: PLR0917
    shares: Array, weight: Array, features: Array, low: Array, high: Array, bounds: Array
) -> None:
    """Bound what the rows of any half-space weigh, for each cone of directions.

    `shares` is features x rows, from -1 to 1. A half-space holds the rows whose score is at most
    some bound, in a direction whose weights are between `low` and `high`. A row that counts for it
    is inside as soon as its least score is; one that counts against it, when its largest score is.
    """
    rows, terms = weight.size, features.shape[1]
    scores, bins = np.empty(rows), np.empty(BINS + 2, dtype=np.int64)
    for cone in range(len(features)):
        scores[:] = 0
        for term in range(terms):
            middle = (high[cone, term] + low[cone, term]) / 2
            half = (high[cone, term] - low[cone, term]) / 2
            _add_scores(shares[features[cone, term]], weight, middle, half, scores)
        bounds[cone] = _heaviest_end(scores, weight, bins)


@njit(cache=True, nogil=True)
def _add_scores(shares: Array, weight: Array, middle: float, half: float, scores: Array) -> None:
    for row in range(scores.size):
        spread = half * abs(shares[row])
        scores[row] += middle * shares[row] + (-spread if weight[row] > 0 else spread)


@njit(cache=True, nogil=True)
def _heaviest_end(scores: Array, weight: Array, bins: Array) -> int:
    """Return the largest sum up to the end of a bin, or nothing.

    What counts for it counts from the bin of its score on; what counts against it, from the next.
    """
    bins[:] = 0
    least = scores.min() - 2 * ROUNDING
    scale = BINS / (scores.max() + 2 * ROUNDING - least)
    for row in range(scores.size):
        if weight[row] > 0:
            at = int(max(0.0, (scores[row] - ROUNDING - least) * scale))
            bins[min(at, BINS)] += weight[row]
        else:
            at = int(max(0.0, (scores[row] + ROUNDING - least) * scale)) + 1
            bins[min(at, BINS + 1)] += weight[row]
    total, best = 0, 0
    for i in range(bins.size):
        total += bins[i]
        best = max(best, total)
    return best
