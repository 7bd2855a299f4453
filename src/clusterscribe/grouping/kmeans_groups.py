"""Groups by k-means."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.grouping.numbers import checked_groups, dealt

FEW = 5_000  # rows up to which every step looks at all of them
BATCH = 4_096
STEPS = 30


@dataclass(frozen=True, slots=True)
class KMeansGroups:
    """Group rows around centres; `groups` of all clusters together, dealt out by size."""

    groups: int = 1000
    seed: int = 0

    def group(self, rows: NDArray[np.float64], share: float) -> NDArray[np.intp]:
        """Group the rows of one cluster."""
        from sklearn.cluster import KMeans, MiniBatchKMeans

        groups = min(len(rows), dealt(checked_groups("KMeansGroups", self.groups), share))
        if groups == len(rows):
            return np.arange(len(rows))
        if len(rows) <= FEW:
            means = KMeans(groups, n_init=1, max_iter=STEPS, random_state=self.seed)
        else:
            means = MiniBatchKMeans(
                groups, n_init=1, max_iter=STEPS, batch_size=BATCH, random_state=self.seed
            )
        with warnings.catch_warnings():  # fewer centres than asked for are fine here
            warnings.simplefilter("ignore")
            numbers: NDArray[np.intp] = means.fit_predict(rows).astype(np.intp)
        return numbers
