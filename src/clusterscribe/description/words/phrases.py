"""Each condition in words that can follow a noun: `with age of at most 30`, `whose job is admin`.

Columns have names of any kind, singular or plural, so that no phrase has an article or a verb
that must fit: what is asked of a number follows `with`, what is asked of a level or truth
value follows `whose`. The numbers are those of the text and the SQL of a description.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias, assert_never

from clusterscribe.description.core import conditions
from clusterscribe.description.core.conditions import Between, Weighted
from clusterscribe.description.core.halfspace import Term
from clusterscribe.description.core.region import Ball
from clusterscribe.description.words import wording
from clusterscribe.description.words.condition_wording import central, levels_by_column
from clusterscribe.description.words.naming import Naming, spoken_level
from clusterscribe.feature import Feature, Kind, Level

Asking: TypeAlias = conditions.OfColumn | Weighted | conditions.Near


@dataclass(frozen=True, slots=True)
class Phrase:
    """What follows a noun, and the word that leads over to it."""

    opening: Literal["with", "whose"]
    words: str


def phrase(condition: Asking, naming: Naming) -> Phrase:  # noqa: PLR0911 (one for each condition)
    """Write a condition that asks for something."""
    match condition:
        case Between():
            return Phrase("with", _between(condition, naming))
        case conditions.IsLevel(column, level):
            return Phrase("whose", f"{naming.subject(column)} is {spoken_level(level)}")
        case conditions.IsNoneOf(column, levels):
            return Phrase("whose", f"{naming.subject(column)} is {_none_of(levels)}")
        case conditions.IsTruth(column, value):
            return Phrase("whose", f"{naming.subject(column)} is {spoken_level(value)}")
        case conditions.IsKnown(column):
            return Phrase("whose", f"{naming.subject(column)} is known")
        case Weighted():
            return _weighted(condition, naming)
        case conditions.Near(ball):
            return Phrase("with", _near(ball, naming))
        case _:
            assert_never(condition)


def _between(condition: Between, naming: Naming) -> str:
    column = condition.feature.column
    is_moment = condition.feature.kind.is_moment
    bounds = _moments(condition) if is_moment else _numbers(condition)
    return f"{naming.noun(column)} {_with_unit(bounds, column, naming)}"


def _numbers(condition: Between) -> str:
    """Write bounds: `from 3 to 5` holds both, and what is outside itself is `above` or `below`."""
    feature, lower, upper = condition.feature, condition.lower, condition.upper
    low, is_above = wording.lower_bound(lower, feature)
    high, is_below = wording.upper_bound(upper, feature)
    if not low:
        return f"below {high}" if is_below else f"of at most {high}"
    at_least = f"above {low}" if is_above else f"of at least {low}"
    if not high:
        return at_least
    if is_above or is_below:
        return f"{at_least} but {'below' if is_below else 'at most'} {high}"
    if low == high:
        return f"of exactly {low}"
    return f"from {low} to {high}"


def _moments(condition: Between) -> str:
    feature, lower, upper = condition.feature, condition.lower, condition.upper
    preposition = "on" if feature.kind is Kind.DATE else "at"
    low = "" if lower is None else wording.value_of(lower, feature)
    high = "" if upper is None else wording.value_of(upper, feature)
    if not low:
        return f"{preposition} or before {high}"
    if not high:
        return f"{preposition} or after {low}"
    return f"{preposition} {low}" if low == high else f"from {low} to {high}"


def _none_of(levels: tuple[Level, ...]) -> str:
    if levels == (None,):
        return "known"
    match [spoken_level(level) for level in levels]:
        case [only]:
            return f"not {only}"
        case [first, second]:
            return f"neither {first} nor {second}"
        case words:
            return f"none of {_any(words)}"


def _weighted(condition: Weighted, naming: Naming) -> Phrase:
    if _is_count(condition):
        return _count(condition, naming)
    if condition.is_score:
        return Phrase("with", _score(condition, naming))
    return Phrase("with", _total(condition, naming))


def _is_count(condition: Weighted) -> bool:
    """Whether the sum is the number of truth values and levels that hold."""
    return 0 <= condition.bound <= len(condition.terms) and all(
        term.weight == 1 and term.feature.kind.is_binary for term in condition.terms
    )


def _count(condition: Weighted, naming: Naming) -> Phrase:
    """Write how many truth values and levels hold; of one column, any of its levels."""
    rounded = math.ceil if condition.is_at_least else math.floor  # the sum is an integer
    amount = rounded(condition.bound)
    facts = [_fact(term.feature, naming) for term in condition.terms]
    if condition.is_at_least and amount == 1:
        facts = [
            f"{naming.subject(column)} is {_any(list(map(spoken_level, levels)))}"
            for column, levels in levels_by_column(condition.terms)
        ]
        if len(facts) == 1:
            return Phrase("whose", facts[0])
    return Phrase("with", f"{_relation(condition)} {amount} of ({'; '.join(facts)})")


def _score(condition: Weighted, naming: Naming) -> str:
    """Write what is added up in points, each feature between two values of the table."""
    points = "; ".join(_points(term, naming) for term in condition.terms)
    bound = f"{_relation(condition)} {wording.exact(condition.bound)}"
    return f"a score of {bound} ({points}; linear between and beyond)"


def _points(term: Term, naming: Naming) -> str:
    feature = term.feature
    if feature.kind.is_binary:
        return f"{_fact(feature, naming)}: {wording.count(term.weight, 'point')}"
    zero, one = (
        _with_unit(wording.value_of(value, feature), feature.column, naming)
        for value in (term.zero, term.one)
    )
    return f"{naming.noun(feature.column)}: 0 points at {zero}, {term.weight} at {one}"


def _total(condition: Weighted, naming: Naming) -> str:
    """Write a sum in the units of the table; what is added comes before what is taken away."""
    unit = _common_unit(condition.terms, naming)
    added = [term for term in condition.terms if term.weight > 0]
    taken = [term for term in condition.terms if term.weight < 0]
    words = " plus ".join(_summand(term, naming, unit) for term in added)
    words += "".join(f" minus {_summand(term, naming, unit)}" for term in taken)
    bound = " ".join(filter(None, [wording.exact(condition.bound), unit]))
    return f"a total of {_relation(condition)} {bound} ({words})"


def _common_unit(terms: tuple[Term, ...], naming: Naming) -> str:
    """Return the unit that all numbers of a sum share, or nothing."""
    numeric = all(term.feature.kind in (Kind.NUMBER, Kind.INTEGER) for term in terms)
    units = {naming.unit(term.feature.column) for term in terms}
    return units.pop() if numeric and len(units) == 1 else ""


def _summand(term: Term, naming: Naming, unit: str) -> str:
    """Write a term without its sign; its unit is said with the name unless all share it."""
    feature, weight = term.feature, abs(term.weight)
    if feature.kind.is_binary:
        return f"{weight} if {_fact(feature, naming)}"
    name = naming.noun(feature.column) if unit else naming.subject(feature.column)
    if feature.kind.is_moment:
        ticks = "days" if feature.kind is Kind.DATE else "microseconds"
        name = f"the {ticks} from 1970-01-01 to {name}"
    return name if weight == 1 else f"{weight} times {name}"


def _near(ball: Ball, naming: Naming) -> str:
    """Write how near to which row; the first row of a table is row 1."""
    centre = "a prototype" if ball.row is None else f"row {ball.row + 1}"
    values = "; ".join(
        f"{naming.noun(term.feature.column)}: {_central(value, term.feature, naming)}"
        for term, value in zip(ball.terms, ball.centre, strict=True)
    )
    return f"a distance of at most {wording.number(ball.radius)} from {centre} ({values})"


def _central(value: float, feature: Feature, naming: Naming) -> str:
    if feature.kind is Kind.LEVEL and value in (0, 1):
        return spoken_level(feature.level) if value else f"not {spoken_level(feature.level)}"
    text = central(value, feature)
    return text if feature.kind.is_binary else _with_unit(text, feature.column, naming)


def _fact(feature: Feature, naming: Naming) -> str:
    """Write when a truth value or level counts: `member is true`, `job is admin`."""
    wanted = True if feature.kind is Kind.BOOLEAN else feature.level
    return f"{naming.subject(feature.column)} is {spoken_level(wanted)}"


def _relation(condition: Weighted) -> str:
    return "at least" if condition.is_at_least else "at most"


def _with_unit(text: str, column: str, naming: Naming) -> str:
    return " ".join(filter(None, [text, naming.unit(column)]))


def _any(words: list[str]) -> str:
    """Write `a, b or c`."""
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
