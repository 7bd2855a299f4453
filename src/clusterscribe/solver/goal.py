"""What is minimised: errors, or a weighted sum of complexity and sparsity, and then ties.

Answers are compared lexicographically: the objective first, then the other measure, then
errors; the margin comes last and is dealt with apart (see `margin.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

from clusterscribe.problem.ranges import Ranges


@dataclass(frozen=True, slots=True)
class Goal:
    """Whole weights of the three measures, and what a whole unit of their sum stands for."""

    errors: int = 0
    complexity: int = 0
    sparsity: int = 0
    unit: float = 1.0

    @property
    def step(self) -> int:
        """All values are multiples of this: complexity is even, for one."""
        return gcd(self.errors, 2 * self.complexity, self.sparsity)

    def value(self, answer: Ranges, errors: int) -> int:
        """Return the weighted sum for an answer."""
        return (
            self.errors * errors
            + self.complexity * answer.complexity
            + self.sparsity * answer.sparsity
        )


FEWEST_ERRORS = Goal(errors=1)
LEAST_COMPLEXITY = Goal(complexity=1)
LEAST_SPARSITY = Goal(sparsity=1)


def tie_breaks(goal: Goal) -> tuple[Goal, ...]:
    """Return what decides between answers that are equal in the goal, in this order."""
    if goal.sparsity:
        return (LEAST_COMPLEXITY, FEWEST_ERRORS)
    return (LEAST_SPARSITY, FEWEST_ERRORS)
