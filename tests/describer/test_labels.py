"""Labels of any type, kept as they came: in the description, in predict, in every export."""

import datetime as dt
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.exceptions import DataConversionWarning

from clusterscribe import Description, PolyhedralDescriber

from .small import GROUPS, X, fit

LABELS = {
    "whole numbers": [3, 3, 1, 1],
    "negative numbers": [-7, -7, 2, 2],
    "texts": ["b", "b", "a", "a"],
    "numbers and texts": ["b", "b", 1, 1],
    "floats": [0.5, 0.5, -1.5, -1.5],
    "floats that are whole": [2.0, 2.0, 1.0, 1.0],
    "booleans": [True, True, False, False],
    "dates": [dt.date(2024, 1, 2)] * 2 + [dt.date(2024, 1, 1)] * 2,
    "tuples": [("b", 1)] * 2 + [("a", 2)] * 2,
    "huge numbers": [10**30, 10**30, 1, 1],
    "empty text": ["", "", "a", "a"],
}


@pytest.mark.parametrize("labels", LABELS.values(), ids=list(LABELS))
def test_labels_keep_value_and_type(labels):
    model = fit(X, labels)
    found = list(model.description_.polyhedra)
    assert found == sorted(set(labels), key=lambda label: (isinstance(label, str), label))
    assert {type(label) for label in found} == {type(label) for label in labels}
    predicted = model.predict(X).tolist()
    assert predicted == labels
    assert list(map(type, predicted)) == list(map(type, labels))
    assert model.score(X, labels) == 1.0
    again = Description.from_json(model.description_.to_json())
    assert again.predict(X).tolist() == labels


HOLDERS = {
    "tuple": tuple,
    "generator": iter,
    "NumPy": np.array,
    "NumPy of objects": lambda labels: np.array(labels, dtype=object),
    "pandas": pd.Series,
    "pandas with an index": lambda labels: pd.Series(labels, index=[9, 9, 2, 1]),
    "pandas category": pd.Categorical,
    "pandas category with an idle one": lambda labels: pd.Categorical(
        labels, categories=[*sorted(set(labels), reverse=True), labels[0] * 2]
    ),
    "pandas index": pd.Index,
    "pandas nullable": lambda labels: pd.Series(labels).convert_dtypes(),
    "polars": pl.Series,
    "polars category": lambda labels: pl.Series(labels).cast(pl.String).cast(pl.Categorical),
    "pyarrow": pa.array,
    "pyarrow in chunks": lambda labels: pa.chunked_array([labels[:1], labels[1:]]),
}


@pytest.mark.parametrize("holder", HOLDERS)
@pytest.mark.parametrize("labels", [["b", "b", "a", "a"], [3, 3, 1, 1]], ids=str)
def test_labels_are_the_same_in_every_holder(holder, labels):
    if holder == "polars category" and labels[0] == 3:
        labels = ["3", "3", "1", "1"]
    model = fit(X, HOLDERS[holder](labels))
    assert model.description_ == fit(X, labels).description_
    assert model.predict(X).tolist() == labels


def test_predict_says_minus_one_for_nowhere_where_labels_are_integers():
    model = fit(X, [3, 3, 1, 1])
    assert model.predict(np.array([[np.nan, 5.0]])).tolist() == [-1]
    assert model.predict(X).dtype == np.int64


@pytest.mark.parametrize("labels", [["b", "b", "a", "a"], [0.5, 0.5, 1.5, 1.5]], ids=str)
def test_predict_says_none_for_nowhere_where_labels_are_anything_else(labels):
    assert fit(X, labels).predict(np.array([[np.nan, 5.0]])).tolist() == [None]


def test_predict_says_none_for_nowhere_where_minus_one_is_a_cluster():
    model = fit(X, [-1, -1, 5, 5])
    assert model.predict(np.array([[1.0, 5.0], [np.nan, 5.0]])).tolist() == [-1, None]


def test_equal_labels_are_one_cluster():
    assert len(fit(X, [1, 1.0, 0, 0.0]).description_.polyhedra) == 2


@pytest.mark.parametrize(
    "labels",
    [np.array([[1], [1], [2], [2]]), pd.DataFrame({"label": [1, 1, 2, 2]})],
    ids=["NumPy", "pandas"],
)
def test_a_column_of_labels_is_taken_with_one_warning_on_the_users_line(labels):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        PolyhedralDescriber().fit(X, labels)
    assert [w.category for w in caught] == [DataConversionWarning]
    assert caught[0].filename == __file__


def test_the_order_of_clusters_does_not_depend_on_the_order_of_rows():
    forwards = list(fit(X, GROUPS).description_.polyhedra)
    backwards = list(fit(X[::-1], GROUPS[::-1]).description_.polyhedra)
    assert forwards == backwards == ["high", "low"]
