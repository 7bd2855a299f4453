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

from abc import ABC, abstractmethod
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem.columns import Polyhedra, moved
from clusterscribe.problem.scaling import Scaling
from clusterscribe.problem.tree_paths import LeafPath
from clusterscribe.proof import Bounds, StopReason
from clusterscribe.search.answer import Answer
from clusterscribe.search.found import Finds, useful
from clusterscribe.search.goal import FEWEST_ERRORS, Ceiling, Goal, tie_breaks
from clusterscribe.search.incumbent import Encoding, Incumbent
from clusterscribe.search.settings import Settings
from clusterscribe.search.solve import Stages, solve
from clusterscribe.search.staircase import Step

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Lengths of which one description is the best that is known, and may not be the best."""

    longest: int
    errors: int


class LengthStages(Stages, Protocol[A]):
    """Stages that bound the fewest errors, and the length within them."""

    finds: Finds
    values: list[NDArray[np.float64]]
    scaling: Scaling | None  # of columns with several features, where there may be any
    paths: tuple[LeafPath, ...]
    tree_errors: int

    @property
    def encoding(self) -> Encoding[A]:
        """How answers are evaluated."""

    @property
    def floor(self) -> int:
        """The value of one condition per cluster, or of one feature."""

    @property
    def bounds(self) -> Bounds:
        """What both stages have proved."""

    def quick_bound(self, budget: int) -> int:
        """Bound the goal within a budget by counting."""

    def keep(self, answer: A, finds: Finds, *, equal: bool = False) -> None:
        """Keep an answer among what was found, if it keeps to all limits."""

    def incumbent(
        self,
        stage: str,
        goals: tuple[Goal, ...],
        start: A,
        budget: int | None = None,
        ceiling: Ceiling | None = None,
    ) -> Incumbent[A]:
        """Return an answer to begin with."""


class LengthFrontier(ABC, Generic[A]):
    """One search for the frontier; `run` may be interrupted, `answers` always works."""

    def __init__(self, stages: LengthStages[A], settings: Settings, clock: Clock) -> None:
        self.stages = stages
        self.settings = settings
        self.clock = clock
        self.schedule = settings.schedule.frontier
        self.finds = stages.finds
        self.fewest: dict[int, int] = {}  # errors proved of descriptions of at most this value
        self.tried: set[int] = set()  # ceilings
        self.stop_reason = StopReason.INTERRUPTED

    @abstractmethod
    def read(self, polyhedra: Polyhedra) -> A | None:
        """Return columns as an answer, None if they are none of this kind."""

    @abstractmethod
    def without_idle(self, answer: A, errors: int) -> A:
        """Drop what is not needed for so many errors."""

    @abstractmethod
    def below(self, ceiling: Ceiling, answer: A, clock: Clock) -> A:
        """Drop what costs the fewest errors until an answer is below a ceiling."""

    @abstractmethod
    def work_on(self, found: Incumbent[A], limit: Clock) -> None:
        """Look for fewer errors below a ceiling, and prove what can be proved of them."""

    @abstractmethod
    def settle_ties(self, best: Incumbent[A], error_bound: int, limit: Clock) -> None:
        """Make an answer lexicographically best within its budget."""

    def look_around(self) -> None:
        """Collect answers of all lengths, where these are quickly found."""

    def take(self, known: Answer) -> None:
        """Take whatever another search for the same features has found, before `run`."""
        for step in known.others:
            answer = self.read(moved(step.polyhedra, known.values, self.stages.values))
            if answer is not None:
                self._keep(answer)

    def run(self, ties: bool = True) -> None:
        """Work until nothing is open, nothing moves or the time is over."""
        solve(self.stages)
        if self.broken:
            return
        self.look_around()
        self.tried.add(self._points[0].value)
        self._fewest_within(self.stages.floor, self._part(2))
        self._go_in_between()
        self._shorten_the_last()
        if ties:
            self._break_ties()
        self.stop_reason = self._end()

    @property
    def broken(self) -> bool:
        """Whether nothing was found that keeps to all wishes."""
        return not self.finds.steps

    @property
    def is_impossible(self) -> bool:
        """Whether it is proved that nothing keeps to all wishes."""
        return self.stages.answer().is_impossible

    def answers(self) -> list[Answer]:
        """Return the points of the frontier, the fewest errors first."""
        for step in self._points:
            self._keep(self.without_idle(self._answer_of(step), step.errors))
        return [self._answer(step) for step in self._points]

    @property
    def bounds(self) -> Bounds:
        """What is proved of all descriptions."""
        stages, step = self.stages, self._step
        bounds = stages.bounds
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
        bounds, step = self.bounds, self._step
        for longer, shorter in pairwise(self._points):
            longest = longer.value - step
            if bounds.fewest(longest) < shorter.errors:
                yield Stretch(longest, shorter.errors)

    def _fewest_within(self, longest: int, seconds: float) -> None:
        """Look for the fewest errors of descriptions of at most this value."""
        self.tried.add(longest)
        goal, bounds = self.settings.goal, self.bounds
        ceiling = Ceiling(goal, longest)
        stage = f"fewest errors at {goal.stage_at(longest)}"
        goals = (FEWEST_ERRORS, goal, *tie_breaks(goal))
        found = self.stages.incumbent(stage, goals, self._start(ceiling), ceiling=ceiling)
        found.raise_bound(bounds.fewest(longest))
        try:
            self.work_on(found, Clock(seconds))
        finally:
            self._keep(self.without_idle(found.best, found.errors))
            # what breaks wishes is no answer, and there may be none
            proved = int(found.bound)
            self.fewest[longest] = proved if found.broken else min(proved, found.errors)

    def _start(self, ceiling: Ceiling) -> A:
        """Return the best that is known, or what is left of the next longer one if that is better.

        That is shortened by what costs the fewest errors.
        """
        steps = self.finds.steps
        longer = [step for step in steps if step.value > ceiling.value]
        known = [self._answer_of(step) for step in steps if step.value <= ceiling.value][:1]
        if longer:
            clock = Clock(self.schedule.least_step)
            known.append(self.below(ceiling, self._answer_of(longer[-1]), clock))
        return min(known, key=self.stages.encoding.errors)

    def _shorten_the_last(self) -> None:
        """Go on from the last point as long as shorter descriptions make no more errors."""
        while not self.clock.expired:
            last = self._points[-1]
            longest = last.value - self._step
            if self.bounds.least(last.errors) >= last.value or longest in self.fewest:
                return
            self._fewest_within(longest, self._part(1))

    def _part(self, steps: int) -> float:
        """Return the seconds for one step, so that there are some for all."""
        return max(self.schedule.least_step, self.clock.remaining / steps)

    # ---- ties and the end -------------------------------------------------------------

    def _break_ties(self) -> None:
        """Make each answer the best among those that are as short and within its errors."""
        goal = self.settings.goal
        for step in self._points:
            if self.clock.expired:
                return
            goals = (goal, *tie_breaks(goal))
            best = self.stages.incumbent("ties", goals, self._answer_of(step), step.errors)
            limit = Clock(min(self.schedule.most_ties, self.clock.remaining))
            self.settle_ties(best, self.bounds.fewest(step.value), limit)
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
            scaling=self.stages.scaling,
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

    @property
    def _step(self) -> int:
        """What lengths differ by."""
        return self.stages.encoding.step(self.settings.goal)

    def _answer_of(self, step: Step) -> A:
        answer = self.read(step.polyhedra)
        if answer is None:
            raise ValueError("what was found is no answer of this kind")
        return answer

    def _keep(self, answer: A, *, equal: bool = False) -> None:
        self.stages.keep(answer, self.finds, equal=equal)


def _middle_of_the_widest(stretches: list[list[Stretch]]) -> Stretch:
    """Return the middle one where errors at both ends are farthest apart."""
    widest = max(stretches, key=lambda group: group[-1].errors - group[0].errors + len(group))
    return widest[len(widest) // 2]
