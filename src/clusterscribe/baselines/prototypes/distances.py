"""Squared distances of rows from prototypes, and which of them a ball can tell apart.

Numbers that `tolerance.py` calls one value are one here: they give the order of the rows. A ball
is held against the numbers as they came, though. It can end between two rows only if all rows up
to the one are nearer in both ways than all rows from the other on.

A sum of squares loses a share of itself to rounding and no more, however small it is, so two sums
are equal if they differ by no more than that share. Numbers that are very unlike in size, such as
incomes, have most of their rows within a tiny part of the range.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.tolerance import RELATIVE

Squares = NDArray[np.float64]  # prototypes x rows

UNDERFLOW = float(np.finfo(float).tiny) / RELATIVE  # below it, squares lose more than a share


@dataclass(frozen=True, slots=True, eq=False)
class Distances:
    """Squared distances of all rows from some prototypes."""

    between_values: Squares
    as_counted: Squares  # by a ball; the same object where all numbers are as they came

    def order(self) -> NDArray[np.int64]:
        """For each prototype, the rows, the nearest first."""
        return np.argsort(self.between_values, axis=1, kind="stable")

    def apart(self, order: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether a ball can have the rows up to each place of the order inside and no others."""
        ordered = np.take_along_axis(self.between_values, order, axis=1)
        apart = _differ(ordered[:, :-1], ordered[:, 1:])
        if self.as_counted is not self.between_values:
            counted = np.take_along_axis(self.as_counted, order, axis=1)
            farthest = np.maximum.accumulate(counted, axis=1)
            nearest = np.minimum.accumulate(counted[:, ::-1], axis=1)[:, ::-1]
            apart &= _differ(farthest[:, :-1], nearest[:, 1:])
        return np.concatenate([apart, np.ones((len(order), 1), dtype=bool)], axis=1)


def _differ(smaller: Squares, larger: Squares) -> NDArray[np.bool_]:
    return np.asarray(larger - smaller > RELATIVE * larger + UNDERFLOW)
