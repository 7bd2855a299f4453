"""Conditions, rules and regions that know nothing of the method that gave them.

A condition bounds one column, a weighted sum of columns, or a distance. A rule is all of its
conditions, a region any of its rules, and a description one region for each cluster. In JSON a
condition on one column is `[column, sign, number]`, the others are objects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.float64]
Rows: TypeAlias = NDArray[np.bool_]

COMPARE: dict[str, Callable[[Numbers, float], Any]] = {
    "<=": np.less_equal,
    "<": np.less,
    ">=": np.greater_equal,
    ">": np.greater,
    "==": np.equal,
    "!=": np.not_equal,
}
ABOVE, BELOW = ("<=", "<"), (">=", ">")  # signs of an upper bound, and of a lower one


@dataclass(frozen=True)
class Bound:
    """What one column may be; that it is, or is not, one value counts as one bound too."""

    column: int
    sign: str
    value: float

    @property
    def columns(self) -> tuple[int, ...]:
        """The column, as one of several."""
        return (self.column,)

    def holds(self, values: Numbers) -> Rows:
        """Whether each row meets the condition."""
        return np.asarray(COMPARE[self.sign](values[:, self.column], self.value))


@dataclass(frozen=True)
class Share:
    """A column within a sum: its weight, and the numbers that count as 0 and as 1."""

    column: int
    weight: float
    zero: float
    one: float

    def steps(self, values: Numbers) -> Numbers:
        """Where each row is between the two numbers."""
        return (values[:, self.column] - self.zero) / (self.one - self.zero)


@dataclass(frozen=True)
class Shares:
    """Columns that are added up."""

    shares: tuple[Share, ...]

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns that are added up."""
        return tuple(share.column for share in self.shares)

    def total(self, values: Numbers, power: int = 1) -> Numbers:
        """Add up the steps of each row, or a power of them."""
        total = np.zeros(len(values))
        for share in self.shares:
            total = total + share.weight * share.steps(values) ** power
        return total


@dataclass(frozen=True)
class Sum(Shares):
    """A weighted sum of columns that is at most some number."""

    at_most: float

    def holds(self, values: Numbers) -> Rows:
        """Whether each row meets the condition."""
        return np.asarray(self.total(values) <= self.at_most)


@dataclass(frozen=True)
class Ball(Shares):
    """A distance from a row that is at most some radius; shares have the centre as their zero."""

    radius: float

    def holds(self, values: Numbers) -> Rows:
        """Whether each row is near enough."""
        return np.asarray(self.total(values, power=2) <= self.radius * self.radius)


Condition: TypeAlias = Bound | Sum | Ball
Rule: TypeAlias = tuple[Condition, ...]
Region: TypeAlias = tuple[Rule, ...]
Regions: TypeAlias = tuple[Region, ...]


def inside_rule(rule: Rule, values: Numbers) -> Rows:
    """Whether each row meets all conditions."""
    inside = np.ones(len(values), dtype=bool)
    for condition in rule:
        inside &= condition.holds(values)
    return inside


def inside_region(region: Region, values: Numbers) -> Rows:
    """Whether each row meets any rule; without rules none does."""
    inside = np.zeros(len(values), dtype=bool)
    for rule in region:
        inside |= inside_rule(rule, values)
    return inside


def complexity(rule: Rule) -> int:
    """Return the length of a rule: for each condition, its columns and one."""
    return sum(len(condition.columns) + 1 for condition in rule)


def tidied(rule: Rule, values: Numbers) -> Rule:
    """Drop what says nothing: all but the tightest bound of a side, and bounds that all rows meet.

    Every method gains by this, as trees ask for the same column twice on the way to a leaf, and
    intervals reach to the ends of their columns.
    """
    tightest: dict[object, Condition] = {}
    for condition in rule:
        key = key_of(condition)
        known = tightest.get(key)
        if known is None or is_tighter(condition, known):
            tightest[key] = condition
    return tuple(kept for kept in tightest.values() if not kept.holds(values).all())


def tidied_region(region: Region, values: Numbers) -> Region:
    """Tidy the rules of a region, and drop those that add no row to the others.

    Those that cover most rows come first.
    """
    rules = [tidied(rule, values) for rule in dict.fromkeys(region)]
    rows = [inside_rule(rule, values) for rule in rules]
    covered = np.zeros(len(values), dtype=bool)
    kept: list[Rule] = []
    for place in sorted(range(len(rules)), key=lambda place: -int(rows[place].sum())):
        if not kept or (rows[place] & ~covered).any():
            kept.append(rules[place])
            covered |= rows[place]
    return tuple(kept)


def key_of(condition: Condition) -> object:
    """Return what makes two conditions bounds of one side."""
    if isinstance(condition, Bound) and condition.sign in (*ABOVE, *BELOW):
        return condition.column, condition.sign in ABOVE
    return condition


def is_tighter(condition: Condition, other: Condition) -> bool:
    """Whether a bound leaves fewer numbers than another one of the same side."""
    if not isinstance(condition, Bound) or not isinstance(other, Bound):
        return False
    one, two = (
        (-bound.value if bound.sign in ABOVE else bound.value, bound.sign in ("<", ">"))
        for bound in (condition, other)
    )
    return one > two


def read_rule(plain: Iterable[Any]) -> Rule:
    """Read a rule from JSON."""
    return tuple(map(read_condition, plain))


def read_condition(plain: Sequence[Any] | Mapping[str, Any]) -> Condition:
    """Read a condition from JSON."""
    if isinstance(plain, Mapping):
        shares = tuple(Share(int(column), *rest) for column, *rest in plain["shares"])
        if "radius" in plain:
            return Ball(shares, plain["radius"])
        return Sum(shares, plain["at_most"])
    column, sign, value = plain
    if sign not in COMPARE:
        raise ValueError(f"there is no sign {sign!r}")
    return Bound(int(column), sign, float(value))
