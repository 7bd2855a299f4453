"""Numbers of features as expressions of Ibis, computed as `table/values.py` computes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeAlias

from clusterscribe.engine.asking import ibis
from clusterscribe.engine.text_numbers import is_not_given, number_of_text
from clusterscribe.errors import InputError
from clusterscribe.feature import MICROSECONDS_A_DAY, Feature, Kind, Level
from clusterscribe.table.column import BINARY, DURATIONS, NESTED, TIMES_OF_DAY, Unusable
from clusterscribe.table.shape import unknown_column
from clusterscribe.table.table import unusable_column
from clusterscribe.table.values import NUMERIC, WORDS, wrong_kind

if TYPE_CHECKING:
    import pyarrow as pa

Expression: TypeAlias = Any  # of Ibis, which has no types that mypy could follow
Numbers: TypeAlias = Mapping[Feature, Expression]


def double(value: float) -> Expression:
    """Write a number so that every engine reads exactly this one.

    Some engines read a plain literal as a decimal, which may lose the last bit.
    """
    return ibis().literal(repr(float(value))).cast("float64")


def kind_of(name: str, column: Expression) -> Kind:
    """Return what a column holds; a category is LEVEL."""
    kind = kind_or_unusable(column)
    if isinstance(kind, Unusable):
        raise unusable_column(name, kind)
    return kind


def kind_or_unusable(column: Expression) -> Kind | Unusable:  # noqa: PLR0911 (one for each kind)
    """Return what a column holds, or why no condition can be made of it."""
    kind = column.type()
    if kind.is_boolean():
        return Kind.BOOLEAN
    if kind.is_integer():
        return Kind.INTEGER
    if kind.is_floating() or kind.is_decimal():
        return Kind.NUMBER
    if kind.is_date():
        return Kind.DATE
    if kind.is_timestamp():
        return Kind.DATETIME
    if kind.is_string() or kind.is_null() or kind.is_uuid():
        return Kind.LEVEL
    return _unusable(kind)


def _unusable(kind: Any) -> Unusable:  # noqa: ANN401
    if kind.is_interval():
        return DURATIONS
    if kind.is_time():
        return TIMES_OF_DAY
    return NESTED if kind.is_nested() or kind.is_json() else BINARY


def is_zoned(column: Expression) -> bool:
    """Whether times carry a time zone."""
    kind = column.type()
    return bool(kind.is_timestamp() and kind.timezone is not None)


def column_of(table: Expression, name: str) -> Expression:
    """Return a column of a table, or refuse a name that it does not have."""
    if name not in table.columns:
        raise unknown_column(name, table.columns)
    return table[name]


def numbers_of(table: Expression, features: Iterable[Feature]) -> dict[Feature, Expression]:
    """Return the number of each feature for the rows of a table."""
    return {feature: number_of(column_of(table, feature.column), feature) for feature in features}


def number_of(column: Expression, feature: Feature) -> Expression:  # noqa: PLR0911
    """Return the number of a feature; NULL where a number is missing."""
    kind = kind_of(feature.column, column)
    if feature.kind is Kind.LEVEL:
        has_it = has_level(column, kind, feature.level)
        if feature.is_hole and kind is Kind.LEVEL:
            has_it |= is_not_given(text_of(column))
        return has_it.ifelse(double(1), double(0))
    if feature.kind in NUMERIC and kind in NUMERIC:
        return plain_number(column, kind)
    if kind is Kind.LEVEL and feature.kind is not Kind.BOOLEAN:
        return number_of_text(text_of(column), feature.kind, feature.form, strict=True)
    match feature.kind, kind:
        case Kind.DATE, Kind.DATE:
            return days(column).cast("float64")
        case Kind.DATETIME, Kind.DATETIME:
            return microseconds(column).cast("float64")
        case Kind.DATE, Kind.DATETIME:
            whole = microseconds(column).cast("float64") / double(MICROSECONDS_A_DAY)
            return whole.floor().cast("float64")
        case Kind.DATETIME, Kind.DATE:
            return days(column).cast("float64") * double(MICROSECONDS_A_DAY)
    raise wrong_kind(feature, WORDS[kind])


def plain_number(column: Expression, kind: Kind) -> Expression:
    """Return a number or truth value as a float; NaN becomes NULL.

    Engines trust the largest values that Parquet files state, and these leave out NaN.
    """
    if kind is Kind.BOOLEAN:
        return column.cast("int8").cast("float64")
    if column.type().is_decimal():
        # via text, as engines divide by a power of ten, which may lose the last bit
        return column.cast("string").cast("float64")
    number = column.cast("float64")
    return column.isnan().ifelse(ibis().null("float64"), number) if _has_nan(column) else number


def _has_nan(column: Expression) -> bool:
    return bool(column.type().is_floating())


def days(column: Expression) -> Expression:
    """Return days since 1970-01-01."""
    return column.delta(ibis().date("1970-01-01"), unit="day")


def microseconds(column: Expression) -> Expression:
    """Return microseconds since 1970-01-01, of UTC where there is a time zone."""
    epoch = datetime(1970, 1, 1, tzinfo=UTC) if is_zoned(column) else datetime(1970, 1, 1)
    return column.delta(ibis().literal(epoch), unit="microsecond")


def has_level(column: Expression, kind: Kind, level: Level) -> Expression:
    """Return whether a column holds a level (None: whether it is missing)."""
    if level is None:
        missing = column.isnull()
        return missing | column.isnan().fill_null(False) if _has_nan(column) else missing
    if isinstance(level, str):
        is_text = kind is Kind.LEVEL
        return (text_of(column) == level).fill_null(False) if is_text else ibis().literal(False)
    if kind is Kind.INTEGER and type(level) is int:  # a float would match its neighbours as well
        return (column == level).fill_null(False)
    if kind in NUMERIC:
        return (plain_number(column, kind) == double(level)).fill_null(False)
    return ibis().literal(False)


def how_many(condition: Expression) -> Expression:
    """Return the number of rows that fulfil a condition; NULL if there are no rows at all."""
    return condition.fill_null(False).cast("int64").sum()


def counted(answer: pa.Table) -> Counter[str]:
    """Return the one row of an answer; what is not in it, or NULL, counts as 0."""
    (row,) = answer.to_pylist()
    return Counter({name: figure or 0 for name, figure in row.items()})


def refuse_nul(name: str, values: Iterable[object]) -> None:
    """Refuse text with a NUL character, at which a query would end."""
    for value in values:
        if isinstance(value, str) and "\0" in value:
            raise InputError(
                f"column {name!r} holds {value!r}, and no query can contain text with a NUL "
                "character; replace it"
            )


def text_of(column: Expression) -> Expression:
    """Return a category as text."""
    return column if column.type().is_string() else column.cast("string")
