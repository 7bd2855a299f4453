"""Labels in several columns, from coarse to fine: one level each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from clusterscribe.errors import InputError
from clusterscribe.nested.hierarchy import Level
from clusterscribe.table.labels import distinct_labels
from clusterscribe.table.shape import check_names

EXPECTED = (
    "labels must have several columns, from coarse to fine, such as table[['region', 'segment']]"
)


def levels_of_labels(labels: object, rows: int) -> tuple[Level, ...]:
    """Read labels from a DataFrame, a dict of columns, an array or a list of rows."""
    columns = _columns(labels)
    if len(columns) < 2:
        raise InputError(f"{EXPECTED}; they have one, for which there is `describe`")
    levels = tuple(Level(name, distinct_labels(column)) for name, column in columns.items())
    for level in levels:
        count = len(level.labels.codes)
        if count != rows:
            raise InputError(
                f"labels has {count:,} rows and X has {rows:,}: give one row of labels per row"
            )
    return levels


def names_of_labels(labels: object) -> tuple[str, ...]:
    """Return the names that the columns of labels have in a table; none for arrays and lists."""
    native = nw.to_native(labels, pass_through=True)
    if isinstance(native, Mapping):
        return tuple(map(str, native))
    wrapped = nw.from_native(native, pass_through=True)
    return tuple(wrapped.columns) if isinstance(wrapped, nw.DataFrame) else ()


def _columns(labels: object) -> dict[str, Any]:
    """Return the columns of labels by name."""
    native: Any = nw.to_native(labels, pass_through=True)
    if isinstance(native, Mapping):
        return dict(zip(check_names(native), native.values(), strict=True))
    if nw.dependencies.is_pandas_dataframe(native):  # whose names may be anything, even twice
        names = check_names(native.columns)
        return {name: native.iloc[:, place] for place, name in enumerate(names)}
    wrapped = nw.from_native(native, pass_through=True)
    if isinstance(wrapped, nw.LazyFrame):
        wrapped = wrapped.collect()
    if isinstance(wrapped, nw.DataFrame):
        return dict(zip(check_names(wrapped.columns), wrapped.iter_columns(), strict=True))
    return _numbered(_as_columns(native))


def _as_columns(native: Any) -> list[Any]:  # noqa: ANN401
    """Return the columns of an array or of a list of rows."""
    if isinstance(native, list | tuple) and native and not isinstance(native[0], np.ndarray):
        if not all(isinstance(row, list | tuple) for row in native):
            raise InputError(f"{EXPECTED}; give a list of rows with as many labels each")
        if len({len(row) for row in native}) > 1:
            raise InputError(f"{EXPECTED}; the rows given have different numbers of labels")
        return [list(column) for column in zip(*native, strict=True)]
    is_array = hasattr(native, "__array__") or isinstance(native, list | tuple)
    values: NDArray[Any] = np.asarray(native) if is_array else np.empty(0)
    if values.ndim != 2:
        what = f"an array of shape {values.shape}" if is_array else type(native).__name__
        raise InputError(f"{EXPECTED}, and not be {what}")
    return [values[:, place] for place in range(values.shape[1])]


def _numbered(columns: Iterable[Any]) -> dict[str, Any]:
    return {f"level {number}": column for number, column in enumerate(columns, start=1)}
