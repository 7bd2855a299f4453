"""What the text of a cell means, for files that hold nothing but text.

    missing       an empty cell; for anything but text also NA, N/A, NaN, nan, null, NULL
    boolean       true and false, in capitals or not (and 0 and 1, where a boolean is needed)
    number        1, -1.5, 1e6; but 007 is text, a code rather than a number;
                  in a file with decimal commas 1,5 and 1.234,50 instead
    date, time    2024-12-31, 2024-12-31 23:59:59.5, with T, and with Z or +02:00
    text          everything else, as it stands

Other ways to write numbers and dates are text here, and read as `text_values.py` reads them.

A column is what all of its cells are, or what given features need. What the features do not
need stays unread, so that a wrong cell elsewhere in a file does no harm.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from clusterscribe.errors import InputError
from clusterscribe.feature import Feature, Form, Kind, Level
from clusterscribe.table.arrow import column_of_arrow, one_array
from clusterscribe.table.column import Column, Levels
from clusterscribe.table.distinct import Distinct, distinct_arrow
from clusterscribe.table.table import Table
from clusterscribe.table.text_values import (
    COMMA,
    DATE_FORMS,
    NOT_GIVEN,
    NUMBER_FORMS,
    POINTS,
    Unreadable,
    numbers_of_texts,
)
from clusterscribe.table.values import by_column, read_levels

if TYPE_CHECKING:
    import pyarrow as pa

_KINDS = (Kind.INTEGER, Kind.NUMBER, Kind.BOOLEAN, Kind.DATE, Kind.DATETIME)
_TRIED_FIRST = 100  # cells: a column of another kind shows it there, and soon
_WITH_COMMA = rf"^(?:{COMMA}|{POINTS})$"
_UNITS = (("us",), ("us", "UTC"), ("ns",), ("ns", "UTC"))  # of times, the first that will do
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
# of a feature: the kinds of cells that will do, the first that fits, and what to ask for
_NEEDED = {
    Kind.NUMBER: ((Kind.NUMBER,), "a number"),
    Kind.INTEGER: ((Kind.NUMBER,), "a number"),
    Kind.BOOLEAN: ((Kind.BOOLEAN,), "true or false"),
    Kind.DATE: ((Kind.DATE, Kind.DATETIME), "a date such as 2024-12-31"),
    Kind.DATETIME: ((Kind.DATETIME,), "a time such as 2024-12-31 23:59"),
}


def typed(texts: pa.ChunkedArray, decimal: str = ".") -> pa.ChunkedArray:
    """Return a column of text as what its cells are."""
    import pyarrow as pa

    given, kinds = _given(texts), list(_KINDS)
    if decimal == ",":
        given, kinds = _with_points(given)
    if given.null_count == len(given):
        return pa.chunked_array([pa.nulls(len(given))])
    for kind in kinds:
        try:
            _read(given.slice(0, _TRIED_FIRST), [kind])
            values = _read(given, [kind])
        except pa.ArrowInvalid:
            continue
        return _texts(texts) if _are_codes(given, values) else values
    return _texts(texts)


def _with_points(given: pa.ChunkedArray) -> tuple[pa.ChunkedArray, list[Kind]]:
    """Return numbers with a decimal comma as they are written with a point, and what they may be.

    Where other cells are among them, they are no numbers, and neither is a cell such as 1.5.
    """
    import pyarrow.compute as pc

    if not pc.all(pc.match_substring_regex(given, _WITH_COMMA)).as_py():
        return given, [kind for kind in _KINDS if kind is not Kind.NUMBER]
    plain = pc.replace_substring(given, ".", "")
    return pc.replace_substring(plain, ",", "."), list(_KINDS)


def table_of_cells(
    records: pa.RecordBatch, features: Iterable[Feature], first_row: int, decimal: str = "."
) -> Table:
    """Return the table of a batch of text; `first_row` is the number of its first row."""
    needed = by_column(features)

    def read(position: int) -> Column:
        name = records.schema.names[position]
        column, its_features = records.column(position), needed.get(name, [])
        return _needed_column(column, its_features, first_row, decimal)

    return Table(tuple(records.schema.names), records.num_rows, read)


def _read(given: pa.ChunkedArray, kinds: Sequence[Kind]) -> pa.ChunkedArray:
    """Read cells as the first of these kinds that all of them are."""
    import pyarrow as pa

    types = {
        Kind.INTEGER: (pa.int64(),),
        Kind.NUMBER: (pa.float64(),),
        Kind.BOOLEAN: (pa.bool_(),),
        Kind.DATE: (pa.date32(),),
        Kind.DATETIME: [pa.timestamp(*unit) for unit in _UNITS],
    }
    *first, last = [its_type for kind in kinds for its_type in types[kind]]
    for its_type in first:
        with suppress(pa.ArrowInvalid):
            return given.cast(its_type)
    return given.cast(last)


def _given(texts: pa.ChunkedArray) -> pa.ChunkedArray:
    """Return the cells without the space around them, null where there is no value."""
    import pyarrow as pa
    import pyarrow.compute as pc

    trimmed = pc.utf8_trim_whitespace(texts)
    not_given = pc.is_in(trimmed, value_set=pa.array(NOT_GIVEN, trimmed.type))
    return pc.if_else(not_given, pa.scalar(None, trimmed.type), trimmed)


def _texts(texts: pa.ChunkedArray) -> pa.ChunkedArray:
    """Return the cells as they stand, null where they are empty."""
    import pyarrow as pa
    import pyarrow.compute as pc

    return pc.if_else(pc.equal(texts, ""), pa.scalar(None, texts.type), texts)


def _are_codes(given: pa.ChunkedArray, values: pa.ChunkedArray) -> bool:
    """Whether cells that could be numbers are codes: 00123, 0x1F, or 20 digits and more."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if not pa.types.is_integer(values.type) and not pa.types.is_floating(values.type):
        return False
    zeros = given.filter(pc.starts_with(given, "0"))
    if pc.any(pc.match_substring_regex(zeros, "^0[0-9xX]")).as_py():
        return True
    if not pa.types.is_floating(values.type):
        return False
    huge = given.filter(pc.greater_equal(pc.abs(values), 2.0**63))
    return bool(pc.any(pc.match_substring_regex(huge, "^[+-]?[0-9]+$")).as_py())


def _needed_column(
    texts: pa.Array, features: Sequence[Feature], first_row: int, decimal: str
) -> Column:
    """Read a column as its features need it."""
    import pyarrow as pa

    # "is missing" alone leaves open what else there is
    plain = [feature for feature in features if not feature.is_hole]
    if not plain or plain[0].kind is Kind.LEVEL:
        return _levels(texts, {type(f.level) for f in plain if f.level is not None})
    feature = plain[0]
    if feature.form in (*NUMBER_FORMS, *DATE_FORMS) or _has_commas(feature, decimal):
        return _read_as_text(texts, feature, first_row, decimal)
    try:
        return column_of_arrow(_read(_given(texts), _NEEDED[feature.kind][0]))
    except pa.ArrowInvalid:
        return _read_as_text(texts, feature, first_row, decimal)


def _has_commas(feature: Feature, decimal: str) -> bool:
    return decimal == "," and feature.kind in (Kind.NUMBER, Kind.INTEGER)


def _read_as_text(texts: pa.Array, feature: Feature, first_row: int, decimal: str) -> Column:
    """Read numbers and dates that are written in other ways than `typed` knows."""
    form = Form.DECIMAL_COMMA if _has_commas(feature, decimal) else feature.form
    kind = feature.kind if feature.kind.is_moment else Kind.NUMBER
    try:
        if feature.kind is Kind.BOOLEAN:
            raise Unreadable
        return read_levels(_levels(texts, set()), kind, form)
    except Unreadable:
        given = _given(texts)
        position = _first_unreadable(given, feature, form)
        raise InputError(
            f"column {feature.column!r}, row {first_row + position:,}: "
            f"{given[position].as_py()!r} is not {_NEEDED[feature.kind][1]}; correct or empty "
            "this cell"
        ) from None


def _first_unreadable(given: pa.Array, feature: Feature, form: Form | None) -> int:
    """Return the first row that cannot be read, for a column that cannot be read."""
    import pyarrow as pa

    low, high = 0, len(given)  # rows before `low` can be read, some row before `high` cannot
    while high - low > 1:
        middle = (low + high) // 2
        some = given.slice(low, middle - low)
        try:
            if feature.kind is Kind.BOOLEAN:
                _read(some, [Kind.BOOLEAN])
            else:
                kind = feature.kind if feature.kind.is_moment else Kind.NUMBER
                numbers_of_texts([text or "" for text in some.to_pylist()], kind, form)
        except (pa.ArrowInvalid, Unreadable):
            high = middle
        else:
            low = middle
    return low


def _levels(texts: pa.Array, types: set[type]) -> Levels:
    """Read a category whose levels were of these types where they came from."""
    found = distinct_arrow(one_array(texts))
    return Distinct([_level(text, types) for text in found.values], found.codes).as_levels()


def _level(text: str, types: set[type]) -> Level:
    word = text.strip()
    if text == "" or (types and str not in types and word in NOT_GIVEN):
        return None
    if bool in types and word.lower() in ("true", "false"):
        return word.lower() == "true"
    if types & {int, float} and _NUMBER.fullmatch(word):
        return float(word)  # which equals the level, should that be an integer
    return text
