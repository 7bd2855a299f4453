"""Where the rows of each cluster are: in which polyhedra, in none, in several."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description import Label


@dataclass(frozen=True, slots=True, eq=False)
class Overlap:
    """Counts (or sums of weights) for each label of a row and each polyhedron.

    A row inside several polyhedra is counted in each of them, and once in `several`.
    """

    labels: tuple[Label, ...]  # of rows: those of the polyhedra first, then any others
    polyhedra: tuple[Label, ...]
    inside: NDArray[np.float64]  # labels x polyhedra
    none: NDArray[np.float64]
    several: NDArray[np.float64]
    rows: NDArray[np.float64]
