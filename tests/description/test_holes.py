"""Missing numbers and dates as conditions: in words, in SQL, in JSON, for one row, in charts."""

from __future__ import annotations

import datetime as dt
import sqlite3

import numpy as np
import pandas as pd
import pytest

from clusterscribe.description import Description, HalfSpace, Polyhedron, Term
from clusterscribe.feature import Feature, Form, Kind

SPEND = Feature("spend", Kind.LEVEL, None, of=Kind.NUMBER)
SINCE = Feature("since", Kind.LEVEL, None, of=Kind.DATE)
DAY = Feature("day", Kind.DATE, form=Form.DAY_FIRST)


def missing(feature):
    return HalfSpace((Term(feature, -1),), -1.0)


def known(feature):
    return HalfSpace((Term(feature, 1),), 0.0)


DESCRIPTION = Description(
    ("spend", "since"),
    (Polyhedron("A", (missing(SPEND),)), Polyhedron("B", (known(SPEND), known(SINCE)))),
)
ROWS = pd.DataFrame(
    {
        "spend": [1.0, np.nan, np.inf, np.nan],
        "since": [dt.date(2024, 1, 1), None, None, dt.date(2024, 1, 2)],
    }
)
EXPECTED = [[False, True], [True, False], [False, False], [True, False]]


def test_words():
    text = DESCRIPTION.to_text()
    assert "    spend is missing\n" in text
    assert "    spend is known\n    since is known\n" in text
    assert DESCRIPTION.to_sentence() == {
        "A": "Rows whose spend is missing",
        "B": "Rows whose spend is known and whose since is known",
    }


def test_a_level_that_is_called_known_is_quoted():
    level = Feature("job", Kind.LEVEL, "known")
    text = Description(("job",), (Polyhedron("A", (missing(level),)),)).to_text()
    assert "job is 'known'" in text


def test_membership_and_json():
    assert DESCRIPTION.membership(ROWS).tolist() == EXPECTED
    assert Description.from_json(DESCRIPTION.to_json()) == DESCRIPTION


def test_forms_survive_json():
    bound = HalfSpace((Term(DAY, 1),), 100.0)
    description = Description(("day",), (Polyhedron("A", (bound,)),))
    again = Description.from_json(description.to_json())
    assert again == description
    assert again.membership({"day": "01/02/1970"}).tolist() == [[True]]
    assert again.membership({"day": "02/08/1970"}).tolist() == [[False]]


@pytest.mark.parametrize("dialect", ["ansi", "duckdb"])
def test_sql_in_duckdb_takes_nan_for_missing(dialect):
    duckdb = pytest.importorskip("duckdb")
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE t (spend DOUBLE, since DATE)")
        connection.executemany(
            "INSERT INTO t VALUES (?, ?)",
            [[1.0, dt.date(2024, 1, 1)], [None, None], [float("inf"), None],
             [float("nan"), dt.date(2024, 1, 2)]],
        )  # fmt: skip
        found = connection.execute(DESCRIPTION.to_sql("t", dialect)).fetchall()
    assert [[row[2], row[3]] for row in found] == EXPECTED


def test_sql_in_sqlite():
    with sqlite3.connect(":memory:") as connection:
        connection.execute("CREATE TABLE t (spend DOUBLE, since TEXT)")
        cells = [(1.0, "2024-01-01"), (None, None), (float("inf"), None), (None, "2024-01-02")]
        connection.executemany("INSERT INTO t VALUES (?, ?)", cells)
        found = connection.execute(DESCRIPTION.to_sql("t")).fetchall()
    assert [[bool(row[2]), bool(row[3])] for row in found] == EXPECTED


def test_one_row():
    text = str(DESCRIPTION.explain({"spend": 3.5, "since": None}))
    assert "no   spend is missing  3.5" in text
    assert "spend would have to change from 3.5 to missing" in text
    assert "no   since is known  missing" in text
    assert "since is missing and would have to be known" in text
    assert "yes  since is known  2024-01-01" in str(
        DESCRIPTION.explain({"spend": None, "since": dt.date(2024, 1, 1)})
    )


def test_charts_count_known_and_missing():
    from clusterscribe.charts.data.levels import level_band
    from clusterscribe.charts.data.rows import rows_of
    from clusterscribe.charts.data.subjects import Category

    band = level_band(rows_of(DESCRIPTION, ROWS, list("BABA")), "A", Category("spend"))
    shown = dict(zip(band.levels, band.own.tolist(), strict=True))
    assert shown == {"missing": 1.0, "known": 0.0}
    page = DESCRIPTION.to_html(ROWS, list("BABA"))
    assert "is missing" in page
