"""The contract of scikit-learn: its own checks, cloning, pickling, pipelines, searches."""

import json
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import Pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

from clusterscribe import PolyhedralDescriber, Result

from .small import GROUPS, LINE, MIXED, X, conditions, fit

# as a classifier it is distinguished by what descriptions promise, and classifiers do not
EXPECTED_FAILURES = {
    "check_classifiers_regression_target": "labels may be of any kind: numbers with decimals, too, "
    "name clusters",
    "check_estimators_nan_inf": "fit refuses missing values, but predict takes them on purpose: "
    "a row with a missing number satisfies no condition and is outside every polyhedron",
}

OF_POLYHEDRA = {
    "check_class_weight_classifiers": "every cluster keeps a polyhedron that holds half of it "
    "(min_recall), however little it weighs",
}


@parametrize_with_checks(
    [PolyhedralDescriber(time_limit=1)],
    expected_failed_checks=lambda _: EXPECTED_FAILURES | OF_POLYHEDRA,
)
def test_scikit_learns_own_checks(estimator, check):
    check(estimator)


def test_missing_and_infinite_values_are_answered_by_predict():
    model = fit(X, [0, 0, 1, 1])
    rows = np.array([[1.0, np.nan], [np.nan, 5.0], [-np.inf, 5.0], [np.inf, 5.0]])
    assert conditions(model) == {0: ["x0 <= 5"], 1: ["x0 >= 5"]}
    assert model.predict(rows).tolist() == [0, -1, 0, 1]
    assert model.membership(rows).tolist() == [
        [True, False],
        [False, False],
        [True, False],
        [False, True],
    ]


def test_parameters_are_stored_as_they_came_and_checked_by_fit():
    wrong = PolyhedralDescriber(objective="shortness", max_errors="many")
    assert wrong.get_params()["objective"] == "shortness"
    assert wrong.set_params(objective=(1, 2), max_errors=3).objective == (1, 2)


def test_a_clone_has_the_parameters_and_not_the_answer():
    model = fit(X, GROUPS, objective="sparsity", noise_label="none")
    copy = clone(model)
    assert copy.get_params() == model.get_params()
    assert not hasattr(copy, "description_")


def test_before_fit_there_is_nothing_to_ask():
    for ask in ("predict", "membership"):
        with pytest.raises(NotFittedError):
            getattr(PolyhedralDescriber(), ask)(X)
    with pytest.raises(NotFittedError):
        PolyhedralDescriber().score(X, GROUPS)


def test_a_fitted_model_survives_pickling():
    model = fit(X, GROUPS)
    again = pickle.loads(pickle.dumps(model))
    assert again.description_ == model.description_
    assert again.result_ == model.result_
    assert again.predict(X).tolist() == GROUPS


def test_a_result_is_plain_values():
    result = fit(LINE, MIXED, np.linspace(0.1, 1, 10)).result_
    again = Result.from_dict(json.loads(json.dumps(result.to_dict())))
    assert again == result


def test_a_pipeline_hands_tables_through():
    table = pd.DataFrame(X, columns=["income", "age"])
    pipeline = Pipeline([("nothing", "passthrough"), ("describe", PolyhedralDescriber())])
    pipeline.fit(table, GROUPS, describe__sample_weight=[1, 2, 1, 2])
    assert conditions(pipeline["describe"]) == {"high": ["income >= 5"], "low": ["income <= 5"]}
    assert pipeline.predict(table).tolist() == GROUPS
    assert pipeline.score(table, GROUPS) == 1.0


def test_a_grid_search_compares_objectives():
    search = GridSearchCV(
        PolyhedralDescriber(time_limit=5),
        {"objective": ["complexity", "sparsity", (1, 2)], "max_errors": [None, 1]},
        cv=2,
    )
    search.fit(np.tile(X, (3, 1)), GROUPS * 3)
    assert search.best_score_ == 1.0
    assert search.predict(X).tolist() == GROUPS


def test_fitting_again_forgets_the_names_of_the_columns():
    model = PolyhedralDescriber().fit(pd.DataFrame(X, columns=["a", "b"]), GROUPS)
    assert model.feature_names_in_.tolist() == ["a", "b"]
    model.fit(X.tolist(), GROUPS)
    assert model.n_features_in_ == 2
    assert not hasattr(model, "feature_names_in_")


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame])
def test_columns_in_another_order_are_refused_by_the_model_and_found_by_the_description(make):
    table = make({"a": X[:, 0], "b": X[:, 1]})
    model = fit(table, GROUPS)
    turned = table[["b", "a"]]
    with pytest.raises(ValueError, match="must be in the same order as they were in fit"):
        model.predict(turned)
    assert model.description_.predict(turned).tolist() == GROUPS


def test_names_that_are_partly_text_become_text():
    model = fit(pd.DataFrame(X, columns=["a", 1]), GROUPS)
    assert model.description_.columns == ("a", "1")
    assert model.predict(pd.DataFrame(X, columns=["a", 1])).tolist() == GROUPS


def test_score_is_the_share_of_rows_correctly_described():
    model = fit(X, GROUPS)
    assert model.score(X, ["low", "high", "high", "high"]) == 0.75
    assert model.score(X, ["low", "high", "high", "high"], sample_weight=[1, 5, 1, 1]) == 3 / 8
    assert model.score(X, ["low", "low", "high", "a new one"]) == 0.75
