"""The policy of lazy rows, in memory and in an engine: which rows are taken."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from clusterscribe.search.schedule import RowSchedule


def first_of(cluster: int, everything: int, rows: int, schedule: RowSchedule) -> int:
    """Return how many rows of a cluster to begin with: its share of `rows`, and never too few."""
    return max(schedule.least_of_a_cluster, round(rows * cluster / everything))


def most_telling(
    kinds: NDArray[np.int64], columns: Iterable[NDArray[np.float64]], most: int
) -> NDArray[np.bool_]:
    """Choose among wrongly described rows, which come in random order: some of every kind.

    Of each kind, those where a column is least or largest tell most: where they are described
    rightly, so are many between them.
    """
    chosen, columns = np.zeros(len(kinds), dtype=bool), list(columns)
    for kind in np.unique(kinds):
        places = np.flatnonzero(kinds == kind)
        chosen[places[:most]] = True
        if len(places) > most:
            for column in columns:
                chosen[places[[column[places].argmin(), column[places].argmax()]]] = True
    return chosen
