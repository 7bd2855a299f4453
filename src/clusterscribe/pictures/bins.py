"""Bins of a histogram: about equally wide, with an edge at each end of what is let in."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from clusterscribe.pictures.intervals import Grid

ABOUT = 24  # bins
SINGLE = 64  # whole numbers, up to which each has a bin of its own


def edges_of(low: float, high: float, cuts: list[float], grid: Grid) -> NDArray[np.float64]:
    """Return the edges from one end of an axis to the other."""
    stops = [low, *sorted(cut for cut in set(cuts) if low < cut < high), high]
    width = (high - low) / ABOUT
    if grid.is_whole:
        width = 1.0 if high - low <= SINGLE else width
    pieces = []
    for start, end in pairwise(stops):
        piece = np.linspace(start, end, max(1, round((end - start) / width)) + 1)
        pieces.append(np.round(piece - start) + start if grid.is_whole else piece)
    return np.unique(np.concatenate(pieces))
