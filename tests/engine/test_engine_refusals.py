"""What a table in an engine is refused for: the sentences of memory, and a few more."""

from __future__ import annotations

from datetime import datetime, time

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from clusterscribe import InputError, OverBudgetWarning, describe
from clusterscribe.engine.describe import describe_table
from clusterscribe.engine.opening import open_table


def refusal(table, labels="label", **options):
    with pytest.raises(InputError) as caught:
        describe_table(table, labels, **options)
    return str(caught.value)


def refusal_in_memory(columns, **options):
    table = pa.table(columns)
    with pytest.raises(InputError) as caught:
        describe(table, table["label"], exclude=["label"], **options)
    return str(caught.value)


@pytest.mark.parametrize(
    "columns",
    [
        {"x": [1.0, None, 3.0], "y": [1, 2, None], "label": [0, 1, 1]},
        {"x": [1.0, float("nan"), 3.0], "label": [0, 1, 1]},
        {"x": [1.0, float("inf"), 3.0], "label": [0, 1, 1]},
        {"x": [1, 2**53, 3], "label": [0, 1, 1]},
        {"x": [1, 2, 3], "label": [0, None, 1]},
        {"x": [1, 2, 3], "label": [0.0, float("nan"), 1.0]},
        {"x": [1, 2, 3], "label": ["a", "a", "a"]},
        {"x": [time(1), time(2), time(3)], "label": [0, 1, 1]},
        {"x": [b"1", b"2", b"3"], "label": [0, 1, 1]},
        {"x": [[1], [2], [3]], "label": [0, 1, 1]},
        {"x": [f"name {i}" for i in range(1_200)], "label": [i % 2 for i in range(1_200)]},
        {"x": [datetime(2300, 1, 1, 0, 0, 0, 1)] * 3, "label": [0, 1, 1]},
    ],
)
def test_same_sentence_as_in_memory(in_duckdb, columns):
    options = {"missing": "error"}
    assert refusal(in_duckdb(columns), **options) == refusal_in_memory(columns, **options)


def test_table_without_rows(in_duckdb):
    schema = pa.schema({"x": pa.float64(), "label": pa.int64()})
    assert refusal(in_duckdb(pa.table([[], []], schema=schema))) == "the table has no rows"


def test_table_with_weights_without_rows(in_duckdb):
    schema = pa.schema({"x": pa.float64(), "label": pa.int64(), "w": pa.int64()})
    table = in_duckdb(pa.table([[], [], []], schema=schema))
    assert refusal(table, weights="w") == "the table has no rows"


@pytest.mark.parametrize("folder", [True, False])
def test_files_without_rows_are_named(tmp_path, folder):
    schema = pa.schema({"x": pa.float64(), "label": pa.int64()})
    for name in "ab":
        pq.write_table(pa.table([[], []], schema=schema), tmp_path / f"{name}.parquet")
    place = tmp_path if folder else tmp_path / "a.parquet"
    assert refusal(open_table(place)) == f"{str(place)!r} has no rows"


def test_engine_that_lacks_an_operation(ibis):
    connection = ibis.sqlite.connect()
    connection.raw_sql("CREATE TABLE t (x REAL, label INTEGER)").close()
    sentence = refusal(connection.table("t"))
    assert sentence.startswith("this engine does not support a required operation (")
    assert sentence.endswith("); copy the table to DuckDB")


def test_weights_that_are_not_a_name(in_duckdb):
    table = in_duckdb({"x": [1, 2], "segment": [0, 1]})
    with pytest.raises(InputError) as caught:
        describe(table, "segment", sample_weight=[1, 2])
    assert str(caught.value) == (
        "weights (sample_weight) must be the name of a column of the table, not list: for a table "
        "in an engine, weights are one of its columns"
    )


def test_label_column_that_is_not_there(in_duckdb):
    table = in_duckdb({"x": [1, 2], "segment": [0, 1]})
    assert refusal(table, "segmnt") == (
        "labels: the column 'segmnt' is not in the table. Did you mean 'segment'?"
    )


def test_labels_that_are_not_a_name(in_duckdb):
    table = in_duckdb({"x": [1, 2], "segment": [0, 1]})
    assert refusal(table, [0, 1]) == (
        "labels must be the name of a column of the table, not list: for a table in an engine, "
        "labels are one of its columns"
    )


def test_million_different_labels(duckdb):
    table = duckdb.sql("SELECT range AS x, range AS label FROM range(1000000)")
    assert refusal(table) == (
        "the label column 'label' has 1,000,000 different values, and each would be a cluster "
        "with a description of its own, of which there may be 1,000; it looks like an "
        "identifier: name the column that holds the cluster of each row"
    )


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        ([1.0, None], "sample_weight is missing (NaN) in 1 rows; fill these with 0"),
        ([1.0, -1.0], "sample_weight is negative in 1 rows; weights start at 0"),
        ([0.0, 0.0], "sample_weight: all weights are zero; at least one must be positive"),
        (["1", "2"], "weights: the column 'weight' must hold numbers, one per row"),
    ],
)
def test_weights_that_are_none(in_duckdb, weights, sentence):
    table = in_duckdb({"x": [1, 2], "weight": weights, "label": [0, 1]})
    assert refusal(table, weights="weight") == sentence


def test_groups_need_rows_in_memory(in_duckdb):
    table = in_duckdb({"x": [1, 2], "label": [0, 1]})
    assert refusal(table, grouping="kmeans") == (
        "grouping='kmeans' needs all rows in memory, and those of a table in an engine stay "
        "there; leave grouping at 'auto'"
    )


def test_budget_that_cannot_be_met_names_one_that_can(in_duckdb):
    table = in_duckdb({"x": [1, 1, 2, 2], "label": [0, 1, 0, 1]})
    with pytest.warns(OverBudgetWarning, match="max_errors=2 would do"):
        _, result = describe_table(table, "label", max_errors=1, min_recall=0)
    assert (result.errors, result.max_errors, result.over_budget) == (2, 1, True)


def test_what_is_no_table_of_ibis():
    assert refusal({"x": [1]}) == (
        "table must be a table of Ibis, not dict; open a file with open_table, and give anything "
        "else to describe"
    )


@pytest.mark.parametrize("columns", [{"x": ["a\0b", "c"]}, {"label": ["a\0b", "c"]}])
def test_text_that_no_query_can_hold(in_duckdb, columns):
    table = in_duckdb({"x": [1, 2], "label": [0, 1], **columns})
    with pytest.raises(InputError) as caught:
        describe_table(table, "label")
    assert str(caught.value) == (
        f"column {next(iter(columns))!r} holds 'a\\x00b', and no query can contain text with a NUL "
        "character; replace it"
    )
