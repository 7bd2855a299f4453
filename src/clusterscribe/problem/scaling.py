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

LARGEST = 1e300  # beyond it, weighted sums of values as they are would be no numbers


@dataclass(frozen=True, slots=True)
class Scaling:
    """For each feature the values that count as 0 and as 1; all shares are in units of `unit`.

    A feature that is constant, or has too large a range, counts as 0 everywhere, so that no
    sum makes use of it; for it `zero` and `one` are the same.
    """

    zero: NDArray[np.float64]
    one: NDArray[np.float64]
    unit: float = 1.0  # a power of two, so that it comes and goes without rounding

    @classmethod
    def of(cls, boxes: Boxes, scale: Scale) -> Scaling:
        """Return the scaling of a table."""
        lowest, highest = boxes.lower.min(axis=0), boxes.upper.max(axis=0)
        if scale == "minmax":
            with np.errstate(over="ignore"):
                finite = np.isfinite(highest - lowest)
            return cls(lowest, np.where(finite, highest, lowest))
        sizes = np.maximum(np.abs(lowest), np.abs(highest))
        usable = sizes <= LARGEST
        largest = float(sizes[usable].max(initial=0.0))
        unit = 2.0 ** np.ceil(np.log2(largest)) if largest > 0 else 1.0
        return cls(np.zeros_like(lowest), np.where(usable, 1.0, 0.0), float(unit))

    @property
    def is_plain(self) -> bool:
        """Whether the values of the table are taken as they are."""
        return bool((self.zero == 0).all() and (self.one == 1).all())

    def shares(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return scaled values, rows x features, by the formula that descriptions use."""
        if self.is_plain:
            return values / self.unit
        spans, used = self.one - self.zero, self.one != self.zero
        above = np.where(used, values, self.zero) - self.zero
        return (above / np.where(used, spans, 1.0)) / self.unit
