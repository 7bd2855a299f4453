"""The ways to say which rows are inside: each takes a description and an Arrow table."""

from __future__ import annotations

import sqlite3

import duckdb
import numpy as np
import pyarrow as pa

from clusterscribe import Description

from .postgres import ZONE


def membership(description, table):
    return description.membership(table)


def membership_of_pandas(description, table):
    return description.membership(table.to_pandas())


def membership_of_numpy(description, table):
    """Of an array of objects, whose columns have no names."""
    cells = np.empty((table.num_rows, table.num_columns), dtype=object)
    for place, column in enumerate(table.columns):
        cells[:, place] = column.to_pylist()
    return description.membership(cells)


def membership_of_polars(description, table):
    import polars as pl

    return description.membership(pl.from_arrow(table))


def expressions_of_polars(description, table):
    import polars as pl

    expressions = description.to_polars().values()
    return pl.from_arrow(table).select(*expressions).to_numpy()


def in_onnx(description, table):
    from onnxruntime import InferenceSession, SessionOptions

    options = SessionOptions()
    options.intra_op_num_threads = 1  # many small models: threads would only wait for each other
    session = InferenceSession(description.to_onnx().SerializeToString(), options)
    found, _ = session.run(None, description.onnx_inputs(table))
    return found


def read_back(description, table):
    return Description.from_json(description.to_json()).membership(table)


def predicted(description, table):
    """Whether the label is that of a part, where a description has no other part."""
    columns = [
        Description(description.columns, (part,)).predict(table) == part.label
        for part in description.parts
    ]
    return np.array(columns).T


def query(description, table):
    return selected(description, table.to_pandas())


def query_of_arrow_types(description, table):
    import pandas as pd

    return selected(description, table.to_pandas(types_mapper=pd.ArrowDtype))


def query_of_nullable_types(description, table):
    return selected(description, table.to_pandas().convert_dtypes())


def selected(description, frame):
    queries = description.to_pandas_query().values()
    found = [frame.query(query, engine="python").index for query in queries]
    return np.array([frame.index.isin(index) for index in found]).T


def in_duckdb(dialect):
    def way(description, table):
        with duckdb.connect() as connection:
            connection.execute(f"SET TimeZone = '{ZONE}'")
            connection.register("arrow_table", table)
            connection.execute("CREATE TABLE t AS SELECT * FROM arrow_table")
            result = connection.sql(f'{description.to_sql("t", dialect)} ORDER BY "place"')
            names = result.columns[len(description.columns) : -1]
            rows = result.project(", ".join(map(quoted, names))).fetchall()
        return np.array(rows)

    return way


def in_engine(description, table):
    import ibis

    from clusterscribe.engine.labelling import label_table

    connection = ibis.duckdb.connect()
    connection.con.execute(f"SET TimeZone = '{ZONE}'")
    connection.con.register("t", table)
    there = connection.table("t")
    labelled = label_table(description, there, membership=True).order_by("place")
    names = labelled.columns[len(description.columns) :]
    rows = labelled.select(*names).to_pyarrow()
    return np.array([rows.column(name).to_pylist() for name in names]).T


def in_sqlite(dialect):
    def way(description, table):
        connection = sqlite3.connect(":memory:")
        columns = ", ".join(map(quoted, table.column_names))
        connection.execute(f"CREATE TABLE t ({columns})")
        places = ", ".join("?" * table.num_columns)
        rows = zip(*map(cells_of_sqlite, table.columns), strict=True)
        connection.executemany(f"INSERT INTO t VALUES ({places})", rows)
        sql = f'{description.to_sql("t", dialect)} ORDER BY "place"'
        found = [row[table.num_columns : -1] for row in connection.execute(sql)]
        connection.close()
        return np.array(found, dtype=bool)

    return way


def cells_of_sqlite(column):
    """Cells as SQLite holds them: dates and times as text."""
    if pa.types.is_timestamp(column.type) and column.type.tz is not None:
        column = column.cast(pa.timestamp(column.type.unit, "UTC"))
    is_moment = pa.types.is_temporal(column.type)
    return (column.cast(pa.string()) if is_moment else column).to_pylist()


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def in_postgres(server, type_, dialect):
    return in_postgres_of(server, ["INTEGER", type_.postgres, "DOUBLE PRECISION"], dialect)


def in_postgres_of(server, types, dialect):
    """The way of a table whose columns are of these types."""

    def way(description, table):
        answer = server.ask(
            *created(table, types), f'{description.to_sql("t", dialect)} ORDER BY "place"'
        )
        width = len(description.parts)
        return np.array([[word == "t" for word in row[-width - 1 : -1]] for row in answer])

    return way


def created(table, types):
    """Write commands that make a table t of these rows, with columns of these types."""
    named = zip(map(quoted, table.column_names), types, strict=True)
    columns = ", ".join(f"{name} {type_}" for name, type_ in named)
    cells = [[cell(value) for value in column.to_pylist()] for column in table.columns]
    rows = ",\n".join(f"({', '.join(row)})" for row in zip(*cells, strict=True))
    return f"CREATE TEMPORARY TABLE t ({columns})", f"INSERT INTO t VALUES {rows}"


def cell(value):
    """Write a cell as text, which PostgreSQL reads as the type of the column."""
    if value is None:
        return "NULL"
    text = repr(value) if isinstance(value, float) else str(value)
    return "'" + text.replace("'", "''") + "'"


def table_of(cells: pa.Array, seed: int) -> pa.Table:
    """A table with these cells in column x, and simple numbers beside them."""
    beside = np.random.default_rng(seed).integers(0, 10, len(cells)) / 10
    return pa.table({"place": list(range(len(cells))), "x": cells, "y": beside})
