"""A sum of several features held against a row: what each one gives, and what would help."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from clusterscribe.description.core.conditions import Weighted
from clusterscribe.description.core.halfspace import Term
from clusterscribe.description.explain.counterfactuals import Row, goal
from clusterscribe.description.words import wording
from clusterscribe.feature import Feature, Kind

Cells: TypeAlias = Mapping[Feature, str]  # what the row holds, as it stands in the table

FEW = 4  # digits of a score, which has no unit
MOST = 17  # any two floating-point numbers differ in them


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
        subject = wording.summand(self.feature) if is_binary else f"{name} {self.shown}"
        return f"{subject} gives {wording.number(self.points, FEW)}"


def contributions(condition: Weighted, row: Row, cells: Cells) -> tuple[Contribution, ...]:
    """Return what each feature of the row gives."""
    return tuple(
        Contribution(term.feature, cells[term.feature], _points(term, row[term.feature]))
        for term in condition.terms
    )


def gives(condition: Weighted, given: Iterable[Contribution]) -> str:
    """Write what the features give; where one of them will do, only those that hold."""
    if not condition.is_any_of:
        return ", ".join(map(str, given))
    return ", ".join(_is(one.feature, one.shown) for one in given if one.points > 0)


def shown(condition: Weighted, value: float, satisfied: bool) -> str:
    """Write a sum with as few digits as leave it on its side of the bound."""
    if math.isnan(value):
        return wording.level(None)
    if condition.is_any_of:
        return f"{wording.number(value) if value else 'none'} of them"
    for digits in range(FEW if condition.is_score else wording.DIGITS, MOST + 1):
        text = wording.number(value, digits)
        if _holds(condition, float(text)) == satisfied:
            return text
    return repr(value)


def change(condition: Weighted, value: float, row: Row, cells: Cells) -> str:
    """Say what would have to change for a row to satisfy a sum that it does not."""
    features = dict.fromkeys(term.feature for term in condition.terms)
    missing = [wording.name(f.column) for f in features if math.isnan(row[f])]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        return f"{' and '.join(missing)} {verb} missing and would have to be known"
    if condition.is_any_of:
        held = ", ".join(dict.fromkeys(_is(feature, cells[feature]) for feature in features))
        return f"one of them would have to hold, but {held}"
    subject = "the score" if condition.is_score else wording.weighted_sum(condition.terms)
    verb, side = ("rise", "or more") if condition.is_at_least else ("fall", "or less")
    now, bound = shown(condition, value, satisfied=False), wording.exact(condition.bound)
    ways = [
        way for term in condition.half_space.terms if (way := _way(condition, term, row, cells))
    ]
    alone = ", or ".join(ways) if ways else "no feature alone would do"
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
    is_time = feature.kind in (Kind.DATE, Kind.DATETIME)
    words = ("or later", "or earlier") if is_time else ("or more", "or less")
    text = wording.value_of(value, feature)
    if text == cells[feature]:  # they differ where people no longer look
        text = repr(value)
    return f"{start} {text} {words[value < now]}"
