"""Squared distances of rows from prototypes, and which of them a ball can tell apart.

Distances are compared as a ball compares them: a row is inside if its squared distance is at most
the radius times the radius, in floating-point numbers. So a ball can end between two rows if there
is a radius whose square lies there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Squares = NDArray[np.float64]  # prototypes x rows


@dataclass(frozen=True, slots=True, eq=False)
class Distances:
    """Squared distances of all rows from some prototypes."""

    squares: Squares

    def order(self) -> NDArray[np.int64]:
        """For each prototype, the rows, the nearest first."""
        return np.argsort(self.squares, axis=1, kind="stable")

    def apart(self, order: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether a ball can have the rows up to each place of the order inside and no others."""
        ordered = np.take_along_axis(self.squares, order, axis=1)
        radius = np.sqrt(ordered[:, :-1])
        radius = np.where(radius * radius < ordered[:, :-1], np.nextafter(radius, np.inf), radius)
        apart = radius * radius < ordered[:, 1:]
        return np.concatenate([apart, np.ones((len(order), 1), dtype=bool)], axis=1)
