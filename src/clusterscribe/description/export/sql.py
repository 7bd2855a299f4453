"""A description as SQL: every row, a boolean column a cluster, and the label by CASE.

What is missing in the database is treated as in Python: a missing number, date or truth
value satisfies no condition, and a missing category is a level of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, assert_never

import numpy as np

from clusterscribe.description.core.ball import Ball, counted
from clusterscribe.description.core.conditions import (
    Always,
    AnyOf,
    Between,
    Condition,
    IsKnown,
    IsLevel,
    IsNoneOf,
    IsTruth,
    Near,
    Never,
    OfHalfSpace,
    Weighted,
    conditions_of,
)
from clusterscribe.description.core.halfspace import HalfSpace, Label, Term
from clusterscribe.description.core.region import Region
from clusterscribe.description.export.dialect import Dialect, Word, dialect_of
from clusterscribe.description.export.sql_bounds import between, number_of_moment
from clusterscribe.description.words import wording
from clusterscribe.description.words.names import unlike
from clusterscribe.errors import InputError
from clusterscribe.feature import Feature, Kind, Level

if TYPE_CHECKING:
    from clusterscribe.description.core.description import Description

LONGEST_NAME = 40  # characters of a label in the name of a column; PostgreSQL cuts at 63 bytes


def to_sql(
    description: Description,
    table: str | Sequence[str] = "table_name",
    dialect: str = "ansi",
) -> str:
    """Write the query; `table` is a name, or the parts of one such as `("schema", "table")`."""
    spelling = dialect_of(dialect)
    labels = tuple(description.polyhedra)
    wanted = [*(_column_name(label, spelling) for label in labels), "cluster"]
    names = [spelling.identifier(name) for name in unlike(wanted, description.columns)]
    columns = "".join(
        f",\n    {_membership(part, spelling)} AS {name}"
        for part, name in zip(description.parts, names, strict=False)
    )
    return (
        f"SELECT\n  described.*,\n  {_label(labels, names, spelling)} AS {names[-1]}\n"
        f"FROM (\n  SELECT\n    source.*{columns}\n"
        f"  FROM {_table_name(table, spelling)} AS source\n) AS described\n"
    )


def _label(labels: Sequence[Label], names: Sequence[str], spelling: Dialect) -> str:
    """Write the label of the only polyhedron that a row is in."""
    if not labels:
        return "NULL"
    homes = "\n      + ".join(f"CASE WHEN {name} THEN 1 ELSE 0 END" for name in names[:-1])
    cases = "".join(
        f"\n    WHEN {name} THEN {spelling.literal(word)}"
        for name, word in zip(names, _words(labels), strict=False)
    )
    return f"CASE\n    WHEN {homes} <> 1\n      THEN NULL{cases}\n  END"


def _membership(part: Region, spelling: Dialect) -> str:
    """Write whether a row is inside a region; never NULL."""
    lines = [_condition(condition, spelling) for condition in conditions_of(part)]
    if not lines:
        return "TRUE"
    joined = "\n      AND ".join(lines)
    return f"COALESCE(\n      {joined},\n      FALSE\n    )"


def _condition(condition: Condition, spelling: Dialect) -> str:  # noqa: PLR0911 (one for each condition)
    """Write one condition, so that it can be joined by AND; it may be NULL where false."""
    match condition:
        case Between():
            return between(condition, spelling)
        case IsLevel(column, level):
            return _is_level(spelling.identifier(column), level, spelling)
        case IsNoneOf(column, levels):
            return _is_none_of(spelling.identifier(column), levels, spelling)
        case IsTruth(column, value):
            return f"{spelling.identifier(column)} = {spelling.literal(value)}"
        case IsKnown(column):
            return f"{spelling.identifier(column)} IS NOT NULL"
        case Weighted(half_space):
            return _weighted(half_space, spelling)
        case AnyOf(alternatives):
            # one that is NULL is no harm: NULL OR TRUE is TRUE
            conjunctions = "\n        OR ".join(_all_of(some, spelling) for some in alternatives)
            return f"({conjunctions})"
        case Near(ball):
            return _near(ball, spelling)
        case Always():
            return "TRUE"
        case Never():
            return "FALSE"
        case _:
            assert_never(condition)


def _all_of(conditions: Sequence[OfHalfSpace], spelling: Dialect) -> str:
    lines = [_condition(condition, spelling) for condition in conditions]
    return f"({' AND '.join(lines)})"


def _is_level(column: str, level: Level, spelling: Dialect) -> str:
    return f"{column} IS NULL" if level is None else f"{column} = {spelling.literal(level)}"


def _is_none_of(column: str, levels: Sequence[Level], spelling: Dialect) -> str:
    words = [spelling.literal(level) for level in levels if level is not None]
    if not words:
        return f"{column} IS NOT NULL"
    differs = (
        f"{column} <> {words[0]}" if len(words) == 1 else f"{column} NOT IN ({', '.join(words)})"
    )
    # compared with NULL, `differs` is NULL: a missing level is none of the others
    return differs if None in levels else f"({column} IS NULL OR {differs})"


def _weighted(half_space: HalfSpace, spelling: Dialect) -> str:
    """Write a weighted sum, computed operation by operation as Python computes it."""
    lines = []
    for place, term in enumerate(half_space.terms):
        minus, plus = ("- ", "+ ") if place else ("-", "")
        sign = minus if term.weight < 0 else plus
        lines.append(f"{sign}{abs(term.weight)} * {_share(term, spelling)}")
    total = "\n        ".join(lines)
    return f"{total} <= {spelling.number(half_space.bound)}"


def _near(ball: Ball, spelling: Dialect) -> str:
    """Write a squared distance, computed operation by operation as Python computes it."""
    squares = [
        _square(term, centre, spelling)
        for term, centre in zip(ball.terms, ball.centre, strict=True)
    ]
    total = "\n        + ".join(squares)
    return f"{total} <= {spelling.number(ball.squared_radius)}"


def _square(term: Term, centre: float, spelling: Dialect) -> str:
    """Write what one feature adds to a squared distance."""
    feature = term.feature
    if feature.kind.is_binary:
        no, yes = map(spelling.number, counted(term, centre, np.array([0.0, 1.0])).tolist())
        # to PostgreSQL, 0.1e0 is a decimal until something else makes a double of it
        return spelling.as_double(_case(feature, yes, no, spelling))
    value = _summand(feature, spelling)
    step = f"({value} {'+' if centre < 0 else '-'} {spelling.number(abs(centre))})"
    if term.span != 1:
        step = f"({step} / {spelling.number(term.span)})"
    return f"{term.weight} * ({step} * {step})"


def _case(feature: Feature, yes: str, no: str, spelling: Dialect) -> str:
    """Write one number for a truth value or level, and another for its opposite."""
    column = spelling.identifier(feature.column)
    if feature.kind is Kind.BOOLEAN:
        return f"CASE {column} WHEN TRUE THEN {yes} WHEN FALSE THEN {no} END"
    return f"CASE WHEN {_is_level(column, feature.level, spelling)} THEN {yes} ELSE {no} END"


def _share(term: Term, spelling: Dialect) -> str:
    value = _summand(term.feature, spelling)
    if not term.is_scaled:
        return value
    start = spelling.number(abs(term.zero))
    from_zero = f"{value} {'+' if term.zero < 0 else '-'} {start}"
    return f"(({from_zero}) / {spelling.number(term.span)})"


def _summand(feature: Feature, spelling: Dialect) -> str:
    match feature.kind:
        case Kind.LEVEL | Kind.BOOLEAN:
            return _case(feature, "1", "0", spelling)
        case Kind.DATE | Kind.DATETIME:
            return number_of_moment(feature, spelling)
        case _:
            return spelling.number_of(feature)


def _words(labels: Sequence[Label]) -> list[Word]:
    """Return labels of one type as they are; a column cannot hold several, so else as text."""
    for kind in (bool, int, float, str, date):
        if all(type(label) is kind for label in labels):
            return list(labels)  # type: ignore[arg-type]
    return [str(label) for label in labels]


def _column_name(label: Label, spelling: Dialect) -> str:
    flags = re.ASCII if spelling.ascii_results else re.UNICODE
    text = re.sub(r"\W+", "_", wording.label(label), flags=flags).strip("_")
    return f"in_{text[:LONGEST_NAME]}" if text else "in_cluster"


def _table_name(table: str | Sequence[str], spelling: Dialect) -> str:
    parts = [table] if isinstance(table, str) else list(table)
    if not parts or not all(isinstance(part, str) and part for part in parts):
        raise InputError(f"table must be a name or the parts of a name, not {table!r}")
    return ".".join(map(spelling.identifier, parts))
