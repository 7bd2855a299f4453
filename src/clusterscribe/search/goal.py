"""What is minimised: errors, or a weighted sum of complexity and sparsity, and then ties.

Answers are compared lexicographically: the objective first, then the other measure, then
errors; the margin comes last and is dealt with apart (see `margin.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd, lcm

import numpy as np

from clusterscribe.errors import InputError
from clusterscribe.problem.axes import Axes
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.weights import whole_weights
from clusterscribe.progress import Measure

LARGEST_WEIGHTS = 10**9  # of both measures together: a goal is many times that
WHOLE = 1e-6  # a whole number that a solver returns as a float is meant to be whole


@dataclass(frozen=True, slots=True)
class Goal:
    """Whole weights of the three measures, and what a whole unit of their sum stands for.

    Where some features cost more than others, `costs` has what each counts in complexity and in
    sparsity, and `one` what a feature of ordinary cost counts, as does the one that every
    condition has. None of these is below 1, so that a goal is never below the same goal without
    costs (`plain`): whatever is proved without them holds with them.
    """

    errors: int = 0
    complexity: int = 0
    sparsity: int = 0
    unit: float = 1.0
    is_exact: bool = True  # False: a unit stands for this much or more
    costs: tuple[int, ...] = ()  # of each feature; (): all alike
    one: int = 1

    @classmethod
    def of(cls, complexity: float, sparsity: float) -> Goal:
        """Return the goal with these weights of complexity and sparsity, all features alike."""
        weights = np.array([complexity, sparsity])
        whole, unit = whole_weights(weights, LARGEST_WEIGHTS)
        if unit.is_exact:
            return cls(complexity=int(whole[0]), sparsity=int(whole[1]), unit=unit.amount(1))
        used = weights > 0
        least = float((weights[used] / whole[used]).min()) * (1 - WHOLE)
        return cls(complexity=int(whole[0]), sparsity=int(whole[1]), unit=least, is_exact=False)

    def with_costs(self, costs: Sequence[Fraction], named: Iterable[Fraction]) -> Goal:
        """Return the same goal where features cost so much; `named` are all costs there are.

        The unit is the same whichever features the costs are for.
        """
        one = lcm(*(cost.denominator for cost in named))
        if one * max((*costs, Fraction(1))) * max(self.complexity, self.sparsity) > LARGEST_WEIGHTS:
            raise InputError(
                "constraints: costs are too large, or have too many digits, to be counted exactly; "
                "give numbers such as 3 or 0.5"
            )
        if one == 1 and all(cost == 1 for cost in costs):
            return self
        whole = tuple(int(cost * one) for cost in costs)
        unit = float(Fraction(self.unit) / one)
        return replace(self, costs=whole, one=one, unit=unit)

    @property
    def plain(self) -> Goal:
        """The same goal without costs, which is never larger."""
        return replace(self, costs=(), one=1) if self.costs else self

    def cost(self, feature: int) -> int:
        """Return what a feature counts."""
        return self.costs[feature] if self.costs else 1

    def of_condition(self, features: Iterable[int]) -> int:
        """Return what a condition on these features adds, apart from their being in use."""
        return self.complexity * (self.one + sum(map(self.cost, features)))

    def of_feature(self, feature: int) -> int:
        """Return what it adds that a feature is in use."""
        return self.sparsity * self.cost(feature)

    @property
    def step(self) -> int:
        """All values are multiples of this: complexity is even, for one."""
        distinct = set(self.costs) or {1}
        conditions = [self.complexity * (self.one + cost) for cost in distinct]
        return gcd(self.errors, *conditions, *(self.sparsity * cost for cost in distinct))

    @property
    def finest_step(self) -> int:
        """All values are multiples of this where conditions may have several features."""
        distinct = set(self.costs) or {1}
        shares = [self.complexity * cost for cost in (self.one, *distinct)]
        return gcd(self.errors, *shares, *(self.sparsity * cost for cost in distinct))

    def value(self, answer: Ranges, errors: int, axes: Axes | None) -> int:
        """Return the weighted sum for an answer."""
        if not self.costs:
            return self.weighted(errors, answer.complexity, answer.sparsity(axes))
        axis_of = np.arange(len(self.costs)) if axes is None else axes.feature
        costs = np.array(self.costs, dtype=np.int64)
        conditions = answer.has_low.sum(axis=0) + answer.has_high.sum(axis=0)
        complexity = int((conditions * (self.one + costs[axis_of])).sum())
        return self.weighted(errors, complexity, int(costs[np.unique(axis_of[answer.used])].sum()))

    def weighted(self, errors: int, complexity: int, sparsity: int) -> int:
        """Return the weighted sum of the three measures."""
        return self.errors * errors + self.complexity * complexity + self.sparsity * sparsity

    def least_with(self, conditions: int) -> int:
        """Return the least value with so many conditions: each on one feature, all on the same."""
        cheapest = min(self.costs, default=1)
        return self.weighted(0, (self.one + cheapest) * conditions, cheapest * min(1, conditions))

    @property
    def measure(self) -> Measure:
        """What the goal counts, for people who hear of its values."""
        if self.errors:
            return "" if self.complexity or self.sparsity else "errors"
        if self.costs or (self.complexity and self.sparsity):
            return "objective"
        return "complexity" if self.complexity else "sparsity"

    def stage_at(self, value: int) -> str:
        """Say how large the goal may be, as the name of a stage has it."""
        amount = f"{value * self.unit:g}"
        return {"sparsity": f"features {amount}", "objective": f"cost {amount}"}.get(
            self.measure, amount
        )

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
    other = LEAST_COMPLEXITY if goal.sparsity else LEAST_SPARSITY
    return (replace(other, costs=goal.costs, one=goal.one), FEWEST_ERRORS)
