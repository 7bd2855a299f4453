"""The numbers of features on new rows, which may differ from those that were described."""

from __future__ import annotations

import datetime as dt
import time

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from clusterscribe.errors import InputError
from clusterscribe.feature import Feature, Kind
from clusterscribe.table import as_table, features_of, values_of

NAN = float("nan")


def numbers(column, feature):
    """The numbers of a feature for a column named as the feature's."""
    frame = [[cell] for cell in column] if isinstance(column, list) else {feature.column: column}
    frame = pd.DataFrame(frame) if isinstance(column, pd.Series) else frame
    frame = pl.DataFrame(frame) if isinstance(column, pl.Series) else frame
    frame = pa.table(frame) if isinstance(column, pa.Array) else frame
    return values_of(as_table(frame, [feature.column]), [feature])[feature].tolist()


def same(found, expected):
    return np.array_equal(found, expected, equal_nan=True)


def level(value):
    return Feature("a", Kind.LEVEL, value)


@pytest.mark.parametrize("kind", [Kind.NUMBER, Kind.INTEGER])
@pytest.mark.parametrize(
    ("column", "expected"),
    [
        ([1.5, 2, 3], [1.5, 2, 3]),
        ([1, 2], [1, 2]),
        ([True, False], [1, 0]),
        ([1.5, None], [1.5, NAN]),
        (pd.Series([1, None], dtype="Int64"), [1, NAN]),
        (pl.Series([1.5, None, NAN]), [1.5, NAN, NAN]),
        ([None, None], [NAN, NAN]),
        (pa.nulls(2), [NAN, NAN]),
        (pa.nulls(2, pa.string()), [NAN, NAN]),
        (pd.Series([3, 1, 3], dtype="category"), [3, 1, 3]),
        ([np.inf, -np.inf], [np.inf, -np.inf]),
        ([2**60], [2.0**60]),
    ],
    ids=str,
)
def test_numbers_of_new_rows(kind, column, expected):
    assert same(numbers(column, Feature("a", kind)), expected)


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        ([True, False, None], [1, 0, NAN]),
        ([1, 0], [1, 0]),
        ([1.0, NAN], [1, NAN]),
        ([None], [NAN]),
        (pd.Series([True, False], dtype="category"), [1, 0]),
    ],
    ids=str,
)
def test_booleans_of_new_rows(column, expected):
    assert same(numbers(column, Feature("a", Kind.BOOLEAN)), expected)


DAY = dt.date(1970, 1, 3)
NOON = dt.datetime(1970, 1, 3, 12)


@pytest.mark.parametrize(
    ("kind", "column", "expected"),
    [
        (Kind.DATE, [DAY, None], [2, NAN]),
        (Kind.DATE, [NOON, None], [2, NAN]),  # the day of a time
        (Kind.DATE, [dt.datetime(1969, 12, 31, 23)], [-1]),
        (Kind.DATE, pd.Series(pd.to_datetime(["1970-01-03", None])), [2, NAN]),
        (Kind.DATETIME, [DAY], [2 * 86_400_000_000]),  # a date is its midnight
        (Kind.DATETIME, [NOON, None], [2.5 * 86_400_000_000, NAN]),
        (Kind.DATETIME, [None], [NAN]),
        (Kind.DATE, pa.nulls(1), [NAN]),
    ],
    ids=str,
)
def test_dates_of_new_rows(kind, column, expected):
    assert same(numbers(column, Feature("a", kind)), expected)


@pytest.mark.parametrize(
    ("wanted", "column", "expected"),
    [
        ("x", ["x", "never seen", None], [1, 0, 0]),
        (None, ["x", "never seen", None], [0, 0, 1]),
        ("x", [1, 2], [0, 0]),
        ("1", [1, 2], [0, 0]),
        (1, ["1", "2"], [0, 0]),
        (1, [1, 2], [1, 0]),
        (1, [1.0, NAN], [1, 0]),
        (1.5, [1.5, 2], [1, 0]),
        (None, [1.0, NAN], [0, 1]),
        (3, pd.Series([3, 1], dtype="category"), [1, 0]),
        (3, pd.Series([3.0, 1.0], dtype="category"), [1, 0]),
        (True, [True, False, None], [1, 0, 0]),
        (False, [True, False, None], [0, 1, 0]),
        (None, [True, False, None], [0, 0, 1]),
        (True, [1, 0], [1, 0]),
        ("x", [None, None], [0, 0]),
        (None, pa.nulls(2), [1, 1]),
        ("x", pl.Series(["x", "y"], dtype=pl.Categorical), [1, 0]),
        ("x", [DAY], [0]),
        (2, [DAY], [0]),
    ],
    ids=str,
)
def test_levels_are_compared_by_equality(wanted, column, expected):
    assert numbers(column, level(wanted)) == expected


def test_level_beyond_2_53_is_not_taken_for_its_neighbour():
    wide = [2**53, 2**53 + 1]
    assert numbers(pd.Series(wide, dtype="category"), level(2**53 + 1)) == [0, 1]
    with pytest.raises(InputError, match=r"beyond 2\^53 where the category 9007199254740993 is"):
        numbers(wide, level(2**53 + 1))
    assert numbers(wide, level(1)) == [0, 0]


@pytest.mark.parametrize(
    ("kind", "column", "sentence"),
    [
        (Kind.NUMBER, ["1", "x"], "column 'a' holds text such as 'x' where numbers are needed"),
        (Kind.INTEGER, ["x", 1], "holds text such as 'x' where numbers are needed; convert it"),
        (Kind.NUMBER, [DAY], "holds dates where numbers are needed"),
        (Kind.DATE, [1, 2], "holds numbers where dates are needed"),
        (Kind.DATE, ["1970-13-03"], "holds text such as '1970-13-03' where dates are needed"),
        (Kind.DATE, ["01/02/1970"], "holds text such as '01/02/1970' where dates are needed"),
        (Kind.NUMBER, ["1,234"], "holds text such as '1,234' where numbers are needed"),
        (Kind.DATETIME, [True], "holds true and false where dates and times are needed"),
        (Kind.BOOLEAN, [2], "holds numbers other than 0 and 1 where true and false are needed"),
        (Kind.BOOLEAN, ["yes"], "holds text such as 'yes' where true and false are needed"),
        (Kind.NUMBER, [dt.timedelta(1)], "column 'a' holds durations"),
    ],
    ids=str,
)
def test_columns_of_another_kind_are_refused(kind, column, sentence):
    with pytest.raises(InputError) as caught:
        numbers(column, Feature("a", kind))
    assert sentence in str(caught.value)


def test_a_column_that_is_gone_is_refused_with_close_names():
    with pytest.raises(InputError, match=r"column 'income' is not in the table\. Did you mean"):
        values_of(as_table({"incomes": 1}), [Feature("income")])


def test_values_come_in_the_order_of_the_features():
    features = [Feature("b"), level("x"), Feature("c"), level("y")]
    values = values_of(as_table({"c": 1, "a": "x", "b": 2}), features)
    assert list(values) == features
    assert [column.tolist() for column in values.values()] == [[2], [1], [1], [0]]


def test_other_columns_are_not_read():
    table = as_table({"a": 1, "b": dt.timedelta(1)})
    assert values_of(table, [Feature("a")])[Feature("a")].tolist() == [1]


def test_no_features_no_numbers():
    assert values_of(as_table({"a": 1}), []) == {}


def fastest(function, times=3):
    """Seconds of the fastest of a few runs, as the machine may be busy with other things."""

    def run():
        start = time.perf_counter()
        function()
        return time.perf_counter() - start

    return min(run() for _ in range(times))


def test_a_million_rows_of_numbers_are_fast():
    table = as_table(np.random.default_rng(0).random((1_000_000, 20)))
    features = [Feature(f"x{i}") for i in range(20)]
    assert fastest(lambda: values_of(table, features)) < 1.5


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table])
def test_many_levels_are_fast(make):
    cells = np.random.default_rng(0).integers(0, 13, (8, 32_561)).astype(str)
    table = as_table(make({f"c{i}": column.tolist() for i, column in enumerate(cells)}))
    features = features_of(table)
    assert len(features) == 104
    assert fastest(lambda: values_of(table, features)) < 0.3
