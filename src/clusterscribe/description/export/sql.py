"""A description as SQL: every row, one boolean column per cluster, and the label by CASE.

What is missing in the database is treated as in Python: a missing number, date or truth
value satisfies no condition, and a missing category is a level of its own.

A database is made to compare what Python compares: numbers as 64-bit floating-point numbers,
times by the microsecond they fall in and dates by the day, both of UTC where a column has a
time zone, in whatever zone the session is.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from typing import assert_never

import numpy as np

from clusterscribe.description.core import conditions
from clusterscribe.description.core.base import BaseDescription
from clusterscribe.description.core.halfspace import HalfSpace, Term
from clusterscribe.description.core.region import Ball, Region, counted
from clusterscribe.description.export.dialect import Dialect, Word, dialect_of
from clusterscribe.description.export.holdings import read_from_text
from clusterscribe.description.export.plain import common_type
from clusterscribe.description.words import wording
from clusterscribe.description.words.contrasting import in_words
from clusterscribe.description.words.naming import unlike
from clusterscribe.errors import InputError
from clusterscribe.feature import MICROSECONDS_A_DAY, Feature, Kind, Level
from clusterscribe.parameters import Label

LONGEST_NAME = 40  # characters of a label in the name of a column; PostgreSQL cuts at 63 bytes


def to_sql(
    description: BaseDescription,
    table: str | Sequence[str] = "table_name",
    dialect: str = "ansi",
    *,
    as_case: bool = False,
) -> str:
    """Write a query for every row, with one boolean column per cluster and the label.

    Parameters
    ----------
    table : str or sequence of str
        A name, or the parts of one such as `("schema", "table")`.
    dialect : str
        `"ansi"`, `"duckdb"`, `"postgres"`, `"bigquery"`, `"spark"` or `"sqlite"`.
    as_case : bool
        Write only the label, as one CASE expression to paste into a query of your own; it names
        no table. A row in none of the clusters or in several gets NULL, as in the query.

    Returns
    -------
    str
        A query, or an expression without a name.

    Examples
    --------
    >>> from clusterscribe import describe
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> description, result = describe(ages, labels)
    >>> print(description.to_sql("people", as_case=True))
    CASE
      CASE WHEN
          -CAST("x0" AS DOUBLE PRECISION) <= -40
        THEN 11 ELSE 0 END
      + CASE WHEN
          CAST("x0" AS DOUBLE PRECISION) <= 40
        THEN 12 ELSE 0 END
      WHEN 11 THEN 'old'
      WHEN 12 THEN 'young'
    END

    """
    spelling = dialect_of(dialect)
    labels = tuple(description.polyhedra)
    if as_case:
        return _remark(description) + _case_of_labels(description, spelling)
    wanted = [*(_column_name(label, spelling) for label in labels), "cluster"]
    names = [spelling.identifier(name) for name in unlike(wanted, description.columns)]
    columns = "".join(
        f",\n    {_membership(part, spelling)} AS {name}"
        for part, name in zip(description.parts, names, strict=False)
    )
    return (
        f"{_asked(description)}{_remark(description)}SELECT\n  described.*,\n"
        f"  {_label(labels, names, spelling)} AS {names[-1]}\n"
        f"FROM (\n  SELECT\n    source.*{columns}\n"
        f"  FROM {_table_name(table, spelling)} AS source\n) AS described\n"
    )


def _remark(description: BaseDescription) -> str:
    return remark_on_text(description.features)


def remark_on_text(features: Iterable[Feature]) -> str:
    """Say which columns came as text, and have to be what they mean in the database."""
    columns = [
        f"{wording.visible(column)} ({holding})"
        for column, holding in read_from_text(features).items()
    ]
    return (
        f"-- text in the described table, to be converted here: {', '.join(columns)}\n"
        if columns
        else ""
    )


def _asked(description: BaseDescription) -> str:
    """Say in a comment which cluster is described alone, on one line whatever its label is."""
    contrast = description.contrast
    return "" if contrast is None else f"-- {in_words(contrast)}\n"


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


def _case_of_labels(description: BaseDescription, spelling: Dialect) -> str:
    """Write the label as an expression of the columns alone, each condition once.

    A cluster counts as its place and a power of ten above all places, 11, 12, 13: two of them or
    more add up to more than any of them.
    """
    labels = tuple(description.polyhedra)
    if not labels:
        return "NULL\n"
    ten = 10 ** len(str(len(labels)))
    homes = "\n  + ".join(
        f"CASE WHEN\n      {_all_lines(part, spelling)}\n    THEN {ten + place} ELSE 0 END"
        for place, part in enumerate(description.parts, start=1)
    )
    cases = "".join(
        f"\n  WHEN {ten + place} THEN {spelling.literal(word)}"
        for place, word in enumerate(_words(labels), start=1)
    )
    return f"CASE\n  {homes}{cases}\nEND\n"


def _all_lines(part: Region, spelling: Dialect) -> str:
    """Write all that a row must satisfy to be inside a region; it may be NULL where false."""
    lines = [_condition(condition, spelling) for condition in conditions.conditions_of(part)]
    return "\n      AND ".join(lines) or "TRUE"


def _membership(part: Region, spelling: Dialect) -> str:
    """Write whether a row is inside a region; never NULL."""
    lines = _all_lines(part, spelling)
    return lines if lines == "TRUE" else f"COALESCE(\n      {lines},\n      FALSE\n    )"


def _condition(condition: conditions.Condition, spelling: Dialect) -> str:  # noqa: PLR0911 (one for each condition)
    """Write one condition, so that it can be joined by AND; it may be NULL where false.

    Alternatives are never one condition among others, and so need no brackets around them.
    """
    match condition:
        case conditions.Between():
            return _between(condition, spelling)
        case conditions.IsLevel(column, level, of):
            return _is_level(column, level, of, spelling)
        case conditions.IsNoneOf(column, _, of) if of is not None:
            return _is_known(column, of, spelling)
        case conditions.IsNoneOf(column, levels):
            return _is_none_of(spelling.identifier(column), levels, spelling)
        case conditions.IsTruth(column, value):
            return f"{spelling.identifier(column)} = {spelling.literal(value)}"
        case conditions.IsKnown(column):
            return f"{spelling.identifier(column)} IS NOT NULL"
        case conditions.Weighted(half_space):
            return _weighted(half_space, spelling)
        case conditions.AnyOf(alternatives):
            # one that is NULL is no harm: NULL OR TRUE is TRUE
            return "\n      OR ".join(_all_of(some, spelling) for some in alternatives)
        case conditions.Near(ball):
            return _near(ball, spelling)
        case conditions.Always():
            return "TRUE"
        case conditions.Never():
            return "FALSE"
        case _:
            assert_never(condition)


def _all_of(some: Sequence[conditions.OfHalfSpace], spelling: Dialect) -> str:
    """Write an alternative: several conditions have a line each, and brackets around them."""
    first, *others = (_condition(condition, spelling) for condition in some)
    if not others:
        return first
    joined = "\n        AND ".join((first, *others))
    return f"(\n        {joined}\n      )"


def _is_level(name: str, level: Level, of: Kind | None, spelling: Dialect) -> str:
    column = spelling.identifier(name)
    if level is not None:
        return f"{column} = {spelling.literal(level)}"
    if of is None or of.is_moment:  # only numbers can be NaN
        return f"{column} IS NULL"
    return f"({column} IS NULL OR {_is_nan(spelling.as_double(column), spelling)})"


def _is_known(name: str, of: Kind, spelling: Dialect) -> str:
    column = spelling.identifier(name)
    if of.is_moment:
        return f"{column} IS NOT NULL"
    return f"{column} IS NOT NULL AND NOT ({_is_nan(spelling.as_double(column), spelling)})"


def _is_nan(number: str, spelling: Dialect) -> str:
    """Write whether a number is NaN, which Python takes for a missing one."""
    match spelling.nan:
        case "greatest":
            not_a_number = spelling.as_double("'NaN'")
            return f"{number} = {not_a_number}"
        case "unordered":
            return f"{number} <> {number}"
        case "unknown":
            # the one of NaN that differs from itself, or the one that is above all numbers
            most = spelling.number(sys.float_info.max)
            return f"{number} <> {number} OR ({number} > {most} AND -{number} > {most})"


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
    has_level = _is_level(feature.column, feature.level, feature.of, spelling)
    return f"CASE WHEN {has_level} THEN {yes} ELSE {no} END"


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
            return _number_of_moment(feature, spelling)
        case _:
            return spelling.number_of(feature)


def _words(labels: Sequence[Label]) -> list[Word]:
    """Return labels of one type as they are; a column cannot hold several, so else as text."""
    if common_type(labels) is None:
        return [str(label) for label in labels]
    return list(labels)  # type: ignore[arg-type]


def _column_name(label: Label, spelling: Dialect) -> str:
    flags = re.ASCII if spelling.ascii_results else re.UNICODE
    text = re.sub(r"\W+", "_", wording.label(label), flags=flags).strip("_")
    return f"in_{text[:LONGEST_NAME]}" if text else "in_cluster"


def _table_name(table: str | Sequence[str], spelling: Dialect) -> str:
    parts = [table] if isinstance(table, str) else list(table)
    if not parts or not all(isinstance(part, str) and part for part in parts):
        raise InputError(f"table must be a name or the parts of a name, not {table!r}")
    return ".".join(map(spelling.identifier, parts))


# what queries about several descriptions are made of
membership, only_label = _membership, _label
column_name, table_name = _column_name, _table_name


def _between(condition: conditions.Between, spelling: Dialect) -> str:
    """Write a range, so that it can be joined by AND; it may be NULL where false."""
    feature = condition.feature
    if not feature.kind.is_moment:
        return _numbers(spelling.number_of(feature), condition, spelling)
    is_text = feature.kind is Kind.DATETIME and not spelling.has_times
    if is_text or (condition.is_far and spelling.local_microseconds):
        return _numbers(_number_of_moment(feature, spelling), condition, spelling)
    return _moments(condition, spelling)


def _number_of_moment(feature: Feature, spelling: Dialect) -> str:
    """Write the number that a date or time is in Python."""
    column = spelling.identifier(feature.column)
    if feature.kind is Kind.DATE and spelling.days:
        return spelling.as_double(spelling.days.format(column))
    template = spelling.zoned_microseconds if feature.zoned else spelling.local_microseconds
    if not template:
        raise InputError(
            f"a sum with the dates of column {feature.column!r} cannot be written in "
            f"{spelling.name} SQL: choose another dialect"
        )
    microseconds = spelling.as_double(template.format(column))
    is_date = feature.kind is Kind.DATE
    return f"FLOOR({microseconds} / {MICROSECONDS_A_DAY})" if is_date else microseconds


def _numbers(number: str, condition: conditions.Between, spelling: Dialect) -> str:
    lower, upper = condition.lower, condition.upper
    if lower is None:
        return "TRUE" if upper is None else f"{number} <= {spelling.number(upper)}"
    if upper is None:
        return _at_least(number, lower, spelling)
    if lower == upper:
        return f"{number} = {spelling.number(lower)}"
    return f"{number} BETWEEN {spelling.number(lower)} AND {spelling.number(upper)}"


def _at_least(number: str, lower: float, spelling: Dialect) -> str:
    """Write a lower bound that NaN does not satisfy, though many databases rank it highest."""
    match spelling.nan:
        case "greatest":
            infinity = spelling.as_double("'Infinity'")
            return f"{number} BETWEEN {spelling.number(lower)} AND {infinity}"
        case "unknown":
            # says the same of numbers, and NaN fails it wherever it is ranked highest
            return f"-{number} <= {spelling.number(0.0 - lower)}"
        case "unordered":
            return f"{number} >= {spelling.number(lower)}"


def _moments(condition: conditions.Between, spelling: Dialect) -> str:
    lines = []
    if condition.lower is not None:
        lines.append(_not_before(condition.lower, condition.feature, spelling))
    if condition.upper is not None:
        lines.append(_not_after(condition.upper, condition.feature, spelling))
    return " AND ".join(lines) or "TRUE"


def _not_before(lower: float, feature: Feature, spelling: Dialect) -> str:
    column, moment = spelling.identifier(feature.column), spelling.moment(lower, feature)
    if spelling.instant:
        return f"{spelling.instant.format(column)} >= {spelling.instant.format(moment)}"
    return f"{_of_kind(column, feature, spelling)} >= {moment}"


def _not_after(upper: float, feature: Feature, spelling: Dialect) -> str:
    """Write an upper bound; a time is on a day until its end, and in a microsecond as well."""
    column, moment = spelling.identifier(feature.column), spelling.moment(upper, feature)
    if spelling.instant and feature.kind is Kind.DATE:
        return f"{spelling.instant.format(column)} < {spelling.instant.format(f'{moment} + 1')}"
    if spelling.instant:
        return f"{spelling.instant.format(column)} <= {spelling.instant.format(moment)}"
    if spelling.after and feature.kind is Kind.DATETIME:
        return f"{column} < {spelling.after.format(moment)}"
    return f"{_of_kind(column, feature, spelling)} <= {moment}"


def _of_kind(column: str, feature: Feature, spelling: Dialect) -> str:
    return spelling.day.format(column) if feature.kind is Kind.DATE else column
