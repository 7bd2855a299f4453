"""Columns of Arrow arrays, which is what polars, pyarrow and most of pandas can give."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clusterscribe.feature import Kind
from clusterscribe.table.column import (
    BINARY,
    DURATIONS,
    NESTED,
    TIMES_OF_DAY,
    Column,
    Numbers,
    as_float,
    dates,
    datetimes,
    integers,
    nothing,
)
from clusterscribe.table.distinct import distinct_arrow

if TYPE_CHECKING:
    import pyarrow as pa


def column_of_arrow(values: pa.Array | pa.ChunkedArray) -> Column:  # noqa: PLR0911
    """Return what an Arrow array becomes."""
    import pyarrow as pa
    from pyarrow import types

    values = one_array(values)
    kind = values.type
    if types.is_null(kind):
        return nothing(len(values))
    if types.is_boolean(kind):
        return Numbers(Kind.BOOLEAN, _floats(values.cast(pa.uint8())))
    if types.is_integer(kind):
        return integers(_floats(values))
    if types.is_floating(kind) or types.is_decimal(kind):
        return Numbers(Kind.NUMBER, _floats(values))
    if types.is_date(kind) or types.is_timestamp(kind):
        return _times(values)
    if types.is_dictionary(kind) or is_text(kind):
        return distinct_arrow(values).as_levels()
    if types.is_duration(kind) or types.is_interval(kind):
        return DURATIONS
    if types.is_time(kind):
        return TIMES_OF_DAY
    return NESTED if types.is_nested(kind) else BINARY


def one_array(values: pa.Array | pa.ChunkedArray) -> pa.Array:
    """Return a column as one array without extension types."""
    import pyarrow as pa

    if isinstance(values, pa.ChunkedArray):
        values = values.combine_chunks() if values.num_chunks != 1 else values.chunk(0)
    return values.storage if isinstance(values, pa.ExtensionArray) else values


def is_text(kind: pa.DataType) -> bool:
    """Whether an Arrow type holds text."""
    from pyarrow import types

    # `is_string_view` is newer than the oldest supported version
    return bool(types.is_string(kind) or types.is_large_string(kind)) or str(kind) == "string_view"


def _floats(values: pa.Array) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    import pyarrow as pa

    if pa.types.is_decimal(values.type):
        # by way of text, as the plain cast turns 0.3 into 0.30000000000000004
        values = values.cast(pa.string()).cast(pa.float64())
    return as_float(values.to_numpy(zero_copy_only=False))  # NaN where null


def _times(values: pa.Array) -> Numbers:
    import pyarrow as pa

    missing = values.is_null().to_numpy(zero_copy_only=False)
    if pa.types.is_date(values.type):
        days = values.cast(pa.date32(), safe=False).cast(pa.int32()).fill_null(0)
        return dates(days.to_numpy(zero_copy_only=False), missing)
    ticks = values.cast(pa.int64()).fill_null(0).to_numpy(zero_copy_only=False)
    return datetimes(ticks, values.type.unit, missing, zoned=values.type.tz is not None)
