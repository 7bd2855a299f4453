"""All rows of a table, and groups of them, as the solver would see them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.grouping.groups import Groups
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import Geometry, Polyhedra, columns_of, moved, ranges_of
from clusterscribe.problem.improve import fewest_errors
from clusterscribe.problem.merging import unavoidable_errors
from clusterscribe.problem.quick_bound import ConditionsNeeded, needs_condition
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks, rank
from clusterscribe.problem.repair import repaired
from clusterscribe.problem.scaling import Scaling
from clusterscribe.problem.tree import FittedTree, fit_tree
from clusterscribe.search.goal import Goal
from clusterscribe.search.rows.cutting import Cutting
from clusterscribe.search.rows.encode import Encoded
from clusterscribe.search.settings import Settings


def geometry_of(boxes: Boxes, ranks: Ranks, scaling: Scaling | None) -> Geometry:
    """Return boxes as columns see them; without scaling there are only those of one feature."""
    if scaling is None:
        return Geometry.unscaled(boxes, ranks)
    return Geometry.of(boxes, ranks, scaling)


class AllRows:
    """All rows that count: their ranks, and what is wrong with them in an answer."""

    def __init__(self, data: Encoded, scaling: Scaling | None, settings: Settings) -> None:
        self.data = data
        self.boxes = data.boxes
        self.scaling = scaling  # None: every condition is on one feature
        ranks, self.values = rank(data.boxes)
        self.ranks = replace(ranks, limits=settings.limits(data.cluster_totals))
        self.geometry = geometry_of(data.boxes, self.ranks, scaling)

    def here(self, polyhedra: Polyhedra, values: list[NDArray[np.float64]]) -> Polyhedra:
        """Express an answer over other values of the features in the ranks of all rows."""
        return moved(polyhedra, values, self.values)

    def cutting(self, polyhedra: Polyhedra) -> Cutting:
        """Evaluate an answer on all rows."""
        return Cutting.of(self.geometry, polyhedra)

    @cached_property
    def fitted(self) -> FittedTree:
        """The tree with one leaf per cluster, fitted to all rows."""
        return fit_tree(self.ranks)

    def tree(self) -> Polyhedra:
        """Return the largest leaves of the tree."""
        return columns_of(self._tree)

    def start(self) -> Polyhedra:
        """Return the tree, or what is left of it within all limits."""
        return columns_of(repaired(self.ranks, self._tree))

    @cached_property
    def _tree(self) -> Ranges:
        return self.fitted.ranges.tightened(self.ranks)

    def improved(self, start: Polyhedra, clock: Clock) -> Polyhedra:
        """Return what local search on all rows makes of an axis-parallel answer."""
        ranges = ranges_of(start, self.ranks.sizes)
        better = fewest_errors(self.ranks, [ranges], clock, thorough=True)
        return columns_of(better.tightened(self.ranks))

    @cached_property
    def error_bound(self) -> int:
        """Errors that no description of the rows avoids, whatever the groups."""
        return unavoidable_errors(self.ranks)

    def objective_bound(self, goal: Goal, budget: int) -> int:
        """Bound the goal for all descriptions of the rows within a budget, by counting."""
        if self.scaling is None:
            needed = int(ConditionsNeeded(self.ranks).within(budget).sum())
        else:
            needed = int(needs_condition(self.ranks, budget).sum())
        return goal.least_with(needed)


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
        """Evaluate an answer in the ranks of all rows on all boxes."""
        values = self._ranked[1]
        return Cutting.of(self._geometry, moved(polyhedra, self.rows.values, values))

    @cached_property
    def _ranked(self) -> tuple[Ranks, list[NDArray[np.float64]]]:
        return rank(self.boxes)

    @cached_property
    def _geometry(self) -> Geometry:
        return geometry_of(self.boxes, self._ranked[0], self.rows.scaling)
