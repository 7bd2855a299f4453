"""A function of one's own as a grouping."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, slots=True)
class OwnGroups:
    """Groups by a function from the rows of one cluster to a number for each."""

    function: Callable[[NDArray[np.float64]], ArrayLike]

    def group(self, rows: NDArray[np.float64], share: float) -> ArrayLike:
        """Return what the function makes of the rows."""
        return self.function(rows)
