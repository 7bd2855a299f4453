"""A feature in a cluster and among all other rows, and what the conditions on it let in."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description import Label
from clusterscribe.pictures.axis import Axis


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """A histogram of numbers, dates or sums, as shares of the cluster and of all other rows.

    `allowed` are the values that the conditions of the cluster let in, cut to the axis; the
    shares of values that are missing stand apart.
    """

    label: Label
    conditions: tuple[str, ...]  # in words
    axis: Axis
    edges: NDArray[np.float64]  # one more than there are bins
    own: NDArray[np.float64]
    others: NDArray[np.float64]
    allowed: tuple[float, float] | None  # None: no value at all
    own_missing: float = 0.0
    others_missing: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class LevelBand:
    """The shares of each level of a category or truth value, the most frequent first."""

    label: Label
    conditions: tuple[str, ...]
    title: str
    levels: tuple[str, ...]  # in words; the last may stand for all further ones
    own: NDArray[np.float64]
    others: NDArray[np.float64]
    allowed: tuple[bool | None, ...]  # whether the conditions let each level in; None: some of them
