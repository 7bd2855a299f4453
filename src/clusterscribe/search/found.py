"""All answers that any part of a search has found, as far as none is better in every respect.

An incumbent keeps the best answer for one purpose. What it lets go may be the best of its length,
or the one with the fewest errors: it is kept here, for those who want to know what a shorter
description would cost, and as a point of a frontier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from clusterscribe.problem.columns import Polyhedra
from clusterscribe.search.goal import Goal
from clusterscribe.search.staircase import Staircase, Step


@dataclass(frozen=True, slots=True)
class Finds:
    """Answers to one problem, by their errors and by the goal that is asked for."""

    goal: Goal
    stairs: Staircase = field(default_factory=Staircase)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The answers, the fewest errors first; each next one is shorter."""
        return tuple(self.stairs.steps)

    def take(
        self,
        errors: int,
        value: int,
        polyhedra: Callable[[], Polyhedra],
        *,
        equal: bool = False,
    ) -> None:
        """Keep an answer if no other one is as good, or only one as good that it is `equal` to.

        Only then it is asked for its polyhedra.
        """
        if equal or self.stairs.is_news(errors, value):
            self.stairs.offer(Step(errors, value, polyhedra()), equal=equal)

    def take_all(self, steps: Iterable[Step]) -> None:
        """Keep what another search has found for the same problem."""
        for step in steps:
            self.stairs.offer(step)


def useful(steps: Sequence[Step], floor: int) -> tuple[Step, ...]:
    """Return the answers up to the first with one condition per cluster, or one feature."""
    last = min((step.errors for step in steps if step.value <= floor), default=steps[-1].errors)
    return tuple(step for step in steps if step.errors <= last)


def next_shorter(steps: Iterable[Step], errors: int, value: int, floor: int) -> Step | None:
    """Return the answer that is shorter than another one and saves most for each further error.

    What is below the floor leaves a cluster without any condition, and is no description.
    """
    shorter = [step for step in steps if floor <= step.value < value]

    def saved(step: Step) -> tuple[float, int]:
        return (value - step.value) / max(step.errors - errors, 0.5), -step.errors

    return max(shorter, key=saved, default=None)
