"""Axes: what the search sees of a feature, and which conditions it may make of it.

Mostly an axis is a feature. There are two axes of one feature where its two sides differ:

    missing values   no condition holds for a missing value. So it counts as the largest value where
                     there are upper bounds only, and as the smallest one where there are lower
                     bounds only: either way, every bound that shuts out any value shuts it out
    cut points       values between two cut points are the same to both sides, but a value that is a
                     cut point is inside `x <= c` and inside `x >= c`

A wish for lower or upper bounds only closes a side of its axes. Axes of one feature count once
where features are counted, and at most one of them is in a sum. Whether a value is missing counts
as the same feature: `x <= 9` says that x is known, and so a bound beyond all values is never of
more use than `x is known`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Axes:
    """For each axis, whether it may have lower and upper bounds, and the feature that it is of.

    `alone` axes are in no sum with others.
    """

    low: NDArray[np.bool_]
    high: NDArray[np.bool_]
    feature: NDArray[np.int64]
    alone: NDArray[np.bool_]

    @classmethod
    def plain(cls, features: int) -> Axes:
        """Return one axis per feature, open on both sides."""
        both = np.ones(features, dtype=bool)
        return cls(both, both, np.arange(features), ~both)

    def __len__(self) -> int:
        return len(self.feature)

    @property
    def are_plain(self) -> bool:
        """Whether every axis is a feature, and all sides are open."""
        is_open = self.low.all() and self.high.all()
        return bool(is_open and self.are_features and not self.alone.any())

    @property
    def are_features(self) -> bool:
        """Whether no two axes are of one feature."""
        return len(np.unique(self.feature)) == len(self)

    def open(self, axis: int, high: bool) -> bool:
        """Whether an axis may have bounds on one side."""
        return bool(self.high[axis] if high else self.low[axis])

    def allow(self, axes: Sequence[int], weights: Sequence[int]) -> bool:
        """Whether a condition may have these axes with these weights.

        A positive weight makes it an upper bound on its axis, and a negative one a lower bound.
        """
        if not all(self.open(axis, weight > 0) for axis, weight in zip(axes, weights, strict=True)):
            return False
        return len(axes) == 1 or self.allow_sum(axes)

    def allow_sum(self, axes: Sequence[int]) -> bool:
        """Whether some axes may be added up: they are of different features, and none is alone."""
        return self.count(axes) == len(axes) and not self.alone[list(axes)].any()

    def instead(self, axis: int, weight: int) -> int | None:
        """Return the axis of the same feature that may have a weight of this sign, if any."""
        if self.open(axis, weight > 0):
            return axis
        # what is open on both sides says that the value is missing
        same = (self.feature == self.feature[axis]) & ~(self.low & self.high)
        others = np.flatnonzero(same).tolist()
        return next((other for other in others if self.open(other, weight > 0)), None)

    def count(self, axes: Iterable[int]) -> int:
        """Return how many features these axes are of."""
        return len({int(self.feature[axis]) for axis in axes})

    def on(self, axes: Sequence[int]) -> Axes:
        """Return some of the axes, in this order."""
        some = list(axes)
        _, feature = np.unique(self.feature[some], return_inverse=True)
        return Axes(self.low[some], self.high[some], feature, self.alone[some])
