"""Slanted conditions as part of the stages: fewer errors first, then a shorter description."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from clusterscribe.clock import Clock
from clusterscribe.pricing.oblique import Reach
from clusterscribe.problem.columns import Geometry, Polyhedra
from clusterscribe.search.incumbent import Incumbent
from clusterscribe.search.integer import never
from clusterscribe.search.settings import Settings
from clusterscribe.search.slanted.candidates import Reaching
from clusterscribe.search.slanted.slanted_bound import (
    MOST_CONDITIONS,
    SlantedBound,
    holds_for,
    is_affordable,
)
from clusterscribe.search.slanted.slanted_search import Errand, SlantedSearch
from clusterscribe.search.slanted.working import Working


class SlantedStage:
    """Local search over slanted conditions, which remembers its directions between stages."""

    def __init__(self, geometry: Geometry, reach: Reach, settings: Settings) -> None:
        self.geometry = geometry
        self.schedule = settings.schedule.slanted
        self.jobs = settings.jobs
        reaching = Reaching(tuple(geometry.varying.tolist()), reach.largest)
        self.search = SlantedSearch(geometry, reaching, settings.seed, settings.jobs)

    def find_fewer_errors(
        self, first: Incumbent[Polyhedra], deadline: Clock, enough: Callable[[], bool] = never
    ) -> None:
        """Descend from separators and from the best answer, and shake the better of both."""
        self.fill_pool(deadline)
        errand = Errand(deadline, partial(hear, first), enough)
        answers = [self.search.by_pairs(deadline), Working(self.geometry, first.best)]
        for answer in answers:
            answer.keep_to_limits()
            errand.tell(answer.polyhedra)
            self.search.descend(answer, errand)
        self.shake(min(answers, key=lambda answer: answer.key), errand)

    def shake(self, best: Working, errand: Errand) -> None:
        """Shake an answer as long as that pays."""
        fruitless = 0
        while fruitless < self.schedule.fruitless and not errand.is_over:
            before = best.key
            best = self.search.shaken(best, errand)
            fruitless = 0 if best.key < before else fruitless + 1

    def shorten(self, second: Incumbent[Polyhedra], budget: int, deadline: Clock) -> None:
        """Look for a shorter description within a budget of errors."""
        self.fill_pool(deadline)
        errand = Errand(deadline, partial(hear, second))
        self.search.shorten(Working(self.geometry, second.best), budget, errand)

    def can_bound(self, conditions: int, terms: int, deadline: Clock) -> bool:
        """Whether there is a bound for so many conditions per cluster, and time for it."""
        if conditions > MOST_CONDITIONS or not holds_for(self.geometry, terms):
            return False
        return is_affordable(self.geometry, terms, self.jobs, deadline)

    def least_errors(
        self, first: Incumbent[Polyhedra], conditions: int, terms: int, deadline: Clock
    ) -> int:
        """Return errors that descriptions of so many conditions per cluster make at least."""
        bound = SlantedBound(self.geometry, conditions, terms, first.errors, self.jobs)
        bound.learn([first.best])
        return bound.run(deadline)

    def fill_pool(self, deadline: Clock) -> None:
        """Find directions to begin with, once."""
        if not self.search.pool:
            self.search.fill_pool(deadline)


def hear(incumbent: Incumbent[Polyhedra], polyhedra: Polyhedra) -> None:
    """Take a better answer, and tell of it."""
    incumbent.offer(polyhedra)
    incumbent.tell()
