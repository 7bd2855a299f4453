"""A describer as a classifier and a transformer of scikit-learn."""

import datetime
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import is_classifier
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier

from clusterscribe import (
    IMMDescriber,
    InputError,
    PolyhedralDescriber,
    PrototypeDescriber,
    TagDescriber,
    TreeDescriber,
)

from .small import GROUPS, X, fit

DAY = datetime.date(2024, 2, 29)
# two groups that touch, the one three times the other, and in order: plain folds would lack one
FIRST, SECOND = 60, 20
TOUCHING = (
    np.random.default_rng(0)
    .permuted(np.array([np.linspace(0, 6, FIRST), np.linspace(5, 9, FIRST)]), axis=1)
    .reshape(-1, 1)[: FIRST + SECOND]
)


def test_it_is_a_classifier_with_the_clusters_as_classes():
    model = fit(X, GROUPS)
    assert is_classifier(model)
    assert model.classes_.tolist() == list(model.description_.polyhedra) == ["high", "low"]
    assert model.classes_.dtype.kind == "U"


@pytest.mark.parametrize("pair", [(0, 1), (False, True), ("a", 1), (DAY, "x"), ((0, 1), (0, 2))])
def test_labels_of_any_kind_are_classes(pair):
    labels = np.empty(4, dtype=object)
    labels[:] = [pair[0], pair[0], pair[1], pair[1]]
    model = PolyhedralDescriber(noise_label="none").fit(X, labels)
    assert set(model.classes_.tolist()) == set(pair)
    assert model.classes_.ndim == 1


def test_noise_is_no_class():
    labels = [0, 0, 1, -1]
    assert fit(X, labels, noise_label=-1).classes_.tolist() == [0, 1]


def test_fit_predict_is_fit_and_predict():
    assert PolyhedralDescriber().fit_predict(X, GROUPS).tolist() == GROUPS
    weighted = PolyhedralDescriber().fit_predict(X, GROUPS, sample_weight=[1, 2, 3, 4])
    assert weighted.tolist() == GROUPS


def test_transform_is_membership_in_arrays_and_named_in_frames():
    model = fit(X, GROUPS)
    assert model.transform(X).tolist() == model.membership(X).tolist()
    assert isinstance(model.transform(X), np.ndarray)
    table = pd.DataFrame(X, columns=["a", "b"], index=list("wxyz"))
    named = PolyhedralDescriber().set_output(transform="pandas").fit(table, GROUPS)
    frame = named.transform(table)
    assert list(frame.columns) == ["in_high", "in_low"]
    assert list(frame.index) == list("wxyz")
    assert frame.dtypes.tolist() == [bool, bool]
    assert frame["in_low"].tolist() == [True, True, False, False]
    assert isinstance(named.membership(table), np.ndarray)


def test_frames_of_polars_and_fit_transform():
    table = pl.DataFrame({"a": X[:, 0], "b": X[:, 1]})
    model = PolyhedralDescriber().set_output(transform="polars")
    frame = model.fit_transform(table, GROUPS)
    assert frame.columns == ["in_high", "in_low"]
    assert frame["in_high"].to_list() == [False, False, True, True]


def test_labels_that_read_alike_have_different_columns():
    labels = np.array([1, 1, "1", "1"], dtype=object)
    names = PolyhedralDescriber().fit(X, labels).get_feature_names_out().tolist()
    assert len(set(names)) == 2
    assert all(name.startswith("in_") for name in names)


def test_names_of_other_columns_are_refused():
    model = PolyhedralDescriber().fit(pd.DataFrame(X, columns=["a", "b"]), GROUPS)
    assert model.get_feature_names_out(["a", "b"]).tolist() == ["in_high", "in_low"]
    with pytest.raises(InputError, match="is not equal to feature_names_in_"):
        model.get_feature_names_out(["b", "a"])
    with pytest.raises(InputError, match=r"number of features \(2\), got 1"):
        model.get_feature_names_out(["a"])


def test_membership_is_what_a_pipeline_hands_on():
    pipeline = make_pipeline(PolyhedralDescriber(), DecisionTreeClassifier())
    assert pipeline.fit(X, GROUPS).predict(X).tolist() == GROUPS


@pytest.mark.parametrize("pair", [(0, 1), ("low", "high"), (False, True), (-1, 0)])
def test_cross_validation_is_stratified_and_has_no_holes(pair):
    labels = np.repeat(pair, [FIRST, SECOND])
    scores = cross_val_score(
        PolyhedralDescriber(time_limit=5, noise_label="none"), TOUCHING, labels
    )
    assert scores.min() > 0.5
    assert scores.max() < 1.01


def test_a_grid_search_over_the_error_budget_has_no_holes():
    labels = np.repeat(["low", "high"], [FIRST, SECOND])
    budgets = [None, 0, 3, 0.1, 0.5]  # 0 cannot be met: the best that was found is scored
    search = GridSearchCV(PolyhedralDescriber(time_limit=5), {"max_errors": budgets}, cv=3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        search.fit(TOUCHING, labels)
    assert not np.isnan(search.cv_results_["mean_test_score"]).any()
    assert search.best_score_ > 0.8
    assert search.best_estimator_.classes_.tolist() == ["high", "low"]


@pytest.mark.parametrize(
    "make", [PolyhedralDescriber, TreeDescriber, IMMDescriber, PrototypeDescriber, TagDescriber]
)
def test_every_describer_chooses_columns(make):
    table = pd.DataFrame({"a": [0, 0, 1, 1], "b": [0, 0, 1, 1], "c": [1, 1, 0, 0]})
    for model in (make(features=["b"]), make(exclude=["a", "c"])):
        assert model.fit(table, GROUPS).description_.used_columns == ("b",)
        assert model.predict(table).tolist()[2:] == GROUPS[2:]  # 0 is no tag
        assert model.description_.columns == ("a", "b", "c")
    with pytest.raises(InputError, match="nonsense"):
        make(exclude=["nonsense"]).fit(table, GROUPS)
