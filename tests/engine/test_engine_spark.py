"""Spark gives the same rows, the same figures and the same description as DuckDB."""

from __future__ import annotations

from datetime import date, datetime

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from clusterscribe.description import tally
from clusterscribe.engine.describe import describe_in_engine, describe_table
from clusterscribe.engine.labelling import label_table
from clusterscribe.engine.opening import open_table
from clusterscribe.parameters import LabelledTable, check
from clusterscribe.progress import silent
from tests import scheduled
from tests.scheduled import schedule

from .tables import gaussians

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("spark")]


@pytest.fixture
def engines(spark, tmp_path):
    """Open the same file in both."""

    def opened(table):
        pq.write_table(table, tmp_path / "rows.parquet")
        path = str(tmp_path / "rows.parquet")
        return open_table(path), spark.read_parquet(path)

    return opened


def kinds():
    """Every kind of column, in a few rows."""
    days = [date(1969, 12, 30), date(2024, 7, 1), date(2024, 7, 2), date(2030, 1, 1)] * 3
    times = [datetime(day.year, day.month, day.day, 3, 4, 5, 678901) for day in days]
    return pa.table(
        {
            "number": np.array([0.1, 0.2, 0.30000000000000004, 1e-300] * 3),
            "single": pa.array([0.1, 0.2, 0.3, 0.4] * 3, pa.float32()),
            "whole": [1, 2, 3, -4] * 3,
            "truth": [True, False, True, None] * 3,
            "day": days,
            "moment": pa.array(times, pa.timestamp("us")),
            "it's a `word`": ["a'b", "a\\b", None, "Ω\n"] * 3,
            "label": ["x", "y", "x", "y", "x", "y", "y", "x", "x", "y", "x", "x"],
        }
    )


@pytest.mark.parametrize("column", [name for name in kinds().column_names if name != "label"])
def test_every_kind_of_column(engines, column):
    table = kinds().select([column, "label"])
    (here, one), (there, other) = (describe_table(t, "label") for t in engines(table))
    assert here == there
    assert (one.errors, one.complexity) == (other.errors, other.complexity)
    assert there.tallies == tally(there, table, table["label"])
    found = label_table(there, engines(table)[1]).order_by(column).to_pyarrow()
    expected = table.append_column("cluster", pa.array(there.predict(table).tolist()))
    assert sorted(map(str, found.to_pylist())) == sorted(map(str, expected.to_pylist()))


def test_same_description_by_lazy_rows(engines):
    few = schedule(rows={"first_rows": 200})
    table = gaussians(100_000)
    (here, one), (there, other) = (
        scheduled.describe(t, "segment", by=few, time_limit=300.0) for t in engines(table)
    )
    assert here == there
    assert one.status == other.status == "optimal"
    assert one.statistics["rows_taken"] == other.statistics["rows_taken"] < 10_000
    assert there.errors(table, table["segment"]) == other.errors


def test_same_description_of_two_million_rows(spark, tmp_path):
    table, path = gaussians(2_000_000, features=10, clusters=5, spread=0.1), tmp_path / "rows"
    path.mkdir()
    for place in range(4):
        part = table.slice(place * 500_000, 500_000)
        pq.write_table(part, path / f"{place}.parquet")
    engines = open_table(str(path), memory_limit="1GiB"), spark.read_parquet(str(path))
    (here, one), (there, other) = (describe_table(t, "segment", time_limit=600.0) for t in engines)
    assert here == there
    assert one.status == other.status == "optimal"
    assert one.errors == other.errors == there.errors(table, table["segment"])
    assert one.statistics["rows_taken"] == other.statistics["rows_taken"] < 20_000


def test_bound_where_clusters_touch(engines):
    random = np.random.default_rng(0)
    segment = random.integers(2, size=6_000)
    words = np.where(random.random(6_000) < 0.2, segment, random.integers(2, size=6_000))
    table = pa.table(
        {
            "x": segment * 1.5 + random.normal(size=6_000),
            "whole": segment + random.integers(4, size=6_000),
            "a `word`": np.array(["it's", "Ω"])[words],
            "segment": segment,
        }
    )
    few = schedule(rows={"sample": 2_000, "largest_sample": 2_000, "too_many_errors": 100})
    for there in engines(table):
        data = LabelledTable(there, "segment")
        asked = check(max_conditions=2, time_limit=120.0, random_state=0)
        _, result = describe_in_engine(data, asked, silent, few)
        assert 0.8 * result.errors <= result.error_bound <= result.errors
