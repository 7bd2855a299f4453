"""Tables and labels that cannot be described: one clear sentence each."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse

from clusterscribe import PolyhedralDescriber

from .small import GROUPS, X, fit, refusal


def refused(table, labels=GROUPS, sample_weight=None, **parameters):
    model = PolyhedralDescriber(**{"missing": "error", **parameters})
    return refusal(lambda: model.fit(table, labels, sample_weight))


def test_missing_numbers_name_all_columns_and_their_rows():
    table = pd.DataFrame(
        {"age": [1, None, 3, None], "rate": [1.0, 2.0, 3.0, None], "job": ["a", None, "b", "b"]}
    )
    assert refused(table) == (
        "X has missing values (NaN) in columns 'age' (2 of 4 rows) and 'rate' (1 of 4 rows); fill "
        "them, drop these rows, exclude the columns, or say missing='outside': no condition holds "
        "for a missing value"
    )


@pytest.mark.parametrize(
    "table",
    [
        np.array([[1.0], [np.nan], [2.0], [3.0]]),
        np.array([[1.0], [None], [2.0], [3.0]], dtype=object),
        [[1.0], [None], [2.0], [3.0]],
        sparse.csr_array(np.array([[1.0], [np.nan], [2.0], [3.0]])),
    ],
    ids=["NumPy", "objects", "list", "sparse"],
)
def test_missing_numbers_of_arrays(table):
    assert refused(table) == (
        "X has missing values (NaN) in column 'x0' (1 of 4 rows); fill them, drop these rows, "
        "exclude the column, or say missing='outside': no condition holds for a missing value"
    )


def test_missing_dates():
    table = pl.DataFrame({"since": [None, "2024-01-01", None, "2024-02-01"]}).with_columns(
        pl.col("since").str.to_date()
    )
    assert refused(table) == (
        "X has missing values (NaN) in column 'since' (2 of 4 rows); fill them, drop these rows, "
        "exclude the column, or say missing='outside': no condition holds for a missing value"
    )


def test_missing_categories_are_a_level():
    model = fit(pd.DataFrame({"job": ["cook", "cook", None, None]}), GROUPS)
    assert model.result_.errors == 0


def test_infinities():
    assert refused(np.where(X == 6, -np.inf, X)) == (
        "X has infinite values (inf) in column 'x1' (2 of 4 rows); fill them, drop these rows, or "
        "exclude the column"
    )


@pytest.mark.parametrize("rows", [3, 5])
def test_labels_and_rows_of_different_length(rows):
    assert refused(X, list("abcde"[:rows])) == (
        f"labels has {rows} entries and X has 4 rows: inconsistent numbers of samples, give one "
        "label per row"
    )


def test_weights_and_rows_of_different_length():
    assert refused(X, sample_weight=[1, 2, 3]) == (
        "sample_weight has 3 entries and X has 4 rows: inconsistent numbers of samples, give one "
        "weight per row"
    )


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        ([1, 1, 1, -1], "sample_weight is negative in 1 rows; weights start at 0"),
        ([1, 1, np.nan, 1], "sample_weight is missing (NaN) in 1 rows; fill these with 0"),
        ([1, 1, np.inf, 1], "sample_weight is infinite (inf), or its sum is; use smaller weights"),
        ([0, 0, 0, 0], "sample_weight: all weights are zero; at least one must be positive"),
        (["a", "b", "c", "d"], "sample_weight must hold numbers, one per row"),
        (np.ones((4, 2)), "sample_weight must be one number per row, not an array of shape (4, 2)"),
    ],
    ids=str,
)
def test_weights_that_are_none(weights, sentence):
    assert refused(X, sample_weight=weights) == sentence


def test_one_cluster_only():
    assert refused(X, ["only"] * 4) == (
        "labels has only one cluster (one class), 'only'; at least two are needed (noise rows do "
        "not count)"
    )


def test_one_cluster_with_weight():
    assert refused(X, GROUPS, [1, 1, 0, 0]).startswith("labels has only one cluster (one class)")


@pytest.mark.parametrize("missing", [None, np.nan, pd.NA], ids=str)
def test_missing_labels(missing):
    assert refused(X, ["a", "b", missing, "a"]) == (
        "labels is missing (None or NaN) in 1 of 4 rows; drop these rows or give them a label of "
        "their own"
    )


@pytest.mark.parametrize(
    ("labels", "sentence"),
    [
        (None, "PolyhedralDescriber requires y to be passed, but the target y is None: pass the "
         "cluster label of every row"),
        ("aabb", "labels is of type str; give a list, an array or a column with one label per row"),
        (7, "labels is of type int; give a list, an array or a column with one label per row"),
        ({1: 2}, "labels is of type dict; give a list, an array or a column with one label per "
         "row"),
        (np.ones((4, 2)), "labels must be one label per row (y should be a 1d array), not (4, 2)"),
        ([[1], [1], [2], [2]], "labels must be hashable, for example numbers or texts; convert "
         "them"),
        ([], "labels has 0 entries and X has 4 rows: inconsistent numbers of samples, give one "
         "label per row"),
    ],
    ids=lambda value: str(value)[:20],
)  # fmt: skip
def test_labels_that_are_none(labels, sentence):
    assert refused(X, labels) == sentence


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (None, "X is of type NoneType, which is not a table; give a DataFrame, a two-dimensional "
         "array or a list of rows"),
        (object(), "X is of type object, which is not a table; give a DataFrame, a two-dimensional "
         "array or a list of rows"),
        ({"a": [1, 2], "b": [3, 4]}, "a dict is one row, and its column 'a' holds several values; "
         "give a DataFrame for several rows"),
        ([[1, 2], [3]], "the rows of X have between 1 and 2 entries; give every row the same "
         "number"),
        (np.ones((4, 2)) * 1j, "Complex data not supported: X holds complex numbers; give real "
         "ones"),
        (pd.DataFrame(index=range(4)), "Found array with 0 feature(s) (shape=(4, 0)) while a "
         "minimum of 1 is required. The table has no columns"),
        (np.empty((0, 2)), "Found array with 0 sample(s) (shape=(0, 2)) while a minimum of 1 is "
         "required: the table has no rows"),
        (pd.DataFrame({"t": pd.to_timedelta([1, 2, 3, 4])}), "no column is left to describe "
         "with: 't' (durations); add columns, or name those to use in features (--features)"),
        (pl.DataFrame({"l": [[1], [2], [3], [4]]}), "no column is left to describe with: 'l' "
         "(lists, dicts or other nested values, where every argument must be a string or a "
         "number); add columns, or name those to use in features (--features)"),
        (pd.DataFrame({"n": [2**60, 1, 2, 3]}), "column 'n' holds integers beyond 2^53, which "
         "floating-point numbers cannot hold exactly; convert it to text, or exclude it"),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_tables_that_are_none(table, sentence):
    assert refused(table) == sentence


def test_one_dimension():
    assert refused(X[:, 0]).startswith("Expected 2D array, got 1D array instead.")


def test_duplicate_names_of_columns():
    assert refused(pd.DataFrame(X, columns=["age", "age"])) == (
        "column names must be different, and 'age' is given more than once; rename or drop the "
        "repeated columns"
    )
    assert refused(pd.DataFrame(X, columns=[1, "1"])) == (
        "column names must be different, and '1' is given more than once; rename or drop the "
        "repeated columns"
    )


def test_identifiers_are_left_out_with_a_remark_and_too_many_levels_are_refused():
    names = [f"customer {n}" for n in range(1001)]
    table = pd.DataFrame({"name": names, "x": range(1001)})
    labels = [n >= 500 for n in range(1001)]
    with pytest.warns(match="left out: 'name' .an identifier: different in nearly every") as told:
        model = PolyhedralDescriber(time_limit=2).fit(table, labels)
    assert [warning.filename for warning in told] == [__file__]
    assert model.description_.used_columns == ("x",)
    insisting = PolyhedralDescriber(time_limit=2, features=["name", "x"])
    assert refusal(lambda: insisting.fit(table, labels)) == (
        "column 'name' has 1,001 different values, more than the 1,000 levels that a category may "
        "have, and looks like an identifier; exclude it, convert it to numbers or group its values"
    )


def test_new_rows_without_a_column():
    description = fit(pd.DataFrame(X, columns=["income", "age"]), GROUPS).description_
    sentence = refusal(lambda: description.predict(pd.DataFrame({"incom": [1.0]})))
    assert sentence == "column 'income' is not in the table. Did you mean 'incom'?"


def test_new_rows_of_another_kind():
    description = fit(pd.DataFrame(X, columns=["income", "age"]), GROUPS).description_
    sentence = refusal(lambda: description.predict(pd.DataFrame({"income": ["much"], "age": [1]})))
    assert sentence == (
        "column 'income' holds text such as 'much' where numbers are needed; convert it"
    )
