"""What a runner is given, and what all of them need."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.float64]
Offers: TypeAlias = Iterator[dict[str, Any] | None]

NAME = "c"  # columns are named c0, c1, ...: names of strangers are none of a runner's business


@dataclass
class Given:
    """A table of numbers, in its own units and scaled; the clusters; and how long all may take."""

    values: Numbers
    scaled: Numbers
    labels: NDArray[np.int64]
    limit: float
    started: float = field(default_factory=time.perf_counter)

    @property
    def clusters(self) -> int:
        """How many clusters there are."""
        return int(self.labels.max()) + 1

    @property
    def left(self) -> float:
        """Seconds that are left."""
        return self.limit - (time.perf_counter() - self.started)

    @property
    def frame(self) -> pd.DataFrame:
        """The table in its own units, as a frame of its own."""
        names = [f"{NAME}{place}" for place in range(self.values.shape[1])]
        return pd.DataFrame(self.values.copy(), columns=names)

    @property
    def centres(self) -> Numbers:
        """The means of the clusters, of the scaled table."""
        means = [self.scaled[self.labels == k].mean(axis=0) for k in range(self.clusters)]
        return np.array(means)


def same_cut(seen: NDArray[Any], column: Numbers, cut: float) -> float:
    """Return the cut of a column that divides rows as a cut of the column as a method saw it.

    Methods see scaled columns, or numbers of single precision. Rows with at most the cut are
    the same ones either way.
    """
    below = column[seen <= cut]
    return float(below.max()) if len(below) else float(column.min()) - 1.0
