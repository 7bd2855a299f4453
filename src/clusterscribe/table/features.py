"""Which features the columns of a table give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from clusterscribe.errors import InputError, hint
from clusterscribe.feature import Feature, Kind, Level
from clusterscribe.table.column import Levels, Numbers
from clusterscribe.table.shape import listed
from clusterscribe.table.table import Table

MOST_LEVELS = 1000
ENOUGH_ROWS = 50  # to call a column of different texts an identifier


def features_of(table: Table, columns: Iterable[str] | None = None) -> tuple[Feature, ...]:
    """Return the features that the columns give, in the order of the columns.

    A category gives one feature per level, and a missing value is a level of its own. A
    missing number or date cannot be described and is an error, as is an infinite number.
    """
    features: list[Feature] = []
    missing: dict[str, int] = {}
    infinite: dict[str, int] = {}
    for name in table.columns if columns is None else columns:
        column = table.column(name)
        if isinstance(column, Levels):
            features += features_of_category(
                name,
                column.levels,
                different=len(column.levels),
                rows=len(column),
                has_missing=column.has_missing,
            )
        elif column.kind is Kind.BOOLEAN:
            features += _features_of_booleans(name, column)
        else:
            if not column.exact:
                raise inexact(name, column.kind)
            missing[name] = int(np.isnan(column.values).sum())
            infinite[name] = int(np.isinf(column.values).sum())
            features.append(Feature(name, column.kind, zoned=column.zoned))
    refuse_rows("missing values (NaN)", missing, len(table))
    refuse_rows("infinite values (inf)", infinite, len(table))
    return tuple(features)


def features_of_category(
    name: str, levels: Sequence[Level], *, different: int, rows: int, has_missing: bool
) -> list[Feature]:
    """Return one feature per level of a column with so many different values and rows."""
    all_different = different == rows and all(isinstance(v, str) for v in levels)
    if different > MOST_LEVELS:
        looks = "looks like an identifier" if all_different else "says too little about a cluster"
        raise InputError(
            f"column {name!r} has {different:,} different values, more than the "
            f"{MOST_LEVELS:,} levels that a category may have, and {looks}; exclude it, "
            "convert it to numbers or group its values"
        )
    if all_different and rows >= ENOUGH_ROWS:
        hint(
            f"column {name!r} holds a different text in each of the {rows:,} rows and "
            "looks like an identifier; exclude it unless it describes the rows"
        )
    return level_features(name, levels, has_missing)


def _features_of_booleans(name: str, column: Numbers) -> list[Feature]:
    missing = np.isnan(column.values)
    if not missing.any():
        return [Feature(name, Kind.BOOLEAN)]
    present = column.values[~missing]
    return level_features(name, [value for value in (False, True) if value in present], True)


def level_features(name: str, levels: Iterable[Level], has_missing: bool) -> list[Feature]:
    """Return one feature per level; that a value is missing is the last one."""
    every = [*levels, None] if has_missing else levels
    return [Feature(name, Kind.LEVEL, level) for level in every]


def inexact(name: str, kind: Kind) -> InputError:
    """Return the error for integers or times that are too fine for a float64."""
    if kind is Kind.INTEGER:
        return InputError(
            f"column {name!r} holds integers beyond 2^53, which floating-point numbers "
            "cannot hold exactly; convert it to text, or exclude it"
        )
    return InputError(
        f"column {name!r} holds times that microseconds since 1970 cannot hold exactly; "
        "round it to seconds, or exclude it"
    )


def refuse_rows(what: str, count: Mapping[str, int], rows: int) -> None:
    """Refuse columns in which some rows hold what no condition can be made of."""
    found = [f"{name!r} ({n:,} of {rows:,} rows)" for name, n in count.items() if n]
    if found:
        where = f"column{'s' if len(found) > 1 else ''} {listed(found, most=12)}"
        them = "the columns" if len(found) > 1 else "the column"
        raise InputError(f"X has {what} in {where}; fill them, drop these rows, or exclude {them}")
