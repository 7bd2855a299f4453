"""Features by clusters: how far each cluster lies from the whole, and which conditions say so."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description import Label


@dataclass(frozen=True, slots=True, eq=False)
class Heat:
    """Means of clusters minus the mean of all rows, in standard deviations of all rows.

    Features that are used come first, then those in which clusters differ most.
    """

    labels: tuple[Label, ...]
    features: tuple[str, ...]  # in words
    difference: NDArray[np.float64]  # features x clusters; NaN where nothing is known
    means: tuple[tuple[str, ...], ...]  # of each cluster, in the table's units
    marks: tuple[tuple[str, ...], ...]  # see `marks.py`; "" where no condition is on a feature
    left_out: int  # features that are not shown
