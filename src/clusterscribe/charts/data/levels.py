"""The levels of a category and their shares, the rare ones together.

Levels are those of categories, truth values, or numbers that are used as levels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.charts.data.by_label import Floats, Mask, Places, totals
from clusterscribe.charts.data.rows import Rows
from clusterscribe.charts.data.subjects import (
    Alternative,
    Category,
    allows_level,
    alternatives_of,
)
from clusterscribe.charts.data.words import conditions_on, title_of
from clusterscribe.description.core import Label
from clusterscribe.description.words import wording
from clusterscribe.feature import Feature, Kind, Level
from clusterscribe.table.column import MISSING, Levels, Numbers

MOST = 10  # levels with a bar of their own, unless conditions name more
MOST_NAMED = 16  # of those that conditions name


class Known(str):
    """What is beside missing, for numbers and dates: no level of the table, and never quoted."""

    __slots__ = ()


KNOWN = Known("known")


@dataclass(frozen=True, slots=True, eq=False)
class LevelBand:
    """The shares of each level of a category or truth value, the most frequent first."""

    label: Label
    conditions: tuple[str, ...]
    title: str
    levels: tuple[str, ...]  # in words; the last may stand for all further ones
    own: Floats
    others: Floats
    allowed: tuple[bool | None, ...]  # whether conditions allow each level; None: some of them


@dataclass(frozen=True, slots=True, eq=False)
class Coded:
    """The levels that occur or that conditions name, and which of them each row has."""

    levels: tuple[Level, ...]  # None: missing
    codes: NDArray[np.int64]


def level_band(rows: Rows, label: Label, category: Category) -> LevelBand:
    """Count the levels of a column in a cluster and among all other rows."""
    region = rows.part(label)
    ways = alternatives_of(region)
    found = coded(rows, ways, category)
    own, others = (
        _amounts(found, rows.judgement.weights, chosen)
        for chosen in (rows.own(label), rows.others(label))
    )
    named = set(_named_levels(ways, category))
    order = np.argsort(-(own + others), kind="stable")
    groups = _groups(order, np.array([found.levels[place] in named for place in order], dtype=bool))
    allowed = [allows_level(ways, category, level) for level in found.levels]
    return LevelBand(
        label,
        conditions_on(region, category, rows.naming),
        title_of(category, rows.naming),
        tuple(words_of([found.levels[place] for place in group]) for group in groups),
        _shares(own, groups),
        _shares(others, groups),
        tuple(_common([allowed[place] for place in group]) for group in groups),
    )


def coded(rows: Rows, ways: Sequence[Alternative], category: Category) -> Coded:
    """Read a column as levels; numbers and dates as whether they are known."""
    found = _levels_of(rows, ways, category)
    levels: list[Level] = [*found.levels, *([None] if found.has_missing else [])]
    codes = np.where(found.codes == MISSING, len(found.levels), found.codes)
    for level in _named_levels(ways, category):
        if level not in levels:
            levels.append(level)
    return Coded(tuple(levels), codes)


def _levels_of(rows: Rows, ways: Sequence[Alternative], category: Category) -> Levels:
    holes = [feature for feature in _named_features(ways, category) if feature.is_hole]
    if holes:
        return Levels((KNOWN,), np.where(rows.values(holes[0]) == 1, MISSING, 0))
    column = rows.table.column(category.column)
    return column if isinstance(column, Levels) else _levels_of_numbers(column)


def words_of(levels: list[Level]) -> str:
    """Name one level, or say how many share a place."""
    if isinstance(levels[0], Known):
        return str(levels[0])
    return wording.level(levels[0]) if len(levels) == 1 else f"{len(levels)} others"


def _named_levels(ways: Sequence[Alternative], category: Category) -> list[Level]:
    """Return the levels of a column that conditions name."""
    features = _named_features(ways, category)
    levels = (True if feature.kind is Kind.BOOLEAN else feature.level for feature in features)
    return list(dict.fromkeys(levels))


def _named_features(ways: Sequence[Alternative], category: Category) -> list[Feature]:
    return [
        term.feature
        for spaces in ways
        for space in spaces
        for term in space.terms
        if term.feature.column == category.column and term.feature.kind.is_binary
    ]


def _amounts(found: Coded, weights: Floats | None, chosen: Mask) -> Floats:
    """Count the chosen rows of each level, or sum their weights."""
    weights = None if weights is None else weights[chosen]
    return totals(found.codes[chosen], weights, len(found.levels))


def _groups(order: Places, is_named: Mask) -> list[Places]:
    """Give levels a bar of their own, and the rest one bar together."""
    shown = np.zeros(len(order), dtype=bool)
    shown[np.flatnonzero(is_named)[:MOST_NAMED]] = True
    shown[np.flatnonzero(~is_named)[: max(0, MOST - shown.sum())]] = True
    rest = order[~shown]
    if len(rest) <= 1:  # a bar for "1 others" is a bar for that level
        return list(order[:, None])
    return [*order[shown][:, None], rest]


def _shares(amounts: Floats, groups: list[Places]) -> Floats:
    total = amounts.sum()
    parts = np.array([amounts[group].sum() for group in groups])
    return parts / total if total else parts


def _common(allowed: list[bool]) -> bool | None:
    """Return what holds for all of them, or None if it differs."""
    return allowed[0] if len(set(allowed)) == 1 else None


def _levels_of_numbers(column: Numbers) -> Levels:
    known = ~np.isnan(column.values)
    values, places = np.unique(column.values[known], return_inverse=True)
    codes = np.full(len(column), MISSING, dtype=np.int64)
    codes[known] = places
    as_level = bool if column.kind is Kind.BOOLEAN else _plain
    return Levels(tuple(as_level(value) for value in values.tolist()), codes)


def _plain(value: float) -> Level:
    return int(value) if value.is_integer() else value
