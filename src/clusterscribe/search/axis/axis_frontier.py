"""The frontier for one feature per condition and one polyhedron per cluster."""

from __future__ import annotations

from dataclasses import replace

from clusterscribe.clock import Clock
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import Polyhedra, all_columns, ranges_of
from clusterscribe.problem.idle import without_idle
from clusterscribe.problem.ranges import Ranges
from clusterscribe.progress import Listener
from clusterscribe.search.axis.axis_stages import AxisStages
from clusterscribe.search.axis.gap import below, too_large
from clusterscribe.search.goal import Ceiling
from clusterscribe.search.incumbent import Incumbent
from clusterscribe.search.length_frontier import LengthFrontier
from clusterscribe.search.settings import Settings


class AxisFrontier(LengthFrontier[Ranges]):
    """One search for the frontier; `run` may be interrupted, `answers` always works."""

    stages: AxisStages

    def __init__(self, boxes: Boxes, settings: Settings, clock: Clock, listener: Listener) -> None:
        settings = replace(settings, max_errors=None, error_slack=0.0)
        share = settings.schedule.frontier.first_point
        first = clock.limit if clock.limit == float("inf") else share * clock.limit
        super().__init__(AxisStages(boxes, settings, Clock(first), listener), settings, clock)

    def read(self, polyhedra: Polyhedra) -> Ranges | None:
        """Return columns of one feature each as ranges."""
        if all(column.direction.is_single for column in all_columns(polyhedra)):
            return ranges_of(polyhedra, self.stages.ranks.sizes)
        return None

    def without_idle(self, answer: Ranges, errors: int) -> Ranges:
        """Drop conditions that are not needed for so many errors."""
        return without_idle(self.stages.ranks, answer, errors)

    def below(self, ceiling: Ceiling, answer: Ranges, clock: Clock) -> Ranges:
        """Drop what costs the fewest errors until an answer is below a ceiling."""
        return below(ceiling, self.stages.ranks, answer, clock)

    def work_on(self, found: Incumbent[Ranges], limit: Clock) -> None:
        """Try the integer master, then whole polyhedra where clusters touch, then the rest."""
        closer = self.stages.closer(found, self.clock)
        closer.run(min(self.schedule.first_try, self.schedule.first_share * limit.remaining))
        if not found.closed and self.stages.few.is_touching(found.errors):
            share = self.schedule.whole_polyhedra * limit.remaining
            self.stages.few.search_below(found, Clock(share))
        if not found.closed:
            closer.run(limit.remaining)

    def settle_ties(self, best: Incumbent[Ranges], error_bound: int, limit: Clock) -> None:
        """Make an answer lexicographically best, unless its problem is too large."""
        problem = self.stages.reduce(best.errors)
        if not too_large(problem, self.stages.schedule, self.clock.remaining):
            self.stages.settle_ties(best, problem, error_bound, limit)
