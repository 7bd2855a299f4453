"""What a search has to do, and which stages do it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.description import Description
from clusterscribe.errors import hint
from clusterscribe.feature import Feature
from clusterscribe.parameters import Parameters
from clusterscribe.problem.boxes import NOISE, Boxes
from clusterscribe.problem.columns import Geometry
from clusterscribe.problem.merging import merge_equal
from clusterscribe.progress import Listener, about
from clusterscribe.proof import DescriptionClass
from clusterscribe.search.axis.axis_frontier import AxisFrontier
from clusterscribe.search.axis.axis_stages import AxisStages
from clusterscribe.search.schedule import DEFAULT, Schedule
from clusterscribe.search.settings import Settings, Weighted, settings_for
from clusterscribe.search.solve import Stages
from clusterscribe.search.unions.union_frontier import UnionFrontier
from clusterscribe.search.unions.union_stages import Beginning, UnionStages
from clusterscribe.search.wishes.resolve import Resolver
from clusterscribe.wish import wishes_of

if TYPE_CHECKING:
    from clusterscribe.search.columns.column_frontier import ColumnFrontier
    from clusterscribe.search.columns.column_stages import ColumnStages

FEW_NAMES = 3


@dataclass(frozen=True)
class Task:
    """What is asked about some rows, the time for it, and who is told of progress."""

    rows: Weighted  # all rows, wherever they are
    parameters: Parameters
    clock: Clock
    listener: Listener
    schedule: Schedule = DEFAULT
    right: NDArray[np.bool_] | None = None  # the rows that must be right
    start: Description | None = None  # an answer to begin with, where it is one

    @cached_property
    def settings(self) -> Settings:
        """What is asked for, in whole units of weight."""
        return settings_for(self.rows, self.parameters, self.schedule, self.right)

    @property
    def shares_inside(self) -> list[float]:
        """The least share of each cluster inside its own description."""
        wished = Resolver(self.rows, self.parameters.constraints)
        return wished.min_recall(self.parameters.min_recall)

    def stages(
        self,
        boxes: Boxes,
        features: Sequence[Feature],
        clock: Clock | None = None,
        settings: Settings | None = None,
    ) -> Stages:
        """Return the two stages for conditions of one feature, or of several."""
        settings, clock = settings or self.settings, clock or self.clock
        if settings.max_polyhedra > 1:
            return self._stages_of_unions(boxes, features, clock, settings)
        descriptions = self.descriptions(boxes)
        if descriptions.max_terms == 1:
            return AxisStages(boxes, settings, clock, self.listener)
        return self._stages_of_columns(boxes, features, clock, settings, self.listener)

    def _stages_of_columns(
        self,
        boxes: Boxes,
        features: Sequence[Feature],
        clock: Clock,
        settings: Settings,
        listener: Listener,
    ) -> ColumnStages:
        descriptions = self.descriptions(boxes)
        # pricing is compiled, which should not delay those who do not need it
        from clusterscribe.search.columns.column_stages import ColumnStages

        stages = ColumnStages(boxes, settings, descriptions, clock, listener)
        self._warn_if_hopeless(stages, features)
        return stages

    def _stages_of_unions(
        self, boxes: Boxes, features: Sequence[Feature], clock: Clock, settings: Settings
    ) -> UnionStages:
        """Return the stages for several polyhedra per cluster, which begin with those for one."""
        settings = replace(settings, max_polyhedra=_most_of_use(boxes, settings.max_polyhedra))
        share = settings.schedule.unions.single
        limited = share * clock.remaining if isfinite(clock.limit) else None
        # what is proved of one polyhedron is of no use here
        alone, part = replace(settings, max_polyhedra=1, parts=False), Clock(limited)
        listener = about("one polyhedron each", self.listener)
        if self.descriptions(boxes).max_terms == 1:
            axis = AxisStages(boxes, alone, part, listener)
            merged, ranks = merge_equal(boxes, axis.ranks)
            single = Beginning(Geometry.unscaled(merged, ranks), axis)
        else:
            columns = self._stages_of_columns(boxes, features, part, alone, listener)
            single = Beginning(columns.geometry, columns.axis, columns)
        return UnionStages(single, settings, clock, self.listener)

    def frontier(
        self, boxes: Boxes, features: Sequence[Feature]
    ) -> AxisFrontier | ColumnFrontier | UnionFrontier:
        """Return the search for all numbers of errors."""
        if self.parameters.max_polyhedra > 1:
            return self._frontier_of_unions(boxes, features)
        descriptions = self.descriptions(boxes)
        if descriptions.max_terms == 1:
            return AxisFrontier(boxes, self.settings, self.clock, self.listener)
        from clusterscribe.search.columns.column_frontier import ColumnFrontier

        search = ColumnFrontier(boxes, self.settings, descriptions, self.clock, self.listener)
        self._warn_if_hopeless(search.stages, features)
        return search

    def _frontier_of_unions(self, boxes: Boxes, features: Sequence[Feature]) -> UnionFrontier:
        settings = replace(self.settings, max_errors=None, error_slack=0.0)
        share, limit = self.schedule.frontier.first_point, self.clock.limit
        first = Clock(share * limit if isfinite(limit) else None)
        stages = self._stages_of_unions(boxes, features, first, settings)
        return UnionFrontier(stages, settings, self.clock)

    def descriptions(self, boxes: Boxes) -> DescriptionClass:
        """Return the class of descriptions; one feature per condition where only one varies."""
        varying = (boxes.lower.min(axis=0) < boxes.upper.max(axis=0)).sum()
        asked = self.parameters
        terms = asked.max_terms if varying > 1 else 1
        return DescriptionClass(
            terms,
            asked.max_coefficient,
            asked.scale,
            asked.max_conditions,
            asked.min_recall,
            asked.max_polyhedra,
            wishes_of(asked.constraints),
        )

    def _warn_if_hopeless(self, stages: ColumnStages, features: Sequence[Feature]) -> None:
        """Say so where there are half-spaces of which nothing can be proved."""
        blurred = stages.geometry.blurred.tolist()
        if blurred:
            columns = ", ".join(repr(features[d].column) for d in blurred[:FEW_NAMES])
            more = f" and {len(blurred) - FEW_NAMES} more" if len(blurred) > FEW_NAMES else ""
            hint(
                f"the numbers of {columns}{more} are too large or too fine to be added up with "
                "others, so that nothing is proved about conditions of several features; leave "
                "these columns out, or use max_terms=1"
            )
        elif stages.unsearched:
            column = features[stages.unsearched[0]].column
            hint(
                f"{column!r} has one value wherever it is known, so that nothing is proved about "
                "conditions of several features; leave the column out, or use scale='minmax'"
            )
        elif not stages.reach.complete:
            asked = self.parameters
            largest = ", ".join(f"{w} for {t} features" for t, w in stages.reach.largest.items())
            hint(
                f"max_terms={asked.max_terms} with max_coefficient={asked.max_coefficient} "
                "allows too many conditions to enumerate: weights are tried up to "
                f"{largest}, and nothing is proved about the rest; smaller values of either can be "
                "proved"
            )


def _most_of_use(boxes: Boxes, polyhedra: int) -> int:
    """Return how many polyhedra a cluster can make use of: one for each of its boxes."""
    largest = np.bincount(boxes.cluster[boxes.cluster != NOISE]).max(initial=1)
    return min(polyhedra, int(largest))
