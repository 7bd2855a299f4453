"""What is known of a frontier: for every number of errors the best value, and its bound.

    value    of the shortest description known within so many errors
    bound    no description within so many errors is below it

Both can only fall as more errors are allowed, so a few known descriptions and a few proved
budgets say something about all of them: two staircases, and the frontier is between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clusterscribe.problem.columns import Polyhedra
from clusterscribe.proof import Bounds

IMPOSSIBLE = 2**62  # above every value: nothing at all is within so few errors


@dataclass(frozen=True, slots=True)
class Step:
    """A description of the upper staircase."""

    errors: int
    value: int
    polyhedra: Polyhedra


@dataclass(frozen=True, slots=True)
class Opening:
    """Numbers of errors between which value and bound stay the same, and are apart."""

    first: int
    last: int
    value: int
    bound: int


class Staircase:
    """The two staircases; descriptions and proofs may come in any order."""

    def __init__(self) -> None:
        self.steps: list[Step] = []  # fewest errors first, and none as short as the next
        self.bounds = Bounds()

    def is_news(self, errors: int, value: int) -> bool:
        """Whether no description is known that is as good in both."""
        return not any(step.errors <= errors and step.value <= value for step in self.steps)

    def offer(self, new: Step, *, equal: bool = False) -> None:
        """Take a description if it is better than what is known, or as good and `equal`."""
        is_equal = any((s.errors, s.value) == (new.errors, new.value) for s in self.steps)
        if not (self.is_news(new.errors, new.value) or (equal and is_equal)):
            return
        kept = [s for s in self.steps if s.errors < new.errors or s.value < new.value]
        self.steps = sorted([*kept, new], key=lambda step: step.errors)

    def prove(self, budget: int, bound: int) -> None:
        """Take note that no description within the budget is below the bound."""
        self.bounds = self.bounds.with_least(budget, bound)

    def within(self, budget: int) -> Step:
        """Return the shortest description known within a budget, which must not be below all."""
        return [step for step in self.steps if step.errors <= budget][-1]

    def openings(self, last: int) -> Iterator[Opening]:
        """Yield where it is open how short a description can be, up to a number of errors."""
        first = self.steps[0].errors
        changes = {step.errors for step in self.steps} | {b + 1 for b, _ in self.bounds.lengths}
        begins = sorted(begin for begin in changes if first <= begin <= last)
        for begin, after in zip(begins, [*begins[1:], last + 1], strict=True):
            value, bound = self.within(begin).value, self.bounds.least(begin)
            if value > bound:
                yield Opening(begin, after - 1, value, bound)
