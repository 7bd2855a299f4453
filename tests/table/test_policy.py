"""One policy for what can describe: what is left out, what is refused, and what is said."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from clusterscribe.errors import DescriptionWarning, InputError
from clusterscribe.feature import Feature, Form, Kind
from clusterscribe.table import as_table, describing_columns, values_of
from clusterscribe.table.policy import INSIST, MOST_LEVELS, is_named_identifier

ROWS = 60


def chosen(table, features=None, exclude=None, missing="outside"):
    return describing_columns(as_table(table), features, exclude, missing)


def remark(table, **options):
    with pytest.warns(DescriptionWarning) as told:
        chosen(table, **options)
    (only,) = told
    return str(only.message)


def frame(**columns):
    return pl.DataFrame({"x": list(range(ROWS)), **columns}, strict=False)


TABLE = {
    "id": list(range(ROWS)),
    "email": [f"{i}@example.org" for i in range(ROWS)],
    "notes": [f"said that order {i} arrived very late, again" for i in range(ROWS)],
    "country": ["DE"] * ROWS,
    "nothing": pl.Series([None] * ROWS, dtype=pl.Float64),
    "took": [dt.timedelta(seconds=i) for i in range(ROWS)],
    "tags": [[i] for i in range(ROWS)],
}


def test_all_that_is_left_out_is_said_in_one_remark():
    assert remark(frame(**TABLE)) == (
        "left out: 'id' (an identifier: so it is named, and different in every row), 'email' (an "
        "identifier: different in nearly every row), 'notes' (free text), 'country' (the same "
        "value in every row), 'nothing' (no values), 'took' (durations), 'tags' (lists, dicts or "
        "other nested values, where every argument must be a string or a number); "
        f"{INSIST}"
    )


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", ["id", "email", "notes", "country", "nothing"])
def test_whoever_names_a_column_gets_it_without_a_word(name):
    found = chosen(frame(**TABLE), features=[name])
    assert found.columns == (name,)


def test_what_is_impossible_is_refused_all_at_once():
    table = frame(**TABLE, far=[float("inf")] + [1.0] * (ROWS - 1))
    with pytest.raises(InputError) as caught:
        chosen(table, features=["took", "tags", "far"])
    sentence = str(caught.value)
    assert sentence.startswith("the table has 3 problems: (1) column 'took' holds durations; ")
    assert "; (2) column 'tags' holds lists" in sentence
    assert "; (3) X has infinite values (inf) in column 'far' (1 of 60 rows)" in sentence
    assert "\n" not in sentence


def test_problems_of_a_table_come_together():
    table = frame(
        far=[float("inf")] + [1.0] * (ROWS - 1),
        huge=[2**60 + i % 7 for i in range(ROWS)],
        hole=[None] + [1.5, 2.5] * 29 + [3.5],
    )
    with pytest.raises(InputError) as caught:
        chosen(table, missing="error")
    assert str(caught.value) == (
        "the table has 3 problems: (1) column 'huge' holds integers beyond 2^53, which "
        "floating-point numbers cannot hold exactly; convert it to text, or exclude it; (2) X has "
        "missing values (NaN) in column 'hole' (1 of 60 rows); fill them, drop these rows, exclude "
        "the column, or say missing='outside': no condition holds for a missing value; (3) X has "
        "infinite values (inf) in column 'far' (1 of 60 rows); fill them, drop these rows, or "
        "exclude the column"
    )


def test_infinities_of_columns_that_are_left_out_do_no_harm():
    table = frame(far=[float("inf")] * ROWS)
    assert "far" not in {feature.column for feature in chosen(table).features}


def test_nothing_left_is_one_sentence():
    with pytest.raises(InputError) as caught:
        chosen(pl.DataFrame({"email": TABLE["email"], "took": TABLE["took"]}))
    assert str(caught.value) == (
        "no column is left to describe with: 'email' (an identifier: different in nearly every "
        "row), 'took' (durations); add columns, or name those to use in features (--features)"
    )


def test_a_table_in_which_nothing_differs_is_described_all_the_same():
    assert chosen(pd.DataFrame({"a": [1] * ROWS, "b": ["x"] * ROWS})).columns == ("a", "b")


@pytest.mark.filterwarnings("error")
def test_few_rows_are_left_alone():
    table = pl.DataFrame(
        {
            "id": list(range(49)),
            "email": [f"{i}@example.org" for i in range(49)],
            "same": [1] * 49,
        }
    )
    assert chosen(table).columns == ("id", "email")


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "values",
    [
        [i * 37 % 1009 for i in range(ROWS)],  # integers, all different: a measurement
        [i / 7 for i in range(ROWS)],
        [f"city {i % 40}" for i in range(ROWS)],
        [f"{'a very long name of a product number'} {i % 9}" for i in range(ROWS)],
        [dt.date(2024, 1, 1) + dt.timedelta(i) for i in range(ROWS)],
    ],
)
def test_measurements_and_categories_stay(values):
    assert chosen(frame(income=values)).columns == ("x", "income")


def test_identifiers_among_numbers_need_a_name_and_all_different_values():
    numbers = [i * 37 % 1009 for i in range(ROWS)]
    assert "'customer_id'" in remark(frame(customer_id=numbers))
    with_holes = [None, *map(float, numbers[1:])]  # as pandas holds integers with holes
    assert "'customer_id'" in remark(frame(customer_id=with_holes))
    twice = [*numbers[1:], numbers[1]]
    assert chosen(frame(customer_id=twice)).columns == ("x", "customer_id")
    assert chosen(frame(customer_id=[i / 7 for i in range(ROWS)])).columns[1] == "customer_id"


@pytest.mark.parametrize(
    "name",
    ["id", "ID", "customer_id", "customerId", "customerID", "id_customer", "uuid", "order-nr",
     "Row No", "ORDER_KEY", "idx", "Unnamed: 0", ""],
)  # fmt: skip
def test_names_of_identifiers(name):
    assert is_named_identifier(name)


@pytest.mark.parametrize(
    "name",
    ["paid", "humidity", "idle_time", "keystrokes", "no_of_children", "width", "grid", "video",
     "number_of_orders", "nose", "x", "größe", "年齢", "🙂"],
)  # fmt: skip
def test_names_of_measurements(name):
    assert not is_named_identifier(name)


def test_too_many_levels_are_left_out():
    rows = 4 * MOST_LEVELS
    table = pl.DataFrame({"x": range(rows), "zip": [f"z{i % 1500}" for i in range(rows)]})
    assert remark(table).startswith(
        "left out: 'zip' (1,500 different texts, more than the 1,000 of a category)"
    )


def forms():
    """The same table in every form that people have."""
    days = [f"{1 + i % 28:02}.{1 + i % 12:02}.2024" if i % 10 else None for i in range(ROWS)]
    spend = [f"{i},5" for i in range(ROWS)]
    frame = pd.DataFrame({"day": pd.Series(days, dtype=object), "spend": spend})
    rows = [list(row) for row in zip(days, spend, strict=True)]
    names = ["day", "spend"]
    return {
        "pandas": frame,
        "pandas categories": frame.astype("category"),
        "polars": pl.DataFrame({"day": days, "spend": spend}),
        "pyarrow": pa.table({"day": days, "spend": spend}),
        "NumPy": pd.DataFrame(np.array(rows, dtype=object), columns=names).to_numpy(),
        "list": rows,
    }


@pytest.mark.parametrize("form", forms())
def test_texts_are_dates_and_numbers_in_every_form(form):
    table = forms()[form]
    with pytest.warns(DescriptionWarning, match="text read as numbers: .*; text read as dates: "):
        found = chosen(table)
    day, hole, spend = found.features
    assert (day.kind, day.form) == (Kind.DATE, Form.PLAIN)
    assert (hole.kind, hole.level, hole.of) == (Kind.LEVEL, None, Kind.DATE)
    assert (spend.kind, spend.form) == (Kind.NUMBER, Form.DECIMAL_COMMA)
    for each in (found.table, as_table(table)):  # read already, or as new rows are
        values = values_of(each, found.features)
        assert values[spend].tolist() == [i + 0.5 for i in range(ROWS)]
        assert values[hole].tolist() == [float(i % 10 == 0) for i in range(ROWS)]
        assert np.isnan(values[day]).tolist() == [i % 10 == 0 for i in range(ROWS)]


def test_words_for_missing_values_are_missing_among_dates_only():
    table = pl.DataFrame({"day": ["2024-01-01", "NA", None], "job": ["NA", "cook", None]})
    day, hole, *jobs = chosen(table).features
    values = values_of(as_table(table), [day, hole, *jobs])
    assert values[hole].tolist() == [0, 1, 1]
    assert [job.level for job in jobs] == ["NA", "cook", None]
    assert values[jobs[-1]].tolist() == [0, 0, 1]


def test_doubts_are_said_and_leave_text():
    table = frame(day=[f"{1 + i % 12:02}/{1 + i % 9:02}/2024" for i in range(ROWS)])
    assert remark(table) == (
        "left as text: 'day' (dates of which day or month may come first, such as '12/09/2024')"
    )


def test_new_rows_are_read_as_the_described_ones():
    feature = Feature("day", Kind.DATE, form=Form.DAY_FIRST)
    values = values_of(as_table({"day": "03/04/2024"}), [feature])[feature]
    assert values.tolist() == [(dt.date(2024, 4, 3) - dt.date(1970, 1, 1)).days]
    plain = Feature("day", Kind.DATE)
    with pytest.raises(InputError, match="holds text such as '03/04/2024' where dates are needed"):
        values_of(as_table({"day": "03/04/2024"}), [plain])


@pytest.mark.parametrize("library", [pd.DataFrame, pl.DataFrame])
@pytest.mark.parametrize("segment", [["a", "b"] * 30, [1, 2] * 30, [1.5, None] * 30])
def test_labels_do_not_describe_themselves(library, segment):
    table = library({"x": list(range(ROWS)), "segment": segment})
    labels = table["segment"]
    with pytest.warns(DescriptionWarning, match="left out: 'segment' .the labels themselves."):
        found = describing_columns(as_table(table), labels=labels)
    assert found.columns == ("x",)
    insisted = describing_columns(as_table(table), ["segment"], labels=labels)
    assert insisted.columns == ("segment",)


def test_columns_with_the_name_of_the_labels_and_other_values_stay():
    table = pd.DataFrame({"x": range(ROWS), "segment": [0, 1, 2] * 20})
    labels = pd.Series([0, 1] * 30, name="segment")
    assert describing_columns(as_table(table), labels=labels).columns == ("x", "segment")
