"""The pricing problem as an integer program, on CP-SAT: any number of terms, any weights.

For one cluster, with whole weights w = w+ - w- and a bound b on scores:

    minimise    condition + sum_d (term + feature_d) uses_d
                - sum_i gain_i cuts_off_i + sum_j loss_j gives_up_j
    subject to  w+ . upper_j - w- . lower_j <= b          member j, unless gives_up_j
                w+ . lower_i - w- . upper_i >= b + gap    outsider i, if cuts_off_i
                sum_j weight_j gives_up_j <= budget, and not all members are given up
                w+_d and w-_d from 1 to max_coefficient if d is used with that sign, else 0
                2 <= sum_d uses_d <= max_terms

"Unless" and "if" are enforcement literals, so there is no big M. Half-spaces of one feature
count in ranks and are priced exactly by `AxisParallelPricer`.

Where it is exact. The solver multiplies numbers of one constraint with those of another, in
64 bits, so corners are whole numbers of few digits. If all of them are multiples of one
fraction that is not too small, as in a table of small whole numbers, nothing is rounded.
Otherwise they are rounded to a grid, and an outsider that may be cut off as far as rounding
can tell counts as cut off. So what is proved holds always, but it is exact only if no two
scores that matter are closer than the rounding, `Grid.rounding`. Every column is computed
afresh from the boxes, and is returned only if it improves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, gcd, lcm, log2
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model

from clusterscribe.clock import Clock
from clusterscribe.errors import InputError
from clusterscribe.pricing.axis_parallel import AxisParallelPricer
from clusterscribe.pricing.prices import Priced, Prices, best_column
from clusterscribe.problem.columns import Column, Direction, Geometry
from clusterscribe.search.cp_sat import run

# The product of the two must be safe in 64 bits. With larger numbers presolve (OR-tools 9.15)
# called wrong answers optimal, one in thirty on tiny tables with many ties.
LARGEST_SUM = 2**30  # in steps of the grid
LARGEST_PRICE = 2**30  # of all prices together


class ProgramPricer:
    """Finds the best column with at most `max_terms` features by an integer program."""

    def __init__(
        self,
        max_terms: int,
        max_coefficient: int,
        *,
        seconds: float = 60.0,
        workers: int | None = None,
        seed: int = 0,
    ) -> None:
        self.max_terms = max_terms
        self.max_coefficient = max_coefficient
        self.seconds = seconds  # for each cluster
        self.workers = workers
        self.seed = seed

    def price(self, geometry: Geometry, many: Sequence[Prices], clock: Clock) -> list[Priced]:
        """Return the best column of every cluster, those met on the way, and what is proved."""
        single = AxisParallelPricer().price(geometry, many, clock)
        if min(self.max_terms, len(geometry.varying)) < 2:
            return single
        return [
            self._priced(geometry, prices, alone, clock) if len(prices.members) else alone
            for prices, alone in zip(many, single, strict=True)
        ]

    def _priced(self, geometry: Geometry, prices: Prices, single: Priced, clock: Clock) -> Priced:
        program = Program(geometry, prices, self.max_terms, self.max_coefficient)
        met: list[Direction] = []
        # bounds as they are proved: a run that ends before it begins reports one that is not
        bounds: list[float] = [program.least]
        outcome = run(
            program.model,
            clock,
            self.seconds,
            on_solution=lambda is_true: met.append(program.direction(is_true)),
            on_bound=bounds.append,
            seed=self.seed,
            workers=self.workers,
        )
        if outcome.infeasible:
            least = -prices.interest
        else:
            whole = outcome.value if outcome.optimal else max(bounds)
            least = min(-prices.interest, floor(whole) / program.money)
        columns = _improving(geometry, prices, single.columns, met)
        tried = single.tried + len(met)
        return Priced(
            columns,
            proved=min(single.proved, least),
            overpriced=max(single.overpriced, prices.overpriced(2, least)),
            tried=tried,
            covered=tried,
        )


@dataclass(frozen=True, slots=True)
class Grid:
    """Scaled corners (varying features x boxes) as whole numbers.

    `gap` is how far beyond the bound an outsider is cut off.
    """

    lower: NDArray[np.int64]
    upper: NDArray[np.int64]
    gap: int
    largest: int  # no score is farther from 0
    rounding: float  # differences of scores up to this may be missed; 0 if nothing is rounded

    @classmethod
    def of(cls, geometry: Geometry, terms: int, max_coefficient: int) -> Grid:
        """Choose the steps: exact ones if there are any, otherwise as fine as is safe."""
        lower, upper = geometry.lower[geometry.varying], geometry.upper[geometry.varying]
        farthest = ceil(max(1.0, np.abs(lower).max(), np.abs(upper).max()))
        total_weight = terms * max_coefficient
        # the solver adds up all bits of all weights, although few of them are used at once
        room = LARGEST_SUM // (len(lower) * 2 ** max_coefficient.bit_length() * farthest)
        steps = _common_denominator(np.unique([lower, upper]), room)
        # a corner moves by half a step at most, and so the difference of two scores by
        # `total_weight` steps
        lost = 0 if steps else total_weight
        if lost >= room:
            raise InputError(
                f"max_coefficient={max_coefficient} is too large for pricing {terms} of "
                f"{len(lower)} features by an integer program: take a smaller one"
            )
        steps = steps or room
        return cls(
            lower=np.rint(lower * steps).astype(np.int64),
            upper=np.rint(upper * steps).astype(np.int64),
            gap=-lost if lost else 1,
            largest=total_weight * farthest * steps,
            rounding=lost / steps,
        )


def _common_denominator(values: NDArray[np.float64], most: int) -> int | None:
    """Return the number of steps to one of which all values are multiples, if there is one."""
    if most < 1:
        return None
    steps = 1
    for value in values.tolist():
        steps = lcm(steps, Fraction(value).limit_denominator(most).denominator)
        if steps > most:
            return None
    exact = np.rint(values * steps) / steps == values
    return steps if exact.all() else None


@dataclass(frozen=True, slots=True)
class Side:
    """The weight of one feature with one sign, in binary so that literals tell it."""

    used: Any
    bits: list[Any]

    @classmethod
    def of(cls, model: cp_model.CpModel, max_coefficient: int) -> Side:
        """Make a weight from 1 to `max_coefficient` if it is used, else 0."""
        used = model.new_bool_var("")
        bits = [model.new_bool_var("") for _ in range(max_coefficient.bit_length())]
        side = cls(used, bits)
        model.add(side.weight <= max_coefficient)
        model.add_bool_or(bits).only_enforce_if(used)
        for bit in bits:
            model.add_implication(bit, used)
        return side

    @property
    def weight(self) -> cp_model.LinearExprT:
        """The weight as an expression."""
        return sum(bit * 2**place for place, bit in enumerate(self.bits))

    def read(self, is_true: Callable[[Any], bool]) -> int:
        """Return the weight in a solution."""
        return sum(2**place for place, bit in enumerate(self.bits) if is_true(bit))


class Program:
    """The model for one cluster, and the way back from its literals to a direction.

    Prices are counted in whole numbers, `money` to one: what a column gains is rounded up,
    what it pays and loses down, so that no column looks worse than it is.
    """

    def __init__(
        self, geometry: Geometry, prices: Prices, max_terms: int, max_coefficient: int
    ) -> None:
        self.model = cp_model.CpModel()
        self._features: list[int] = geometry.varying.tolist()
        terms = min(max_terms, len(self._features))
        grid = Grid.of(geometry, terms, max_coefficient)
        self._positive = [Side.of(self.model, max_coefficient) for _ in self._features]
        self._negative = [Side.of(self.model, max_coefficient) for _ in self._features]
        self._bound = self.model.new_int_var(-grid.largest, grid.largest, "bound")
        self._limit_terms(terms)
        gives_up = self._keep_members(prices, grid, geometry.ranks.weight[prices.members])
        cuts_off = self._cut_off_outsiders(prices, grid)
        self.money = 2.0 ** floor(log2(LARGEST_PRICE / max(1.0, _total(prices))))
        self.least = self._minimise(prices, gives_up, cuts_off)

    def direction(self, is_true: Callable[[Any], bool]) -> Direction:
        """Read a solution; weights are divided by their greatest common divisor."""
        weights = {
            feature: plus.read(is_true) - minus.read(is_true)
            for feature, plus, minus in zip(
                self._features, self._positive, self._negative, strict=True
            )
        }
        used = {feature: weight for feature, weight in weights.items() if weight}
        divisor = gcd(*used.values())
        return Direction(tuple(used), tuple(weight // divisor for weight in used.values()))

    def _limit_terms(self, terms: int) -> None:
        for plus, minus in zip(self._positive, self._negative, strict=True):
            self.model.add_at_most_one(plus.used, minus.used)
        used = sum(side.used for side in self._positive + self._negative)
        self.model.add_linear_constraint(used, 2, terms)

    def _keep_members(self, prices: Prices, grid: Grid, weight: NDArray[np.int64]) -> list[Any]:
        """Keep members inside, but for those that are given up; return the literals."""
        inside = [
            self._score(grid.upper, grid.lower, member) <= self._bound for member in prices.members
        ]
        if not prices.budget:
            for condition in inside:
                self.model.add(condition)
            return []
        gives_up = [self.model.new_bool_var("") for _ in inside]
        for condition, literal in zip(inside, gives_up, strict=True):
            self.model.add(condition).only_enforce_if(~literal)
        self.model.add(cp_model.LinearExpr.weighted_sum(gives_up, weight.tolist()) <= prices.budget)
        self.model.add_bool_or([~literal for literal in gives_up])
        return gives_up

    def _cut_off_outsiders(self, prices: Prices, grid: Grid) -> list[Any]:
        cuts_off = []
        for outsider in prices.outsiders:
            literal = self.model.new_bool_var("")
            score = self._score(grid.lower, grid.upper, outsider)
            self.model.add(score >= self._bound + grid.gap).only_enforce_if(literal)
            cuts_off.append(literal)
        return cuts_off

    def _score(
        self, for_positive: NDArray[np.int64], for_negative: NDArray[np.int64], box: int
    ) -> cp_model.LinearExprT:
        """Return the score of one corner of a box: which one is a matter of the signs."""
        bits, factors = [], []
        values = [*for_positive[:, box].tolist(), *(-for_negative[:, box]).tolist()]
        for side, value in zip(self._positive + self._negative, values, strict=True):
            bits += side.bits
            factors += [value * 2**place for place in range(len(side.bits))]
        return cp_model.LinearExpr.weighted_sum(bits, factors)

    def _minimise(self, prices: Prices, gives_up: list[Any], cuts_off: list[Any]) -> int:
        """Set the objective, look below zero only, and return what it can never go below."""
        fixed = floor(prices.condition * self.money)
        pays = [
            floor((prices.term + float(prices.feature[d])) * self.money) for d in self._features
        ]
        loss = [floor(price * self.money) for price in prices.loss.tolist()] if gives_up else []
        gain: list[int] = [ceil(price * self.money) for price in prices.gain.tolist()]
        uses = [side.used for side in self._positive + self._negative]
        cost = cp_model.LinearExpr.weighted_sum(
            uses + gives_up + cuts_off, pays + pays + loss + [-price for price in gain]
        )
        self.model.add(cost + fixed <= ceil(-prices.interest * self.money))
        self.model.minimize(cost + fixed)
        return fixed - sum(gain)


def _total(prices: Prices) -> float:
    """Return the sum of all prices, which no reduced cost exceeds."""
    by_feature = float(np.abs(prices.feature).sum()) + abs(prices.term) * len(prices.feature)
    return abs(prices.condition) + by_feature + float(prices.gain.sum() + prices.loss.sum())


def _improving(
    geometry: Geometry, prices: Prices, known: list[Column], directions: list[Direction]
) -> list[Column]:
    """Return the known columns and the best in each direction that improve, best first."""
    found = [best_column(geometry, prices, direction) for direction in set(directions)]
    costs = {
        column: prices.reduced_cost(geometry, column)
        for column in [*known, *found]
        if column is not None
    }
    improving = [column for column, cost in costs.items() if cost < -prices.interest / 2]
    return sorted(improving, key=lambda column: (costs[column], column))
