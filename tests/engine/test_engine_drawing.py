"""Rows are drawn by lot, also where many of them are equal or have the same lot."""

from __future__ import annotations

import pyarrow as pa

from clusterscribe import describe
from clusterscribe.engine.describe import describe_table
from clusterscribe.engine.rows import RowsInEngine
from clusterscribe.engine.survey import survey
from clusterscribe.parameters import LabelledTable
from clusterscribe.search.schedule import RowSchedule

MANY = 5_000


def test_all_different_rows_are_drawn_where_many_are_equal(in_duckdb):
    colour, size = ["red", "green", "blue"] * MANY, ["s", "s", "m"] * MANY
    label = ["warm", "cold", "cold"] * MANY
    table = pa.table({"colour": colour, "size": size, "label": label})
    rows = RowsInEngine(survey(LabelledTable(in_duckdb(table), "label")), 0, RowSchedule())
    assert (len(rows.fetched), rows.share) == (3, 1.0)


def test_equal_rows_with_errors_are_proved_optimal(in_duckdb):
    table = pa.table({"x": [1, 1, 1, 2, 2, 2] * MANY, "label": list("aabbba") * MANY})
    here = describe(table, table["label"], exclude=["label"])[1]
    there = describe_table(in_duckdb(table), "label")[1]
    assert (there.status, there.errors) == (here.status, here.errors) == ("optimal", 2 * MANY)


def test_texts_with_the_same_lot_do_not_all_travel(in_duckdb, monkeypatch):
    """The lot of a text is made of its ends, which are the same in all of these."""
    few = RowSchedule(first_rows=10, least_of_a_cluster=1)
    texts = [f"a{number:03}z" for number in range(500)]
    table = pa.table(
        {"text": 2 * texts, "x": [0] * 500 + [1] * 500, "label": [0] * 500 + [1] * 500}
    )
    known = survey(LabelledTable(in_duckdb(table), "label"))
    assert len(RowsInEngine(known, 0, few).fetched) <= 10 + 2
