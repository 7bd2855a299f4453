"""Groups that are split where the answer needs it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from clusterscribe.errors import InputError
from clusterscribe.grouping.scheme import Grouping
from clusterscribe.grouping.tree_groups import TreeGroups


@dataclass(frozen=True, slots=True)
class Adaptive:
    """Begin with any grouping; split what the answer gets wrong only in part, and go on."""

    start: Grouping = field(default_factory=TreeGroups)

    def group(self, rows: NDArray[np.float64], share: float) -> ArrayLike:
        """Group the rows of one cluster, to begin with."""
        if isinstance(self.start, type) or not isinstance(self.start, Grouping):
            raise InputError(
                f"start of Adaptive must be a grouping such as TreeGroups(), not {self.start!r}"
            )
        return self.start.group(rows, share)
