"""Tables of any library, as one `Table`; DataFrames come through narwhals."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from clusterscribe.errors import InputError
from clusterscribe.table.arrays import column_of_array, column_of_objects, object_array
from clusterscribe.table.arrow import column_of_arrow
from clusterscribe.table.column import Column
from clusterscribe.table.distinct import distinct_categorical
from clusterscribe.table.shape import check_dimensions, check_names, check_shape, names_of_array
from clusterscribe.table.table import Table

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

# what Arrow cannot hold
_AS_OBJECTS = (nw.Object, nw.Int128, nw.UInt128)


def as_table(X: object, columns: Sequence[str] | None = None) -> Table:
    """Return a table of what people call a table.

    That is a DataFrame of pandas, polars, pyarrow or anything else that narwhals or Arrow
    knows, a two-dimensional array, a sparse matrix of scipy, a list of rows, or a dict for
    one row. `columns` names the columns of arrays and lists; without it they are x0, x1, ...
    """
    if isinstance(X, Table):
        return X
    if _is_sparse(X):  # before dict, as one kind of sparse matrix is a dict
        return _table_of_sparse(X, columns)
    if isinstance(X, Mapping):
        return _table_of_row(X)
    if isinstance(X, list | tuple):
        return _table_of_rows(X, columns)
    table = _table_of_frame(X)
    return _table_of_array(_as_array(X), columns) if table is None else table


def _table_of_frame(frame: object) -> Table | None:
    """Return the table of a DataFrame of any library, None if it is none."""
    native: Any = nw.to_native(frame, pass_through=True)  # it may already be wrapped
    if nw.dependencies.is_pandas_dataframe(native):
        names = check_names(native.columns)
        check_shape(native.shape)
        return Table(names, len(native), lambda place: _column_of_pandas(native.iloc[:, place]))
    if nw.dependencies.is_pyarrow_table(native):
        return _table_of_arrow(native)
    wrapped: Any = nw.from_native(native, pass_through=True, allow_series=True)
    if isinstance(wrapped, nw.LazyFrame):
        wrapped = wrapped.collect()
    if isinstance(wrapped, nw.DataFrame):
        names = check_names(wrapped.columns)
        check_shape(wrapped.shape)
        # all at once: to pick one by its place, polars would make a list of all names each time
        columns = tuple(wrapped.iter_columns())
        return Table(names, len(wrapped), lambda place: _column_of_series(columns[place]))
    return _table_of_anything_arrow(native)


def _table_of_anything_arrow(native: object) -> Table | None:
    """Return the table of record batches and others that narwhals does not know but Arrow does."""
    speaks_arrow = hasattr(native, "__arrow_c_array__") or hasattr(native, "__arrow_c_stream__")
    if not speaks_arrow or not hasattr(native, "schema"):
        return None
    import pyarrow as pa

    return _table_of_arrow(pa.table(native))


def _table_of_arrow(table: pa.Table) -> Table:
    names = check_names(table.column_names)
    check_shape(table.shape)
    return Table(names, len(table), lambda place: column_of_arrow(table.column(place)))


def _column_of_series(series: nw.Series[Any]) -> Column:
    if series.dtype in _AS_OBJECTS:
        return column_of_objects(object_array(series.to_list()))
    # without its name, which may hold what the interface of Arrow cannot
    return column_of_arrow(series.alias("").to_arrow())


def _column_of_pandas(series: pd.Series[Any]) -> Column:
    """Return what a column of pandas becomes; its index plays no role."""
    dtype: Any = series.dtype
    if isinstance(dtype, np.dtype):
        return column_of_array(series.to_numpy())
    if dtype.name == "category":
        return distinct_categorical(series).as_levels()
    if dtype.name.startswith("Sparse"):
        return column_of_array(np.asarray(series))
    if dtype.name.startswith(("period", "interval")):
        return column_of_objects(series.to_numpy(dtype=object))
    return column_of_arrow(nw.from_native(series, series_only=True).to_arrow())


def _table_of_array(values: NDArray[Any], columns: Sequence[str] | None) -> Table:
    check_shape(values.shape)
    _refuse_complex(values.dtype)
    names = names_of_array(values.shape[1], columns)
    return Table(
        names,
        len(values),
        lambda place: column_of_array(values[:, place]),
        lambda rows: _table_of_array(values[rows], names),
    )


def _as_array(X: object) -> NDArray[Any]:
    if isinstance(X, np.ma.MaskedArray):
        return np.where(np.ma.getmaskarray(X), np.array(None), X.data.astype(object))
    values = np.asarray(X)
    if values.ndim == 0 and not np.isscalar(X):
        raise InputError(
            f"X is of type {type(X).__name__}, which is not a table; give a DataFrame, "
            "a two-dimensional array or a list of rows"
        )
    return values


def _table_of_rows(given: Sequence[Any], columns: Sequence[str] | None) -> Table:
    """Return the table of a list of rows, in which every column keeps its own kind."""
    rows = [row.tolist() if isinstance(row, np.ndarray) else row for row in given]
    if not all(isinstance(row, list | tuple) for row in rows):
        check_dimensions((len(rows),))
    widths = {len(row) for row in rows}
    if len(widths) > 1:
        raise InputError(
            f"the rows of X have between {min(widths)} and {max(widths)} entries; "
            "give every row the same number"
        )
    check_shape((len(rows), max(widths, default=0)))
    names = names_of_array(len(rows[0]), columns)
    return Table(names, len(rows), lambda place: _column_of_cells([row[place] for row in rows]))


def _table_of_row(row: Mapping[Any, Any]) -> Table:
    names, cells = check_names(row), list(row.values())
    check_shape((1, len(names)))
    for name, cell in zip(names, cells, strict=True):
        shape: tuple[int, ...] = getattr(cell, "shape", ())
        if isinstance(cell, list | tuple) or shape:
            raise InputError(
                f"a dict is one row, and its column {name!r} holds several values; "
                "give a DataFrame for several rows"
            )
    return Table(names, 1, lambda place: _column_of_cells([cells[place]]))


def _column_of_cells(cells: list[Any]) -> Column:
    return column_of_objects(object_array(cells))


def _is_sparse(X: object) -> bool:
    sparse = sys.modules.get("scipy.sparse")  # whoever has such a matrix has loaded it
    return sparse is not None and bool(sparse.issparse(X))


def _table_of_sparse(X: Any, columns: Sequence[str] | None) -> Table:  # noqa: ANN401
    check_shape(X.shape)
    _refuse_complex(X.dtype)
    by_column = X.tocsc()
    names = names_of_array(X.shape[1], columns)
    return Table(
        names,
        X.shape[0],
        lambda place: column_of_array(by_column[:, [place]].toarray().ravel()),
        lambda rows: _table_of_array(by_column[rows].toarray(), names),
    )


def _refuse_complex(dtype: np.dtype[Any]) -> None:
    if dtype.kind == "c":
        raise InputError("Complex data not supported: X holds complex numbers; give real ones")
