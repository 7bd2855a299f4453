"""Running an integer master: from the best answer on, and every better one is kept."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

from ortools.sat.python import cp_model

from clusterscribe.clock import Clock
from clusterscribe.search.cp_sat import Outcome, run
from clusterscribe.search.goal import Goal
from clusterscribe.search.incumbent import Incumbent

A = TypeVar("A")
# a linear expression over literals, or a single literal; the solver's own types
Expression: TypeAlias = Any


class IntegerMaster(Protocol[A]):
    """An integer program over candidate half-spaces, in either encoding."""

    model: cp_model.CpModel

    def measure(self, goal: Goal) -> Expression:
        """Return a goal as an expression."""

    def hint(self, answer: A) -> None:
        """Suggest an answer to start from."""

    def read(self, value: Callable[[Any], bool]) -> A:
        """Return the answer that the values of the literals stand for."""


class MeasuredByConditions(ABC):
    """What a master over conditions on one feature each measures answers by."""

    @property
    @abstractmethod
    def errors(self) -> Expression:
        """Weight of the boxes that are wrong."""

    @property
    @abstractmethod
    def conditions(self) -> Sequence[tuple[int, Any]]:
        """All half-spaces there may be: their features, and literals that they are there."""

    used: dict[int, Any]  # literals that features are in use

    def measure(self, goal: Goal) -> Expression:
        """Return the goal as an expression."""
        parts = []
        if goal.errors:
            parts.append(goal.errors * self.errors)
        if goal.complexity:
            literals = [literal for _, literal in self.conditions]
            weights = [goal.of_condition((feature,)) for feature, _ in self.conditions]
            parts.append(cp_model.LinearExpr.weighted_sum(literals, weights))
        if goal.sparsity:
            weights = [goal.of_feature(feature) for feature in self.used]
            parts.append(cp_model.LinearExpr.weighted_sum(list(self.used.values()), weights))
        return sum(parts)


def never() -> bool:
    """Say that no answer is good enough to stop early."""
    return False


@dataclass(frozen=True, slots=True)
class Runner:
    """Runs integer masters, with one clock and seed for all."""

    clock: Clock
    seed: int = 0
    workers: int | None = None

    def minimise(
        self,
        master: IntegerMaster[A],
        measure: Expression,
        incumbent: Incumbent[A],
        limit: Clock,
        enough: Callable[[], bool] = never,
        *,
        equal: bool = False,
        on_bound: Callable[[float], None] | None = None,
    ) -> Outcome:
        """Minimise a measure; every answer on the way is offered to the incumbent.

        The run ends early where nothing moves; a bound that moves within the run counts, even if
        a better one is known.
        `equal`: the measure is no goal, and decides between answers that are equal otherwise.
        """

        def on_solution(value: Callable[[Any], bool]) -> bool:
            incumbent.offer(master.read(value), equal=equal)
            if not equal:  # what is reported is a goal
                incumbent.tell()
            return enough()

        def on_move(bound: float) -> None:
            incumbent.hear()
            if on_bound is not None:
                on_bound(bound)

        master.hint(incumbent.best)
        master.model.minimize(measure)
        incumbent.begin()  # whatever came before, the solver is waited for
        return run(
            master.model,
            self.clock,
            limit.remaining,
            on_solution=on_solution,
            on_bound=on_move,
            enough=lambda: incumbent.is_stalled(proving=True),
            seed=self.seed,
            workers=self.workers,
        )

    def prove(
        self,
        master: IntegerMaster[A],
        incumbent: Incumbent[A],
        limit: Clock,
        enough: Callable[[], bool] = never,
    ) -> Outcome:
        """Minimise the goal of an incumbent over all candidates: its bound rises on the way."""

        def on_bound(bound: float) -> None:
            incumbent.raise_bound(bound)
            incumbent.tell()

        measure = master.measure(incumbent.goal)
        outcome = self.minimise(master, measure, incumbent, limit, enough, on_bound=on_bound)
        incumbent.raise_bound(outcome.proved)
        return outcome
