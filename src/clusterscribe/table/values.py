"""The numbers of features, for the rows of any table that has their columns.

New rows may differ from those that were described: a missing number is NaN (no condition
holds for it), a level that was never seen is none of the known ones, integers may come as
floats, dates as times, and both as text that is written like that of the described rows.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from clusterscribe.errors import InputError
from clusterscribe.feature import MICROSECONDS_A_DAY, Feature, Form, Kind
from clusterscribe.table.column import MISSING, TOO_LARGE, Levels, Numbers
from clusterscribe.table.table import Table
from clusterscribe.table.text_values import Unreadable, is_not_given, numbers_of_texts

NUMERIC = frozenset({Kind.NUMBER, Kind.INTEGER, Kind.BOOLEAN})
WORDS = {  # for what a column holds
    Kind.NUMBER: "numbers",
    Kind.INTEGER: "numbers",
    Kind.BOOLEAN: "true and false",
    Kind.DATE: "dates",
    Kind.DATETIME: "dates and times",
    Kind.LEVEL: "text",
}


def values_of(table: Table, features: Iterable[Feature]) -> dict[Feature, NDArray[np.float64]]:
    """Return the numbers of each feature for all rows."""
    values = dict.fromkeys(features, np.empty(0))  # in the order that was asked for
    for name, its_features in by_column(values).items():
        column = table.column(name)
        for feature in its_features:
            values[feature] = _values(column, feature)
    return values


def by_column(features: Iterable[Feature]) -> dict[str, list[Feature]]:
    """Return the features of each column."""
    of_column: dict[str, list[Feature]] = {}
    for feature in features:
        of_column.setdefault(feature.column, []).append(feature)
    return of_column


def _values(column: Numbers | Levels, feature: Feature) -> NDArray[np.float64]:
    if feature.kind is Kind.LEVEL:
        return _indicator(column, feature).astype(np.float64)
    if isinstance(column, Levels):
        column = _numbers_of_levels(column, feature)
    if feature.kind in NUMERIC and column.kind in NUMERIC:
        return _booleans(column, feature) if feature.kind is Kind.BOOLEAN else column.values
    match feature.kind, column.kind:
        case (Kind.DATE, Kind.DATE) | (Kind.DATETIME, Kind.DATETIME):
            return column.values
        case (Kind.DATE, Kind.DATETIME):
            return np.floor(column.values / MICROSECONDS_A_DAY)
        case (Kind.DATETIME, Kind.DATE):
            return column.values * MICROSECONDS_A_DAY
    raise wrong_kind(feature, WORDS[column.kind])


def _indicator(column: Numbers | Levels, feature: Feature) -> NDArray[np.bool_]:
    level = feature.level
    if isinstance(column, Levels):
        if level is None:
            return missing_rows(column, among_numbers=feature.is_hole)
        # equality of Python: a category 3 is found where the table now says 3.0
        known = level in column.levels
        return np.equal(column.codes, column.levels.index(level) if known else len(column.levels))
    if level is None:
        return np.isnan(column.values)
    if isinstance(level, str) or column.kind not in NUMERIC:
        return np.zeros(len(column), dtype=bool)
    if not column.exact and abs(level) >= TOO_LARGE:  # as a float64 it is its neighbours as well
        raise InputError(
            f"column {feature.column!r} holds integers beyond 2^53 where the category "
            f"{level!r} is looked for; convert it to a category"
        )
    return np.equal(column.values, level)


def missing_rows(column: Levels, among_numbers: bool = False) -> NDArray[np.bool_]:
    """Return the rows without a value; among numbers and dates, a text such as NA is none."""
    missing = np.equal(column.codes, MISSING)
    if among_numbers:
        texts = [isinstance(level, str) and is_not_given(level) for level in column.levels]
        missing |= np.array([*texts, True], dtype=bool)[column.codes]
    return missing


def _numbers_of_levels(column: Levels, feature: Feature) -> Numbers:
    """Return a category whose levels are numbers, or texts of what is needed, as numbers."""
    texts = [level for level in column.levels if isinstance(level, str)]
    if not texts:
        numbers = np.array([*column.levels, np.nan], dtype=np.float64)
        return Numbers(Kind.NUMBER if column.levels else feature.kind, numbers[column.codes])
    if len(texts) < len(column.levels) or feature.kind is Kind.BOOLEAN:
        raise wrong_kind(feature, f"text such as {texts[0]!r}")
    kind = feature.kind if feature.kind.is_moment else Kind.NUMBER
    try:
        return read_levels(column, kind, feature.form)
    except Unreadable as unreadable:
        raise wrong_kind(feature, f"text such as {unreadable.args[0]!r}") from None


def read_levels(column: Levels, kind: Kind, form: Form | None, zoned: bool = False) -> Numbers:
    """Return texts as the numbers or dates that they are, or raise `Unreadable`."""
    numbers, exact = numbers_of_texts([str(level) for level in column.levels], kind, form)
    return Numbers(kind, np.append(numbers, np.nan)[column.codes], zoned, exact, form)


def _booleans(column: Numbers, feature: Feature) -> NDArray[np.float64]:
    values = column.values
    if column.kind is not Kind.BOOLEAN and not (np.isnan(values) | np.isin(values, (0, 1))).all():
        raise wrong_kind(feature, "numbers other than 0 and 1")
    return values


def wrong_kind(feature: Feature, found: str) -> InputError:
    """Return the error for a column that holds something other than a feature needs."""
    return InputError(
        f"column {feature.column!r} holds {found} where {WORDS[feature.kind]} are needed; "
        "convert it"
    )
