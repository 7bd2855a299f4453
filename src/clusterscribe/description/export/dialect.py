"""How databases spell the same things: names, text, numbers, dates.

Every comparison is meant to be the one of floating-point numbers that Python makes. So
columns are read as 64-bit numbers, whatever their type is there, and numbers that are not
small whole numbers carry an exponent, because `0.1` is an exact decimal in most databases
and `0.1e0` is not.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Literal, TypeAlias

from clusterscribe.description.words import wording
from clusterscribe.errors import InputError, did_you_mean
from clusterscribe.feature import Feature, Kind

EXACT = 2**53  # whole numbers up to here are exact as floating-point numbers
EXACT_IN_SINGLE = 2**24  # and up to here even in a column of 32-bit ones
LARGEST_WHOLE = 2**63  # of a database
SURE_DIGITS = 15  # of a number: so many are read exactly even where reading is careless

Word: TypeAlias = str | int | float | bool | date  # what has a literal in SQL


@dataclass(frozen=True, slots=True)
class Dialect:
    """The spelling of one database; in templates, {} stands for a column or a time."""

    name: str
    double: str  # the type of 64-bit floating-point numbers
    # How NaN compares: above all numbers and equal to itself, unlike everything, or in a
    # way that is not known.
    nan: Literal["greatest", "unordered", "unknown"]
    quote: str = '"'  # around names
    name_escapes: bool = False  # whether a backslash in a name is an escape
    text_escapes: bool = False  # whether a backslash in text is one
    ascii_results: bool = False  # whether result columns may only be called A-Z, a-z, 0-9 and _
    # Whether numbers of more than 15 digits may be misread by a bit, and so are written as
    # fractions of whole numbers.
    only_short: bool = False
    day: str = "CAST({} AS DATE)"  # the date of a column
    date: str = "DATE '{}'"
    local_time: str = "TIMESTAMP '{}'"
    zoned_time: str = "TIMESTAMPTZ '{}'"
    # What dates and times, with a zone or without, are compared by: the same for an instant in
    # every session's zone. Nothing where that cannot be said, and they are compared themselves.
    instant: str = ""
    has_times: bool = True  # or else times are text, and are compared as their microseconds
    after: str = ""  # the first time after the microsecond, where columns may be finer than that
    local_microseconds: str = ""  # microseconds since 1970-01-01; nothing where it cannot be said
    zoned_microseconds: str = ""
    days: str = ""  # days since then; nothing where they follow from microseconds, as in Python

    def identifier(self, text: str) -> str:
        """Write the name of a column or table."""
        if not text:
            raise InputError("SQL cannot name a column or table whose name is empty; rename it")
        _check(text)
        if self.name_escapes:
            escaped = _with_escapes(text, self.quote)
        else:
            escaped = text.replace(self.quote, self.quote * 2)
        return f"{self.quote}{escaped}{self.quote}"

    def literal(self, value: Word) -> str:
        """Write a level or label."""
        if isinstance(value, bool):
            return "TRUE" if value else "FALSE"
        if isinstance(value, int):
            return str(value)
        if isinstance(value, float):
            return self.number(value, EXACT_IN_SINGLE)
        if isinstance(value, date):
            return self.date.format(value.isoformat())
        _check(value)
        escaped = _with_escapes(value, "'") if self.text_escapes else value.replace("'", "''")
        return f"'{escaped}'"

    def number(self, value: float, exact: int = EXACT) -> str:
        """Write a number so that it is read as exactly this floating-point number.

        Those that are whole, up to one that is exact in what they meet, are written as such.
        """
        if not math.isfinite(value):
            raise InputError(
                f"SQL cannot write the number {value}, which the description compares with"
            )
        if float(value).is_integer() and abs(value) <= exact:
            return str(int(value))
        text = repr(float(value))
        if self.only_short and sum(map(str.isdigit, text.partition("e")[0])) > SURE_DIGITS:
            text = _fraction(value, self.as_double) or text
        return text if "e" in text or "/" in text else f"{text.removesuffix('.0')}e0"

    def moment(self, value: float, feature: Feature) -> str:
        """Write a date or time."""
        text = wording.moment(value, feature.kind, feature.zoned, brief=False)
        if not re.match(r"\d{4}-\d\d-\d\d", text):
            raise InputError(
                f"SQL dates are limited to the years 0 to 9999, and the bound {text} on column "
                f"{feature.column!r} is outside of them"
            )
        if feature.kind is Kind.DATE:
            return self.date.format(text)
        return (self.zoned_time if feature.zoned else self.local_time).format(text)

    def as_double(self, expression: str) -> str:
        """Turn an expression into a floating-point number."""
        return f"CAST({expression} AS {self.double})"

    def number_of(self, feature: Feature) -> str:
        """Read a column of numbers as the floating-point numbers that Python reads."""
        return self.as_double(self.identifier(feature.column))


_POSTGRES = Dialect(
    name="postgres",
    double="DOUBLE PRECISION",
    nan="greatest",
    instant="EXTRACT(EPOCH FROM {})",
    local_microseconds="EXTRACT(EPOCH FROM {}) * 1000000",
    zoned_microseconds="EXTRACT(EPOCH FROM {}) * 1000000",
)
# SQLite keeps times as text (2024-02-29 12:00:00.123456+00:00), and reads them to the millisecond,
# rounded. So the fraction of the second is read apart.
_WHOLE_SECONDS = "substr({0}, 1, 19) || ltrim(substr({0}, 20), '.0123456789')"
_MICROSECONDS = (
    f"strftime('%s', {_WHOLE_SECONDS}) * 1000000"
    " + round(CAST('0' || substr({0}, 20, 7) AS REAL) * 1000000)"
)
_DIALECTS = {
    "ansi": Dialect(
        name="ansi",
        double="DOUBLE PRECISION",
        nan="unknown",
        # as a literal, some databases would take it for a time without a zone
        zoned_time="CAST('{}' AS TIMESTAMP WITH TIME ZONE)",
        after="{} + INTERVAL '0.000001' SECOND",
    ),
    "duckdb": Dialect(
        name="duckdb",
        double="DOUBLE",
        nan="greatest",
        instant="epoch_us({})",
        local_microseconds="epoch_us({})",
        zoned_microseconds="epoch_us({})",
    ),
    "postgres": _POSTGRES,
    "postgresql": _POSTGRES,
    "bigquery": Dialect(
        name="bigquery",
        double="FLOAT64",
        nan="unordered",
        quote="`",
        name_escapes=True,
        text_escapes=True,
        ascii_results=True,
        local_time="DATETIME '{}'",
        zoned_time="TIMESTAMP '{}'",
        days="UNIX_DATE(CAST({} AS DATE))",
        local_microseconds="DATETIME_DIFF({}, DATETIME '1970-01-01 00:00:00', MICROSECOND)",
        zoned_microseconds="UNIX_MICROS({})",
    ),
    "spark": Dialect(
        name="spark",
        double="DOUBLE",
        nan="greatest",
        quote="`",
        text_escapes=True,
        local_time="TIMESTAMP_NTZ '{}'",
        zoned_time="TIMESTAMP '{}'",
        days="DATEDIFF(CAST({} AS DATE), DATE '1970-01-01')",
        local_microseconds="TIMESTAMPDIFF(MICROSECOND, TIMESTAMP_NTZ '1970-01-01 00:00:00', {})",
        zoned_microseconds="UNIX_MICROS({})",
    ),
    "sqlite": Dialect(
        name="sqlite",
        double="REAL",
        nan="unordered",  # there is none: it is stored as NULL
        only_short=True,
        day=f"date({_WHOLE_SECONDS})",
        date="'{}'",
        has_times=False,
        days=f"julianday(date({_WHOLE_SECONDS})) - 2440587.5",
        local_microseconds=_MICROSECONDS,
        zoned_microseconds=_MICROSECONDS,
    ),
}


def dialect_of(name: str) -> Dialect:
    """Return the dialect of this name."""
    if name not in _DIALECTS:
        known = ", ".join(map(repr, _DIALECTS))
        hint = did_you_mean(str(name), _DIALECTS)
        raise InputError(f"dialect must be one of {known}, not {name!r}.{hint}")
    return _DIALECTS[name]


def _check(text: str) -> None:
    """Refuse what no database takes: NUL, and halves of surrogate pairs."""
    if "\0" in text or any("\ud800" <= c <= "\udfff" for c in text):
        raise InputError(
            f"SQL cannot represent {text!r}, which has a NUL or an invalid character: rename it"
        )


def _fraction(value: float, as_double: Callable[[str], str]) -> str:
    """Write a number as a fraction of whole numbers that are read exactly; nothing if too large."""
    ratio = Fraction(value)
    if max(abs(ratio.numerator), ratio.denominator) >= LARGEST_WHOLE:
        return ""
    return f"({as_double(str(ratio.numerator))} / {ratio.denominator})"


def _with_escapes(text: str, quote: str) -> str:
    """Write text where a backslash is an escape; a raw line break may end it there."""
    short = {"\\": "\\\\", quote: f"\\{quote}", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return "".join(short.get(c, c if c.isprintable() else _escaped(c)) for c in text)


def _escaped(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04x}" if code < 2**16 else f"\\U{code:08x}"
