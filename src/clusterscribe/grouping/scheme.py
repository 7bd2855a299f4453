"""What a grouping is: whatever tells for the rows of one cluster which of them go together."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray


@runtime_checkable
class Grouping(Protocol):
    """A scheme that groups rows; any object with such a method will do."""

    def group(self, rows: NDArray[np.float64], share: float) -> ArrayLike:
        """Return a whole number for each row; rows with the same number are one group.

        `rows` are the different rows of one cluster (rows x features), every feature
        scaled to 0..1 by its range in the whole table; `share` is the share of all different
        rows that this cluster has, for schemes that deal out a number of groups.
        """
