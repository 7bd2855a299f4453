"""Groups by k-means."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.grouping.numbers import checked_groups, dealt

FEW = 5_000  # rows up to which centres are found with all of them
FOR_A_CENTRE = 5  # rows at least
STEPS = 20


@dataclass(frozen=True, slots=True)
class KMeansGroups:
    """Group rows around centres; `groups` of all clusters together, dealt out by size.

    In a cluster of more than 5,000 different rows, the centres are those of a sample of
    them; every row goes to the nearest one.
    """

    groups: int = 1000
    seed: int = 0

    def group(self, rows: NDArray[np.float64], share: float) -> NDArray[np.intp]:
        """Group the rows of one cluster."""
        from sklearn.cluster import KMeans

        groups = dealt(checked_groups("KMeansGroups", self.groups), share)
        if groups >= len(rows):
            return np.arange(len(rows))
        means = KMeans(groups, n_init=1, max_iter=STEPS, random_state=self.seed)
        with warnings.catch_warnings():  # centres that have not come to rest are fine here
            warnings.simplefilter("ignore")
            numbers: NDArray[np.intp] = means.fit(self._sample(rows, groups)).predict(rows)
        return numbers

    def _sample(self, rows: NDArray[np.float64], groups: int) -> NDArray[np.float64]:
        enough = max(FEW, FOR_A_CENTRE * groups)
        if len(rows) <= enough:
            return rows
        chance = np.random.default_rng(self.seed)
        return rows[chance.choice(len(rows), enough, replace=False)]
