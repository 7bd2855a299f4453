"""Scaling: features of different units on one footing, with the way back.

A half-space of several features weighs them by whole numbers, which only makes sense when
one unit of each means about the same. `minmax` takes the range of each feature as its
unit; `none` leaves the table as it is, for columns that share a unit already.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.parameters import Scale
from clusterscribe.problem.boxes import Boxes


@dataclass(frozen=True, slots=True)
class Scaling:
    """For each feature the values that count as 0 and as 1; all shares are in units of `unit`."""

    zero: NDArray[np.float64]
    one: NDArray[np.float64]
    unit: float = 1.0  # a power of two, so that it comes and goes without rounding

    @classmethod
    def of(cls, boxes: Boxes, scale: Scale) -> Scaling:
        """Return the scaling of a table."""
        lowest, highest = boxes.lower.min(axis=0), boxes.upper.max(axis=0)
        if scale == "minmax":
            # half the range first, as the range of very large numbers may be too large
            varies = highest / 2 > lowest / 2
            finite = np.isfinite(highest - lowest)
            return cls(lowest, np.where(varies & finite, highest, lowest + 1.0))
        largest = float(np.maximum(np.abs(lowest), np.abs(highest)).max(initial=0.0))
        unit = 2.0 ** np.ceil(np.log2(largest)) if largest > 0 else 1.0
        return cls(np.zeros_like(lowest), np.ones_like(lowest), float(unit))

    @property
    def is_plain(self) -> bool:
        """Whether the values of the table are taken as they are."""
        return bool((self.zero == 0).all() and (self.one == 1).all())

    def shares(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return scaled values, rows x features, by the formula that descriptions use."""
        if self.is_plain:
            return values / self.unit
        return ((values - self.zero) / (self.one - self.zero)) / self.unit
