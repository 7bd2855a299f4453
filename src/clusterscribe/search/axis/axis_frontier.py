"""The frontier: for every length of a description the fewest errors, each with its bound.

    start       the fewest errors of all, and the shortest description that has them
    short end   the fewest errors of descriptions with one condition per cluster (one feature,
                where features are counted)
    in between  the fewest errors of descriptions of at most one length after the other, each time
                in the middle of what has not been looked at, until nothing is open

Whatever is found on the way is a point, until another one is better: so both ends are there early,
and the frontier becomes finer from then on. An answer is often shorter than it had to be, and then
the lengths down to its own need no search: the fewest errors of a shorter description are no fewer
than those of a longer one. The same makes a proof of two: a description is the shortest within its
errors if the next shorter ones are proved to make more.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from clusterscribe.clock import Clock
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import all_columns, moved, ranges_of
from clusterscribe.problem.idle import without_idle
from clusterscribe.problem.ranges import Ranges
from clusterscribe.progress import Listener
from clusterscribe.proof import Bounds, StopReason
from clusterscribe.search.answer import Answer
from clusterscribe.search.axis.axis_stages import AxisStages
from clusterscribe.search.axis.gap import below, too_large
from clusterscribe.search.found import useful
from clusterscribe.search.goal import FEWEST_ERRORS, Ceiling, tie_breaks
from clusterscribe.search.incumbent import Incumbent
from clusterscribe.search.settings import Settings
from clusterscribe.search.solve import solve
from clusterscribe.search.staircase import Step


@dataclass(frozen=True, slots=True)
class Stretch:
    """Lengths of which one description is the best that is known, and may not be the best."""

    longest: int
    errors: int


class AxisFrontier:
    """One search for the frontier; `run` may be interrupted, `answers` always works."""

    def __init__(self, boxes: Boxes, settings: Settings, clock: Clock, listener: Listener) -> None:
        self.settings = replace(settings, max_errors=None, error_slack=0.0)
        self.clock = clock
        self.listener = listener
        self.schedule = settings.schedule.frontier
        share = self.schedule.first_point
        first = clock.limit if clock.limit == float("inf") else share * clock.limit
        self.stages = AxisStages(boxes, self.settings, Clock(first), listener)
        self.finds = self.stages.finds
        self.fewest: dict[int, int] = {}  # errors proved of descriptions of at most this value
        self.tried: set[int] = set()  # ceilings
        self.stop_reason = StopReason.INTERRUPTED

    def take(self, known: Answer) -> None:
        """Take whatever another search for the same features has found, before `run`."""
        for step in known.others:
            if all(column.direction.is_single for column in all_columns(step.polyhedra)):
                here = moved(step.polyhedra, known.values, self.stages.values)
                self._keep(ranges_of(here, self.stages.ranks.sizes))

    def run(self, ties: bool = True) -> None:
        """Work until nothing is open, nothing moves or the time is over."""
        solve(self.stages)
        self.tried.add(self._points[0].value)
        self._fewest_within(self.stages.floor, self._part(2))
        self._go_in_between()
        self._shorten_the_last()
        if ties:
            self._break_ties()
        self.stop_reason = self._end()

    def answers(self) -> list[Answer]:
        """Return the points of the frontier, the fewest errors first."""
        for step in self._points:
            self._keep(without_idle(self.stages.ranks, self._ranges(step), step.errors))
        return [self._answer(step) for step in self._points]

    @property
    def bounds(self) -> Bounds:
        """What is proved of all descriptions."""
        stages, step = self.stages, self.settings.goal.step
        bounds = Bounds(stages.error_bound).with_least(stages.budget, stages.objective_bound)
        for ceiling, errors in self.fewest.items():
            bounds = bounds.with_least(errors - 1, ceiling + step)
        last = self._points[-1].errors
        return bounds.with_least(last, stages.quick_bound(last))

    @property
    def _points(self) -> tuple[Step, ...]:
        """What is known, up to the first description with one condition per cluster."""
        return useful(self.finds.steps, self.stages.floor)

    # ---- one length after the other ---------------------------------------------------

    def _go_in_between(self) -> None:
        while not self.clock.expired:
            before, tried = self._state, False
            while (stretches := self._untried()) and not self.clock.expired:
                tried = True
                middle = _middle_of_the_widest(stretches)
                self._fewest_within(middle.longest, self._part(sum(map(len, stretches)) + 1))
            if not tried or before == self._state:
                return  # nothing is open, or nothing moved
            self.tried.clear()  # more time is left for each than there was

    @property
    def _state(self) -> tuple[tuple[tuple[int, int], ...], int]:
        """What would be different after any news."""
        steps = tuple((step.errors, step.value) for step in self.finds.steps)
        return steps, sum(self.fewest.values())

    def _untried(self) -> list[list[Stretch]]:
        """Return what is open and was not looked at, between each two lengths that were."""
        tried = sorted(self.tried)
        between: dict[int, list[Stretch]] = {}
        for stretch in self._open():
            if stretch.longest not in self.tried:
                between.setdefault(bisect(tried, stretch.longest), []).append(stretch)
        return list(between.values())

    def _open(self) -> Iterator[Stretch]:
        """Yield the lengths below each point for which fewer errors may be possible."""
        bounds, step = self.bounds, self.settings.goal.step
        for longer, shorter in pairwise(self._points):
            longest = longer.value - step
            if bounds.fewest(longest) < shorter.errors:
                yield Stretch(longest, shorter.errors)

    def _fewest_within(self, longest: int, seconds: float) -> None:
        """Look for the fewest errors of descriptions of at most this value."""
        self.tried.add(longest)
        goal, ranks, bounds = self.settings.goal, self.stages.ranks, self.bounds
        ceiling = Ceiling(goal, longest)
        stage = f"fewest errors at {longest * goal.unit:g}"
        goals = (FEWEST_ERRORS, goal, *tie_breaks(goal))
        found = self.stages.incumbent(stage, goals, self._start(ceiling), ceiling=ceiling)
        found.raise_bound(bounds.fewest(longest))
        try:
            self._work_on(found, Clock(seconds))
        finally:
            self._keep(without_idle(ranks, found.best, found.errors))
            self.fewest[longest] = min(int(found.bound), found.errors)

    def _work_on(self, found: Incumbent[Ranges], limit: Clock) -> None:
        """Try the integer master, then whole polyhedra where clusters touch, then the rest."""
        closer = self.stages.closer(found, self.clock)
        closer.run(min(self.schedule.first_try, self.schedule.first_share * limit.remaining))
        if not found.closed and self.stages.few.is_touching(found.errors):
            share = self.schedule.whole_polyhedra * limit.remaining
            self.stages.few.search_below(found, Clock(share))
        if not found.closed:
            closer.run(limit.remaining)

    def _start(self, ceiling: Ceiling) -> Ranges:
        """Return the best that is known, or what is left of the next longer one if that is better.

        That is shortened by what costs the fewest errors.
        """
        ranks, steps = self.stages.ranks, self.finds.steps
        longer = [step for step in steps if step.value > ceiling.value]
        known = [self._ranges(step) for step in steps if step.value <= ceiling.value][:1]
        if longer:
            clock = Clock(self.schedule.least_step)
            known.append(below(ceiling, ranks, self._ranges(longer[-1]), clock))
        return min(known, key=lambda answer: answer.errors(ranks))

    def _shorten_the_last(self) -> None:
        """Go on from the last point as long as shorter descriptions make no more errors."""
        while not self.clock.expired:
            last = self._points[-1]
            longest = last.value - self.settings.goal.step
            if self.bounds.least(last.errors) >= last.value or longest in self.fewest:
                return
            self._fewest_within(longest, self._part(1))

    def _part(self, steps: int) -> float:
        """Return the seconds for one step, so that there are some for all."""
        return max(self.schedule.least_step, self.clock.remaining / steps)

    # ---- ties and the end -------------------------------------------------------------

    def _break_ties(self) -> None:
        """Make each answer the best among those that are as short and within its errors."""
        goal, stages = self.settings.goal, self.stages
        for step in self._points:
            if self.clock.expired:
                return
            problem = stages.reduce(step.errors)
            if too_large(problem, stages.schedule, self.clock.remaining):
                continue
            goals = (goal, *tie_breaks(goal))
            best = stages.incumbent("ties", goals, self._ranges(step), step.errors)
            limit = Clock(min(self.schedule.most_ties, self.clock.remaining))
            stages.settle_ties(best, problem, self.bounds.fewest(step.value), limit)
            self._keep(best.best, equal=True)

    def _end(self) -> StopReason:
        """Say why the work ended."""
        if all(answer.optimal for answer in self.answers()):
            return StopReason.OPTIMAL
        return StopReason.TIME_LIMIT if self.clock.expired else StopReason.STALLED

    def _answer(self, step: Step) -> Answer:
        bounds, budget = self.bounds, self.settings.covering(step.errors)
        if bounds.least(budget) < step.value:
            bounds = bounds.with_least(budget, self.stages.quick_bound(budget))
        is_short = bounds.least(budget) >= step.value
        return Answer(
            polyhedra=step.polyhedra,
            values=self.stages.values,
            scaling=None,
            errors=step.errors,
            budget=budget,
            objective=step.value,
            bounds=bounds,
            optimal=is_short and bounds.fewest(step.value) >= step.errors,
            stop_reason=self.stop_reason,
            statistics={"tree_errors": self.stages.tree_errors},
            tree=self.stages.paths,
        )

    # ---- tools ------------------------------------------------------------------------

    def _ranges(self, step: Step) -> Ranges:
        return ranges_of(step.polyhedra, self.stages.ranks.sizes)

    def _keep(self, answer: Ranges, *, equal: bool = False) -> None:
        self.stages.keep(answer, self.finds, equal=equal)


def _middle_of_the_widest(stretches: list[list[Stretch]]) -> Stretch:
    """Return the middle one where errors at both ends are farthest apart."""
    widest = max(stretches, key=lambda group: group[-1].errors - group[0].errors + len(group))
    return widest[len(widest) // 2]
