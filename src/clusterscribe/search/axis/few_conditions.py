"""Descriptions of few conditions per cluster, where clusters touch: fewer errors, and a bound.

Where few conditions were asked for, the search over whole polyhedra is stage one itself. Where any
number is allowed, it comes after stage one: what it finds may be better than the answer so far, and
what it proves holds for descriptions of as many conditions per cluster as that answer has.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from clusterscribe.clock import Clock
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks
from clusterscribe.proof import CappedBound
from clusterscribe.search.axis.gap import GapCloser, below
from clusterscribe.search.goal import FEWEST_ERRORS, Ceiling
from clusterscribe.search.incumbent import Incumbent, RangeEncoding
from clusterscribe.search.integer import Runner, never
from clusterscribe.search.settings import Settings
from clusterscribe.search.whole.compiling import compilation
from clusterscribe.search.whole.lengths import Proved
from clusterscribe.search.whole.means import Means

MOST_CONDITIONS = 4  # that the search over whole polyhedra can deal with


class FewConditions:
    """Searches whole polyhedra of few conditions, as far as there are any to search."""

    def __init__(self, ranks: Ranks, settings: Settings, runner: Runner) -> None:
        self.ranks = ranks
        self.settings = settings
        self.runner = runner
        self.axis = settings.schedule.axis
        self.schedule = settings.schedule.whole
        self.capped: CappedBound[int] | None = None

    def search_asked(self, first: Incumbent[Ranges], closer: GapCloser) -> None:
        """Search descriptions of the conditions that were asked for, unless that is too easy."""
        asked, clock = self.ranks.limits.max_conditions, self.runner.clock
        if asked is None or asked > MOST_CONDITIONS or not self._can_search(first):
            return
        ready = compilation()  # meanwhile
        self._try(closer)
        if not first.closed:
            limit = Clock(self.schedule.share * clock.remaining)
            if ready.wait(limit):
                self._search(asked, first, limit)

    def search_afterwards(self, first: Incumbent[Ranges]) -> None:
        """Search descriptions of as many conditions as the answer has, where any are allowed."""
        if self.ranks.limits.max_conditions is not None or not self._can_search(first):
            return
        if not self.is_touching(first.errors):
            return
        has = min(MOST_CONDITIONS, max(1, int(first.best.conditions.max())))
        if self.capped is not None and self.capped.max_conditions == has:
            return
        limit = Clock(self.schedule.afterwards * self.runner.clock.remaining)
        if not compilation().wait(limit):
            return
        limits = replace(self.ranks.limits, max_conditions=has)
        encoding = RangeEncoding(replace(self.ranks, limits=limits))
        stage = f"fewest errors, {has} conditions each"  # of which alone its bound is proved
        best = replace(first, encoding=encoding, start=first.best, stage=stage, bound=0.0)
        try:
            self._search(has, best, limit)
        finally:
            self.capped = CappedBound(has, min(int(best.bound), best.errors))
            first.offer(best.best)
        first.tell()

    def shorten(self, second: Incumbent[Ranges], budget: int, closer: GapCloser) -> None:
        """Look for shorter descriptions within a budget, and prove how short they can be."""
        clock, goal = self.runner.clock, second.goal
        if (
            goal.sparsity
            or goal.costs
            or not self._can_search(second)
            or not self.is_touching(budget)
        ):
            return
        self._try(closer)
        limit = Clock(self.schedule.shortening * clock.remaining)
        while not (limit.expired or second.closed):
            ceiling = int(second.best.conditions.sum()) - 1
            if ceiling < 1:
                return
            fewest = self._fewest_below(ceiling, second, budget, limit)
            if fewest.errors > budget or fewest.broken:
                return
            second.tell()

    def _try(self, closer: GapCloser) -> None:
        """Let provers have a first try, which is enough for most small tables."""
        if not closer.has_many_starts:  # these come first then
            share = self.axis.refuting * self.runner.clock.remaining
            closer.refute(min(self.axis.first_round, share))
        closer.run(min(self.axis.least_try, self.axis.first_try * self.runner.clock.remaining))

    def search_below(
        self, found: Incumbent[Ranges], limit: Clock, enough: Callable[[], bool] = never
    ) -> Proved | None:
        """Look for the fewest errors below a ceiling on complexity; return what proves the most."""
        from clusterscribe.search.whole.closing import close
        from clusterscribe.search.whole.whole_search import WholeSearch

        ceiling = found.ceiling
        if ceiling is None or not self._can_search(found):
            return None
        if ceiling.goal.sparsity or ceiling.goal.costs:
            return None
        most = ceiling.value // ceiling.goal.weighted(0, 2, 0)
        if not compilation().wait(limit) or not (conditions := self._affordable(most, limit)):
            return None
        search = WholeSearch(self.ranks, conditions, found, self._means, ceiling=most)
        search.run(limit, enough)
        if not enough():
            close(search, limit)
        return search.proved

    def _fewest_below(
        self, ceiling: int, second: Incumbent[Ranges], budget: int, limit: Clock
    ) -> Incumbent[Ranges]:
        """Look for an answer within a budget of so few conditions in total."""
        goal = second.goal
        below_it = Ceiling(goal, goal.weighted(0, 2 * ceiling, 0))
        start = below(below_it, self.ranks, second.best, limit)
        goals = FEWEST_ERRORS, goal
        fewest = replace(
            second,
            start=start,
            stage=f"fewest errors at {goal.stage_at(below_it.value)}",
            goals=goals,
            budget=None,
            ceiling=below_it,
            bound=0.0,
        )

        def decided() -> bool:
            return fewest.errors <= budget or fewest.bound > budget

        try:
            proved = self.search_below(fewest, limit, decided)
        finally:
            second.offer(fewest.best)
        if proved is not None:
            needed = proved.least_conditions(budget)
            needed = max(needed, ceiling + 1) if fewest.bound > budget else needed
            second.raise_bound(goal.least_with(needed))
        return fewest

    def _affordable(self, most: int, limit: Clock) -> int:
        """Return how many conditions of a polyhedron can be searched in the time, 0 if none."""
        from clusterscribe.search.whole.passes import is_affordable

        asked = self.ranks.limits.max_conditions
        most = min(MOST_CONDITIONS, asked or MOST_CONDITIONS, most)
        tried = range(most, 0, -1)
        return next((c for c in tried if is_affordable(self.ranks, c, self._means, limit)), 0)

    def is_touching(self, errors: int) -> bool:
        """Whether few conditions were asked for, or so many rows are wrong that it is worth it."""
        is_asked = self.ranks.limits.max_conditions is not None
        return is_asked or errors > self.axis.touching * self.ranks.total_weight

    def _can_search(self, first: Incumbent[Ranges]) -> bool:
        is_plain = self.ranks.lower is self.ranks.upper  # groups of rows are no points
        return is_plain and not first.closed and bool((self.ranks.sizes > 1).any())

    def _search(self, conditions: int, best: Incumbent[Ranges], limit: Clock) -> None:
        # compiled, which should not delay those who do not need it
        from clusterscribe.search.whole.passes import search_whole

        limits = replace(self.ranks.limits, max_conditions=conditions)
        search_whole(replace(self.ranks, limits=limits), conditions, best, self._means, limit)

    @property
    def _means(self) -> Means:
        return Means(self.runner, self.schedule, self.settings.jobs)
