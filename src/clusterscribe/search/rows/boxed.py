"""A grouped problem: the boxes around groups, as the solver sees them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from clusterscribe.grouping.groups import Groups
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import Geometry, Polyhedra, moved
from clusterscribe.problem.ranks import Ranks, rank
from clusterscribe.search.rows.all_rows import AllRows, geometry_of
from clusterscribe.search.rows.cutting import Cutting


@dataclass(frozen=True)
class Boxed:
    """Groups of all rows and their boxes."""

    rows: AllRows
    groups: Groups

    @cached_property
    def boxes(self) -> Boxes:
        """The boxes around the groups."""
        return self.groups.boxes(self.rows.boxes)

    @property
    def are_points(self) -> bool:
        """Whether no box is larger than a row, so that groups tell all there is to tell."""
        return self.boxes.lower is self.boxes.upper

    def cutting(self, polyhedra: Polyhedra) -> Cutting:
        """Hold all boxes against an answer in the ranks of all rows."""
        values = self._ranked[1]
        return Cutting.of(self._geometry, moved(polyhedra, self.rows.values, values))

    @cached_property
    def _ranked(self) -> tuple[Ranks, list[NDArray[np.float64]]]:
        return rank(self.boxes)

    @cached_property
    def _geometry(self) -> Geometry:
        return geometry_of(self.boxes, self._ranked[0], self.rows.scaling)
