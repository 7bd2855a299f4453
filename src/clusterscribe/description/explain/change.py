"""How far a row is from a condition, and what would have to change, in words.

Of a sum of several features it is said what each one gives, and what one of them by itself would
have to be. That value is given in few digits, rounded away from where the row is now, and it is
tried out on the half-space before it is said.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, assert_never

import numpy as np

from clusterscribe.description.core import conditions
from clusterscribe.description.core.conditions import Between, Weighted
from clusterscribe.description.core.halfspace import HalfSpace, Term
from clusterscribe.description.words import wording
from clusterscribe.description.words.condition_wording import summand, weighted_sum
from clusterscribe.feature import MICROSECONDS_A_DAY, Feature, Kind

Row: TypeAlias = Mapping[Feature, float]
Cells: TypeAlias = Mapping[Feature, str]  # what the row holds, as it stands in the table

FEW = 4  # digits of a score, which has no unit

# units of a time that people say, in microseconds
_UNITS = tuple(map(Fraction, (MICROSECONDS_A_DAY, 3_600_000_000, 60_000_000, 1_000_000, 1)))


def distance(slack: float, condition: conditions.OfHalfSpace) -> str:
    """Write a distance to the bound; nothing where there is none to speak of."""
    if math.isnan(slack) or not isinstance(condition, Between | Weighted):
        return ""
    if isinstance(condition, Weighted):
        if condition.is_any_of:
            return ""
        return wording.number(slack, FEW if condition.is_score else wording.DIGITS)
    kind = condition.feature.kind
    if kind is Kind.DATE:
        return wording.count(slack, "day")
    return wording.duration(slack) if kind is Kind.DATETIME else wording.number(slack)


def change(condition: conditions.Simple, value: float, shown: str) -> str:
    """Say what would have to change for a row to satisfy a condition that it does not."""
    match condition:
        case Between():
            return _move(condition, value)
        case conditions.IsLevel(column, level):
            return _turn(column, shown, wording.level(level))
        case conditions.IsTruth(column, wanted):
            return _turn(column, shown, wording.level(wanted))
        case conditions.IsNoneOf(column, (None,)) | conditions.IsKnown(column):
            return would_have_to_be_known(column)
        case conditions.IsNoneOf(column):
            return _turn(column, shown, "anything else")
        case conditions.Always() | conditions.Never():
            return "no row satisfies this condition"
        case _:
            assert_never(condition)


def would_have_to_be_known(*columns: str) -> str:
    """Say that no value is known of some columns."""
    names, verb = " and ".join(map(wording.name, columns)), "is" if len(columns) == 1 else "are"
    return f"{names} {verb} missing and would have to be known"


def _turn(column: str, now: str, goal: str) -> str:
    return f"{wording.name(column)} would have to change from {now} to {goal}"


def _move(condition: Between, value: float) -> str:
    """Say how far a number or date would have to go."""
    feature = condition.feature
    subject = wording.name(feature.column)
    is_time = feature.kind.is_moment
    if condition.upper is None:
        bound, verb, side = condition.lower or 0.0, "rise", "or later" if is_time else "or more"
        (text, beyond), strictly = wording.lower_bound(bound, feature), "more than"
    else:
        bound, verb, side = condition.upper, "fall", "or earlier" if is_time else "or less"
        (text, beyond), strictly = wording.upper_bound(bound, feature), "less than"
    goal = f"{strictly} {text}" if beyond else f"{text} {side}"
    if math.isnan(value):
        return f"{subject} is missing and would have to be {goal}"
    now = wording.value_of(value, feature)
    if now == text and not beyond:  # they differ where people no longer look
        now, goal = repr(value), f"{bound!r} {side}"
    return f"{subject} would have to {'move' if is_time else verb} from {now} to {goal}"


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one feature of a row gives to a sum, in the direction in which the sum is said."""

    feature: Feature
    shown: str  # the value as it stands in the table
    points: float  # weight times share; NaN where the value is missing

    def __str__(self) -> str:
        name = wording.name(self.feature.column)
        if math.isnan(self.points):
            return f"{name} is missing"
        is_binary = self.feature.kind.is_binary
        subject = summand(self.feature) if is_binary else f"{name} {self.shown}"
        return f"{subject} gives {wording.number(self.points, FEW)}"


def contributions(condition: Weighted, row: Row, cells: Cells) -> tuple[Contribution, ...]:
    """Return what each feature of the row gives."""
    return tuple(
        Contribution(term.feature, cells[term.feature], _points(term, row[term.feature]))
        for term in condition.terms
    )


def contributed(condition: Weighted, given: Iterable[Contribution]) -> str:
    """Write what the features give; where one of them is enough, only those that hold."""
    if not condition.is_any_of:
        return ", ".join(map(str, given))
    return ", ".join(_is(one.feature, one.shown) for one in given if one.points > 0)


def shown(condition: Weighted, value: float, satisfied: bool) -> str:
    """Write a sum with as few digits as leave it on its side of the bound."""
    if math.isnan(value):
        return wording.level(None)
    if condition.is_any_of:
        return f"{wording.number(value) if value else 'none'} of them"
    digits = FEW if condition.is_score else wording.DIGITS
    return wording.shortest(value, lambda text: _holds(condition, text) == satisfied, digits)


def change_of_sum(condition: Weighted, value: float, row: Row, cells: Cells) -> str:
    """Say what would have to change for a row to satisfy a sum that it does not."""
    features = dict.fromkeys(term.feature for term in condition.terms)
    missing = [feature.column for feature in features if math.isnan(row[feature])]
    if missing:
        return would_have_to_be_known(*missing)
    if condition.is_any_of:
        held = ", ".join(dict.fromkeys(_is(feature, cells[feature]) for feature in features))
        return f"one of them would have to hold, but {held}"
    subject = "the score" if condition.is_score else weighted_sum(condition.terms)
    verb, side = ("rise", "or more") if condition.is_at_least else ("fall", "or less")
    now, bound = shown(condition, value, satisfied=False), wording.exact(condition.bound)
    ways = [
        way for term in condition.half_space.terms if (way := _way(condition, term, row, cells))
    ]
    alone = ", or ".join(ways) if ways else "no feature alone is enough"
    return f"{subject} would have to {verb} from {now} to {bound} {side}: {alone}"


def _is(feature: Feature, value: str) -> str:
    return f"{wording.name(feature.column)} is {value}"


def _points(term: Term, value: float) -> float:
    return float(term.points(np.array([value]))[0])


def _holds(condition: Weighted, value: float) -> bool:
    return value >= condition.bound if condition.is_at_least else value <= condition.bound


def _way(condition: Weighted, term: Term, row: Row, cells: Cells) -> str:
    """Say what one feature alone would have to be, or nothing where it cannot do."""
    feature, now = term.feature, row[term.feature]
    value = goal(condition.half_space, row, term)
    if value is None:
        return ""
    start = f"{wording.name(feature.column)} alone from {cells[feature]} to"
    if feature.kind is Kind.BOOLEAN:
        return f"{start} {wording.level(value == 1)}"
    if feature.kind is Kind.LEVEL:
        return f"{start} {wording.level(feature.level) if value == 1 else 'anything else'}"
    is_time = feature.kind.is_moment
    words = ("or later", "or earlier") if is_time else ("or more", "or less")
    text = wording.value_of(value, feature)
    if text == cells[feature]:  # they differ where people no longer look
        text = repr(value)
    return f"{start} {text} {words[value < now]}"


def goal(space: HalfSpace, row: Row, term: Term) -> float | None:
    """Return the value that the feature of a term would need; None where no value is enough."""
    tries = (
        _switched(row[term.feature]) if term.feature.kind.is_binary else _moved(space, row, term)
    )
    for value in tries:
        if level_of(space, _changed(row, term.feature, value)) <= space.bound:
            return value
    return None


def level_of(space: HalfSpace, row: Row) -> float:
    """Return the left-hand side of the inequality for one row."""
    return float(space.level({feature: np.array([value]) for feature, value in row.items()})[0])


def _switched(now: float) -> Iterator[float]:
    yield 1.0 - now


def _moved(space: HalfSpace, row: Row, term: Term) -> Iterator[float]:
    """Yield values about where the sum reaches the bound, each further away than the one before."""
    now = row[term.feature]
    excess = level_of(space, row) - space.bound
    exact = now - excess * term.span / term.weight
    if not math.isfinite(exact):
        return
    step = _step(max(abs(exact - now), math.ulp(now)), term.feature.kind)
    falls = (term.span > 0) == (term.weight > 0)
    steps = math.floor(Fraction(exact) / step) if falls else math.ceil(Fraction(exact) / step)
    for further in range(3):  # rounding may leave the row a hair outside
        try:
            yield float((steps - further if falls else steps + further) * step)
        except OverflowError:
            return


def _step(distance: float, kind: Kind) -> Fraction:
    """Return the step that leaves three digits to a change of this size."""
    if kind is Kind.DATETIME:
        return next((unit for unit in _UNITS if 100 * unit <= distance), _UNITS[-1])
    if kind is Kind.DATE:
        return Fraction(1)
    step = Fraction(10) ** (math.floor(math.log10(distance)) - 2)
    return max(step, Fraction(1)) if kind.is_whole else step


def _changed(row: Row, feature: Feature, value: float) -> Row:
    """Return the row with another value; a column that gets one level loses its other one."""
    changed = dict(row)
    if feature.kind is Kind.LEVEL and value == 1:
        levels = (f for f in row if f.kind is Kind.LEVEL and f.column == feature.column)
        changed |= dict.fromkeys(levels, 0.0)
    changed[feature] = value
    return changed
