"""The frontier for several polyhedra per cluster."""

from __future__ import annotations

from clusterscribe.clock import Clock
from clusterscribe.problem.columns import Polyhedra
from clusterscribe.search.goal import LEAST_COMPLEXITY, Ceiling
from clusterscribe.search.incumbent import Incumbent
from clusterscribe.search.length_frontier import LengthFrontier
from clusterscribe.search.unions.losses import shortened, shorter_ones
from clusterscribe.search.unions.union_stages import UnionStages


class UnionFrontier(LengthFrontier[Polyhedra]):
    """One search for the frontier; `run` may be interrupted, `answers` always works."""

    stages: UnionStages

    def read(self, polyhedra: Polyhedra) -> Polyhedra:
        """Return the columns, which are the answer."""
        return polyhedra

    def without_idle(self, answer: Polyhedra, errors: int) -> Polyhedra:
        """Drop conditions and polyhedra that are not needed for so many errors."""
        clock = Clock(self.schedule.least_step)
        return shortened(self.stages.unions, answer, LEAST_COMPLEXITY, errors, clock)

    def below(self, ceiling: Ceiling, answer: Polyhedra, clock: Clock) -> Polyhedra:
        """Drop what costs the fewest errors until an answer is below a ceiling."""
        goal, unions = ceiling.goal, self.stages.unions
        for shorter in shorter_ones(unions, answer, goal, Clock(None)):
            if unions.value(goal, answer, 0) <= ceiling.value:
                break
            answer = shorter
        return answer

    def look_around(self) -> None:
        """Keep what ever dearer conditions lead to."""
        best = self.stages.second or self.stages.first
        limit = Clock(self.schedule.first_share * self.clock.remaining)
        for answer in self.stages.local.of_all_lengths(best, limit):
            self.stages.keep(answer, self.finds)

    def work_on(self, found: Incumbent[Polyhedra], limit: Clock) -> None:
        """Try the integer master, then local search, then the integer master again."""
        self.stages.bring_together(found, limit)

    def settle_ties(self, best: Incumbent[Polyhedra], error_bound: int, limit: Clock) -> None:
        """Make an answer lexicographically best, where there is an integer master."""
        self.stages.settle_ties(best, error_bound, limit)
