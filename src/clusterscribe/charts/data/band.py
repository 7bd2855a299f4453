"""A feature in a cluster and among all other rows, and what the conditions on it let in."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.charts.data.axis import Axis
from clusterscribe.description.core import Label


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """A histogram of numbers, dates or sums, as shares of the cluster and of all other rows.

    `allowed` are the values that the conditions of the cluster let in, as intervals in rising
    order, cut to the axis: one for a polyhedron, perhaps several for a union, none where no
    value is let in. A bin never lies across the end of an interval (of whole numbers, and where
    values are few, they end half a step beyond the last one, of days where the day ends).
    Values beyond the axis are counted in the outermost bins, and `beyond` says at which end
    there are any; missing ones stand apart.
    """

    label: Label
    conditions: tuple[str, ...]  # in words
    axis: Axis
    edges: NDArray[np.float64]  # one more than there are bins
    own: NDArray[np.float64]
    others: NDArray[np.float64]
    allowed: tuple[tuple[float, float], ...]
    own_missing: float = 0.0
    others_missing: float = 0.0
    beyond: tuple[bool, bool] = (False, False)

    def heights(self, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return how high bars are, so that their areas are as the shares.

        Bins differ a little in width, and a wide one must not look like more rows.
        """
        widths = np.diff(self.edges)
        filled = widths[(self.own > 0) | (self.others > 0)]
        usual = np.median(filled if len(filled) else widths)
        heights: NDArray[np.float64] = shares * (usual / widths)
        return heights


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
