"""Any condition in words, also alternatives and prototypes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clusterscribe.description.core.ball import Ball
from clusterscribe.description.core.conditions import AnyOf, Condition, Near, OfHalfSpace, Weighted
from clusterscribe.description.words import wording
from clusterscribe.feature import Feature, Kind

_JOINED = re.compile(r"\b(and|or)\b", re.IGNORECASE)


def condition(value: Condition) -> str:
    """Write a condition on one line."""
    match value:
        case AnyOf():
            return " ".join(alternatives(value))
        case Near(ball):
            return " ".join(prototype(ball))
        case _:
            return wording.condition(value)


def alternatives(value: AnyOf) -> tuple[str, ...]:
    """Write each alternative: `either x <= 2`, then `or x >= 4 and y <= 1`."""
    return tuple(" ".join(pieces) for pieces in conjunctions(value))


def conjunctions(value: AnyOf) -> Iterator[tuple[str, ...]]:
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
    return level if value == 1 else f"not {level}"


def _enclosed(value: OfHalfSpace) -> str:
    """Write a condition that others are joined to, in brackets where that could be misread."""
    text = wording.condition(value)
    is_score = isinstance(value, Weighted) and value.is_score
    return f"({text})" if is_score or _JOINED.search(text) else text


def _listed(column: str) -> str:
    """Write the name of a column in a list of values."""
    return repr(column) if "," in column or ":" in column else wording.name(column)
