"""Which rows become dots: the same ones every time, errors first, all kinds among them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

WRONG = 0.25  # share of the dots that may be errors
LEAST, MOST = 0.3, 0.6  # share of the other dots for the cluster itself


def sampled(
    own: NDArray[np.bool_], wrong: NDArray[np.bool_], possible: NDArray[np.bool_], dots: int
) -> NDArray[np.intp]:
    """Return the rows to draw: those of others first, then those of the cluster, then errors."""
    source = np.random.default_rng(0)
    errors = np.flatnonzero(possible & wrong)
    few = _both(errors[~own[errors]], errors[own[errors]], int(WRONG * dots), (0.0, 1.0), source)
    right = np.flatnonzero(possible & ~wrong)
    many = _both(right[~own[right]], right[own[right]], dots - len(few), (LEAST, MOST), source)
    return np.concatenate([many, few])


def _both(
    others: NDArray[np.intp],
    own: NDArray[np.intp],
    room: int,
    shares: tuple[float, float],
    source: np.random.Generator,
) -> NDArray[np.intp]:
    """Choose rows of two kinds in proportion, within a least and a most share of the second."""
    least, most = shares
    total = len(own) + len(others)
    if total > room:
        share = min(max(len(own) / total, least), most)
        for_own = min(len(own), max(round(share * room), min(1, len(own))))
        for_others = min(len(others), max(room - for_own, min(1, len(others))))
        for_own = min(len(own), room - for_others)
        own = np.sort(source.choice(own, for_own, replace=False))
        others = np.sort(source.choice(others, for_others, replace=False))
    return np.concatenate([others, own])
