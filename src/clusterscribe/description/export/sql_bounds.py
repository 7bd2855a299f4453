"""Bounds on one column in SQL: its number, date or time lies between two others.

A database is made to compare what Python compares: numbers as 64-bit floating-point numbers,
times by the microsecond they fall in and dates by the day, both of UTC where a column has a
time zone, in whatever zone the session is.
"""

from __future__ import annotations

from clusterscribe.description.core.conditions import Between
from clusterscribe.description.export.dialect import Dialect
from clusterscribe.errors import InputError
from clusterscribe.feature import MICROSECONDS_A_DAY, Feature, Kind


def between(condition: Between, spelling: Dialect) -> str:
    """Write a range, so that it can be joined by AND; it may be NULL where false."""
    feature = condition.feature
    if feature.kind not in (Kind.DATE, Kind.DATETIME):
        return _numbers(spelling.number_of(feature), condition, spelling)
    if condition.is_far and spelling.local_microseconds:
        return _numbers(number_of_moment(feature, spelling), condition, spelling)
    return _moments(condition, spelling)


def number_of_moment(feature: Feature, spelling: Dialect) -> str:
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


def _numbers(number: str, condition: Between, spelling: Dialect) -> str:
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


def _moments(condition: Between, spelling: Dialect) -> str:
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
    return f"{_of_kind(column, feature)} >= {moment}"


def _not_after(upper: float, feature: Feature, spelling: Dialect) -> str:
    """Write an upper bound; a time is on a day until its end, and in a microsecond as well."""
    column, moment = spelling.identifier(feature.column), spelling.moment(upper, feature)
    if spelling.instant and feature.kind is Kind.DATE:
        return f"{spelling.instant.format(column)} < {spelling.instant.format(f'{moment} + 1')}"
    if spelling.instant:
        return f"{spelling.instant.format(column)} <= {spelling.instant.format(moment)}"
    if spelling.after and feature.kind is Kind.DATETIME:
        return f"{column} < {spelling.after.format(moment)}"
    return f"{_of_kind(column, feature)} <= {moment}"


def _of_kind(column: str, feature: Feature) -> str:
    return f"CAST({column} AS DATE)" if feature.kind is Kind.DATE else column
