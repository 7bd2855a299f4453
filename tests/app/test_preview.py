"""What a table holds, and what is suggested."""

import datetime
import json
from dataclasses import asdict

import pyarrow as pa
import pytest

from clusterscribe.app.choices import Choices
from clusterscribe.app.preview import Preview, preview_of


def facts(preview, name):
    return next(column for column in preview.columns if column.name == name)


@pytest.fixture
def preview():
    rows = 60
    return preview_of(
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


def test_columns_that_look_like_labels_come_first_and_those_called_so_before_all(preview):
    assert preview.label_columns == ["segment", "job", "age"]
    assert preview.other_columns == ["customer_id", "email", "since", "took"]
    assert preview.has_labels


def test_identifiers_are_suggested_to_be_left_out(preview):
    assert facts(preview, "customer_id").advice.startswith("named like an identifier")
    assert facts(preview, "email").advice == "different in nearly every row"
    assert facts(preview, "took").advice.startswith("it cannot describe: convert it")
    assert set(preview.suggested(60.0).left_out) == {"customer_id", "email", "took"}


def test_missing_numbers_are_counted(preview):
    assert [(column.name, column.missing) for column in preview.incomplete] == [("age", 1)]
    assert preview.suggested(60.0).incomplete == "outside"


def test_kinds_are_words(preview):
    assert [column.kind for column in preview.columns] == [
        "identifier", "identifier", "whole numbers", "categories", "whole numbers", "dates",
        "durations",
    ]  # fmt: skip


def test_a_preview_survives_the_way_to_the_server(preview):
    assert Preview.from_dict(json.loads(json.dumps(asdict(preview)))) == preview


def test_the_form_begins_with_what_is_suggested(preview):
    choices = preview.suggested(12.5)
    assert (choices.source, choices.label_column) == ("column", "segment")
    assert (choices.time_limit, choices.budget, choices.amount) == (12.5, "fewest", None)
    assert choices.clusters is None  # found for the columns that are kept
    assert preview.suggestion is None  # there are labels


def test_without_a_column_of_labels_k_means_is_suggested():
    preview = preview_of(pa.table({"x": [0.1, 0.2, 5.1, 5.2, 9.1, 9.3]}))
    assert not preview.has_labels
    assert preview.suggested(60.0).source == "k-means"


def test_texts_that_are_dates_or_numbers_are_shown_as_such():
    preview = preview_of(
        pa.table({"since": ["31.12.2023", "01.02.2024"], "spend": ["1,5", "2,25"], "x": [1, 2]})
    )
    assert [column.kind for column in preview.columns] == ["dates", "numbers", "whole numbers"]
    assert [column.note for column in preview.columns] == [
        "text read as dates, such as 31.12.2023",
        "text read as numbers (decimal comma), such as 2,25",
        "",
    ]


def test_old_labels_are_those_that_look_so_and_those_that_were_chosen(preview):
    assert preview.old_labels(None, "segment") == ("segment",)
    assert preview.old_labels(None, "job") == ("job", "segment")
    assert preview.old_labels(Choices(label_column="age"), "") == ("age", "segment")


def test_sizes_of_likely_clusters_are_counted(preview):
    assert facts(preview, "segment").sizes == [["1", 15], ["2", 15], ["3", 15], ["4", 15]]
    assert facts(preview, "email").sizes == []


def test_missing_numbers_do_not_keep_clusters_from_being_suggested():
    preview = preview_of(pa.table({"x": [0.1, None, 0.2, 9.1, 9.2, None, 9.3, 0.0]}))
    assert preview.suggestion is not None


def test_first_rows_are_short_and_show_what_cannot_be_seen():
    preview = preview_of(pa.table({"a": ["x" * 100, "a\nb\x1b"], "b": [None, 1]}))
    assert preview.first_rows == [["x" * 39 + "…", ""], ["a\\nb\\x1b", "1"]]


@pytest.mark.parametrize("rows", [1, 2])
def test_tiny_tables_get_no_suggestion(rows):
    assert preview_of(pa.table({"x": list(range(rows))})).suggestion is None


def test_columns_without_a_single_value():
    preview = preview_of(pa.table({"none": pa.array([None, None], pa.float64()), "x": [1, 2]}))
    assert facts(preview, "none").advice == "it has no values"
