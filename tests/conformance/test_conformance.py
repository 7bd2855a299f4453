"""Every way to use a description selects the same rows, whatever the types of the columns.

PostgreSQL and DuckDB run in New York, so that whatever depends on the zone of a session shows.
"""

import numpy as np
import pytest

from . import postgres
from .columns import TYPES
from .descriptions import descriptions
from .ways import (
    in_duckdb,
    in_engine,
    in_postgres,
    in_sqlite,
    membership,
    membership_of_pandas,
    membership_of_polars,
    query,
    query_of_arrow_types,
    query_of_nullable_types,
    read_back,
    table_of,
)

SEEDS = (1, 2)
IN_PYTHON = {
    "membership of pandas": membership_of_pandas,
    "membership of polars": membership_of_polars,
    "JSON": read_back,
    "pandas query": query,
    "pandas query of Arrow types": query_of_arrow_types,
    "pandas query of nullable types": query_of_nullable_types,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    reason = postgres.why_not()
    if reason is not None:
        pytest.skip(reason)
    # the path of a socket must be short
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        running = postgres.start(Path(folder))
        yield running
        postgres.stop(running)


def tables(name):
    return [table_of(TYPES[name].fuzzed(seed), seed) for seed in SEEDS]


def check(name, way, with_sums=True, only=lambda feature: True):
    for table in tables(name):
        for description in descriptions(table, TYPES[name], with_sums):
            if not all(only(feature) for feature in description.features):
                continue
            expected = membership(description, table)
            found = way(description, table)
            wrong = np.argwhere(found != expected)
            assert not len(wrong), [
                (str(description.parts[part]), table.slice(row, 1).to_pylist(), expected[row, part])
                for row, part in wrong[:3].tolist()
            ]


@pytest.mark.parametrize("way", IN_PYTHON)
@pytest.mark.parametrize("name", TYPES)
def test_in_python(name, way):
    check(name, IN_PYTHON[way])


@pytest.mark.parametrize("name", TYPES)
def test_duckdb(name):
    check(name, in_duckdb("duckdb"))


@pytest.mark.parametrize("name", TYPES)
def test_ansi_sql_in_duckdb(name):
    check(name, in_duckdb("ansi"), with_sums=False)


@pytest.mark.parametrize("name", TYPES)
def test_engine(name):
    check(name, in_engine)


@pytest.mark.parametrize("name", [name for name, type_ in TYPES.items() if type_.sqlite])
def test_ansi_sql_in_sqlite(name):
    check(name, in_sqlite)


@pytest.mark.parametrize("dialect", ["postgres", "ansi"])
@pytest.mark.parametrize("name", [name for name, type_ in TYPES.items() if type_.postgres])
def test_postgres(name, dialect, server):
    types = {"row": "INTEGER", "x": TYPES[name].postgres, "y": "DOUBLE PRECISION"}
    check(name, in_postgres(server, types, dialect), with_sums=dialect == "postgres")
