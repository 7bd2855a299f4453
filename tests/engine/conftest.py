"""Small tables in DuckDB, and on Spark where that is wanted and there."""

from __future__ import annotations

import os
import sys

import pyarrow as pa
import pytest


@pytest.fixture(scope="session", autouse=True)
def ibis():
    """Ibis with DuckDB; without it there is nothing to test here."""
    pytest.importorskip("duckdb", reason="needs the extra clusterscribe[table]")
    return pytest.importorskip("ibis", reason="needs the extra clusterscribe[table]")


@pytest.fixture(scope="session")
def duckdb(ibis):
    """A connection to DuckDB that holds nothing."""
    return ibis.duckdb.connect()


@pytest.fixture(scope="session")
def in_duckdb(duckdb):
    """Make a table of DuckDB of columns."""
    count = iter(range(10**9))

    def make(columns):
        table = columns if isinstance(columns, pa.Table) else pa.table(columns)
        name = f"t{next(count)}"
        duckdb.con.register(name, table)
        return duckdb.table(name)

    return make


@pytest.fixture(scope="session")
def spark(ibis):
    """A connection to Spark in this computer, with two workers."""
    pytest.importorskip("pyspark", reason="needs the extra clusterscribe[spark]")
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    try:
        session = (
            SparkSession.builder.master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "4")
            .config("spark.sql.session.timeZone", "America/New_York")
            .getOrCreate()
        )
    except Exception as error:
        pytest.skip(f"Spark does not start, it needs Java 17: {type(error).__name__}")
    yield ibis.pyspark.connect(session)
    session.stop()
