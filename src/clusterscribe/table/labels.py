"""Labels of rows: of any type, in any order, kept as they came; and the clusters they name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from clusterscribe.errors import InputError, hint
from clusterscribe.parameters import Label, Noise
from clusterscribe.table.arrow import one_array
from clusterscribe.table.column import MISSING
from clusterscribe.table.distinct import (
    Distinct,
    distinct_array,
    distinct_arrow,
    distinct_categorical,
    distinct_objects,
)

if TYPE_CHECKING:
    import pandas as pd

NOISE = -1  # the code of a row that is in no cluster
MOST_CLUSTERS = 1_000


@dataclass(frozen=True, slots=True, eq=False)
class Clusters:
    """The clusters, and which one each row is in."""

    labels: tuple[Label, ...]  # without noise, in an order independent of the rows
    codes: NDArray[np.int64]  # position in `labels`, NOISE for noise
    noise_label: Label = None  # a plain Python object; None: there is no noise

    @property
    def is_noise(self) -> NDArray[np.bool_]:
        """Whether each row is noise."""
        return np.equal(self.codes, NOISE)


def cluster_codes(
    labels: object, rows: int, noise_label: Label = None, noise: Noise = "outside"
) -> Clusters:
    """Return the clusters that labels name, and which one each row is in.

    Rows labelled `noise_label` are in none. With `noise="outside"` they must lie outside
    of every description, so that one cluster is enough; with "ignore" they do not count.
    """
    if not isinstance(noise, str) or noise not in ("outside", "ignore"):
        raise InputError(f"noise must be 'outside' or 'ignore', not {noise!r}")
    noise_label = _checked_noise_label(noise_label)
    found = read_labels(labels, rows)
    _refuse_too_many(found)
    ordered = ordered_labels([v for v in found.values if noise_label is None or v != noise_label])
    position = {label: code for code, label in enumerate(ordered)}
    code_of = np.array([position.get(value, NOISE) for value in found.values], dtype=np.int64)
    clusters = Clusters(ordered, code_of[found.codes], noise_label)
    _refuse_too_few(clusters, noise)
    return clusters


def read_labels(labels: object, rows: int) -> Distinct:
    """Read labels once, for all that follows; refuse a wrong number and missing ones."""
    found = distinct_labels(labels)
    if len(found.codes) != rows:
        raise InputError(
            f"labels has {len(found.codes):,} entries and X has {rows:,} rows: inconsistent "
            "numbers of samples, give one label per row"
        )
    refuse_missing_labels(int((found.codes == MISSING).sum()), rows)
    return found


def looks_like_dbscan(labels: object) -> bool:
    """Whether the labels are -1, 0, 1, ..., in which -1 commonly stands for noise."""
    values = distinct_labels(labels).values
    return len(values) > 1 and set(values) == set(range(-1, len(values) - 1))


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
        return _distinct(labels).converted(plain_label)
    except TypeError as error:
        raise InputError(
            "labels must be hashable, for example numbers or texts; convert them"
        ) from error


def plain_label(value: Any) -> Any:  # noqa: ANN401
    """Return a label without NumPy's wrapping."""
    if isinstance(value, np.datetime64):
        value = value.astype("M8[us]")
    return value.item() if isinstance(value, np.generic) else value


def refuse_missing_labels(missing: int, rows: int) -> None:
    """Refuse labels if any of them are missing."""
    if missing:
        raise InputError(
            f"labels is missing (None or NaN) in {missing:,} of {rows:,} rows; drop these rows "
            "or give them a label of their own"
        )


def _distinct(labels: object) -> Distinct:
    native: Any = nw.to_native(labels, pass_through=True)
    wrapped = nw.from_native(native, pass_through=True, allow_series=True)
    if isinstance(wrapped, nw.DataFrame):
        _check_width(wrapped.shape)
        wrapped = wrapped[:, 0]
    if isinstance(wrapped, nw.Series):
        return _distinct_series(wrapped)
    if hasattr(native, "to_pylist"):  # an array of pyarrow
        return distinct_arrow(one_array(native))
    if nw.dependencies.is_pandas_index(native) or hasattr(native, "categories"):
        import pandas as pd

        return _distinct_pandas(pd.Series(native))
    if hasattr(native, "__array__"):
        values = np.asarray(native)
        if values.ndim != 1:
            _check_width(values.shape)
        return distinct_array(values.ravel())
    if isinstance(native, str | bytes | Mapping | Set) or not isinstance(native, Iterable):
        raise InputError(
            f"labels is of type {type(labels).__name__}; give a list, an array or a column "
            "with one label per row"
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


def _check_width(shape: tuple[int, ...]) -> None:
    """Accept one column with scikit-learn's warning, refuse anything wider."""
    from sklearn.exceptions import DataConversionWarning

    if len(shape) != 2 or shape[1] != 1:
        raise InputError(f"labels must be one label per row (y should be a 1d array), not {shape}")
    hint(
        "A column-vector y was passed when a 1d array was expected. Please change the shape "
        "of y to (n_samples, ), for example using ravel().",
        DataConversionWarning,
    )


def _checked_noise_label(noise_label: Label) -> Label:
    plain: Label = plain_label(noise_label)
    try:
        hash(plain)
    except TypeError:
        raise InputError(
            f"noise_label must be a single label, such as -1 or 'noise', not {noise_label!r}"
        ) from None
    return plain


def _refuse_too_few(clusters: Clusters, noise: Noise) -> None:
    count, has_noise = len(clusters.labels), bool(clusters.is_noise.any())
    if count == 0:
        raise InputError("labels has no cluster, every row is noise; at least one is needed")
    if count == 1 and not (has_noise and noise == "outside"):
        raise InputError(
            f"labels has only one cluster (one class), {clusters.labels[0]!r}; at least two are "
            "needed (noise rows do not count)"
        )


def _refuse_too_many(labels: Distinct) -> None:
    """Refuse what look like numbers or keys; time and memory grow with the clusters squared."""
    if len(labels.values) > MOST_CLUSTERS + 1:  # one may be noise
        raise InputError(
            f"labels has {len(labels.values):,} different values, and each would be a cluster "
            f"with a description of its own, of which there may be {MOST_CLUSTERS:,}; they look "
            "like identifiers: give the cluster of each row instead"
        )


def ordered_labels(labels: Sequence[Any]) -> tuple[Label, ...]:
    """Return labels in an order that does not depend on the rows."""
    try:
        return tuple(sorted(labels))
    except TypeError:  # numbers and texts side by side, say
        return tuple(sorted(labels, key=_order_of_mixed))


def _order_of_mixed(label: Any) -> tuple[str, float, str]:  # noqa: ANN401
    if isinstance(label, int | float):
        return "", label, ""
    return type(label).__name__, 0, str(label) if isinstance(label, str) else repr(label)
