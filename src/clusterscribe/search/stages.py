"""What the stages of both encodings have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Generic, TypeVar

from clusterscribe.clock import Clock
from clusterscribe.description import Description
from clusterscribe.progress import Listener
from clusterscribe.proof import StopReason
from clusterscribe.search.answer import Answer, Columns, Draft
from clusterscribe.search.found import Finds, next_shorter
from clusterscribe.search.goal import Ceiling, Goal
from clusterscribe.search.incumbent import Encoding, Incumbent
from clusterscribe.search.settings import Settings
from clusterscribe.search.staircase import Step
from clusterscribe.search.statistics import Statistics

A = TypeVar("A")


class EncodedStages(ABC, Generic[A]):
    """Stages in one encoding: what is asked for, by when, and how it went."""

    def __init__(
        self, encoding: Encoding[A], settings: Settings, clock: Clock, listener: Listener
    ) -> None:
        self.encoding = encoding
        self.settings = settings
        self.clock = clock
        self.listener = listener
        self.finds = Finds(settings.goal)
        self.second: Incumbent[A] | None = None  # the answer of stage two
        self.read: Callable[[Columns], Description] | None = None  # an answer, as people do
        self.shorter: Step | None = None  # the one to name beside the answer
        self.stop_reason = StopReason.INTERRUPTED  # until the work has come to an end
        self.statistics = Statistics()

    @property
    def has_run(self) -> bool:
        """Whether the work came to an end, by itself or by its clock."""
        return self.stop_reason != StopReason.INTERRUPTED

    @property
    @abstractmethod
    def first(self) -> Incumbent[A]:
        """The answer with the fewest errors, that of stage one."""

    @abstractmethod
    def answer(self) -> Answer:
        """Return the best answer so far, whatever stopped the work."""

    def fewest(self) -> Answer:
        """Return the answer with the fewest errors so far, whatever its length."""
        first = self.first
        return replace(
            self.answer(),
            polyhedra=self.encoding.columns(first.best),
            errors=first.errors,
            objective=first.value_in(self.settings.goal),
            optimal=False,
        )

    def _note_shorter(self, made: Finds, best: Incumbent[A], *, proved: bool) -> None:
        """Choose the shorter answer to name beside the best, from all that was found.

        What solvers meet on the way is another thing each time. So beside an answer that is the
        same each time, as it is `proved` and there was time for all that could be made of it,
        what was `made` of it in a fixed way is named.
        """
        self.finds.take_all(made.steps)
        if not proved:
            self._take_better_ones(best)
        named = self._next_shorter(made, best) if proved else None
        self.shorter = named or self._next_shorter(self.finds, best)

    def _take_better_ones(self, best: Incumbent[A]) -> None:
        """Take what was found for another purpose where it is better than the best answer.

        A given budget that gave way to more errors is back where an answer is within it.
        """
        steps, limit = self.finds.steps, self.settings.max_errors
        if limit is not None and best.budget is not None:
            is_met = any(step.errors <= limit for step in steps)
            best.budget = min(best.budget, limit) if is_met else best.budget
        for step in steps:
            answer = self.encoding.answer(step.polyhedra)
            self.first.offer(answer)
            best.offer(answer)

    @property
    def _is_met_late(self) -> bool:
        """Whether a given budget that gave way to more errors is met by now."""
        limit, second = self.settings.max_errors, self.second
        if limit is None or second is None or second.budget is None or self.first.broken:
            return False
        return self.first.errors <= limit < second.budget

    def _next_shorter(self, finds: Finds, best: Incumbent[A]) -> Step | None:
        value = best.value_in(self.settings.goal)
        return next_shorter(finds.steps, best.errors, value, self.floor)

    @property
    @abstractmethod
    def floor(self) -> int:
        """The value of one condition per cluster, or of one feature."""

    def read_by(self, read: Callable[[Columns], Description]) -> None:
        """Let whoever hears of progress read the best answer so far."""
        self.read = read

    def incumbent(
        self,
        stage: str,
        goals: tuple[Goal, ...],
        start: A,
        budget: int | None = None,
        ceiling: Ceiling | None = None,
    ) -> Incumbent[A]:
        """Return an answer to begin a stage with."""
        return Incumbent(
            self.encoding,
            start,
            self.clock,
            self.listener,
            stage,
            goals,
            budget,
            ceiling,
            self.settings.error_unit,
            self.finds,
            self.settings.schedule.stall,
            self._reading,
        )

    def _reading(self, answer: A) -> Callable[[], Description] | None:
        if self.read is None:
            return None
        return partial(self.read, self._draft(answer))

    @abstractmethod
    def _draft(self, answer: A) -> Draft:
        """Return what an answer is made of."""
