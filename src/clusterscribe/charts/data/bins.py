"""Bins of a histogram: about equally wide, with an edge at each end of what is let in.

Where values are few, each has a bin around it, and what is between them is empty.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from clusterscribe.charts.data.grid import Few, Grid, Steps

ABOUT = 24  # bins
SINGLE = 64  # whole numbers, up to which each has a bin of its own


def edges_of(low: float, high: float, cuts: list[float], grid: Grid) -> NDArray[np.float64]:
    """Return the edges from one end of an axis to the other."""
    stops = [low, *sorted(cut for cut in set(cuts) if low < cut < high), high]
    if isinstance(grid, Few):
        ends = [end for room in grid.rooms for end in room if low < end < high]
        return np.unique([*stops, *ends])
    width = (high - low) / ABOUT
    is_whole = isinstance(grid, Steps)
    if is_whole and high - low <= SINGLE:
        width = 1.0
    pieces = []
    for start, end in pairwise(stops):
        piece = np.linspace(start, end, max(1, round((end - start) / width)) + 1)
        pieces.append(np.round(piece - start) + start if is_whole else piece)
    return np.unique(np.concatenate(pieces))
