"""A description as a card of points, in the manner of risk scores.

Each condition of several features is a table: where a feature gives no points, where it
gives as many as its weight, and how many that is for each unit of the table. The points of
a row are added up and compared with one number.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TypeAlias, TypeGuard

from clusterscribe.description.core.base import BaseDescription
from clusterscribe.description.core.conditions import Condition, Never, Weighted, conditions_of
from clusterscribe.description.core.halfspace import Term
from clusterscribe.description.words import condition_wording, layout, wording
from clusterscribe.description.words.contrasting import named
from clusterscribe.feature import MICROSECONDS_A_DAY, Kind

INTRODUCTION = (
    "Add up the points of a row. The points of a feature are linear between its two values and "
    "beyond them."
)
NOTHING_TO_ADD = "There are no points to add up, as no condition is a sum of several features."
TITLES = ("feature", "0 points at", "N points at", "points per unit")
FEW = 4  # digits of points per unit
INDENT, BETWEEN = "  ", "  "  # before a table, and between its columns
NARROWEST = 10  # columns of a name, however little room there is

Line: TypeAlias = tuple[str, str, str, str]  # of a table, in the order of the titles


def to_scorecard(description: BaseDescription, width: int = 80) -> str:
    """Write conditions of several features as tables of points that a person can add up.

    Parameters
    ----------
    width : int
        Columns of a line.

    Returns
    -------
    str
        One table for each condition.

    Examples
    --------
    >>> from clusterscribe import describe
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> description, result = describe(ages, labels)
    >>> print(description.to_scorecard().splitlines()[0])
    There are no points to add up, as no condition is a sum of several features.

    """
    conditions = [conditions_of(part) for part in description.parts]
    has_points = any(_is_sum(condition) for some in conditions for condition in some)
    opening = layout.wrapped(INTRODUCTION if has_points else NOTHING_TO_ADD, width, "", "")
    cards = (
        "\n".join(_card(named(part.label, description.contrast), some, width))
        for part, some in zip(description.parts, conditions, strict=True)
    )
    return "\n\n".join(["\n".join(opening), *cards])


def _card(name: str, conditions: tuple[Condition, ...], width: int) -> Iterator[str]:
    yield from layout.heading(f"Cluster {name}", "", width)
    sums = [condition for condition in conditions if _is_sum(condition)]
    simple = [condition for condition in conditions if not _is_sum(condition)]
    if not conditions or conditions == (Never(),):
        yield f"  inside: {'no row' if conditions else 'every row'}"
        return
    for place, condition in enumerate([*sums, *simple]):
        start = f"  {'and' if place else 'inside'} if "
        if _is_sum(condition):
            yield from [""] if place else []
            yield from _table(condition, width)
            yield from layout.wrapped(_total(condition), width, start, " " * 6)
        else:
            yield from layout.condition(condition, width, start, "  ")


def _is_sum(condition: Condition) -> TypeGuard[Weighted]:
    """Whether there are points to add up; those of which one is enough are said in words."""
    return isinstance(condition, Weighted) and not condition.is_any_of


def _total(condition: Weighted) -> str:
    relation = "at least" if condition.is_at_least else "at most"
    return f"the total is {relation} {wording.exact(condition.bound)}"


def _table(condition: Weighted, width: int) -> Iterator[str]:
    lines = [TITLES, *map(_line, condition.terms)]
    widths = [max(layout.columns(line[i]) for line in lines) for i in range(len(TITLES))]
    figures = sum(widths[1:]) + len(BETWEEN) * len(widths[1:])
    widths[0] = min(widths[0], max(width - len(INDENT) - figures, NARROWEST))
    for name, *cells in lines:
        first, *more = textwrap.wrap(name, widths[0]) or [""]
        row = [layout.padded(first, widths[0])]
        row += [layout.padded(c, w, right=True) for c, w in zip(cells, widths[1:], strict=True)]
        yield f"{INDENT}{BETWEEN.join(row)}"
        yield from (f"{INDENT}{rest}" for rest in more)


def _line(term: Term) -> Line:
    feature = term.feature
    if feature.kind.is_binary:
        return condition_wording.summand(feature), "", "", f"{term.weight} if true"
    zero, one = (wording.value_of(value, feature) for value in (term.zero, term.one))
    return wording.name(feature.column), zero, f"{term.weight} at {one}", _rate(term)


def _rate(term: Term) -> str:
    """Write the points for each unit of the table; those of times for each day."""
    rate = term.weight / term.span
    if term.feature.kind.is_moment:
        days = MICROSECONDS_A_DAY if term.feature.kind is Kind.DATETIME else 1
        return f"{wording.number(rate * days, FEW)} per day"
    return wording.number(rate, FEW)
