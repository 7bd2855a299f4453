"""The best answer so far in columns, held for whoever stops the work."""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field
from math import gcd
from typing import TypeAlias

from clusterscribe.clock import Clock
from clusterscribe.problem.columns import Geometry, Polyhedra, complexity, used_features
from clusterscribe.progress import Listener, Snapshot
from clusterscribe.search.goal import Goal, rounded_up

Key: TypeAlias = tuple[int, ...]


@dataclass(slots=True)
class Incumbent:
    """The best answer under an order of goals and a budget, and the bound on the first goal."""

    geometry: Geometry
    start: InitVar[Polyhedra]
    clock: Clock
    listener: Listener
    stage: str
    goals: tuple[Goal, ...]
    budget: int | None = None
    error_unit: float = 1.0
    bound: float = 0.0
    columns: int = 0  # known so far, for reports of progress
    # answer and errors together, so that Ctrl-C never finds one without the other
    held: tuple[Polyhedra, int] = field(init=False)

    def __post_init__(self, start: Polyhedra) -> None:
        self.hold(start)

    def hold(self, polyhedra: Polyhedra) -> None:
        """Take an answer, whatever the best one is."""
        self.held = polyhedra, self.geometry.errors(polyhedra)

    @property
    def polyhedra(self) -> Polyhedra:
        """The best answer so far."""
        return self.held[0]

    @property
    def errors(self) -> int:
        """Errors of the best answer."""
        return self.held[1]

    @property
    def value(self) -> int:
        """Value of the first goal."""
        return value_of(self.goals[0], self.polyhedra, self.errors)

    @property
    def step(self) -> int:
        """Answers differ in the first goal by multiples of this."""
        goal = self.goals[0]
        return gcd(goal.errors, goal.complexity, goal.sparsity)

    @property
    def closed(self) -> bool:
        """Whether the bound has reached the best answer."""
        return self.feasible and self.bound >= self.value

    @property
    def feasible(self) -> bool:
        """Whether the best answer is within the budget."""
        return self.budget is None or self.errors <= self.budget

    def raise_bound(self, bound: float) -> None:
        """Take note of a proven bound, rounded up to what the goal can be."""
        self.bound = max(self.bound, rounded_up(bound, self.step))

    def offer(self, polyhedra: Polyhedra, *, equal: bool = False) -> bool:
        """Take an answer if it is better than the best one, or `equal`; say whether it is."""
        errors = self.geometry.errors(polyhedra)
        key, best = self._key(polyhedra, errors), self._key(self.polyhedra, self.errors)
        if key < best or (equal and key == best):
            self.held = polyhedra, errors
            return True
        return False

    def _key(self, polyhedra: Polyhedra, errors: int) -> Key:
        excess = 0 if self.budget is None else max(0, errors - self.budget)
        return (excess, *(value_of(goal, polyhedra, errors) for goal in self.goals))

    def tell(self) -> None:
        """Report progress, in the user's units."""
        unit = self.goals[0].unit_with(self.error_unit)
        self.listener(
            Snapshot(
                stage=self.stage,
                rows=len(self.geometry),
                candidates=self.columns,
                best=self.value * unit,
                bound=self.bound * unit,
                seconds=self.clock.elapsed,
            )
        )


def value_of(goal: Goal, polyhedra: Polyhedra, errors: int) -> int:
    """Return the value of a goal for an answer."""
    return goal.weighted(errors, complexity(polyhedra), len(used_features(polyhedra)))
