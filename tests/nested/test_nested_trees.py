"""A tree says the same of a row in Python, in JSON read back, and in SQL."""

from __future__ import annotations

import sqlite3
import warnings

import duckdb
import numpy as np
import pytest
from hypothesis import given, settings

from clusterscribe import InputError, NestedDescription, Segment
from clusterscribe.nested.segment import LevelTally

from .trees import (
    brute_membership,
    brute_path,
    cases,
    customers,
    padded,
)

QUICK = settings(max_examples=30, deadline=None)


@QUICK
@given(case=cases())
def test_rows_go_down_as_far_as_there_is_one_way(case):
    levels = len(case.nested.levels)
    rows = case.table.to_dict("records")
    expected = [padded(brute_path(case.nested.root, row), levels) for row in rows]
    assert case.nested.predict(case.table).tolist() == expected


@QUICK
@given(case=cases())
def test_membership_is_along_the_whole_path(case):
    paths = [segment.path for segment in case.nested.segments]
    expected = [
        [path in brute_membership(case.nested.root, row) for path in paths]
        for row in case.table.to_dict("records")
    ]
    assert case.nested.membership(case.table).tolist() == expected


@QUICK
@given(case=cases())
def test_json_is_read_back_as_it_was(case):
    again = NestedDescription.from_json(case.nested.to_json())
    assert again == case.nested
    assert again.predict(case.table).tolist() == case.nested.predict(case.table).tolist()


@QUICK
@given(case=cases())
def test_every_text_and_page_is_written(case):
    assert str(case.nested)
    assert len(case.nested.to_text(width=40).splitlines()) <= 40
    assert case.nested._repr_html_().count("<details") == case.nested._repr_html_().count(
        "</details"
    )
    frame = case.nested.to_frame()
    assert len(frame) >= len(case.nested.segments)


@QUICK
@given(case=cases())
def test_duckdb_puts_rows_where_python_does(case):
    with duckdb.connect() as connection:
        connection.register("frame", case.table)
        connection.execute('CREATE TABLE "t" AS SELECT * FROM frame')
        rows = connection.execute(case.nested.to_sql("t", "duckdb")).fetchall()
    check_rows(case, rows)


@pytest.mark.parametrize("dialect", ["ansi", "sqlite"])
@settings(max_examples=15, deadline=None)
@given(case=cases())
def test_sqlite_puts_rows_where_python_does(dialect, case):
    connection = sqlite3.connect(":memory:")
    names = [f'"{name}"'.replace('"', '""')[1:-1] for name in case.table.columns]
    connection.execute(f"CREATE TABLE t ({', '.join(f'{name} REAL' for name in names)})")
    marks = ", ".join("?" * len(names))
    connection.executemany(f"INSERT INTO t VALUES ({marks})", case.table.to_numpy().tolist())
    rows = connection.execute(case.nested.to_sql("t", dialect)).fetchall()
    connection.close()
    check_rows(case, rows)


def check_rows(case, rows):
    """Compare a result: the table, and for each level its segments and then the label."""
    nested, width = case.nested, case.table.shape[1]
    membership = nested.membership(case.table)
    places = {segment.path: place for place, segment in enumerate(nested.segments)}
    predicted = nested.predict(case.table)
    assert len(rows) == len(case.table)
    for number, row in enumerate(rows):
        cells = list(row[width:])
        for depth in range(len(nested.levels) + 1):
            if depth:
                labels = {s.label for s in nested.segments if len(s.path) == depth}
                told = predicted[number, depth - 1]
                is_text = len(set(map(type, labels))) > 1 and told is not None
                assert cells.pop(0) == (str(told) if is_text else told)
            for parent in nested.root.walk():
                if len(parent.path) == depth:
                    for child in parent.children:
                        assert bool(cells.pop(0)) == membership[number, places[child.path]]
        assert not cells


def test_the_tree_is_in_the_text():
    from clusterscribe import describe_nested

    table, labels = customers()
    nested = describe_nested(table, labels, time_limit=20)
    text = str(nested)
    assert text.splitlines()[1].startswith("North: latitude >= 50 ")
    assert text.splitlines()[2].startswith("  big: age >= 30 and spend >= 100 ")
    assert "Proved at all 3 splits: nothing shorter of its kind is this accurate there." in text
    assert "claimed of the tree as a whole." in " ".join(text.split())
    assert NestedDescription.from_json(nested.to_json()) == nested
    assert nested.segment("South", "young").rows == nested.tallies[0].rows - sum(
        s.rows for s in nested.segments if len(s.path) == 2 and s.path != ("South", "young")
    )


def test_a_long_tree_is_cut_to_a_screen_and_shown_whole_on_demand():
    def tree(path, levels):
        children = tuple(tree((*path, n), levels - 1) for n in range(6)) if levels else ()
        return Segment(path, 1, children, is_open=bool(children))

    nested = NestedDescription(("a", "b", "c"), ("x",), tree((), 3))
    assert len(str(nested).splitlines()) <= 40
    assert "42 segments below" in str(nested)
    assert len(nested.to_text(lines=None).splitlines()) > 250
    assert len(nested.to_text(lines=12).splitlines()) <= 14
    assert "Not described, as the search ended before" in str(nested)


def test_an_edited_tree_loses_every_claim():
    from clusterscribe import DescriptionWarning, describe_nested

    table, labels = customers(80)
    nested = describe_nested(table, labels, time_limit=20)
    values = nested.to_dict()
    values["root"]["description"]["clusters"][0]["half_spaces"][0]["bound"] -= 5
    with pytest.warns(DescriptionWarning, match="nested description was edited"):
        edited = NestedDescription.from_dict(values)
    assert edited.tallies is None
    assert all(s.result is None and s.description.proof is None for s in edited.splits)
    assert "Proved" not in str(edited)


def test_other_layouts_of_the_same_json_are_no_edits():
    from clusterscribe import describe_nested

    table, labels = customers(60)
    nested = describe_nested(table, labels, time_limit=20)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert NestedDescription.from_json(nested.to_json(indent=None)) == nested


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        (lambda v: v.update(format="x"), "is not a clusterscribe nested description"),
        (lambda v: v.update(version=9), "was written by a newer clusterscribe"),
        (lambda v: v.update(levels=[]), "levels should be a list of 1 to 100 names"),
        (lambda v: v["root"].pop("children"), "root.children is missing"),
        (lambda v: v["root"].update(description=None), "has no description"),
        (lambda v: v["root"].update(description=3), "broken at root.description"),
        (lambda v: v["root"].update(result={"status": 3}), "root.result.errors is missing"),
        (lambda v: v["root"]["result"].update(errors="x"), "errors should be a number"),
        (lambda v: v["root"]["result"].update(status=3), "should be the result of a split"),
        (lambda v: v["root"].update(rows="many"), "root.rows should be a number"),
        (lambda v: v["root"]["children"].pop(), "other children than its description"),
        (lambda v: v["root"]["children"][0].update(label=[]), "label should be text"),
        (lambda v: v.update(levels=["a"]), "as there are no more levels"),
    ],
)
def test_broken_json_is_refused_in_a_sentence(edit, sentence):
    from clusterscribe import describe_nested

    values = describe_nested(
        [[1, 5], [2, 6], [8, 5], [9, 6]],
        [["low", "a"], ["low", "b"], ["high", "a"], ["high", "b"]],
    ).to_dict()
    edit(values)
    with pytest.raises(InputError, match=sentence) as refused:
        NestedDescription.from_dict(values)
    assert "\n" not in str(refused.value)


def test_an_unknown_segment_is_refused_with_close_names():
    table, labels = customers(60)
    from clusterscribe import describe_nested

    nested = describe_nested(table, labels, time_limit=20)
    with pytest.raises(InputError, match=r"no segment 'Nord' in all rows. Did you mean 'North'"):
        nested.segment("Nord")


def test_a_level_without_rows_is_right():
    assert LevelTally("a", 0, 0).accuracy == 1.0
    assert np.isclose(LevelTally("a", 4, 1).accuracy, 0.75)
