"""Which features of a table are tags: what a row has or has not.

A column of true and false is one tag, a category one tag for each of its levels, and so is a
column of numbers that are 0 or 1 in all rows that count. Other numbers and dates are no tags, and
neither is a missing value.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from clusterscribe.errors import InputError, hint
from clusterscribe.feature import Feature, Kind
from clusterscribe.table import Table
from clusterscribe.table.column import Levels, Numbers
from clusterscribe.table.shape import quoted

ZERO_OR_ONE = (Kind.INTEGER, Kind.NUMBER)


@dataclass(frozen=True, slots=True)
class TagColumns:
    """The columns that hold tags, and the others."""

    tags: tuple[str, ...]
    others: tuple[str, ...]


def tag_columns(table: Table, counted: NDArray[np.bool_]) -> TagColumns:
    """Find the columns that hold tags in the rows that count; it is an error if there are none."""
    holds = {name: _holds_tags(table.column(name), counted) for name in table.columns}
    found = TagColumns(
        tuple(name for name, tags in holds.items() if tags),
        tuple(name for name, tags in holds.items() if not tags),
    )
    if not found.tags:
        raise InputError(
            f"no column holds tags: {_numbers(found.others)}; give columns of true and false or of "
            "categories, for example numbers cut into ranges"
        )
    if found.others:
        left_out = "it is left out" if len(found.others) == 1 else "they are left out"
        hint(f"{_numbers(found.others)}: {left_out}, and can be tags when cut into ranges")
    return found


def tags_of(features: Iterable[Feature]) -> tuple[Feature, ...]:
    """Return the features that are tags, of columns that hold them."""
    tags: list[Feature] = []
    for _, group in groupby(features, key=lambda feature: feature.column):
        its = [feature for feature in group if not _is_missing(feature)]
        # true and false with missing values come as levels, and "false" is no tag
        is_truth = all(isinstance(feature.level, bool) for feature in its)
        tags += [feature for feature in its if not is_truth or feature.level]
    return tuple(tags)


def _is_missing(feature: Feature) -> bool:
    return feature.kind is Kind.LEVEL and feature.level is None


def _holds_tags(column: Numbers | Levels, counted: NDArray[np.bool_]) -> bool:
    if isinstance(column, Levels) or column.kind is Kind.BOOLEAN:
        return True
    # a number that is missing or infinite is refused wherever it is
    if column.kind not in ZERO_OR_ONE or not np.isfinite(column.values).all():
        return False
    return bool(np.isin(column.values[counted], (0, 1)).all())


def _numbers(columns: tuple[str, ...]) -> str:
    if len(columns) == 1:
        return f"column {columns[0]!r} holds numbers or dates"
    return f"the columns {quoted(columns)} hold numbers or dates"
