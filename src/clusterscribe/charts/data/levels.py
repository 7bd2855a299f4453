"""The levels of a column: of categories, truth values, or numbers that are used as levels."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.charts.data.rows import Rows
from clusterscribe.charts.data.subjects import (
    Alternative,
    Category,
    about,
    alternatives_of,
    is_level,
)
from clusterscribe.description.core import HalfSpace, Region
from clusterscribe.feature import Kind, Level
from clusterscribe.table.column import MISSING, Levels, Numbers


@dataclass(frozen=True, slots=True, eq=False)
class Coded:
    """The levels that occur or that conditions name, and which of them each row has."""

    levels: tuple[Level, ...]  # None: missing
    codes: NDArray[np.int64]


def coded(rows: Rows, region: Region, category: Category) -> Coded:
    """Read a column as levels."""
    column = rows.table.column(category.column)
    found = column if isinstance(column, Levels) else _levels_of_numbers(column)
    levels: list[Level] = [*found.levels, *([None] if found.has_missing else [])]
    codes = np.where(found.codes == MISSING, len(found.levels), found.codes)
    for level in named_levels(region, category):
        if not any(_is_same(level, known) for known in levels):
            levels.append(level)
    return Coded(tuple(levels), codes)


def named_levels(region: Region, category: Category) -> list[Level]:
    """Return the levels of a column that the conditions of a region name."""
    named: dict[Level, None] = {}
    for spaces in alternatives_of(region):
        for term in (term for space in spaces for term in space.terms):
            feature = term.feature
            if feature.column == category.column and feature.kind.is_binary:
                named[True if feature.kind is Kind.BOOLEAN else feature.level] = None
    return list(named)


def lets_in(alternatives: Iterable[Alternative], category: Category, level: Level) -> bool:
    """Whether the conditions on a column let this level in."""
    return any(
        all(_points(space, level) <= space.bound for space in about(alternative, category))
        for alternative in alternatives
    )


def _points(space: HalfSpace, level: Level) -> float:
    """Return the left-hand side of a half-space about one column, for rows of one level."""
    total = 0.0
    for term in space.terms:
        if level is None and term.feature.kind is Kind.BOOLEAN:
            return math.nan  # a missing truth value satisfies nothing
        total += term.weight * is_level(term.feature, level)
    return total


def _levels_of_numbers(column: Numbers) -> Levels:
    known = ~np.isnan(column.values)
    values, places = np.unique(column.values[known], return_inverse=True)
    codes = np.full(len(column), MISSING, dtype=np.int64)
    codes[known] = places
    as_level = bool if column.kind is Kind.BOOLEAN else _plain
    return Levels(tuple(as_level(value) for value in values.tolist()), codes)


def _plain(value: float) -> Level:
    return int(value) if value.is_integer() else value


def _is_same(first: Level, second: Level) -> bool:
    return first is second if first is None or second is None else first == second
