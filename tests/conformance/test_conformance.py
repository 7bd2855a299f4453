"""Every way to use a description selects the same rows, whatever the types of the columns.

PostgreSQL and DuckDB run in New York, so that whatever depends on the zone of a session shows.
"""

import numpy as np
import pytest

from clusterscribe import Kind

from .columns import TYPES
from .descriptions import descriptions
from .ways import (
    expressions_of_polars,
    in_duckdb,
    in_engine,
    in_onnx,
    in_postgres,
    in_sqlite,
    membership,
    membership_of_numpy,
    membership_of_pandas,
    membership_of_polars,
    predicted,
    query,
    query_of_arrow_types,
    query_of_nullable_types,
    read_back,
    table_of,
)

SEEDS = (1, 2)  # with missing values, and without
READERS = {
    "NumPy": membership_of_numpy,
    "pandas": membership_of_pandas,
    "polars": membership_of_polars,
    "JSON": read_back,
    "predict": predicted,
}
QUERIES = {
    "NumPy": query,
    "Arrow": query_of_arrow_types,
    "nullable": query_of_nullable_types,
}
OVERFLOWING = "extreme"  # sums of such numbers are infinite, and PostgreSQL ends the query


def same_zone(feature, type_):
    """Whether times of a column are compared with times of a zone where they have one."""
    return feature.kind is not Kind.DATETIME or feature.zoned == type_.zoned


def said_in_ansi(feature, type_):
    """Whether ANSI SQL has words for it: it has none for the date of a time in UTC."""
    return same_zone(feature, type_) and not (feature.kind is Kind.DATE and type_.zoned)


def check(name, way, with_sums=True, is_for=lambda feature, type_: True):
    type_ = TYPES[name]
    features = [feature for feature in type_.features if is_for(feature, type_)]
    for seed in SEEDS:
        table = table_of(type_.fuzzed(seed), seed)
        for description in descriptions(table, features, with_sums):
            expected = membership(description, table)
            found = way(description, table)
            wrong = np.argwhere(found != expected).tolist()
            assert not wrong, [
                (str(description.parts[part]), table.slice(row, 1).to_pylist(), expected[row, part])
                for row, part in wrong[:3]
            ]


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("name", TYPES)
def test_every_reader(name, reader):
    check(name, READERS[reader])


@pytest.mark.parametrize("types", QUERIES)
@pytest.mark.parametrize("name", TYPES)
def test_pandas_query(name, types):
    check(name, QUERIES[types], is_for=same_zone)


@pytest.mark.parametrize("name", TYPES)
def test_polars_expressions(name):
    check(name, expressions_of_polars)


@pytest.mark.parametrize("name", TYPES)
def test_onnx(name):
    check(name, in_onnx)


@pytest.mark.parametrize("name", TYPES)
def test_engine(name):
    check(name, in_engine)


WIDE = "wide decimal"  # of which DuckDB's cast can miss the last bit


@pytest.mark.parametrize("name", [name for name in TYPES if name != WIDE])
def test_duckdb(name):
    check(name, in_duckdb("duckdb"))


# what only a dialect of its own can say: times as their numbers
@pytest.mark.parametrize("name", [name for name in TYPES if name not in (WIDE, "far time")])
def test_ansi_sql_in_duckdb(name):
    check(name, in_duckdb("ansi"), with_sums=False, is_for=said_in_ansi)


@pytest.mark.parametrize("name", [name for name, type_ in TYPES.items() if type_.sqlite])
def test_ansi_sql_in_sqlite(name):
    check(name, in_sqlite("ansi"))


@pytest.mark.parametrize("name", [name for name in TYPES if "decimal" not in name])
def test_sqlite(name):
    # a number rounds the last microseconds of a far day to the next day, and SQLite does not
    is_for = lambda feature, type_: (name, feature.kind) != ("far time", Kind.DATE)  # noqa: E731
    check(name, in_sqlite("sqlite"), is_for=is_for)


@pytest.mark.parametrize("name", [name for name, type_ in TYPES.items() if type_.postgres])
def test_postgres(name, server):
    check(name, in_postgres(server, TYPES[name], "postgres"), with_sums=name != OVERFLOWING)


@pytest.mark.parametrize(
    "name", [name for name, type_ in TYPES.items() if type_.postgres and name != "far time"]
)
def test_ansi_sql_in_postgres(name, server):
    way = in_postgres(server, TYPES[name], "ansi")
    check(name, way, with_sums=False, is_for=said_in_ansi)
