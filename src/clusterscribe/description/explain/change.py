"""How far a row is from a condition, and what would have to change, in words.

What would have to change for a sum of several features is in `combination.py`.
"""

from __future__ import annotations

import math
from typing import assert_never

from clusterscribe.description.core.conditions import (
    Always,
    Between,
    IsKnown,
    IsLevel,
    IsNoneOf,
    IsTruth,
    Never,
    OfHalfSpace,
    Simple,
    Weighted,
)
from clusterscribe.description.explain.combination import FEW
from clusterscribe.description.words import wording
from clusterscribe.feature import Kind


def distance(slack: float, condition: OfHalfSpace) -> str:
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


def change(condition: Simple, value: float, shown: str) -> str:
    """Say what would have to change for a row to satisfy a condition that it does not."""
    match condition:
        case Between():
            return _move(condition, value)
        case IsLevel(column, level):
            return _turn(column, shown, wording.level(level))
        case IsTruth(column, wanted):
            return _turn(column, shown, wording.level(wanted))
        case IsNoneOf(column):
            return _turn(column, shown, "anything else")
        case IsKnown(column):
            return f"{wording.name(column)} is missing and would have to be known"
        case Always() | Never():
            return "no row satisfies this condition"
        case _:
            assert_never(condition)


def _turn(column: str, now: str, goal: str) -> str:
    return f"{wording.name(column)} would have to change from {now} to {goal}"


def _move(condition: Between, value: float) -> str:
    """Say how far a number or date would have to go."""
    feature = condition.feature
    subject = wording.name(feature.column)
    is_time = feature.kind in (Kind.DATE, Kind.DATETIME)
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
