"""What the text of a cell means, for files that hold nothing but text.

    missing       an empty cell; for anything but text also NA, N/A, NaN, nan, null, NULL
    boolean       true and false, in capitals or not
    number        1, -1.5, 1e6; but 007 is text, a code rather than a number
    date, time    2024-12-31, 2024-12-31 23:59:59.5, with T, and with Z or +02:00
    text          everything else, as it stands

A column is what all of its cells are.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING

from clusterscribe.errors import DescriptionWarning

if TYPE_CHECKING:
    import pyarrow as pa

NOT_GIVEN = ("", "NA", "N/A", "NaN", "nan", "null", "NULL")
_TRIED_FIRST = 100  # cells: a column that is something else shows it there, and soon
_WITH_COMMAS = r"^[+-]?([0-9]+|[0-9]{1,3}([.,][0-9]{3})*)([.,][0-9]+)?$"


def typed(name: str, texts: pa.ChunkedArray) -> pa.ChunkedArray:
    """Return a column of text as what its cells are."""
    import pyarrow as pa

    given = given_cells(texts)
    if given.null_count == len(given):
        return pa.chunked_array([pa.nulls(len(given))])
    for read in (_whole_numbers, numbers, booleans, dates, times):
        try:
            read(given.slice(0, _TRIED_FIRST))
            values = read(given)
        except pa.ArrowInvalid:
            continue
        return texts_of(texts) if _are_codes(given, values) else values
    _warn_of_commas(name, given)
    return texts_of(texts)


def given_cells(texts: pa.ChunkedArray) -> pa.ChunkedArray:
    """Return the cells without the space around them, null where there is no value."""
    import pyarrow as pa
    import pyarrow.compute as pc

    trimmed = pc.utf8_trim_whitespace(texts)
    not_given = pc.is_in(trimmed, value_set=pa.array(NOT_GIVEN, trimmed.type))
    return pc.if_else(not_given, pa.scalar(None, trimmed.type), trimmed)


def texts_of(texts: pa.ChunkedArray) -> pa.ChunkedArray:
    """Return the cells as they stand, null where they are empty."""
    import pyarrow as pa
    import pyarrow.compute as pc

    return pc.if_else(pc.equal(texts, ""), pa.scalar(None, texts.type), texts)


def numbers(given: pa.ChunkedArray) -> pa.ChunkedArray:
    """Read numbers."""
    import pyarrow as pa

    return given.cast(pa.float64())


def booleans(given: pa.ChunkedArray) -> pa.ChunkedArray:
    """Read true and false, in capitals or not (and 0 and 1)."""
    import pyarrow as pa

    return given.cast(pa.bool_())


def dates(given: pa.ChunkedArray) -> pa.ChunkedArray:
    """Read dates."""
    import pyarrow as pa

    return given.cast(pa.date32())


def dates_or_times(given: pa.ChunkedArray) -> pa.ChunkedArray:
    """Read dates, or times where dates are not enough."""
    import pyarrow as pa

    try:
        return dates(given)
    except pa.ArrowInvalid:
        return times(given)


def times(given: pa.ChunkedArray) -> pa.ChunkedArray:
    """Read times, to the microsecond where that is enough, with or without time zones."""
    import pyarrow as pa

    for kind in (pa.timestamp("us"), pa.timestamp("us", "UTC"), pa.timestamp("ns")):
        try:
            return given.cast(kind)
        except pa.ArrowInvalid:
            continue
    return given.cast(pa.timestamp("ns", "UTC"))


def first_unreadable(
    given: pa.ChunkedArray, read: Callable[[pa.ChunkedArray], pa.ChunkedArray]
) -> int:
    """Return the first row that cannot be read, for a column that cannot be read."""
    import pyarrow as pa

    low, high = 0, len(given)  # rows before `low` can be read, some row before `high` cannot
    while high - low > 1:
        middle = (low + high) // 2
        try:
            read(given.slice(low, middle - low))
        except pa.ArrowInvalid:
            high = middle
        else:
            low = middle
    return low


def _whole_numbers(given: pa.ChunkedArray) -> pa.ChunkedArray:
    import pyarrow as pa

    return given.cast(pa.int64())


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


def _warn_of_commas(name: str, given: pa.ChunkedArray) -> None:
    import pyarrow.compute as pc

    all_numbers = pc.all(pc.match_substring_regex(given, _WITH_COMMAS)).as_py()
    if all_numbers and pc.any(pc.match_substring(given, ",")).as_py():
        warnings.warn(
            f"column {name!r} looks like numbers with commas and is read as text; write 1.5 "
            "instead of 1,5 and 1000 instead of 1,000 to have it read as numbers",
            DescriptionWarning,
            stacklevel=2,
        )
