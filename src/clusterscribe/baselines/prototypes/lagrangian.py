"""How few errors any prototypes can make: a Lagrangian bound, and the balls that it rules out.

A row is wrong if the ball of any cluster violates it: `wrong[i] >= violated[i, k]` for each
cluster k. With a non-negative price for each of these inequalities, which for each row sum up to
at most its weight, the errors are at least

    sum over clusters of the smallest (sum over rows of price[k, i] violated[i, k])

and so the clusters come apart: each takes its cheapest ball. Prices are improved by
subgradient steps. A ball that costs its cluster more than the cheapest one by more than the
best answer is above the bound is in no better answer; it is dropped, and the bound may rise. The
balls of the best answer itself are always kept.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from clusterscribe.baselines.prototypes.candidate_balls import Balls, Choices, Costs, cheapest_of
from clusterscribe.clock import Clock

ROUNDING = 1e-6  # of a whole weight, beside what sums over many rows may lose
FIRST_STEP, LAST_STEP = 1.0, 0.01  # shares of the step that would close the gap at once
PATIENCE = 10  # steps without a better bound before steps become shorter
MOST_STEPS = 400


@dataclass(frozen=True, slots=True, eq=False)
class _Cheapest:
    """What balls cost at some prices, and the cheapest ball of each cluster."""

    costs: Sequence[Costs]  # of each cluster
    balls: Balls
    violated: NDArray[np.float64]  # clusters x rows

    @property
    def value(self) -> float:
        """What the cheapest balls cost together: no answer has fewer errors."""
        return sum(float(cost.min()) for cost in self.costs)


class Relaxation:
    """Prices, the bound they prove, and the balls that may be in a better answer."""

    def __init__(self, choices: Sequence[Choices], weight: NDArray[np.int64]) -> None:
        self.choices = list(choices)
        self.weight = weight.astype(np.float64)
        self.unit = int(np.gcd.reduce(weight))
        self.prices = np.tile(self.weight / len(choices), (len(choices), 1))
        self.value = 0.0  # the best so far
        lost = len(weight) * float(np.finfo(float).eps * self.weight.sum())
        self.slack = ROUNDING + len(choices) * lost

    @property
    def bound(self) -> int:
        """Fewest errors of an answer, unless it is no better than the best one known."""
        return max(0, math.ceil((self.value - self.slack) / self.unit) * self.unit)

    def improve(self, best: Callable[[Balls], int], clock: Clock) -> None:
        """Step until the bound meets the best answer, stands still, or the time is up.

        `best` is shown the balls of each step, and returns the errors of the best answer.
        """
        share, since = FIRST_STEP, 0
        for _ in range(MOST_STEPS):
            if clock.expired or share < LAST_STEP:
                return
            now = self._cheapest()
            errors = best(self._named(now.balls))
            since = 0 if now.value > self.value else since + 1
            self.value = max(self.value, now.value)
            if self.bound >= errors:
                return
            if since == PATIENCE:
                share, since = share / 2, 0
            self._drop(now, errors - now.value)
            self._step(now.violated, share * (errors - now.value))

    def _cheapest(self) -> _Cheapest:
        """Let each cluster take its cheapest ball at the current prices."""
        costs = [c.costs(price) for c, price in zip(self.choices, self.prices, strict=True)]
        balls = tuple(map(cheapest_of, costs))
        violated = [c.violated(b) for c, b in zip(self.choices, balls, strict=True)]
        return _Cheapest(costs, balls, np.array(violated, dtype=float))

    def _named(self, balls: Balls) -> Balls:
        """Turn lines that are left into candidates."""
        pairs = zip(self.choices, balls, strict=True)
        return tuple(replace(b, candidate=int(c.candidates[b.candidate])) for c, b in pairs)

    def _drop(self, now: _Cheapest, room: float) -> None:
        """Drop all balls that cost more than the cheapest of their cluster by more than `room`."""
        for k, cost in enumerate(now.costs):
            keep = cost <= cost.min() + room + 2 * self.slack
            if keep.sum() < self.choices[k].ends.sum():
                self.choices[k] = self.choices[k].only(keep)

    def _step(self, violated: NDArray[np.float64], missing: float) -> None:
        direction = violated - violated.mean(axis=0)
        length = float((direction * direction).sum())
        if length > 0:
            moved = self.prices + missing / length * direction
            self.prices = _within(moved, self.weight)


def _within(prices: NDArray[np.float64], weight: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the nearest prices that are not negative and sum up to the weight for each row."""
    descending = -np.sort(-prices, axis=0)
    excess = np.cumsum(descending, axis=0) - weight
    count = np.arange(1, len(prices) + 1)[:, None]
    last = (descending * count > excess).sum(axis=0) - 1
    shift = np.take_along_axis(excess, last[None], axis=0)[0] / (last + 1)
    return np.asarray(np.maximum(prices - shift, 0.0))
