"""What a search returns: the answer, and what is proven about it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.columns import Polyhedra, complexity
from clusterscribe.problem.scaling import Scaling
from clusterscribe.problem.tree_paths import LeafPath
from clusterscribe.proof import Bounds, CappedBound, Ending, StopReason
from clusterscribe.search.found import useful
from clusterscribe.search.staircase import Staircase, Step
from clusterscribe.search.statistics import Statistics


class Columns(Protocol):
    """What an answer is made of."""

    @property
    def polyhedra(self) -> Polyhedra:
        """The columns of each cluster."""

    @property
    def values(self) -> list[NDArray[np.float64]]:
        """The values of each feature, which ranks stand for."""

    @property
    def scaling(self) -> Scaling | None:
        """The scaling of columns with several features, where there may be any."""


class Draft(NamedTuple):
    """An answer of which nothing else is known yet."""

    polyhedra: Polyhedra
    values: list[NDArray[np.float64]]
    scaling: Scaling | None


@dataclass(frozen=True, slots=True)
class Answer:
    """The columns of each cluster, in whole units of weight, and what their figures mean."""

    polyhedra: Polyhedra
    values: list[NDArray[np.float64]]  # of each feature, which ranks stand for
    scaling: Scaling | None  # of columns with several features, where there may be any
    errors: int
    budget: int
    objective: int
    bounds: Bounds
    optimal: bool
    stop_reason: StopReason
    statistics: Statistics = field(default_factory=Statistics)
    capped: CappedBound[int] | None = None  # where any number of conditions is allowed
    others: tuple[Step, ...] = ()  # all that was found on the way and is not worse
    shorter: Step | None = None  # the one to name to those who find this one too long
    tree: tuple[LeafPath, ...] | None = (
        None  # one leaf per cluster, where it was fitted to all rows
    )
    asked: int | None = None  # the budget that was given; `budget` is above it where it is not met
    broken: int = 0  # by how much limits and wishes are broken: then it is no answer
    is_impossible: bool = False  # to keep to all of them

    @property
    def is_over(self) -> bool:
        """Whether the answer makes more errors than were allowed."""
        return self.asked is not None and self.errors > self.asked

    @property
    def error_bound(self) -> int:
        """Errors that every description makes at least."""
        return min(self.errors, self.bounds.errors)

    @property
    def bound(self) -> int:
        """The objective that every description within the budget has at least."""
        return min(self.objective, self.bounds.least(self.budget))

    @property
    def fewest_as_short(self) -> int:
        """Errors that every description makes at least that is as short."""
        return min(self.errors, self.bounds.fewest(self.objective))

    def useful(self, floor: int) -> tuple[Step, ...]:
        """Return all that was found on the way, down to one condition per cluster."""
        own = Step(self.errors, self.objective, self.polyhedra)
        found = Staircase()
        for step in (own, *self.others):
            found.offer(step)
        return useful(found.steps, floor)

    def at(self, step: Step, budget: int) -> Answer:
        """Return another answer that was found on the way, with what is proved of it too."""
        is_short = self.bounds.least(budget) >= step.value
        return replace(
            self,
            polyhedra=step.polyhedra,
            errors=step.errors,
            budget=budget,
            objective=step.value,
            optimal=is_short and self.bounds.fewest(step.value) >= step.errors,
            others=(),
            shorter=None,
            asked=None,
        )

    def interrupted(self) -> Answer:
        """Return what an interrupt leaves of the answer."""
        ending = Ending(self.optimal, self.stop_reason).interrupted()
        return replace(self, optimal=ending.optimal, stop_reason=ending.reason)

    @property
    def complexity(self) -> int:
        """Sum of the complexities of all columns."""
        return complexity(self.polyhedra)
