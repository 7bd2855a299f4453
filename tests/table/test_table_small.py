"""Weights, the choice of columns, and numbers that are one value."""

from __future__ import annotations

import time

import numpy as np
import pandas as pd
import polars as pl
import pytest

from clusterscribe.errors import InputError
from clusterscribe.table import row_weights, select_columns

# weights


@pytest.mark.parametrize(
    "given_weights", [[1, 0, 2.5], (1, 0, 2.5), np.array([1, 0, 2.5]), pd.Series([1, 0, 2.5]),
                      pl.Series([1.0, 0.0, 2.5])]
)  # fmt: skip
def test_weights_are_one_number_a_row(given_weights):
    weights = row_weights(given_weights, 3)
    assert weights.tolist() == [1, 0, 2.5]
    assert weights.dtype == np.float64


def test_no_weights_stay_none():
    assert row_weights(None, 3) is None


def test_one_number_is_the_weight_of_every_row():
    assert row_weights(2, 3).tolist() == [2, 2, 2]


def test_weights_are_a_copy():
    mine = np.ones(2)
    row_weights(mine, 2)[0] = 5
    assert mine.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        ([1, 2], "sample_weight has 2 entries and X has 3 rows: inconsistent numbers of samples"),
        (np.ones((3, 2)), "sample_weight must be one number per row, not an array of shape (3, 2)"),
        ([1, np.nan, 1], "sample_weight is missing (NaN) in 1 rows; fill these with 0"),
        ([1, None, 1], "sample_weight is missing (NaN) in 1 rows"),
        ([1, np.inf, 1], "sample_weight is infinite (inf), or its sum is"),
        ([1e308, 1e308, 1], "sample_weight is infinite (inf), or its sum is"),
        ([1, -1, -1], "sample_weight is negative in 2 rows; weights start at 0"),
        ([0, 0, 0], "sample_weight: all weights are zero; at least one must be positive"),
        (0, "all weights are zero"),
        (["a", "b", "c"], "sample_weight must hold numbers, one per row"),
        ([[1], [2, 3], 4], "sample_weight must hold numbers, one per row"),
    ],
    ids=str,
)
def test_bad_weights_are_refused(weights, sentence):
    with pytest.raises(InputError) as caught:
        row_weights(weights, 3)
    assert sentence in str(caught.value)


# selection


def test_all_columns_unless_told_otherwise():
    assert select_columns(["a", "b"], None, None) == ("a", "b")
    assert select_columns(["a", "b"]) == ("a", "b")


def test_columns_keep_the_order_of_the_table():
    assert select_columns(["a", "b", "c"], ["c", "a", "c"], None) == ("a", "c")


def test_exclusion_comes_last():
    assert select_columns(["a", "b", "c"], ["a", "b"], ["b", "c"]) == ("a",)


def test_time_to_select_is_linear_in_columns():
    names = [f"x{place}" for place in range(40_000)]  # a set for each of them took 30 seconds
    began = time.perf_counter()
    assert select_columns(names, names, names[1:]) == ("x0",)
    assert time.perf_counter() - began < 2


def test_unknown_columns_are_refused_with_close_names():
    with pytest.raises(InputError) as caught:
        select_columns(["income", "age"], ["incom"], None)
    assert str(caught.value) == (
        "features names the column 'incom', which is not in the table. Did you mean 'income'?"
    )
    with pytest.raises(InputError) as caught:
        select_columns(["income", "age"], None, ["zzz"])
    assert str(caught.value) == (
        "exclude names the column 'zzz', which is not in the table. It has 'income' and 'age'."
    )


def test_long_lists_of_names_are_cut_short():
    with pytest.raises(InputError, match=r"It has 'x0', 'x1', 'x2', 'x3' and 96 more\.$"):
        select_columns([f"x{i}" for i in range(100)], ["quite different"])


@pytest.mark.parametrize(("features", "exclude"), [(["a"], ["a"]), ([], None), (None, ["a", "b"])])
def test_nothing_left_is_refused(features, exclude):
    with pytest.raises(InputError, match="no column is left to describe with; choose others or"):
        select_columns(["a", "b"], features, exclude)


def test_a_text_is_not_a_list_of_columns():
    with pytest.raises(InputError, match="features must be a list of column names, not the text"):
        select_columns(["a", "b"], "a")
