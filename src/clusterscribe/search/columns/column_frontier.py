"""The frontier of descriptions with several features per condition.

    one feature     the axis-parallel frontier: descriptions and budgets to begin with
    fewest errors   the two stages for several features, without slack: the first point
    in between      the shortest description within one budget after the other, each time
                    where most is open, until nothing is open or the time is over
    ties            the other measure and margins, for each point

An axis-parallel description is one of the class, so no point is above the axis-parallel
frontier. All budgets share one pool of columns, and each begins with the best answer so far.
What is proved within a budget holds within every smaller one (see `staircase.py`).
"""

from __future__ import annotations

from bisect import bisect
from dataclasses import dataclass
from math import isfinite

from clusterscribe.clock import Clock
from clusterscribe.pricing.compiling import compilation
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import Polyhedra, moved
from clusterscribe.problem.idle import without_idle_columns
from clusterscribe.problem.quick_bound import needs_condition
from clusterscribe.progress import Listener
from clusterscribe.proof import DescriptionClass, StopReason
from clusterscribe.search.answer import Answer
from clusterscribe.search.axis.axis_frontier import AxisFrontier
from clusterscribe.search.columns.certificate import trivial_bounds
from clusterscribe.search.columns.column_stages import ColumnStages
from clusterscribe.search.columns.shortest import Shortest
from clusterscribe.search.found import useful
from clusterscribe.search.goal import tie_breaks
from clusterscribe.search.incumbent import Incumbent, value_of
from clusterscribe.search.settings import Settings
from clusterscribe.search.solve import solve
from clusterscribe.search.staircase import IMPOSSIBLE, Opening, Staircase, Step


@dataclass(frozen=True, slots=True)
class Attempt:
    """A budget to try, and what it may close."""

    budget: int
    opening: Opening


class ColumnFrontier:
    """One search for the frontier; `run` may be interrupted, `answers` always works."""

    def __init__(
        self,
        boxes: Boxes,
        settings: Settings,
        descriptions: DescriptionClass,
        clock: Clock,
        listener: Listener,
    ) -> None:
        self.clock = clock
        self.schedule = settings.schedule.frontier
        until = self._until(self.schedule.one_feature)
        self.walk = AxisFrontier(boxes, settings, until, listener)
        self.settings = self.walk.settings
        self.stages = ColumnStages(
            boxes,
            self.settings,
            descriptions,
            self._until(self.schedule.first_point_of_columns),
            listener,
            axis=self.walk.stages,
        )
        self.tools = self.stages.tools.until(clock)
        self.stairs = Staircase()
        self.tried: set[int] = set()  # budgets
        self.cut_short: set[int] = set()  # budgets for which the time was not enough
        self.stop_reason = StopReason.INTERRUPTED

    def take(self, known: Answer) -> None:
        """Take whatever another search for the same features has found, before `run`."""
        self.walk.take(known)
        if known.scaling is not None and known.scaling.is_like(self.stages.scaling):
            for step in known.others:
                self._offer(moved(step.polyhedra, known.values, self.stages.axis.values))

    def run(self) -> None:
        """Work until nothing is open or the time is over."""
        compiled = compilation()  # goes on beside the axis-parallel frontier
        self._walk_with_one_feature()
        if self.walk.broken:
            return
        self._find_the_first_point()
        if compiled.wait(self._until(self.schedule.in_between)):
            self._go_in_between()
        self._break_ties()
        self.stop_reason = self._end()

    @property
    def broken(self) -> bool:
        """Whether nothing was found that keeps to all wishes, with one feature per condition."""
        return self.walk.broken

    @property
    def is_impossible(self) -> bool:
        """Say that sums may keep to wishes that single features cannot keep to."""
        return False

    def answers(self) -> list[Answer]:
        """Return the points of the frontier, the fewest errors first."""
        if self.stop_reason == StopReason.INTERRUPTED:
            self._take_over()
        return [self._answer(step) for step in self._points]

    # ---- the start ------------------------------------------------------------------

    def _walk_with_one_feature(self) -> None:
        self.walk.run(ties=False)
        if not self.walk.broken:
            self._take_over()

    def _find_the_first_point(self) -> None:
        solve(self.stages)
        self._take_over()
        if self.stages.clock.expired:
            self.cut_short |= self.tried
        for step in self.stairs.steps:
            self.tools.remember(step.polyhedra)

    def _take_over(self) -> None:
        """Take what both searches have found and proved, as far as they have come."""
        for step in (*self.walk.finds.steps, *self.stages.finds.steps):
            self._offer(step.polyhedra)
        for budget, bound in self.walk.bounds.lengths:
            self.stairs.prove(budget, min(bound, self._least_oblique(budget)))
        self.stairs.prove(self.stages.error_bound - 1, IMPOSSIBLE)
        self._offer(self.stages.first.best)
        if self.stages.second is not None:
            self._take(self.stages.second)
            self.tried.add(self.stages.second.budget or 0)

    def _least_oblique(self, budget: int) -> int:
        """Return the least value of a description within a budget that is not axis-parallel.

        Every cluster has a condition, one of them on two features. Where a cluster has none,
        all rows of the others are wrong, and the others do as well with a single condition
        that nobody meets, which is axis-parallel. Where some of their rows must be inside, or
        there are wishes, they do not, and only those clusters have a condition that need one
        within the budget.
        """
        goal, ranks = self.settings.goal, self.stages.geometry.ranks
        clusters = ranks.clusters
        if ranks.limits.most_outside or ranks.has_wishes:
            clusters = max(1, int(needs_condition(ranks, budget).sum()))
        return goal.complexity * (2 * clusters + 1) + 2 * goal.sparsity

    # ---- one budget after the other -------------------------------------------------

    def _go_in_between(self) -> None:
        deadline = self._until(self.schedule.in_between)
        while not deadline.expired:
            budgets = self._open_budgets()
            if budgets:
                self._shorten_within(_middle_of_the_widest(budgets), self._part(deadline, budgets))
            elif self.cut_short and isfinite(deadline.limit):
                # there are more columns now than there were when it was tried
                self.tried -= self.cut_short
                self.cut_short.clear()
            else:
                return

    def _open_budgets(self) -> list[list[Attempt]]:
        """Return what may be tried between budgets that were, where it is still open."""
        tried = sorted(self.tried)
        between: dict[int, list[Attempt]] = {}
        for opening in self.stairs.openings(self._last_errors):
            budget = self._untried(opening)
            if budget is not None:
                between.setdefault(bisect(tried, budget), []).append(Attempt(budget, opening))
        return list(between.values())

    def _untried(self, opening: Opening) -> int | None:
        """Return the budget that says most: a proof within the last one closes it all."""
        for budget in (opening.last, (opening.first + opening.last) // 2):
            if budget not in self.tried:
                return budget
        return None

    def _shorten_within(self, budget: int, limit: Clock) -> None:
        """Look for the shortest description within a budget, and take what was found."""
        self.tried.add(budget)
        goal, unit = self.settings.goal, self.settings.error_unit
        start = self.stairs.within(budget).polyhedra
        stage = f"shortest with {budget * unit:g} errors"
        best = self.stages.incumbent(stage, (goal, *tie_breaks(goal)), start, budget)
        best.raise_bound(sum(trivial_bounds(self.stages.geometry.ranks, goal, budget)))
        best.raise_bound(self.stairs.bounds.least(budget))
        try:
            if not best.closed:
                Shortest(self.tools, best).run(limit)
            if limit.expired:
                self.cut_short.add(budget)
        finally:
            self._take(best)

    def _take(self, best: Incumbent[Polyhedra]) -> None:
        self._offer(best.best)
        if best.budget is not None:
            self.stairs.prove(best.budget, min(int(best.bound), best.value))

    def _offer(self, polyhedra: Polyhedra, *, equal: bool = False) -> None:
        geometry, goal = self.stages.geometry, self.settings.goal
        errors = geometry.errors(polyhedra)
        busy = without_idle_columns(geometry, polyhedra, errors)
        errors = geometry.errors(busy)
        if geometry.excess(busy, errors):
            return
        value = value_of(goal, busy, errors, geometry.ranks.axes)
        self.stairs.offer(Step(errors, value, busy), equal=equal)

    # ---- ties and the end -----------------------------------------------------------

    def _break_ties(self) -> None:
        """Make each point the best among those that are as short and within its errors."""
        goals = (self.settings.goal, *tie_breaks(self.settings.goal))
        points = self._points
        for place, step in enumerate(points):
            best = self.stages.incumbent("ties", goals, step.polyhedra, step.errors)
            part = self.clock.remaining / (len(points) - place)
            if not self.clock.expired:
                limit = Clock(min(self.schedule.most_ties, part))
                self.tools.break_ties(best, limit, self.stages.error_bound)
            finishing = min(self.schedule.most_finishing, self.clock.remaining)
            self.stages.polish(best, Clock(finishing))
            self._offer(best.best, equal=True)

    def _end(self) -> StopReason:
        """Say why the work ended."""
        is_first_point_proved = self.stairs.steps[0].errors <= self.stages.error_bound
        if is_first_point_proved and not any(self.stairs.openings(self._last_errors)):
            return StopReason.OPTIMAL
        is_cut_short = self.stages.stop_reason == StopReason.TIME_LIMIT
        if is_cut_short or self._until(self.schedule.in_between).expired:
            return StopReason.TIME_LIMIT
        return StopReason.NO_COLUMN

    def _answer(self, step: Step) -> Answer:
        budget = self.settings.covering(step.errors)
        bounds = self.stairs.bounds.with_errors(self.stages.error_bound)
        is_short = bounds.least(budget) >= step.value
        return Answer(
            polyhedra=self.stages.encoding.columns(step.polyhedra),
            values=self.stages.axis.values,
            scaling=self.stages.scaling,
            errors=step.errors,
            budget=budget,
            objective=step.value,
            bounds=bounds,
            optimal=is_short and bounds.fewest(step.value) >= step.errors,
            stop_reason=self.stop_reason,
            tree=self.stages.axis.paths,
            statistics={
                **self.tools.effort.to_dict(),
                "tree_errors": self.stages.axis.tree_errors,
                "budgets_tried": len(self.tried),
            },
        )

    # ---- tools ----------------------------------------------------------------------

    @property
    def _points(self) -> tuple[Step, ...]:
        return useful(self.stairs.steps, self.stages.floor)

    @property
    def _last_errors(self) -> int:
        return self._points[-1].errors

    def _until(self, share: float) -> Clock:
        """Return a clock that ends after a share of the whole time."""
        if not isfinite(self.clock.limit):
            return Clock(None)
        return Clock(max(0.0, share * self.clock.limit - self.clock.elapsed))

    def _part(self, deadline: Clock, budgets: list[list[Attempt]]) -> Clock:
        """Return the time for one budget, so that there is some for all."""
        if not isfinite(deadline.limit):
            return Clock(self.schedule.first_round)
        part = deadline.remaining / (1 + sum(map(len, budgets)))
        return Clock(min(deadline.remaining, max(self.schedule.least_budget, part)))


def _middle_of_the_widest(budgets: list[list[Attempt]]) -> int:
    """Return the middle one where values at both ends may be farthest apart."""
    widest = max(budgets, key=lambda group: group[0].opening.value - group[-1].opening.bound)
    return widest[len(widest) // 2].budget
