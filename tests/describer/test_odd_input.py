"""Input that is odd and right: identical rows, extreme numbers, names from strangers."""

import warnings

import duckdb
import numpy as np
import pandas as pd
import pytest

from clusterscribe import Description, DescriptionWarning, PolyhedralDescriber

from .small import GROUPS, X, conditions, fit, measures

NASTY = {
    "single quote": "it's",
    "double quote": 'say "hi"',
    "newline": "line\nbreak",
    "HTML": "<script>alert(1)</script>",
    "SQL": "x'; DROP TABLE t; --",
    "right to left": "גיל",
    "right to left mark": "a\u202eb",
    "emoji": "👩‍👩‍👧",
    "empty": "",
    "spaces": "  ",
    "control": "\x1b[31mred",
    "braces": "{0} %s {{x}}",
}


JOINER = "\u200d"  # between the people of a family


def test_a_cluster_of_one_row():
    assert conditions(fit(X, ["one", "many", "many", "many"])) == {
        "many": ["x0 >= 2"],
        "one": ["x0 <= 1"],
    }


def test_two_rows():
    assert measures(fit(np.array([[0.0], [1.0]]), [0, 1])) == (0, 4, 1)


def test_every_row_a_cluster_of_its_own():
    assert measures(fit(np.arange(4.0).reshape(-1, 1), [3, 2, 1, 0])) == (0, 12, 1)


def test_identical_rows_with_different_labels_are_answered_with_a_warning():
    with pytest.warns(DescriptionWarning) as told:
        model = PolyhedralDescriber(min_recall=0).fit(np.ones((3, 2)), ["a", "a", "b"])
    assert [str(warning.message) for warning in told] == [
        "all rows are the same in every column, so that no description can tell the clusters "
        "apart; add columns in which they differ"
    ]
    assert told[0].filename == __file__
    assert (model.result_.errors, model.result_.status) == (1, "optimal")
    assert model.predict(np.ones((1, 2))).tolist() == ["a"]


def test_one_row_twice_with_different_labels():
    model = fit(np.array([[1.0], [1.0], [2.0]]), ["a", "b", "b"])
    assert (model.result_.errors, model.result_.error_bound) == (1, 1)


def test_constant_columns_are_no_help_and_no_harm():
    table = np.column_stack([np.full(4, 7.0), X, np.zeros(4)])
    assert conditions(fit(table, GROUPS)) == {"high": ["x1 >= 5"], "low": ["x1 <= 5"]}


@pytest.mark.parametrize(
    ("column", "labels"),
    [
        ([1e300, 2e300, 1e-300, 2e-300], "aabb"),
        ([1e300, 1e-300, -1e-300, -1e300], "abcd"),
        ([1e-300, 2e-300, 0.0, -1e-300], "abcd"),
        ([1.7e308, -1.7e308, 5e-324, 0.0], "abcd"),
        ([1e300, 1.0000001e300, 1e-300, 1e300], "abca"),
    ],
    ids=str,
)
def test_huge_and_tiny_numbers_side_by_side_in_one_column(column, labels):
    table = np.array(column).reshape(-1, 1)
    for placement in ("round", "tight", "middle"):
        model = fit(table, list(labels), placement=placement)
        assert model.result_.errors == 0
        assert model.predict(table).tolist() == list(labels)
        again = Description.from_json(model.description_.to_json())
        assert again.predict(table).tolist() == list(labels)


@pytest.mark.parametrize("extreme", [1.7976931348623157e308, -1.7976931348623157e308])
def test_a_cluster_that_is_given_up_beside_the_largest_number(extreme):
    table = np.array([[-2.5], [extreme], [-2.5], [-2.5]])
    description = fit(table, [0, 0, 1, 2], min_recall=0).description_
    assert description.errors(table, [0, 0, 1, 2]) == 2
    assert Description.from_json(description.to_json()) == description
    assert description.to_sql("t")


def test_huge_and_tiny_numbers_side_by_side_in_two_columns():
    table = np.array([[1e300, 1e-300], [2e300, 1e-300], [1e300, 2e-300], [2e300, 2e-300]])
    model = fit(table, list("abcd"))
    assert measures(model) == (0, 16, 2)
    assert model.predict(table).tolist() == list("abcd")
    assert conditions(model)["a"] == ["x0 <= 1e300", "x1 <= 1e-300"]


def test_numbers_that_differ_in_the_last_digit_are_one_value():
    table = np.array([[0.1 + 0.2], [0.3], [0.5], [0.7]])
    model = fit(table, ["a", "b", "b", "b"])
    assert model.result_.errors == 1


@pytest.mark.parametrize("text", NASTY.values(), ids=list(NASTY))
def test_names_levels_and_labels_from_strangers(text):
    table = pd.DataFrame({text: ["a", "a", text, text], "x": [0, 0, 0, 0]})
    labels = [text, text, "other", "other"]
    model = fit(table, labels)
    assert model.predict(table).tolist() == labels
    description = model.description_
    assert Description.from_json(description.to_json()) == description
    words = str(description)
    assert len(words.splitlines()) == 15
    assert all(line.replace(JOINER, "").isprintable() for line in words.splitlines())
    html = description.to_html(table, labels)
    assert html.count("<script>") == 1  # the page's own
    assert "\x1b" not in html
    assert all(v.inside == (v.label == text) for v in description.explain(table[:1]).verdicts)
    if text:  # SQL cannot name such a column
        assert labels_in_duckdb(description, table) == labels


def labels_in_duckdb(description, table):
    with duckdb.connect() as connection:
        connection.register("source_rows", table)
        found = connection.sql(description.to_sql("source_rows", "duckdb")).fetchall()
    return [row[-1] for row in found]


def test_right_to_left_names_stay_on_their_line():
    table = pd.DataFrame({"גיל": [1.0, 2.0, 8.0, 9.0]})
    assert conditions(fit(table, GROUPS))["low"] == ["גיל <= 5"]


def test_many_clusters_and_a_single_feature():
    table = np.arange(60.0).reshape(-1, 1)
    assert measures(fit(table, np.arange(60) // 2)) == (0, 2 * (2 * 30 - 2), 1)


def test_no_warning_from_any_library_reaches_the_user():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = PolyhedralDescriber().fit(X, GROUPS)
        model.predict(X)
        model.description_.to_html()


def test_more_clusters_than_half_the_rows():
    table = np.arange(30.0).reshape(-1, 1)
    assert measures(fit(table, np.arange(30))) == (0, 2 * (2 * 30 - 2), 1)
