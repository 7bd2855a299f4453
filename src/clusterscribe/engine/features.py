"""The features of a table in an engine, found by aggregates alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clusterscribe.engine.asking import ask
from clusterscribe.engine.expressions import (
    Expression,
    counted,
    days,
    how_many,
    is_zoned,
    kind_or_unusable,
    microseconds,
    plain_number,
    refuse_nul,
    text_of,
)
from clusterscribe.engine.parquet_files import name_of
from clusterscribe.engine.text_numbers import (
    is_not_given,
    is_too_fine,
    number_of_text,
    reading_of,
    ticks_of_text,
)
from clusterscribe.errors import InputError
from clusterscribe.feature import Feature, Form, Kind
from clusterscribe.parameters import Missing
from clusterscribe.table.column import TOO_LARGE, Unusable
from clusterscribe.table.policy import MOST_LEVELS, Facts, Selection, is_named_identifier
from clusterscribe.table.shape import check_shape

MICROSECONDS = 6  # digits of a second


def read_features(
    table: Expression, chosen: Sequence[str], insisted: bool = False, missing: Missing = "outside"
) -> tuple[Feature, ...]:
    """Return the features of the chosen columns, in the order of the columns.

    The same policy decides as for a table in memory; `insisted` says that the caller has named
    the columns.
    """
    kinds = {name: kind_or_unusable(table[name]) for name in chosen}
    numeric = {
        name: _Numeric(table[name], kind)
        for name, kind in kinds.items()
        if not isinstance(kind, Unusable) and kind is not Kind.LEVEL
    }
    facts = _facts(table, numeric)
    rows = facts["rows"]
    if rows == 0:
        raise InputError(f"{name_of(table)} has no rows")
    check_shape((rows, len(kinds)))
    selection = Selection(insisted, missing)
    for name, kind in kinds.items():
        if isinstance(kind, Unusable):
            selection.add(Facts(name, Kind.LEVEL, rows, 0, unusable=kind))
        elif kind is Kind.LEVEL:
            selection.add(_of_texts(table, name, rows))
        else:
            selection.add(_of_numbers(name, numeric[name], facts, list(numeric).index(name)))
    found = selection.features()
    for feature in found:
        refuse_nul(feature.column, [feature.level])
    return found


@dataclass(frozen=True, slots=True)
class _Numeric:
    """A column of numbers, dates or truth values, perhaps written as text."""

    column: Expression
    kind: Kind
    form: Form | None = None
    zoned: bool = False
    example: str = ""

    @property
    def number(self) -> Expression:
        """The number of each row, NULL where it is missing."""
        if self.form is not None:
            return number_of_text(text_of(self.column), self.kind, self.form)
        match self.kind:
            case Kind.DATE:
                return days(self.column)
            case Kind.DATETIME:
                return microseconds(self.column)
            case Kind.INTEGER:  # as it is, since a float would meet its neighbours
                return self.column
            case _:
                return plain_number(self.column, self.kind)


def _facts(table: Expression, numeric: Mapping[str, _Numeric]) -> Counter[str]:
    """Count what is missing or cannot be used, in one query for all columns."""
    counts = {"rows": table.count()}
    for place, (name, one) in enumerate(numeric.items()):
        for fact, condition in _conditions(one.column, one.kind).items():
            counts[f"{fact}{place}"] = how_many(condition)
        counts |= _spread(name, one.kind, one.number, place)
    return counted(ask(table.aggregate(**counts), "missing values were counted"))


def _facts_of_text(table: Expression, name: str, one: _Numeric) -> Counter[str]:
    """Count the same of one column of numbers or dates that are written as text."""
    # first all numbers, then all counts: the expression for a number is long
    text = text_of(one.column)
    ticks = {"ticks": ticks_of_text(text, one.form)} if one.kind is Kind.DATETIME else {}
    read = table.select(text=text, number=one.number, **ticks)
    counts = {"rows": read.count(), "missing0": how_many(is_not_given(read.text))}
    if ticks:
        is_far = read.number.cast("int64") != read.ticks
        counts["inexact0"] = how_many(is_too_fine(read.text) | is_far)
    if one.kind is Kind.NUMBER:  # 1e400 is one
        counts["infinite0"] = how_many(read.number.isinf())
    counts |= _spread(name, one.kind, read.number, 0)
    return counted(ask(read.aggregate(**counts), "missing values were counted"))


def _spread(name: str, kind: Kind, number: Expression, place: int) -> dict[str, Expression]:
    """Return whether numbers differ at all and, for what may be an identifier, whether all do."""
    counts = {f"differs{place}": (number.min() < number.max()).cast("int64")}
    if kind in (Kind.INTEGER, Kind.NUMBER) and is_named_identifier(name):
        counts[f"different{place}"] = number.nunique()
        counts[f"broken{place}"] = how_many(number.cast("float64").floor() != number)
    return counts


def _of_numbers(name: str, one: _Numeric, facts: Mapping[str, int], place: int) -> Facts:
    rows, missing = facts["rows"], facts[f"missing{place}"]
    levels = [value for value in (False, True) if facts[f"{value}".lower() + f"{place}"]]
    is_unique = facts[f"different{place}"] == rows - missing and not facts[f"broken{place}"]
    return Facts(
        name,
        one.kind,
        rows=rows,
        different=0 if missing == rows else 1 + facts[f"differs{place}"],
        missing=missing,
        infinite=facts[f"infinite{place}"],
        exact=not facts[f"inexact{place}"],
        zoned=one.zoned or is_zoned(one.column),
        is_unique=is_unique and f"different{place}" in facts,
        levels=tuple(levels) if one.kind is Kind.BOOLEAN else (),
        form=one.form,
        example=one.example,
    )


def _conditions(column: Expression, kind: Kind) -> dict[str, Expression]:
    """Return what is counted in a column; what a type cannot have is left out."""
    conditions = {"missing": column.isnull()}
    match kind:
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


def _of_texts(table: Expression, name: str, rows: int) -> Facts:
    """Return the facts of a column of text; no more levels are fetched than may be used."""
    purpose = f"the levels of column {name!r} were listed"
    text = table.select(level=text_of(table[name]))
    found = ask(text.distinct().limit(MOST_LEVELS + 2), purpose)["level"].to_pylist()
    levels = sorted(level for level in found if level is not None)
    is_whole = len(levels) <= MOST_LEVELS
    reading = reading_of(text, levels, is_whole)
    example = max(levels, key=lambda level: (len(level), level), default="")
    if reading is not None and reading.form is not None:
        one = _Numeric(table[name], reading.kind, reading.form, reading.zoned, example)
        return _of_numbers(name, one, _facts_of_text(table, name, one), 0)
    counts = {"missing": how_many(text.level.isnull())}
    if not is_whole:
        counts |= {"different": text.level.nunique(), "length": text.level.length().mean()}
    counts_found = counted(ask(text.aggregate(**counts), purpose))
    return Facts(
        name,
        Kind.LEVEL,
        rows=rows,
        different=len(levels) if is_whole else counts_found["different"],
        missing=counts_found["missing"],
        is_text=True,
        length=_mean_length(levels) if is_whole else counts_found["length"],
        levels=tuple(levels),
        doubt="" if reading is None else reading.doubt,
        example=example if reading is not None else "",
    )


def _mean_length(texts: Sequence[str]) -> float:
    return sum(map(len, texts)) / max(1, len(texts))
