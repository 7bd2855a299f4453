"""Tables of DataFrame libraries, through narwhals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import narwhals as nw
import numpy as np

from clusterscribe.table.arrays import column_of_array
from clusterscribe.table.arrow import column_of_arrow
from clusterscribe.table.column import Column, levels_of
from clusterscribe.table.distinct import distinct_categorical
from clusterscribe.table.objects import column_of_objects, object_array
from clusterscribe.table.shape import check_names, check_shape
from clusterscribe.table.table import Table

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

# what Arrow cannot hold
_AS_OBJECTS = (nw.Object, nw.Int128, nw.UInt128)


def table_of_frame(frame: object) -> Table | None:
    """Return the table of a DataFrame of any make, None if it is none."""
    native = nw.to_native(frame, pass_through=True)  # it may already be wrapped
    if nw.dependencies.is_pandas_dataframe(native):
        return _table_of_pandas(native)
    if nw.dependencies.is_pyarrow_table(native):
        return _table_of_arrow(native)
    wrapped: Any = nw.from_native(native, pass_through=True, allow_series=True)
    if isinstance(wrapped, nw.LazyFrame):
        wrapped = wrapped.collect()
    if isinstance(wrapped, nw.DataFrame):
        return _table_of_narwhals(wrapped)
    return _table_of_anything_arrow(native)


def _table_of_anything_arrow(native: object) -> Table | None:
    """Return the table of what is unknown by name but can be had as Arrow: record batches."""
    speaks_arrow = hasattr(native, "__arrow_c_array__") or hasattr(native, "__arrow_c_stream__")
    if not speaks_arrow or not hasattr(native, "schema"):
        return None
    import pyarrow as pa

    return _table_of_arrow(pa.table(native))


def _table_of_arrow(table: pa.Table) -> Table:
    names = check_names(table.column_names)
    check_shape(table.shape)
    return Table(names, len(table), lambda position: column_of_arrow(table.column(position)))


def _table_of_narwhals(frame: nw.DataFrame[Any]) -> Table:
    names = check_names(frame.columns)
    check_shape(frame.shape)
    # all at once: to pick one by its place, polars would make a list of all names each time
    columns = tuple(frame.iter_columns())
    return Table(names, len(frame), lambda position: column_of_series(columns[position]))


def _table_of_pandas(frame: pd.DataFrame) -> Table:
    names = check_names(frame.columns)
    check_shape(frame.shape)
    return Table(names, len(frame), lambda position: column_of_pandas(frame.iloc[:, position]))


def column_of_series(series: nw.Series[Any]) -> Column:
    """Return what a narwhals series boils down to."""
    if series.dtype in _AS_OBJECTS:
        return column_of_objects(object_array(series.to_list()))
    # without its name, which may hold what the interface of Arrow cannot
    return column_of_arrow(series.alias("").to_arrow())


def column_of_pandas(series: pd.Series[Any]) -> Column:
    """Return what a column of pandas boils down to; its index plays no role."""
    dtype: Any = series.dtype
    if isinstance(dtype, np.dtype):
        return column_of_array(series.to_numpy())
    if dtype.name == "category":
        found = distinct_categorical(series)
        return levels_of(found.values, found.codes)
    if dtype.name.startswith("Sparse"):
        return column_of_array(np.asarray(series))
    if dtype.name.startswith(("period", "interval")):
        return column_of_objects(series.to_numpy(dtype=object))
    return column_of_arrow(nw.from_native(series, series_only=True).to_arrow())
