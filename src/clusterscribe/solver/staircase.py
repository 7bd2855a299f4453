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
        self._proofs: list[tuple[int, int]] = []  # budget and bound, in the same order

    def offer(self, new: Step, *, equal: bool = False) -> None:
        """Take a description if it is better than what is known, or as good and `equal`."""
        as_good = [s for s in self.steps if s.errors <= new.errors and s.value <= new.value]
        same = [s for s in as_good if (s.errors, s.value) == (new.errors, new.value)]
        if as_good and not (equal and same):
            return
        kept = [s for s in self.steps if s.errors < new.errors or s.value < new.value]
        self.steps = sorted([*kept, new], key=lambda step: step.errors)

    def prove(self, budget: int, bound: int) -> None:
        """Take note that no description within the budget is below the bound."""
        if bound <= self.bound(budget):
            return
        kept = [(b, v) for b, v in self._proofs if b > budget or v > bound]
        self._proofs = sorted([*kept, (budget, bound)])

    def within(self, budget: int) -> Step:
        """Return the shortest description known within a budget, which must not be below all."""
        return [step for step in self.steps if step.errors <= budget][-1]

    def bound(self, budget: int) -> int:
        """Return what no description within the budget is below: of larger ones, too, it holds."""
        return max((bound for proved, bound in self._proofs if proved >= budget), default=0)

    def fewest_errors(self, value: int) -> int:
        """Return how many errors a description of at most this value makes at least."""
        return 1 + max((proved for proved, bound in self._proofs if bound > value), default=-1)

    def openings(self, last: int) -> Iterator[Opening]:
        """Yield where it is open how short a description can be, up to a number of errors."""
        first = self.steps[0].errors
        changes = {step.errors for step in self.steps} | {b + 1 for b, _ in self._proofs}
        begins = sorted(begin for begin in changes if first <= begin <= last)
        for begin, after in zip(begins, [*begins[1:], last + 1], strict=True):
            value, bound = self.within(begin).value, self.bound(begin)
            if value > bound:
                yield Opening(begin, after - 1, value, bound)
