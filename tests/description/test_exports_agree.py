"""Every export puts every row in the same polyhedra as `membership`."""

import math
import sqlite3
from contextlib import closing
from dataclasses import replace

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from onnxruntime import InferenceSession

from clusterscribe import Description, Feature, HalfSpace, Kind, Term
from clusterscribe.description import Ball, Polyhedron, Union
from clusterscribe.description.core.conditions import conditions_of
from clusterscribe.description.words.condition_wording import condition
from clusterscribe.errors import InputError
from clusterscribe.feature import Form

from .builders import PEOPLE, SEGMENTED, at_least, at_most, describe, people
from .strategies import NASTY, UNPRINTABLE, Case, cases

# a column without a name has none in SQL, and to DuckDB "A" is "a"
NAMEABLE = tuple(name for name in NASTY + UNPRINTABLE if name not in ("", "A"))
# ONNX cannot name a column without a name, and polars gives it one
NAMED = tuple(name for name in NASTY + UNPRINTABLE if name)
# pandas cannot read these between backticks
QUERYABLE = tuple(name for name in NASTY if name.isprintable() and "`" not in name)


def run_in_duckdb(sql, table, name="t"):
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'America/New_York'")
        connection.register("arrow_table", table)
        connection.execute(f'CREATE TABLE "{name}" AS SELECT * FROM arrow_table')
        return connection.sql(sql).to_arrow_table()


def split(result, clusters):
    """The membership columns and the labels of a result."""
    columns = [column.to_pylist() for column in result.columns]
    inside = np.array(columns[len(columns) - clusters - 1 : -1], dtype=object)
    return inside.reshape(clusters, len(result)).T, columns[-1]


@pytest.mark.parametrize("dialect", ["duckdb", "ansi", "postgres"])
@settings(max_examples=40, deadline=None)
@given(case=cases(names=NAMEABLE))
def test_sql_selects_the_same_rows(dialect, case):
    rows = run_in_duckdb(case.description.to_sql("t", dialect), case.table)
    inside, labels = split(rows, len(case.description.parts))
    assert inside.tolist() == case.membership.tolist()
    assert labels == labels_or_none(case)


@settings(max_examples=60, deadline=None)
@given(case=cases(names=NAMEABLE, most_terms=3))
def test_sql_of_sums_and_scores_selects_the_same_rows(case):
    check_sql(case, "duckdb")


@pytest.mark.parametrize("dialect", ["ansi", "postgres"])
@settings(max_examples=20, deadline=None)
@given(case=cases(NAMEABLE, 3, kinds=("number", "integer", "boolean", "level")))
def test_sql_of_sums_without_dates_selects_the_same_rows_in_other_dialects(dialect, case):
    check_sql(case, dialect)


def check_sql(case, dialect):
    rows = run_in_duckdb(case.description.to_sql("t", dialect), case.table)
    inside, _ = split(rows, len(case.description.parts))
    assert inside.tolist() == case.membership.tolist()


@settings(max_examples=15, deadline=None)
@given(case=cases(names=NAMEABLE, most_terms=3))
def test_case_expression_is_the_label_of_the_query(case):
    query = run_in_duckdb(case.description.to_sql("t", "duckdb"), case.table)
    _, expected = split(query, len(case.description.parts))
    expression = case.description.to_sql(dialect="duckdb", as_case=True)
    found = run_in_duckdb(f'SELECT {expression} AS label FROM "t"', case.table)
    assert found.column("label").to_pylist() == expected


@settings(max_examples=30, deadline=None)
@given(case=cases(names=NAMEABLE, most_terms=3))
def test_sqlite_selects_the_same_rows(case):
    result = run_in_sqlite(case.description.to_sql("t", "sqlite"), case.table)
    clusters = len(case.description.parts)
    inside = [list(map(bool, row[len(row) - clusters - 1 : -1])) for row in result]
    assert inside == case.membership.tolist()
    expression = case.description.to_sql(dialect="sqlite", as_case=True)
    labels = run_in_sqlite(f'SELECT {expression} FROM "t"', case.table)
    assert [label for (label,) in labels] == [row[-1] for row in result]


def run_in_sqlite(sql, table):
    columns = [
        column.cast(pa.string()) if pa.types.is_temporal(column.type) else column
        for column in table.columns
    ]
    names = ", ".join('"' + name.replace('"', '""') + '"' for name in table.column_names)
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(f"CREATE TABLE t ({names})")
        places = ", ".join("?" * len(columns))
        rows = zip(*(column.to_pylist() for column in columns), strict=True)
        connection.executemany(f"INSERT INTO t VALUES ({places})", rows)
        return connection.execute(sql).fetchall()


@settings(max_examples=40, deadline=None)
@given(case=cases(names=NAMED, most_terms=3), lazy=st.booleans())
def test_polars_expressions_select_the_same_rows(case, lazy):
    import polars as pl

    frame = pl.from_arrow(case.table)
    frame = frame.lazy() if lazy else frame
    expressions = case.description.to_polars()
    inside = frame.select(pl.all(), *expressions.values()).lazy().collect()
    found = inside.select(pl.nth(range(case.table.num_columns, inside.width)))
    assert len(inside) == len(case.table)
    assert found.to_numpy().reshape(case.membership.shape).tolist() == case.membership.tolist()
    assert all(kind == pl.Boolean for kind in found.dtypes)
    labels = frame.select(case.description.to_polars(as_label=True)).lazy().collect()
    assert labels.to_series().to_list() == labels_or_none(case)
    for place, expression in enumerate(expressions.values()):
        kept = frame.with_row_index("#").filter(expression).lazy().collect()["#"].to_list()
        assert kept == np.flatnonzero(case.membership[:, place]).tolist()


def labels_or_none(case):
    """The label of each row, as a column can hold it: none is None, and several types are text."""
    is_text = len({type(label) for label in case.description.polyhedra}) > 1
    return [
        (str(label) if is_text else label) if row.sum() == 1 else None
        for row, label in zip(case.membership, predicted(case), strict=True)
    ]


@settings(max_examples=40, deadline=None)
@given(case=cases(names=NAMED, most_terms=3))
def test_onnx_model_selects_the_same_rows(case):
    if not case.description.features:
        with pytest.raises(InputError, match="no input"):
            case.description.to_onnx()
        return
    session = InferenceSession(case.description.to_onnx().SerializeToString())
    inside, labels = session.run(None, case.description.onnx_inputs(case.table))
    assert inside.tolist() == case.membership.tolist()
    if labels.dtype == np.int64:
        assert labels.tolist() == predicted(case)
    else:
        known = [None if label is None else str(label) for label in predicted(case)]
        assert [label or None for label in labels.tolist()] == known


@settings(max_examples=60, deadline=None)
@given(case=cases(names=QUERYABLE), types=st.sampled_from(["numpy", "arrow", "nullable"]))
def test_pandas_query_selects_the_same_rows(case, types):
    check_queries(case, types)


@settings(max_examples=40, deadline=None)
@given(case=cases(names=QUERYABLE, most_terms=3))
def test_pandas_query_of_sums_and_scores_selects_the_same_rows(case):
    check_queries(case, "numpy")


@settings(max_examples=40, deadline=None)
@given(
    cells=st.lists(
        st.tuples(*[st.decimals(0, 20, places=2).map(float)] * 3), min_size=3, unique=True
    ),
    weights=st.tuples(*[st.integers(-10, 10).filter(bool)] * 3),
    data=st.data(),
)
def test_row_on_the_bound_of_a_score_is_inside_everywhere(cells, weights, data):
    """With decimals and a score without any room: the last bit of every row decides."""
    columns = {name: [row[place] for row in cells] for place, name in enumerate("abc")}
    terms = tuple(
        Term(Feature(name), weight, *((min(column), max(column)) if len(set(column)) > 1 else ()))
        for (name, column), weight in zip(columns.items(), weights, strict=True)
    )
    values = {Feature(name): np.array(column) for name, column in columns.items()}
    levels = HalfSpace(terms, 0.0).level(values).tolist()
    space = HalfSpace(terms, data.draw(st.sampled_from(levels)))
    case = Case(pa.table(columns), describe(columns, a=[space]))
    assert case.membership[:, 0].tolist() == [level <= space.bound for level in levels]
    check_sql(case, "duckdb")
    check_queries(case, "numpy")


@settings(max_examples=40, deadline=None)
@given(
    cells=st.lists(
        st.tuples(*[st.decimals(0, 20, places=2).map(float)] * 3), min_size=3, unique=True
    ),
    data=st.data(),
)
def test_row_on_the_border_of_a_ball_is_on_the_same_side_everywhere(cells, data):
    """The radius is the distance of a row: the last bit of its square decides."""
    columns = {name: [row[place] for row in cells] for place, name in enumerate("abc")}
    terms = tuple(
        Term(Feature(name), weight, *((min(column), max(column)) if len(set(column)) > 1 else ()))
        for (name, column), weight in zip(columns.items(), (1, 2, 3), strict=True)
    )
    values = {Feature(name): np.array(column) for name, column in columns.items()}
    centre = data.draw(st.sampled_from(cells))
    squares = Ball(0, terms, centre, 0.0).squared_distance(values)
    radius = math.sqrt(data.draw(st.sampled_from(squares.tolist())))
    case = Case(pa.table(columns), Description(tuple("abc"), (Ball(0, terms, centre, radius),)))
    assert case.membership[:, 0].tolist() == (squares <= radius * radius).tolist()
    check_sql(case, "duckdb")
    check_queries(case, "numpy")


def check_queries(case, types):
    frame = as_pandas(case.table, types)
    membership = case.description.membership(frame)
    for place, query in enumerate(case.description.to_pandas_query().values()):
        selected = frame.query(query, engine="python").index
        assert list(selected) == list(np.flatnonzero(membership[:, place])), query


def as_pandas(table, types):
    import pandas as pd

    if types == "arrow":
        return table.to_pandas(types_mapper=pd.ArrowDtype)
    if types == "nullable":
        return table.to_pandas().convert_dtypes()
    return table.to_pandas()


@settings(max_examples=60, deadline=None)
@given(case=cases(most_terms=3))
def test_json_read_back_is_the_same_description(case):
    again = Description.from_json(case.description.to_json())
    assert again == case.description
    assert again.membership(case.table).tolist() == case.membership.tolist()


@settings(max_examples=60, deadline=None)
@given(case=cases(most_terms=3))
def test_explanation_agrees_with_membership(case):
    for place in range(len(case.table)):
        row = case.table.slice(place, 1)
        explanation = case.description.explain(row)
        assert [v.inside for v in explanation.verdicts] == case.membership[place].tolist()
        for verdict, part in zip(explanation.verdicts, case.description.parts, strict=True):
            check_verdict(verdict)
            if isinstance(part, Union):
                assert [[check.condition for check in some] for some in verdict.alternatives] == [
                    [condition(read) for read in conditions_of(one)] for one in part.polyhedra
                ]
        assert explanation.label == case.description.predict(row)[0]
        assert "\x1b" not in str(explanation)


def check_verdict(verdict):
    if verdict.closeness is not None:
        assert verdict.inside == verdict.closeness.satisfied
        return
    alternatives = verdict.alternatives
    alternatives = [verdict.checks] if alternatives is None else alternatives
    holds = [all(check.satisfied for check in checks) for checks in alternatives]
    assert verdict.inside == any(holds)
    for check in (check for checks in alternatives for check in checks):
        assert check.satisfied == (check.slack >= 0)
        assert bool(check.change) != check.satisfied


@settings(max_examples=40, deadline=None)
@given(case=cases(most_terms=3))
def test_whatever_the_names_text_is_printable_and_frames_have_a_row_for_all(case):
    text = case.description.to_text()
    assert all(line.isprintable() for line in text.splitlines())
    parts = case.description.parts
    rows = sum(rows_of(part) for part in parts)
    for backend in ("pandas", "polars", "pyarrow"):
        assert len(case.description.to_frame(backend)) == rows
    html = case.description._repr_html_()
    assert "<b>" not in html
    assert "\x1b" not in html


def rows_of(part):
    """A row for each half-space, and for each region or alternative that has none."""
    match part:
        case Polyhedron():
            return max(len(part.half_spaces), 1)
        case Union():
            return max(sum(map(rows_of, part.polyhedra)), 1)
        case Ball():
            return 1


@settings(max_examples=40, deadline=None)
@given(case=cases())
def test_predict_is_the_label_of_the_only_polyhedron(case):
    labels = list(case.description.polyhedra)
    for row, label in zip(case.membership, case.description.predict(case.table), strict=True):
        if row.sum() == 1:
            assert label == labels[int(row.argmax())]
        else:
            assert label in (-1, None)


def predicted(case):
    return case.description.predict(case.table).tolist()


@pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow"])
def test_every_kind_of_frame_gives_the_same_membership(backend):
    assert SEGMENTED.membership(people(backend)).tolist() == [
        [True, False, False],
        [True, False, False],
        [False, True, False],
        [False, False, True],
        [False, False, True],
    ]


def test_unprintable_names_stay_out_of_pandas_queries_only():
    assert set(UNPRINTABLE).isdisjoint(QUERYABLE)
    assert list(PEOPLE) == list(SEGMENTED.columns)


TEXT_AS_DATES = pa.table(
    {"when": ["31.12.2023", "NA", None, "2024-06-01"], "paid": ["1.234", "5,5", "", "-1.000,5"]}
)


def test_text_that_is_read_as_numbers_or_dates_is_refused_where_it_would_be_read_otherwise():
    when = Feature("when", Kind.DATE, form=Form.PLAIN)
    paid = Feature("paid", form=Form.DECIMAL_COMMA)
    for feature, words in ((when, "the dates that column 'when'"), (paid, "the numbers that")):
        description = describe(["when", "paid"], a=[at_most(feature, 1000)])
        for export in (description.to_polars, description.to_pandas_query):
            with pytest.raises(InputError, match=words):
                export()


def test_text_that_is_read_as_numbers_or_dates_can_be_fed_to_onnx():
    when = Feature("when", Kind.DATE, form=Form.PLAIN)
    paid = Feature("paid", form=Form.DECIMAL_COMMA)
    holes = [Feature(name, Kind.LEVEL, None, of=kind) for name, kind in
             (("when", Kind.DATE), ("paid", Kind.NUMBER))]  # fmt: skip
    parts = [(at_most(when, 19_800),), (at_most(paid, 1000),), (at_most(paid, 1234),)]
    parts += [(at_least(hole, 1),) for hole in holes]
    description = Description(
        ("when", "paid"), tuple(Polyhedron(place, part) for place, part in enumerate(parts))
    )
    session = InferenceSession(description.to_onnx().SerializeToString())
    found, _ = session.run(None, description.onnx_inputs(TEXT_AS_DATES))
    assert found.tolist() == description.membership(TEXT_AS_DATES).tolist()
    assert found.T.tolist() == [
        [True, False, False, False],
        [False, True, False, True],
        [True, True, False, True],
        [False, True, True, False],
        [False, False, True, False],
    ]
    only_holes = replace(description, parts=description.parts[3:])
    session = InferenceSession(only_holes.to_onnx().SerializeToString())
    found, _ = session.run(None, only_holes.onnx_inputs(TEXT_AS_DATES))
    assert found.tolist() == only_holes.membership(TEXT_AS_DATES).tolist()
