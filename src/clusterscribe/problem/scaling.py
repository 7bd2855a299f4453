"""Scaling: features of different units made comparable, and back.

A half-space of several features weighs them by integers, which only makes sense when one
unit of each means about the same. `minmax` takes the range of each feature as its
unit; `none` leaves the table as it is, for columns that share a unit already.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.parameters import Scale
from clusterscribe.problem.boxes import Boxes

LARGEST = 1e300  # beyond it, weighted sums of unscaled values would overflow
EXACT = 2.0**52  # integers below it are exact, and so are their differences
FINEST = 2.0**-10  # steps of which values may be multiples, beside integers
MOST_IN_A_RANGE = 2**31  # steps from one end of a feature to the other


@dataclass(frozen=True, slots=True)
class Scaling:
    """For each feature the values that count as 0 and as 1.

    A feature that is constant, or has too large a range, counts as 0 everywhere, so that no
    sum makes use of it; for it `zero` and `one` are the same.
    """

    zero: NDArray[np.float64]
    one: NDArray[np.float64]

    @classmethod
    def of(cls, boxes: Boxes, scale: Scale) -> Scaling:
        """Return the scaling of a table."""
        lowest, highest = boxes.lower.min(axis=0), boxes.upper.max(axis=0)
        if scale == "minmax":
            with np.errstate(over="ignore"):
                finite = np.isfinite(highest - lowest)
            return cls(lowest, np.where(finite, highest, lowest))
        usable = np.maximum(np.abs(lowest), np.abs(highest)) <= LARGEST
        return cls(np.zeros_like(lowest), np.where(usable, 1.0, 0.0))

    def is_like(self, other: Scaling) -> bool:
        """Whether the same values count as 0 and as 1."""
        return np.array_equal(self.zero, other.zero) and np.array_equal(self.one, other.one)

    @property
    def is_plain(self) -> bool:
        """Whether the values of the table are taken as they are."""
        return bool((self.zero == 0).all() and (self.one == 1).all())

    def shares(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return scaled values, rows x features, by the formula that descriptions use."""
        if self.is_plain:
            return values
        spans, used = self.one - self.zero, self.one != self.zero
        above = np.where(used, values, self.zero) - self.zero
        shares: NDArray[np.float64] = above / np.where(used, spans, 1.0)
        return shares

    def steps(self, *corners: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return for each feature how many steps make 1, where shares are exact; else 0.

        Shares of integers, dates and truth values are whole steps. Where a power of two of them
        make 1, floating-point shares are exact, and so are their sums. Other shares are rounded,
        and of two equal sums either may come out as the larger one: 1/10 + 2/10 > 3/10.
        """
        values = np.concatenate(corners)
        return np.array(
            [
                _steps(column, zero, one)
                for column, zero, one in zip(values.T, self.zero, self.one, strict=True)
            ],
            dtype=np.int64,
        )


def _steps(values: NDArray[np.float64], zero: float, one: float) -> int:
    """Return the number of steps from `zero` to `one`, or 0 if shares of values are rounded."""
    for grid in (1.0, FINEST):
        with np.errstate(over="ignore"):
            counted = np.concatenate([[zero, one], values]) / grid
        if (counted == np.rint(counted)).all() and np.abs(counted).max() < EXACT:
            above = np.rint(counted - counted[0]).astype(np.int64)
            unit = int(np.gcd.reduce(above)) or 1
            steps = int(above[1]) // unit
            is_exact = steps & (steps - 1) == 0  # a power of two
            return steps if is_exact and np.abs(above).max() // unit <= MOST_IN_A_RANGE else 0
    return 0
