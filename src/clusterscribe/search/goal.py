"""What is minimised: errors, or a weighted sum of complexity and sparsity, and then ties.

Answers are compared lexicographically: the objective first, then the other measure, then
errors; the margin comes last and is dealt with apart (see `margin.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

import numpy as np

from clusterscribe.problem.axes import Axes
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.weights import whole_weights

LARGEST_WEIGHTS = 10**9  # of both measures together: a goal is many times that
WHOLE = 1e-6  # a whole number that a solver returns as a float is meant to be whole


@dataclass(frozen=True, slots=True)
class Goal:
    """Whole weights of the three measures, and what a whole unit of their sum stands for."""

    errors: int = 0
    complexity: int = 0
    sparsity: int = 0
    unit: float = 1.0
    is_exact: bool = True  # False: a unit stands for this much or more

    @classmethod
    def of(cls, complexity: float, sparsity: float) -> Goal:
        """Return the goal with these weights of complexity and sparsity."""
        weights = np.array([complexity, sparsity])
        whole, unit = whole_weights(weights, LARGEST_WEIGHTS)
        if unit.is_exact:
            return cls(complexity=int(whole[0]), sparsity=int(whole[1]), unit=unit.amount(1))
        used = weights > 0
        least = float((weights[used] / whole[used]).min()) * (1 - WHOLE)
        return cls(complexity=int(whole[0]), sparsity=int(whole[1]), unit=least, is_exact=False)

    @property
    def step(self) -> int:
        """All values are multiples of this: complexity is even, for one."""
        return gcd(self.errors, 2 * self.complexity, self.sparsity)

    @property
    def finest_step(self) -> int:
        """All values are multiples of this where conditions may have several features."""
        return gcd(self.errors, self.complexity, self.sparsity)

    def value(self, answer: Ranges, errors: int, axes: Axes | None) -> int:
        """Return the weighted sum for an answer."""
        return self.weighted(errors, answer.complexity, answer.sparsity(axes))

    def weighted(self, errors: int, complexity: int, sparsity: int) -> int:
        """Return the weighted sum of the three measures."""
        return self.errors * errors + self.complexity * complexity + self.sparsity * sparsity

    def least_with(self, conditions: int) -> int:
        """Return the least value with so many conditions: each on one feature, all on the same."""
        return self.weighted(0, 2 * conditions, min(1, conditions))

    def unit_with(self, error_unit: float) -> float:
        """Return what a whole unit of the goal stands for, where errors count in a unit too."""
        return error_unit if self.errors else self.unit


@dataclass(frozen=True, slots=True)
class Ceiling:
    """How much of a goal an answer may have."""

    goal: Goal
    value: int

    def excess(self, answer: Ranges, axes: Axes | None) -> int:
        """Return by how much an answer exceeds the ceiling."""
        return max(0, self.goal.value(answer, 0, axes) - self.value)


def rounded_up(bound: float, step: int) -> float:
    """Return the least multiple of the step that a proven bound leaves possible."""
    return step * float(np.ceil((bound - WHOLE) / step))


FEWEST_ERRORS = Goal(errors=1)
LEAST_COMPLEXITY = Goal(complexity=1)
LEAST_SPARSITY = Goal(sparsity=1)


def tie_breaks(goal: Goal) -> tuple[Goal, ...]:
    """Return what decides between answers that are equal in the goal, in this order."""
    if goal.sparsity:
        return (LEAST_COMPLEXITY, FEWEST_ERRORS)
    return (LEAST_SPARSITY, FEWEST_ERRORS)
