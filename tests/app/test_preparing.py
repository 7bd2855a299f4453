"""Rows and columns that are described, and what is said of those that are not."""

import numpy as np
import pyarrow as pa
import pytest

from clusterscribe.app.choices import Choices
from clusterscribe.app.preparing import prepare
from clusterscribe.errors import InputError

WHOLE = pa.table(
    {
        "x": [1.0, 2.0, None, 4.0, float("inf"), 6.0],
        "y": [1, 2, 3, 4, 5, 6],
        "job": ["cook", None, "cook", "admin", "admin", "admin"],
        "label": ["a", "a", "a", "b", "b", None],
    }
)


def test_rows_without_a_number_or_a_label_are_left_out_and_counted():
    prepared = prepare(WHOLE, Choices(label_column="label", incomplete="rows"))
    assert prepared.rows.tolist() == [True, True, False, True, False, False]
    assert prepared.table.column_names == ["x", "y", "job"]
    assert prepared.labels.to_pylist() == ["a", "a", "b"]
    assert prepared.how == "the column 'label'"
    assert prepared.remarks == (
        "2 of 6 rows are left out because a number or date is missing.",
        "1 of 6 rows are left out because they have no label.",
        "Row numbers refer to the 3 rows that are left.",
    )


def test_rows_with_missing_numbers_stay_unless_asked_and_infinite_ones_do_not():
    prepared = prepare(WHOLE, Choices(label_column="label"))
    assert prepared.rows.tolist() == [True, True, True, True, False, False]
    assert prepared.remarks[0] == "1 of 6 rows are left out because a number is infinite."


def test_texts_are_read_and_what_cannot_describe_is_named():
    whole = pa.table(
        {
            "key": [f"k{i}" for i in range(60)],
            "since": [f"{1 + i % 28:02}.01.2024" for i in range(60)],
            "l": ["a", "b"] * 30,
        }
    )
    prepared = prepare(whole, Choices(label_column="l", left_out=("key",)))
    assert prepared.remarks == (
        "Left out: 'key' (an identifier: different in nearly every row); text read as dates: "
        "'since' ('28.01.2024').",
    )
    assert prepared.table.column("since")[0].as_py() == "01.01.2024"
    assert prepared.read.column("since").kind == "date"


def test_columns_with_labels_do_not_describe_clusters_that_are_found_anew():
    whole = pa.table({"x": [0.0, 0.1, 9.0, 9.1], "segment": [1, 1, 2, 2]})
    prepared = prepare(whole, Choices(source="k-means", clusters=2, old_labels=("segment",)))
    assert prepared.table.column_names == ["x"]
    assert prepared.remarks == (
        "Left out because they look like labels, and clusters are found anew: 'segment'.",
    )


def test_columns_with_missing_numbers_can_be_left_out_instead():
    prepared = prepare(WHOLE, Choices(label_column="label", incomplete="columns"))
    assert prepared.table.column_names == ["y", "job"]
    assert prepared.rows.tolist() == [True] * 5 + [False]
    assert prepared.remarks[0] == "Left out because numbers are missing: 'x'."


def test_columns_that_are_left_out_need_no_values():
    prepared = prepare(WHOLE, Choices(label_column="label", left_out=("x",)))
    assert prepared.rows.sum() == 5


def test_no_row_left():
    with pytest.raises(InputError, match="no row is left"):
        prepare(
            pa.table({"x": [None, 1.0], "l": ["a", None]}),
            Choices(label_column="l", incomplete="rows"),
        )


def test_no_column_left():
    with pytest.raises(InputError, match="no column is left to describe the clusters with"):
        prepare(
            pa.table({"x": [None, 1.0], "l": ["a", "b"]}),
            Choices(label_column="l", incomplete="columns"),
        )


def test_noise_is_a_label_of_the_column_as_it_is_written():
    whole = pa.table({"x": [1, 2, 3], "l": [-1, 0, 1]})
    assert prepare(whole, Choices(label_column="l", noise_label="-1")).noise_label == -1
    with pytest.raises(
        InputError, match="no row has the noise label '7'; the labels are '-1', '0'"
    ):
        prepare(whole, Choices(label_column="l", noise_label="7"))


def test_lists_are_no_labels():
    whole = pa.table({"x": [1, 2], "l": [[1], [2]]})
    with pytest.raises(InputError, match="holds lists or records"):
        prepare(whole, Choices(label_column="l"))


def two_groups():
    return pa.table({"x": [0.0, 0.1, 0.2, 9.0, 9.1, 9.2], "id": list("abcdef")})


def test_k_means_with_the_suggested_number_says_why():
    prepared = prepare(two_groups(), Choices(source="k-means", left_out=("id",)))
    assert prepared.labels.tolist() == [1, 1, 1, 2, 2, 2]
    assert prepared.noise_label is None
    assert prepared.is_clustered
    assert prepared.remarks[0].startswith("Of 2 to 5 clusters, 2 separate the rows best")


def test_hdbscan_sets_its_noise_label_by_itself():
    whole = pa.table({"x": np.concatenate([np.arange(20) / 100, 9 + np.arange(20) / 100])})
    prepared = prepare(whole, Choices(source="hdbscan", smallest=5))
    assert prepared.noise_label == -1
    assert set(prepared.labels) - {-1} == {1, 2}
