"""Tables of any make, as one `Table`."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.errors import InputError
from clusterscribe.table.arrays import column_of_array
from clusterscribe.table.frames import table_of_frame
from clusterscribe.table.objects import column_of_objects, object_array
from clusterscribe.table.shape import check_dimensions, check_names, check_shape, names_of_array
from clusterscribe.table.table import Table


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
    table = table_of_frame(X)
    return _table_of_array(_as_array(X), columns) if table is None else table


def _table_of_array(values: NDArray[Any], columns: Sequence[str] | None) -> Table:
    check_shape(values.shape)
    _refuse_complex(values.dtype)
    names = names_of_array(values.shape[1], columns)
    return Table(
        names,
        len(values),
        lambda position: column_of_array(values[:, position]),
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
    return Table(
        names,
        len(rows),
        lambda position: column_of_objects(object_array([r[position] for r in rows])),
    )


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
    return Table(names, 1, lambda position: column_of_objects(object_array([cells[position]])))


def _is_sparse(X: object) -> bool:
    sparse = sys.modules.get("scipy.sparse")  # who has such a matrix has loaded it
    return sparse is not None and bool(sparse.issparse(X))


def _table_of_sparse(X: Any, columns: Sequence[str] | None) -> Table:  # noqa: ANN401
    check_shape(X.shape)
    _refuse_complex(X.dtype)
    by_column = X.tocsc()
    names = names_of_array(X.shape[1], columns)
    return Table(
        names,
        X.shape[0],
        lambda position: column_of_array(by_column[:, [position]].toarray().ravel()),
        lambda rows: _table_of_array(by_column[rows].toarray(), names),
    )


def _refuse_complex(dtype: np.dtype[Any]) -> None:
    if dtype.kind == "c":
        raise InputError("Complex data not supported: X holds complex numbers; give real ones")
