"""The features of a table in an engine, found by aggregates alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from clusterscribe.engine.asking import ask
from clusterscribe.engine.expressions import (
    Expression,
    counted,
    days,
    how_many,
    is_zoned,
    kind_of,
    microseconds,
    refuse_nul,
    text_of,
)
from clusterscribe.engine.parquet_files import name_of
from clusterscribe.errors import InputError
from clusterscribe.feature import Feature, Kind
from clusterscribe.table.column import TOO_LARGE
from clusterscribe.table.features import (
    MOST_LEVELS,
    features_of_category,
    inexact,
    level_features,
    refuse_rows,
)
from clusterscribe.table.shape import check_shape

MICROSECONDS = 6  # digits of a second


def read_features(table: Expression, chosen: Sequence[str]) -> tuple[Feature, ...]:
    """Return the features of the chosen columns, in the order of the columns.

    What `table/features.py` refuses is refused here with the same messages.
    """
    kinds = {name: kind_of(name, table[name]) for name in chosen}
    facts = _facts(table, kinds)
    rows = facts["rows"]
    if rows == 0:
        raise InputError(f"{name_of(table)} has no rows")
    check_shape((rows, len(kinds)))
    features: list[Feature] = []
    missing, infinite = {}, {}
    for place, (name, kind) in enumerate(kinds.items()):
        if kind is Kind.LEVEL:
            features += _category(table, name, rows)
        elif kind is Kind.BOOLEAN:
            features += _booleans(name, place, facts)
        else:
            if facts[f"inexact{place}"]:
                raise inexact(name, kind)
            missing[name], infinite[name] = facts[f"missing{place}"], facts[f"infinite{place}"]
            features.append(Feature(name, kind, zoned=is_zoned(table[name])))
    refuse_rows("missing values (NaN)", missing, rows)
    refuse_rows("infinite values (inf)", infinite, rows)
    return tuple(features)


def _facts(table: Expression, kinds: Mapping[str, Kind]) -> Counter[str]:
    """Count what is missing or cannot be used, in one query for all columns."""
    counts = {"rows": table.count()}
    for place, (name, kind) in enumerate(kinds.items()):
        for fact, condition in _conditions(table[name], kind).items():
            counts[f"{fact}{place}"] = how_many(condition)
    return counted(ask(table.aggregate(**counts), "missing values were counted"))


def _conditions(column: Expression, kind: Kind) -> dict[str, Expression]:
    """Return what is counted in a column; what a type cannot have is left out."""
    conditions = {"missing": column.isnull()}
    match kind:
        case Kind.LEVEL:
            return {}
        case Kind.BOOLEAN:
            conditions |= {"true": column, "false": ~column}
        case Kind.INTEGER:
            conditions["inexact"] = (column >= TOO_LARGE) | (column <= -TOO_LARGE)
        case Kind.NUMBER if column.type().is_floating():
            conditions["missing"] |= column.isnan().fill_null(False)
            conditions["infinite"] = column.isinf()
        case Kind.DATE:
            conditions["infinite"] = column.notnull() & days(column).isnull()
        case Kind.DATETIME:
            conditions["infinite"] = column.notnull() & microseconds(column).isnull()
            conditions["inexact"] = _is_too_fine(column)
    return conditions


def _is_too_fine(column: Expression) -> Expression:
    """Return whether microseconds since 1970 cannot hold a time exactly."""
    ticks = microseconds(column)
    inexact = ticks.cast("float64").cast("int64") != ticks
    if (column.type().scale or 0) > MICROSECONDS:
        inexact |= column.truncate("us") != column
    return inexact


def _booleans(name: str, place: int, facts: Mapping[str, int]) -> list[Feature]:
    if not facts[f"missing{place}"]:
        return [Feature(name, Kind.BOOLEAN)]
    held = [value for value in (False, True) if facts[f"{value}".lower() + f"{place}"]]
    return level_features(name, held, has_missing=True)


def _category(table: Expression, name: str, rows: int) -> list[Feature]:
    """Return the levels of a category; no more are fetched than may be used."""
    purpose = f"the levels of column {name!r} were listed"
    text = table.select(level=text_of(table[name]))
    found = ask(text.distinct().limit(MOST_LEVELS + 2), purpose)["level"].to_pylist()
    levels = sorted(level for level in found if level is not None)
    refuse_nul(name, levels)
    different = len(levels)
    if different > MOST_LEVELS:
        nunique = text.aggregate(different=text.level.nunique())
        different = ask(nunique, purpose)["different"][0].as_py()
    return features_of_category(
        name, levels, different=different, rows=rows, has_missing=len(levels) < len(found)
    )
