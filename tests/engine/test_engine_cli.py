"""`--engine duckdb` on the command line."""

from __future__ import annotations

import json

import pyarrow.parquet as pq
import pytest
from pyarrow import csv

from clusterscribe.cli import inputs
from tests.cli.conftest import people, run, saved  # noqa: F401  (fixtures)


@pytest.fixture
def parquet(people):  # noqa: F811
    """The same people as a Parquet file."""
    table = csv.read_csv(people / "people.csv")
    pq.write_table(table, people / "people.parquet")
    return people


def without_the_tree(text):
    """Leave out what an engine has not fitted: the tree that the answer is compared with."""
    return text.partition("\n  A decision tree")[0]


@pytest.mark.parametrize("file", ["people.parquet", "people.csv", "."])
def test_describe_prints_what_it_prints_from_memory(run, parquet, file):  # noqa: F811
    chosen = ["--labels", "segment", "--exclude", "name"]
    expected = run("describe", "people.parquet", *chosen)
    found = run("describe", file, *chosen, "--engine", "duckdb", "--memory-limit", "200MB")
    assert (found.code, found.err) == (0, "")
    assert found.out == without_the_tree(expected.out)


def test_json_says_that_rows_stayed_in_the_engine(run, parquet):  # noqa: F811
    found = run(
        "describe", "people.parquet", "--labels=segment", "--exclude=name", "--engine=duckdb",
        "--json=-",
    )  # fmt: skip
    result = json.loads(found.out)["result"]
    assert (result["errors"], result["statistics"]["rows"]) == (0, "engine")


def test_large_file_stays_on_the_disk_and_that_is_said(run, parquet, monkeypatch):  # noqa: F811
    monkeypatch.setattr(inputs, "LARGE", 100)
    found = run("describe", "people.parquet", "--labels=segment", "--exclude=name")
    assert found.code == 0
    assert found.err == (
        "clusterscribe: people.parquet has 0.0 GB and is queried on disk by DuckDB; to read it "
        "into memory, use --engine memory\n"
    )
    quiet = run(
        "describe", "people.parquet", "--labels=segment", "--exclude=name", "--engine=memory"
    )
    assert (without_the_tree(quiet.out), quiet.err) == (found.out, "")


def test_noise_label_is_found_in_the_engine(run, parquet):  # noqa: F811
    found = run(
        "describe", "people.parquet", "--labels=segment", "--exclude=name", "--engine=duckdb",
        "--noise-label=old", "--json=-",
    )  # fmt: skip
    assert json.loads(found.out)["description"]["noise_label"] == "old"


def test_report_of_a_table_that_stays_where_it_is(run, parquet):  # noqa: F811
    found = run(
        "describe", "people.parquet", "--labels=segment", "--exclude=name", "--engine=duckdb",
        "--report=report.html",
    )  # fmt: skip
    assert found.code == 0
    assert "young" in (parquet / "report.html").read_text()


def test_label_column_that_is_not_there(run, parquet):  # noqa: F811
    found = run("describe", "people.parquet", "--labels=segmnt", "--engine=duckdb")
    assert found.code == 1
    assert found.err == (
        "clusterscribe: --labels: the column 'segmnt' is not in the table. Did you mean "
        "'segment'?\n"
    )


def test_memory_limit_is_not_for_memory(run, parquet):  # noqa: F811
    found = run(
        "describe", "people.parquet", "--labels=segment", "--engine=memory", "--memory-limit=1GB"
    )
    assert found.code == 1
    assert "--memory-limit is for --engine duckdb" in found.err


def test_apply_writes_labels_through_the_engine(run, parquet, saved):  # noqa: F811
    found = run("apply", saved, "people.parquet", "--out=out.parquet", "--engine=duckdb")
    assert (found.code, found.err) == (0, "clusterscribe: wrote out.parquet: 6 rows\n")
    labels = pq.read_table(parquet / "out.parquet")["cluster"].to_pylist()
    assert labels == ["young"] * 3 + ["old"] * 3


def test_apply_needs_a_file_to_write(run, parquet, saved):  # noqa: F811
    found = run("apply", saved, "people.parquet", "--engine=duckdb")
    assert found.code == 1
    assert found.err == (
        "clusterscribe: the rows are read by DuckDB, which writes a file; name it with --out\n"
    )


def test_apply_writes_nothing_among_the_rows(run, parquet, saved):  # noqa: F811
    (parquet / "more").mkdir()
    found = run("apply", saved, ".", "--out=more/out.parquet", "--engine=duckdb")
    assert (found.code, found.err) == (
        1,
        "clusterscribe: --out 'more/out.parquet' is inside '.', which holds the rows; name a file "
        "in another folder\n",
    )
    assert list((parquet / "more").iterdir()) == []


def test_apply_in_memory_refuses_what_is_for_the_engine(run, parquet, saved):  # noqa: F811
    found = run("apply", saved, ".", "--out=-", "--engine=memory")
    assert (found.code, found.err) == (1, "clusterscribe: '.' is a folder; name a file\n")
    found = run("apply", saved, "people.parquet", "--engine=memory", "--memory-limit=1GB")
    assert "--memory-limit is for --engine duckdb" in found.err
