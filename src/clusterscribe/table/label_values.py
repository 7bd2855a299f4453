"""Labels from whatever holds them: one plain Python object a row, none missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import TYPE_CHECKING, Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from clusterscribe.errors import InputError, hint
from clusterscribe.table.arrow import one_array
from clusterscribe.table.column import MISSING
from clusterscribe.table.distinct import (
    Distinct,
    distinct_array,
    distinct_arrow,
    distinct_categorical,
    distinct_objects,
)
from clusterscribe.table.missing import is_missing

if TYPE_CHECKING:
    import pandas as pd


def distinct_labels(labels: object) -> Distinct:
    """Return the distinct labels as plain Python objects, and which of them each row has.

    Labels that have been read already are returned as they are.
    """
    if isinstance(labels, Distinct):
        return labels
    if labels is None:
        raise InputError(
            "labels must be given: a description requires y to be passed, but the target y is None"
        )
    try:
        found = _distinct(labels)
        return _plain(found)
    except TypeError as error:
        raise InputError(
            "labels must be hashable, for example numbers or texts; convert them"
        ) from error


def refuse_wrong_length(found: Distinct, rows: int) -> None:
    """Refuse labels of another number of rows than the table has."""
    if len(found.codes) != rows:
        raise InputError(
            f"labels has {len(found.codes):,} entries and X has {rows:,} rows: inconsistent "
            "numbers of samples, give one label a row"
        )


def refuse_missing(found: Distinct) -> None:
    """Refuse labels that are None or NaN."""
    refuse_missing_rows(int((found.codes == MISSING).sum()), len(found.codes))


def refuse_missing_rows(missing: int, rows: int) -> None:
    """Refuse labels of which so many are missing."""
    if missing:
        raise InputError(
            f"labels is missing (None or NaN) in {missing:,} of {rows:,} rows; drop these rows "
            "or give them a label of their own"
        )


def plain_label(value: Any) -> Any:  # noqa: ANN401
    """Return a label without NumPy's wrapping."""
    if isinstance(value, np.datetime64):
        value = value.astype("M8[us]")
    return value.item() if isinstance(value, np.generic) else value


def _plain(found: Distinct) -> Distinct:
    """Return the values that occur, unwrapped; equal ones are one."""
    occurs = np.bincount(found.codes[found.codes != MISSING], minlength=len(found.values)) > 0
    position: dict[object, int] = {}
    codes = [
        position.setdefault(plain_label(value), len(position))
        if used and not is_missing(value)
        else MISSING
        for value, used in zip(found.values, occurs, strict=True)
    ]
    code_of = np.array([*codes, MISSING], dtype=np.int64)  # MISSING picks the last one
    return Distinct(list(position), code_of[found.codes])


def _distinct(labels: object) -> Distinct:
    native: Any = nw.to_native(labels, pass_through=True)
    wrapped = nw.from_native(native, pass_through=True, allow_series=True)
    if isinstance(wrapped, nw.DataFrame):
        wrapped = _only_column(wrapped)
    if isinstance(wrapped, nw.Series):
        return _distinct_series(wrapped)
    if hasattr(native, "to_pylist"):  # an array of pyarrow
        return distinct_arrow(one_array(native))
    if nw.dependencies.is_pandas_index(native) or hasattr(native, "categories"):
        import pandas as pd

        return _distinct_pandas(pd.Series(native))
    if hasattr(native, "__array__"):
        return distinct_array(_one_dimension(np.asarray(native)))
    if isinstance(native, str | bytes | Mapping | Set) or not isinstance(native, Iterable):
        raise InputError(
            f"labels is of type {type(labels).__name__}; give a list, an array or a column "
            "with one label a row"
        )
    return distinct_objects(native)


def _distinct_series(series: nw.Series[Any]) -> Distinct:
    native = series.to_native()
    if nw.dependencies.is_pandas_series(native):
        return _distinct_pandas(native)
    if series.dtype == nw.Object:
        return distinct_objects(series.to_list())
    return distinct_arrow(one_array(series.to_arrow()))


def _distinct_pandas(series: pd.Series[Any]) -> Distinct:
    dtype: Any = series.dtype
    if isinstance(dtype, np.dtype):
        return distinct_array(series.to_numpy())
    if dtype.name == "category":
        return distinct_categorical(series)
    return distinct_objects(series.tolist())


def _only_column(frame: nw.DataFrame[Any]) -> nw.Series[Any]:
    _check_width(frame.shape)
    return frame[:, 0]


def _one_dimension(values: NDArray[Any]) -> NDArray[Any]:
    if values.ndim == 1:
        return values
    _check_width(values.shape)
    return values.ravel()


def _check_width(shape: tuple[int, ...]) -> None:
    """Accept one column with scikit-learn's warning, refuse anything wider."""
    from sklearn.exceptions import DataConversionWarning

    if len(shape) != 2 or shape[1] != 1:
        raise InputError(f"labels must be one label a row (y should be a 1d array), not {shape}")
    hint(
        "A column-vector y was passed when a 1d array was expected. Please change the shape "
        "of y to (n_samples, ), for example using ravel().",
        DataConversionWarning,
    )
