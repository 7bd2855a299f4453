"""What a table holds, and what is suggested."""

import datetime
import json

import pyarrow as pa
import pytest

from clusterscribe.app.fields import suggested
from clusterscribe.app.looking import Look, look_at


def facts(look, name):
    return next(column for column in look.columns if column.name == name)


@pytest.fixture
def look():
    rows = 40
    return look_at(
        pa.table(
            {
                "customer_id": list(range(1000, 1000 + rows)),
                "email": [f"{i}@example.org" for i in range(rows)],
                "age": [20 + i % 13 if i else None for i in range(rows)],
                "job": ["cook", "admin"] * (rows // 2),
                "segment": [1, 2, 3, 4] * (rows // 4),
                "since": [datetime.date(2020, 1, 1 + i % 20) for i in range(rows)],
                "took": [datetime.timedelta(seconds=i) for i in range(rows)],
            }
        )
    )


def test_columns_that_look_like_labels_come_first_and_those_called_so_before_all(look):
    assert look.label_columns == ("segment", "job", "age")
    assert look.other_columns == ("customer_id", "email", "since", "took")
    assert look.has_labels


def test_identifiers_are_suggested_to_be_left_out(look):
    assert facts(look, "customer_id").advice.endswith("an identifier?")
    assert facts(look, "email").advice == "has a different value in every row: an identifier?"
    assert facts(look, "took").advice == "holds durations"
    assert suggested(look, 60.0).left_out == {"customer_id", "email", "took"}


def test_missing_numbers_are_counted(look):
    assert [(column.name, column.missing) for column in look.incomplete] == [("age", 1)]
    assert suggested(look, 60.0).text["incomplete"] == "rows"


def test_kinds_are_words(look):
    assert [column.kind for column in look.columns] == [
        "whole numbers", "categories", "whole numbers", "categories", "whole numbers", "dates",
        "durations",
    ]  # fmt: skip


def test_a_look_survives_the_way_to_the_server(look):
    assert Look.from_dict(json.loads(json.dumps(look.to_dict()))) == look


def test_the_form_begins_with_what_is_suggested(look):
    text = suggested(look, 12.5).text
    assert (text["source"], text["label_column"]) == ("column", "segment")
    assert (text["time_limit"], text["budget"], text["amount"]) == ("12.5", "fewest", "")
    assert text["clusters"] == str(look.suggestion.clusters)


def test_without_a_column_of_labels_k_means_is_suggested():
    look = look_at(pa.table({"x": [0.1, 0.2, 5.1, 5.2, 9.1, 9.3]}))
    assert not look.has_labels
    assert suggested(look, 60.0).text["source"] == "k-means"


def test_columns_that_are_mostly_missing_are_better_left_out_than_their_rows():
    look = look_at(pa.table({"x": [1.0, None, None, None], "y": [1.0, 2.0, 3.0, 4.0]}))
    assert suggested(look, 60.0).text["incomplete"] == "columns"


def test_first_rows_are_short_and_show_what_cannot_be_seen():
    look = look_at(pa.table({"a": ["x" * 100, "a\nb\x1b"], "b": [None, 1]}))
    assert look.first_rows == (("x" * 39 + "…", ""), ("a\\nb\\x1b", "1"))


@pytest.mark.parametrize("rows", [1, 2])
def test_tiny_tables_get_no_suggestion(rows):
    assert look_at(pa.table({"x": list(range(rows))})).suggestion is None


def test_columns_without_a_single_value():
    look = look_at(pa.table({"none": pa.array([None, None], pa.float64()), "x": [1, 2]}))
    assert facts(look, "none").advice == "has no values"
