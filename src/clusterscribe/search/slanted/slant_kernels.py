"""The compiled part of the search over slanted conditions: many directions, looked at coarsely.

What a half-space gains is the sum of the stakes of the rows inside it. For each direction, rows
are counted in bins of their score, and the best end of a bin tells how promising it is. Importing
this module imports numba; it compiles once and keeps the result on disk.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

Array = Any  # compiled functions take their types from their callers

BINS = 256


@njit(cache=True, nogil=True)
def promises(shares: Array, stakes: Array, features: Array, weights: Array) -> Array:
    """Return for each direction what a half-space gains with its bound at the end of some bin.

    `shares` is features x rows; directions are rows of `features` and `weights`, where a weight of
    0 stands for no feature.
    """
    best = np.zeros(len(features))
    scores = np.empty(len(stakes))
    bins = np.empty(BINS)
    for direction in range(len(features)):
        _score(shares, features[direction], weights[direction], scores)
        best[direction] = _best_end(scores, stakes, bins)
    return best


@njit(cache=True, nogil=True)
def _score(shares: Array, features: Array, weights: Array, scores: Array) -> None:
    scores[:] = 0
    for term in range(len(features)):
        if weights[term] != 0:
            values, weight = shares[features[term]], weights[term]
            for row in range(len(scores)):
                scores[row] += weight * values[row]


@njit(cache=True, nogil=True)
def _best_end(scores: Array, stakes: Array, bins: Array) -> float:
    """Return the largest sum of the stakes of all bins up to one of them."""
    lowest, highest = scores.min(), scores.max()
    if not highest > lowest:
        return 0.0
    bins[:] = 0
    scale = (len(bins) - 1e-6) / (highest - lowest)
    for row in range(len(scores)):
        bins[int((scores[row] - lowest) * scale)] += stakes[row]
    total, best = 0.0, 0.0
    for i in range(len(bins)):
        total += bins[i]
        best = max(best, total)
    return best
