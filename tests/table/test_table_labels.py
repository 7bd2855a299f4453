"""Labels of any type and order, kept as they came."""

from __future__ import annotations

import datetime as dt
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.exceptions import DataConversionWarning

from clusterscribe.errors import InputError
from clusterscribe.table import NOISE, cluster_codes, looks_like_dbscan, read_labels

TEXTS = ["b", "a", "b"]
HOLDERS = {
    "list": list,
    "tuple": tuple,
    "generator": iter,
    "array": np.array,
    "array of objects": lambda cells: np.array(cells, dtype=object),
    "pandas": pd.Series,
    "pandas with an index": lambda cells: pd.Series(cells, index=[5] * len(cells)),
    "pandas of objects": lambda cells: pd.Series(cells, dtype=object),
    "pandas nullable": lambda cells: pd.Series(cells).convert_dtypes(),
    "pandas category": lambda cells: pd.Series(cells, dtype="category"),
    "pandas Categorical": pd.Categorical,
    "pandas Index": pd.Index,
    "pandas CategoricalIndex": pd.CategoricalIndex,
    "polars": pl.Series,
    "pyarrow": pa.array,
    "pyarrow in chunks": lambda cells: pa.chunked_array([cells[:1], cells[1:]]),
    "pyarrow dictionary": lambda cells: pa.array(cells).dictionary_encode(),
}


def plain_labels(labels, rows):
    """The label of each row, as it is read."""
    found = read_labels(labels, rows)
    return [found.values[code] for code in found.codes]


@pytest.mark.parametrize("holder", HOLDERS)
@pytest.mark.parametrize(
    "cells",
    [
        TEXTS,
        [3, -1, 3],
        [1.0, 0.5, 1.0],
        [True, False, True],
        [dt.date(2024, 1, 2), dt.date(2024, 1, 1), dt.date(2024, 1, 2)],
    ],
    ids=str,
)
def test_labels_are_the_same_in_every_form(holder, cells):
    make = HOLDERS[holder]
    found = plain_labels(make(cells), 3)
    assert found == cells
    if not isinstance(cells[0], dt.date):  # pandas and NumPy have only times
        assert list(map(type, found)) == list(map(type, cells))
    clusters = cluster_codes(make(cells), 3)
    assert clusters.labels == tuple(sorted(set(cells)))
    assert clusters.codes.tolist() == [1, 0, 1]
    assert clusters.codes.dtype == np.int64


def test_numpy_scalars_are_unwrapped():
    found = plain_labels([np.int64(2), np.str_("a"), np.float32(0.5), np.True_, (1, "x")], 5)
    assert found == [2, "a", 0.5, True, (1, "x")]
    assert [type(label) for label in found] == [int, str, float, bool, tuple]


def test_whole_floats_stay_floats():
    assert plain_labels(np.array([1.0, 2.0]), 2) == [1.0, 2.0]
    assert all(isinstance(label, float) for label in cluster_codes(np.array([1.0, 2.0]), 2).labels)


def test_anything_that_knows_how_to_be_an_array():
    class LikeAnArray:
        def __array__(self, dtype=None, copy=None):
            return np.array([1, 2])

    assert plain_labels(LikeAnArray(), 2) == [1, 2]


def test_times_are_labels_too():
    found = plain_labels(np.array(["2024-01-01"], dtype="M8[ns]"), 1)
    assert found == [dt.datetime(2024, 1, 1)]


def test_categories_that_no_row_has_are_no_clusters():
    labels = pd.Categorical(["b", "a"], categories=["a", "b", "never"])
    assert cluster_codes(labels, 2).labels == ("a", "b")


def test_intervals_are_labels():
    labels = pd.cut([1, 12], [0, 10, 20])
    assert cluster_codes(labels, 2).labels == tuple(labels.categories)


@given(
    st.lists(
        st.one_of(
            st.integers(-3, 3), st.text(max_size=2), st.floats(allow_nan=False), st.dates(),
            st.tuples(st.integers(0, 1), st.text(max_size=1)),
        ),
        min_size=2, max_size=10, unique=True,
    ),
    st.randoms(),
)  # fmt: skip
def test_clusters_do_not_depend_on_the_order_of_rows(labels, shuffler):
    clusters = cluster_codes(labels, len(labels))
    shuffled = shuffler.sample(labels, len(labels))
    assert cluster_codes(shuffled, len(labels)).labels == clusters.labels
    assert [clusters.labels[code] for code in clusters.codes] == labels
    assert plain_labels(labels, len(labels)) == labels


def test_numbers_come_before_texts():
    assert cluster_codes(["b", 2, 1.5, "a"], 4).labels == (1.5, 2, "a", "b")


# noise


def test_noise_is_in_no_cluster():
    clusters = cluster_codes(np.array([0, -1, 1]), 3, noise_label=-1)
    assert clusters.labels == (0, 1)
    assert clusters.codes.tolist() == [0, NOISE, 1]
    assert clusters.is_noise.tolist() == [False, True, False]


@pytest.mark.parametrize("noise_label", [-1, -1.0, np.int64(-1)])
def test_noise_label_is_compared_by_equality(noise_label):
    assert cluster_codes([0, -1, 1], 3, noise_label=noise_label).labels == (0, 1)


def test_noise_label_that_does_not_occur_is_fine():
    clusters = cluster_codes(["a", "b"], 2, noise_label=-1)
    assert clusters.labels == ("a", "b")
    assert not clusters.is_noise.any()


def test_one_cluster_beside_noise_is_enough_when_noise_must_be_outside():
    assert cluster_codes([0, -1], 2, noise_label=-1).labels == (0,)
    with pytest.raises(InputError, match="only one cluster"):
        cluster_codes([0, -1], 2, noise_label=-1, noise="ignore")
    with pytest.raises(InputError, match="only one cluster"):
        cluster_codes([0, 0], 2, noise_label=-1)


def test_noise_alone_is_refused():
    with pytest.raises(InputError, match="labels has no cluster, every row is noise; at least one"):
        cluster_codes([-1, -1], 2, noise_label=-1)


def test_wrong_value_of_noise_is_refused():
    with pytest.raises(InputError, match="noise must be 'outside' or 'ignore', not 'inside'"):
        cluster_codes([0, 1], 2, noise="inside")


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ([-1, 0, 1], True),
        (np.array([0, -1, 0]), True),
        (pd.Series([-1.0, 0.0, 1.0]), True),
        ((0, -1, 2, 1), True),
        ([0, 1, 2], False),
        ([-1, 1], False),
        ([-1, 0, 5], False),
        ([-1], False),
        (["-1", "0"], False),
        ([-2, -1, 0], False),
        ([-1, 0.5], False),
    ],
    ids=str,
)
def test_labels_of_dbscan_are_recognised(labels, expected):
    assert looks_like_dbscan(labels) is expected


# bad labels


def test_one_cluster_is_refused():
    with pytest.raises(InputError) as caught:
        cluster_codes(["a", "a"], 2)
    assert str(caught.value) == (
        "labels has only one cluster (one class), 'a'; at least two are needed (noise rows do "
        "not count)"
    )


def test_another_number_of_labels_than_rows_is_refused():
    with pytest.raises(InputError) as caught:
        plain_labels([1, 2, 3], 5)
    assert str(caught.value) == (
        "labels has 3 entries and X has 5 rows: inconsistent numbers of samples, give one label "
        "per row"
    )


@pytest.mark.parametrize(
    "labels",
    [
        ["a", None, "b"],
        ["a", float("nan"), "b"],
        np.array([1.0, np.nan, 2.0]),
        pd.Series(["a", None, "b"]),
        pd.Series([1, None, 2], dtype="Int64"),
        pd.Categorical(["a", None, "b"]),
        pd.Series(pd.to_datetime(["2024-01-01", None, "2024-01-02"])),
        pl.Series([1, None, 2]),
        pa.array(["a", None, "b"]),
        np.array(["2024-01-01", "NaT", "2024-01-02"], dtype="M8[D]"),
        [1, pd.NA, 2],
    ],
    ids=lambda labels: str(getattr(labels, "dtype", type(labels))),
)
def test_missing_labels_are_refused(labels):
    with pytest.raises(InputError) as caught:
        cluster_codes(labels, 3)
    assert str(caught.value) == (
        "labels is missing (None or NaN) in 1 of 3 rows; drop these rows or give them a label of "
        "their own"
    )


def test_no_labels_at_all_are_refused():
    with pytest.raises(InputError, match="requires y to be passed, but the target y is None"):
        cluster_codes(None, 3)


@pytest.mark.parametrize("labels", ["cluster", b"cluster", {"a": 1}, {1, 2}, 3])
def test_what_holds_no_labels_is_refused(labels):
    with pytest.raises(InputError, match=r"labels is of type \w+; give a list, an array or a col"):
        plain_labels(labels, 3)


def test_labels_that_cannot_be_hashed_are_refused():
    with pytest.raises(InputError, match="labels must be hashable, for example numbers or texts"):
        plain_labels([[1], [2]], 2)


@pytest.mark.parametrize(
    "column", [np.array([[0], [1]]), pd.DataFrame({"a": [0, 1]}), pl.DataFrame({"a": [0, 1]})]
)
def test_a_column_vector_is_taken_with_a_warning(column):
    with pytest.warns(DataConversionWarning, match="A column-vector y was passed"):
        assert plain_labels(column, 2) == [0, 1]


@pytest.mark.parametrize("wide", [np.zeros((2, 2)), pd.DataFrame({"a": [0, 1], "b": [0, 1]})])
def test_several_columns_of_labels_are_refused(wide):
    with pytest.raises(InputError, match=r"labels must be one label per row .* not \(2, 2\)"):
        plain_labels(wide, 2)


def test_ordinary_labels_give_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        plain_labels([0, 1], 2)


def test_identifiers_are_no_labels():
    cluster_codes(list(range(1_000)), 1_000)
    with pytest.raises(InputError, match=r"labels has 5,000 different values.*there may be 1,000"):
        cluster_codes(list(range(5_000)), 5_000)
