"""Conditions in words: those that half-spaces make, alternatives and prototypes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import assert_never

from clusterscribe.description.core import conditions
from clusterscribe.description.core.halfspace import HalfSpace, Term
from clusterscribe.description.core.region import Ball, Check, Region
from clusterscribe.description.words import wording
from clusterscribe.feature import Feature, Kind, Level

_JOINED = re.compile(r"\b(and|or)\b", re.IGNORECASE)


def condition(value: conditions.Condition) -> str:  # noqa: PLR0911, PLR0912 (one for each)
    """Write a condition on one line."""
    match value:
        case conditions.Between():
            return _between(value)
        case conditions.IsLevel(column, wanted):
            return f"{wording.name(column)} is {wording.level(wanted)}"
        case conditions.IsNoneOf(column, (None,)) | conditions.IsKnown(column):
            return f"{wording.name(column)} is known"
        case conditions.IsNoneOf(column, (unwanted,)):
            return f"{wording.name(column)} is not {wording.level(unwanted)}"
        case conditions.IsNoneOf(column, levels):
            return f"{wording.name(column)} is not in {{{', '.join(map(wording.level, levels))}}}"
        case conditions.IsTruth(column, truth):
            return f"{wording.name(column)} is {'true' if truth else 'false'}"
        case conditions.Weighted(is_any_of=True):
            return " or ".join(_members(value))
        case conditions.Weighted(is_score=True):
            return " ".join(_score(value))
        case conditions.Weighted():
            relation = ">=" if value.is_at_least else "<="
            return f"{weighted_sum(value.terms)} {relation} {wording.exact(value.bound)}"
        case conditions.AnyOf():
            return " ".join(" ".join(pieces) for pieces in conjunctions(value))
        case conditions.Near(ball):
            return " ".join(prototype(ball))
        case conditions.Always():
            return "every row"
        case conditions.Never():
            return "no row"
        case _:
            assert_never(value)


def half_space(value: HalfSpace) -> str:
    """Write one half-space as a condition of its own."""
    return condition(conditions.condition_of(value))


def check(value: Check) -> str:
    """Write a half-space, all conditions of an alternative, or how near a ball is."""
    return " ".join(check_pieces(value))


def check_pieces(value: Check) -> tuple[str, ...]:
    """Write the same in pieces, one for each condition: `x >= 4`, then `and y <= 1`."""
    if isinstance(value, HalfSpace):
        return (half_space(value),)
    if isinstance(value, Ball):
        return (near(value),)
    first, *others = conditions.conditions_of(value) or (conditions.Always(),)
    if not others:
        return (condition(first),)
    return _enclosed(first), *(f"and {_enclosed(other)}" for other in others)


def lines(value: conditions.Condition) -> list[tuple[str, ...]]:
    """Write a condition for a card: one line per alternative, each in its pieces."""
    if isinstance(value, conditions.AnyOf):
        return [(" ".join(pieces),) for pieces in conjunctions(value)]
    return [pieces(value)]


def all_lines(region: Region) -> tuple[tuple[str, ...], ...]:
    """Write all conditions of a region for a card; without any it holds every row."""
    written = (line for one in conditions.conditions_of(region) for line in lines(one))
    return tuple(written) or (("every row",),)


def pieces(value: conditions.Condition) -> tuple[str, ...]:
    """Write a condition in pieces that can each have a line: of a score, one for each term."""
    if isinstance(value, conditions.Weighted) and value.is_score:
        return _score(value)
    return (condition(value),)


def weighted_sum(terms: tuple[Term, ...]) -> str:
    """Write a weighted sum: `2 age - income`, or `2 x age (18 -> 0, 90 -> 1) - ...` if scaled."""
    return " ".join(_summands(terms))


def conjunctions(value: conditions.AnyOf) -> Iterator[tuple[str, ...]]:
    """Write each alternative in pieces, one for each condition: `or x >= 4`, then `and y <= 1`."""
    for place, (first, *others) in enumerate(value.alternatives):
        start = f"{'or' if place else 'either'} {_enclosed(first)}"
        yield start, *(f"and {_enclosed(other)}" for other in others)


def prototype(ball: Ball) -> tuple[str, ...]:
    """Write a ball in pieces, one for each value: `within 1.25 of row 17:`, `legs 2,`, ...

    How far a row is from the prototype is the square root of a sum over the features: of a number
    the share of its range that lies between the two, squared; of a truth value 1 and of a
    level 2 where it differs; `ball.terms` says it exactly.
    """
    values = [
        f"{_listed(term.feature.column)} {central(value, term.feature)}"
        for term, value in zip(ball.terms, ball.centre, strict=True)
    ]
    return (f"{near(ball)}:", *(f"{value}," for value in values[:-1]), values[-1])


def near(ball: Ball) -> str:
    """Write how near to which row the rows of a ball are; the first row of a table is row 1."""
    centre = "its prototype" if ball.row is None else f"row {ball.row + 1}"
    return f"within {wording.number(ball.radius)} of {centre}"


def central(value: float, feature: Feature) -> str:
    """Write a value of a prototype as it stands in the table."""
    if not feature.kind.is_binary or value not in (0, 1):
        return wording.value_of(value, feature)
    if feature.kind is Kind.BOOLEAN:
        return wording.level(value == 1)
    level = wording.level(feature.level)
    no = "known" if feature.level is None else f"not {level}"
    return level if value == 1 else no


def summand(feature: Feature) -> str:
    """Write the number of a feature as part of a sum: `age`, `[job is admin]`, `days(signup)`."""
    match feature.kind:
        case Kind.LEVEL:
            return f"[{wording.name(feature.column)} is {wording.level(feature.level)}]"
        case Kind.BOOLEAN:
            return f"[{wording.name(feature.column)} is true]"
        case Kind.DATE:
            return f"days({wording.name(feature.column)})"
        case Kind.DATETIME:
            return f"microseconds({wording.name(feature.column)})"
        case _:
            return wording.name(feature.column)


def _between(value: conditions.Between) -> str:
    feature = value.feature
    subject = wording.name(feature.column)
    low, above = wording.lower_bound(value.lower, feature)
    high, below = wording.upper_bound(value.upper, feature)
    at_least, at_most = "<" if above else "<=", "<" if below else "<="
    if not low:
        return f"{subject} {at_most} {high}"
    if not high:
        return f"{subject} {'>' if above else '>='} {low}"
    if low == high and not above and not below:
        return f"{subject} = {low}"
    return f"{low} {at_least} {subject} {at_most} {high}"


def _score(value: conditions.Weighted) -> tuple[str, ...]:
    relation = "at least" if value.is_at_least else "at most"
    first, *others = _summands(value.terms)
    *leading, last = f"score = {first}", *others
    return (*leading, f"{last}, {relation} {wording.exact(value.bound)}")


def levels_by_column(terms: Iterable[Term]) -> Iterator[tuple[str, list[Level]]]:
    """Yield the truth values and levels that terms count, the levels of a column together."""
    levels: dict[tuple[str, Kind], list[Level]] = {}
    for feature in (term.feature for term in terms):
        wanted = True if feature.kind is Kind.BOOLEAN else feature.level
        levels.setdefault((feature.column, feature.kind), []).append(wanted)
    yield from ((column, some) for (column, _), some in levels.items())


def _members(value: conditions.Weighted) -> Iterator[str]:
    """Write truth values and levels of which one must hold."""
    for column, levels in levels_by_column(value.terms):
        words = ", ".join(map(wording.level, levels))
        yield f"{wording.name(column)} is {words if len(levels) == 1 else f'in {{{words}}}'}"


def _summands(terms: tuple[Term, ...]) -> list[str]:
    """Write the terms of a sum with their signs."""
    times = " x " if any(term.is_scaled for term in terms) else " "
    words = []
    for place, term in enumerate(terms):
        minus, plus = ("- ", "+ ") if place else ("-", "")
        factor = "" if abs(term.weight) == 1 else f"{abs(term.weight)}{times}"
        words.append(f"{minus if term.weight < 0 else plus}{factor}{_share(term)}")
    return words


def _share(term: Term) -> str:
    """Write what the weight of a term is multiplied with."""
    if not term.is_scaled:
        return summand(term.feature)
    zero, one = (wording.value_of(value, term.feature) for value in (term.zero, term.one))
    return f"{wording.name(term.feature.column)} ({zero} -> 0, {one} -> 1)"


def _enclosed(value: conditions.Condition) -> str:
    """Write a condition that others are joined to, in brackets where that could be misread."""
    text = condition(value)
    is_score = isinstance(value, conditions.Weighted) and value.is_score
    return f"({text})" if is_score or _JOINED.search(text) else text


def _listed(column: str) -> str:
    """Write the name of a column in a list of values."""
    return repr(column) if "," in column or ":" in column else wording.name(column)
