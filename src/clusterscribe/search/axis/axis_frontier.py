"""The frontier: for every length of a description the fewest errors, each with its bound.

    start       the fewest errors of all, and the shortest description that has them
    walk        one step shorter each time: the fewest errors among descriptions that short,
                down to one condition per cluster (one feature, where features are counted)

An answer is often shorter than it had to be, and then the steps down to its length need no
search: the fewest errors of a shorter description are no fewer than those of a longer one.
The same makes a proof of two: a description is the shortest within its errors if the next
shorter ones are proved to make more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from clusterscribe.clock import Clock
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import columns_of
from clusterscribe.problem.idle import without_idle
from clusterscribe.problem.ranges import Ranges
from clusterscribe.progress import Listener
from clusterscribe.proof import Bounds, StopReason
from clusterscribe.search.answer import Answer
from clusterscribe.search.axis.axis_stages import AxisStages
from clusterscribe.search.axis.gap import below, too_large
from clusterscribe.search.goal import FEWEST_ERRORS, Ceiling, tie_breaks
from clusterscribe.search.settings import Settings
from clusterscribe.search.solve import solve


@dataclass(frozen=True, slots=True)
class Level:
    """The fewest errors among descriptions of at most this value, as far as known."""

    ceiling: int
    answer: Ranges
    value: int  # of the answer, at most the ceiling
    errors: int
    error_bound: int  # no description of at most the ceiling makes fewer


class AxisFrontier:
    """One walk along the frontier; `run` may be interrupted, `answers` always works."""

    def __init__(self, boxes: Boxes, settings: Settings, clock: Clock, listener: Listener) -> None:
        self.settings = replace(settings, max_errors=None, error_slack=0.0)
        self.clock = clock
        self.listener = listener
        self.schedule = settings.schedule.frontier
        share = self.schedule.first_point
        first = clock.limit if clock.limit == float("inf") else share * clock.limit
        self.stages = AxisStages(boxes, self.settings, Clock(first), listener)
        self.levels: list[Level] = []
        self.beyond: Level | None = None  # shorter than the last point should be: a bound only
        self.stop_reason = StopReason.INTERRUPTED

    @property
    def floor(self) -> int:
        """The value of one condition per cluster, or of one feature."""
        return self.settings.goal.least_with(self.stages.ranks.clusters)

    def run(self, ties: bool = True) -> None:
        """Walk until a cluster would be left without a condition, or the time is over."""
        solve(self.stages)
        self.levels = [self._first()]
        while self.levels[-1].value > self.floor:
            if self.clock.expired:
                self.stop_reason = StopReason.TIME_LIMIT
                return
            self.levels.append(self._next(self.levels[-1]))
        self._shorten_the_last()
        if ties:
            self._break_ties()
        self.stop_reason = StopReason.OPTIMAL if self._is_proved else StopReason.TIME_LIMIT

    def drop_to_the_floor(self, clock: Clock) -> None:
        """Walk what is left of the way by dropping what costs the fewest errors."""
        goal, ranks = self.settings.goal, self.stages.ranks
        while self.levels and (last := self.levels[-1]).value > self.floor:
            ceiling = Ceiling(goal, last.value - goal.step)
            best = below(ceiling, ranks, last.answer, clock)
            value, errors = goal.value(best, 0), best.errors(ranks)
            self.levels.append(Level(ceiling.value, best, value, errors, last.error_bound))

    def known(self) -> Iterator[Ranges]:
        """Yield all descriptions that were found on the way."""
        yield self.stages.first.best
        if self.stages.second is not None:
            yield self.stages.second.best
        yield from (level.answer for level in self.levels)

    def proved(self) -> Iterator[tuple[int, int]]:
        """Yield numbers of errors, and the value that no description within them is below."""
        step = self.settings.goal.step
        for level in self._proofs:
            yield level.error_bound - 1, level.ceiling + step
        yield self.stages.budget, self.stages.objective_bound
        if self.levels:
            last = self.levels[-1].errors
            yield last, self.stages.quick_bound(last)

    @property
    def _proofs(self) -> list[Level]:
        return [*self.levels, *([] if self.beyond is None else [self.beyond])]

    def _shorten_the_last(self) -> None:
        """Go on from the last point as long as shorter descriptions make no more errors."""
        while not self.clock.expired:
            last = self.levels[-1]
            if last.value <= self.stages.quick_bound(last.errors):
                return
            shorter = self._next(last)
            if shorter.errors > last.errors:
                self.beyond = shorter
                return
            self.levels.append(shorter)

    def answers(self) -> list[Answer]:
        """Return the points of the frontier, the fewest errors first."""
        if not self.levels:
            self.levels = [self._first()]
        return list(self._answers())

    @property
    def _is_proved(self) -> bool:
        return all(level.errors <= level.error_bound for level in self.levels)

    def _first(self) -> Level:
        answer = self.stages.answer()
        best = (self.stages.second or self.stages.first).best
        return Level(
            ceiling=answer.objective,
            answer=best,
            value=answer.objective,
            errors=answer.errors,
            error_bound=answer.error_bound,
        )

    def _next(self, last: Level) -> Level:
        """Return the fewest errors of descriptions that are a step shorter."""
        goal = self.settings.goal
        ceiling = Ceiling(goal, last.value - goal.step)
        # the last answer, shortened by what costs the fewest errors, is where to begin
        least = self.schedule.least_step
        start = below(ceiling, self.stages.ranks, last.answer, Clock(least))
        stage = f"fewest errors at {ceiling.value * goal.unit:g}"
        goals = (FEWEST_ERRORS, goal, *tie_breaks(goal))
        found = self.stages.incumbent(stage, goals, start, ceiling=ceiling)
        found.raise_bound(last.error_bound)
        steps_left = 1 + max(1, (ceiling.value - self.floor) // goal.step)
        self.stages.closer(found, self.clock).run(max(least, self.clock.remaining / steps_left))
        best = without_idle(self.stages.ranks, found.best, found.errors)
        return Level(
            ceiling=ceiling.value,
            answer=best,
            value=goal.value(best, 0),
            errors=best.errors(self.stages.ranks),
            error_bound=min(int(found.bound), found.errors),
        )

    def _break_ties(self) -> None:
        """Make each answer the best among those that are as short and within its errors."""
        goal, stages = self.settings.goal, self.stages
        for place, level in enumerate(self.levels):
            if self._is_dominated(place):
                continue
            if self.clock.expired:
                return
            problem = stages.reduce(level.errors)
            if too_large(problem, stages.schedule, self.clock.remaining):
                continue
            goals = (goal, *tie_breaks(goal))
            best = stages.incumbent("ties", goals, level.answer, level.errors)
            limit = Clock(min(self.schedule.most_ties, self.clock.remaining))
            stages.settle_ties(best, problem, level.error_bound, limit)
            value = goal.value(best.best, 0)
            found = replace(level, answer=best.best, value=value, errors=best.errors)
            self.levels[place] = found

    def _is_dominated(self, place: int) -> bool:
        """Whether a shorter description makes no more errors."""
        here = self.levels[place].errors
        return any(other.errors <= here for other in self.levels[place + 1 :])

    def _answers(self) -> Iterator[Answer]:
        """Yield levels that no shorter one equals in errors, with what is proven of each."""
        for place, level in enumerate(self.levels):
            if self._is_dominated(place):
                continue
            bound = self._value_bound(level, place)
            proved = level.errors <= level.error_bound and bound >= level.value
            yield Answer(
                polyhedra=columns_of(level.answer),
                values=self.stages.values,
                scaling=None,
                errors=level.errors,
                budget=self.settings.covering(level.errors),
                objective=level.value,
                bounds=self._bounds(level, bound),
                optimal=proved,
                stop_reason=self.stop_reason,
                statistics={"tree_errors": self.stages.tree_errors},
            )

    def _bounds(self, level: Level, bound: int) -> Bounds:
        """Return what is proved of all descriptions, as far as it says something of a level."""
        bounds = Bounds(self.levels[0].error_bound)
        bounds = bounds.with_least(self.settings.covering(level.errors), bound)
        # within fewer errors than these, nothing is as short
        return bounds.with_least(level.error_bound - 1, level.value + 1)

    def _value_bound(self, level: Level, place: int) -> int:
        """Return what no description within the errors of a level has less of.

        That is one step above the highest ceiling below which more errors are proved, or
        what the conditions that each cluster needs in any case come to.
        """
        step, budget = self.settings.goal.step, self.settings.covering(level.errors)
        more = [other.ceiling for other in self._proofs if other.error_bound > budget]
        bound = max(more, default=-step) + step
        if place == 0:
            bound = max(bound, self.stages.objective_bound)
        if bound < level.value:
            bound = max(bound, self.stages.quick_bound(budget))
        return min(level.value, bound)
