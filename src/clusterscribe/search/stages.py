"""What the stages of both encodings have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Generic, TypeVar

from clusterscribe.clock import Clock
from clusterscribe.progress import Listener
from clusterscribe.proof import StopReason
from clusterscribe.search.answer import Answer
from clusterscribe.search.goal import Ceiling, Goal
from clusterscribe.search.incumbent import Encoding, Incumbent
from clusterscribe.search.settings import Settings
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
        self.second: Incumbent[A] | None = None  # the answer of stage two
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
        )
