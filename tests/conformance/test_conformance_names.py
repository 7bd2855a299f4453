"""Every way selects the same rows, whatever columns, levels and labels are called."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest

from clusterscribe import Description, Feature, HalfSpace, Kind, Polyhedron, Term
from tests.description.strategies import LEVELS, NASTY, UNPRINTABLE

from .descriptions import at_least, at_most
from .ways import (
    created,
    expressions_of_polars,
    in_duckdb,
    in_engine,
    in_onnx,
    in_postgres_of,
    in_sqlite,
    membership_of_pandas,
    membership_of_polars,
    read_back,
)

# a column without a name has none in SQL, and to most databases "A" is "a"
NAMES = ["place", *(name for name in NASTY + UNPRINTABLE if name not in ("", "A"))]
WAYS = {
    "pandas": membership_of_pandas,
    "polars": membership_of_polars,
    "polars expressions": expressions_of_polars,
    "ONNX": in_onnx,
    "JSON": read_back,
    "DuckDB": in_duckdb("duckdb"),
    "ANSI SQL in DuckDB": in_duckdb("ansi"),
    "engine": in_engine,
    "SQLite": in_sqlite("sqlite"),
}


def table():
    """A column for each name: numbers with holes, or levels that begin elsewhere in each."""
    cells = [*LEVELS, None]
    columns = {"place": list(range(len(cells)))}
    for place, name in enumerate(NAMES[1:]):
        levels = cells[place % len(cells) :] + cells[: place % len(cells)]
        numbers = [None if level is None else float(len(level)) for level in levels]
        columns[name] = pa.array(numbers if place % 3 == 0 else levels)
    return pa.table(columns)


def description():
    """For each column a cluster: some level or none of it, a bound, a hole."""
    parts = []
    for place, name in enumerate(NAMES[1:]):
        level = [*LEVELS, None][place % (len(LEVELS) + 1)]
        feature = Feature(name, Kind.LEVEL, level)
        if place % 3 == 0:
            feature = Feature(name, Kind.LEVEL, None, of=Kind.NUMBER)
            number = Feature(name)
            extra = (HalfSpace((Term(number, 2), Term(feature, 1)), 10.0),)
        else:
            extra = ()
        space = at_least(feature, 1.0) if place % 2 else at_most(feature, 0.0)
        parts.append(Polyhedron(name, (space, *extra)))
    return Description(tuple(NAMES), tuple(parts))


@pytest.mark.parametrize("way", WAYS)
def test_any_name(way):
    rows, described = table(), description()
    assert np.array_equal(WAYS[way](described, rows), described.membership(rows))


def types_of(rows):
    types = ["DOUBLE PRECISION" if pa.types.is_floating(t) else "TEXT" for t in rows.schema.types]
    return ["INTEGER", *types[1:]]


def test_any_name_in_postgres(server):
    rows, described = table(), description()
    way = in_postgres_of(server, types_of(rows), "postgres")
    assert np.array_equal(way(described, rows), described.membership(rows))


@pytest.mark.parametrize("clusters", [1, 3, 12])
def test_any_label_by_case_in_postgres(server, clusters):
    rows, described = table(), description()
    described = replace(described, parts=described.parts[:clusters])
    case = described.to_sql(dialect="postgres", as_case=True)
    found = server.ask(
        *created(rows, types_of(rows)), f'SELECT "place", {case} FROM t ORDER BY "place"'
    )
    assert [label or None for _, label in found] == described.predict(rows).tolist()
