"""A grouped problem: the boxes around groups, as the solver sees them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from clusterscribe.grouping.cutting import Cutting
from clusterscribe.grouping.groups import Groups
from clusterscribe.grouping.rows import AllRows
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import Geometry, Polyhedra, moved
from clusterscribe.problem.ranks import Ranks, rank


@dataclass(frozen=True)
class Boxed:
    """Groups of all rows and their boxes."""

    rows: AllRows
    groups: Groups

    @cached_property
    def boxes(self) -> Boxes:
        """The boxes that conditions of one feature are about."""
        return self.groups.boxes(self.rows.boxes)

    @cached_property
    def exact(self) -> Boxes | None:
        """The boxes that conditions of several features are about, if there may be any."""
        scaled = self.rows.scaled
        return None if scaled is None else self.groups.boxes(scaled.exact)

    @property
    def are_points(self) -> bool:
        """Whether no box is larger than a row, so that groups tell all there is to tell."""
        boxes = self.exact or self.boxes
        return boxes.lower is boxes.upper

    def cutting(self, polyhedra: Polyhedra) -> Cutting:
        """Hold all boxes against an answer in the ranks of all rows."""
        values = self._ranked[1]
        return Cutting.of(self._geometry, moved(polyhedra, self.rows.values, values))

    @cached_property
    def _ranked(self) -> tuple[Ranks, list[NDArray[np.float64]]]:
        return rank(self.boxes)

    @cached_property
    def _geometry(self) -> Geometry:
        ranks, scaled = self._ranked[0], self.rows.scaled
        if self.exact is None or scaled is None:
            return Geometry(ranks, self.boxes.lower.T, self.boxes.upper.T)
        return Geometry.of(self.exact, ranks, scaled.scaling)
