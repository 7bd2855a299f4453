"""CART as a describer: scikit-learn's own tree, in our words."""

import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

from clusterscribe.baselines.trees.tree_describers import TreeDescriber, cart
from clusterscribe.description import Union

from ..describer.small import refusal
from ..describer.test_estimator import EXPECTED_FAILURES
from .trees import clusters_of, encoded, fitted, leaves, tables

# four groups in a line, and two of them are one cluster
LINE = np.array([[1.0], [2.0], [4.0], [5.0], [8.0], [9.0]])
GROUPS = ["a", "a", "b", "b", "a", "a"]


OF_TREES = {"check_classifiers_train": "a tree of two leaves is not as accurate as it asks for"}


@parametrize_with_checks(
    [TreeDescriber()], expected_failed_checks=lambda _: EXPECTED_FAILURES | OF_TREES
)
def test_scikit_learns_own_checks(estimator, check):
    check(estimator)


def test_parameters_may_be_given_by_position():
    parameters = TreeDescriber(3, "entropy", 0, -1, "ignore").get_params()
    assert parameters == {
        "max_leaves": 3,
        "criterion": "entropy",
        "random_state": 0,
        "noise_label": -1,
        "noise": "ignore",
        "features": None,
        "exclude": None,
    }


def test_one_leaf_per_cluster():
    model = fitted(TreeDescriber(), LINE[:4], GROUPS[:4])
    assert leaves(model) == {"a": [["x0 <= 3"]], "b": [["x0 > 3"]]}
    assert model.predict(LINE[:4]).tolist() == GROUPS[:4]


def test_a_cluster_of_two_leaves_is_a_union():
    model = fitted(TreeDescriber(max_leaves=3), LINE, GROUPS)
    assert model.score(LINE, GROUPS) == 1.0
    assert sorted(map(len, leaves(model).values())) == [1, 2]
    # a way of one node, and two of two
    assert model.result_.complexity == 10
    assert model.result_.statistics == {"objective": "errors", "leaves": 3, "depth": 2, "nodes": 5}


def test_each_node_counts_for_each_leaf_whose_way_it_lies_on():
    # XOR: a cut of one column, and on either side of it a cut of the other
    rows = [[0, 0], [0, 1], [1, 0], [1, 1]]
    model = fitted(TreeDescriber(max_leaves=4), rows, ["a", "b", "b", "a"])
    assert model.result_.errors == 0
    assert model.result_.complexity == 4 * 2 * 2  # four leaves, each below two nodes
    assert "16 (8 half-spaces)" in model.description_.to_text()


def test_a_new_row_on_a_threshold_goes_left_as_in_scikit_learn():
    model = fitted(TreeDescriber(), LINE[:4], GROUPS[:4])
    theirs = DecisionTreeClassifier(max_leaf_nodes=2).fit(LINE[:4], GROUPS[:4])
    assert theirs.tree_.threshold[0] == 3.0
    assert model.predict([[3.0]]).tolist() == theirs.predict([[3.0]]).tolist() == ["a"]
    assert model.predict([[np.nextafter(3.0, 4.0)]]).tolist() == ["b"]


def test_what_would_have_to_change_is_more_than_the_threshold():
    model = fitted(TreeDescriber(), [[2.3], [2.4], [2.5], [2.6]], GROUPS[:4])
    assert leaves(model) == {"a": [["x0 <= 2.45"]], "b": [["x0 > 2.45"]]}
    description = model.description_
    change = "x0 would have to rise from 2.45 to more than 2.45"
    assert change in description.explain([2.45]).to_text()
    assert "x0 would have to fall from 2.5 to 2.45 or less" in description.explain([2.5]).to_text()
    assert "missing and would have to be more than 2.45" in description.explain([np.nan]).to_text()


def test_the_result_counts_errors_and_proves_nothing():
    result = fitted(TreeDescriber(), LINE, GROUPS).result_
    assert (result.objective, result.errors) == (2, 2)
    assert (result.status, result.bound, result.stop_reason) == ("feasible", 0, "greedy")


def test_nothing_is_better_than_no_errors():
    assert fitted(TreeDescriber(max_leaves=3), LINE, GROUPS).result_.status == "optimal"


def test_a_cluster_without_a_leaf_is_given_up():
    rows = [[0.0], [0.0], [0.0], [1.0]]
    model = fitted(TreeDescriber(), rows, ["a", "a", "b", "a"])
    assert leaves(model)["b"] == []
    assert model.result_.errors == 1


def test_noise_has_leaves_that_belong_to_no_cluster():
    labels = [0, 0, -1, -1, 1, 1]
    model = fitted(TreeDescriber(noise_label=-1), LINE, labels)
    assert model.result_.statistics["leaves"] == 3
    assert leaves(model)[1] == [["x0 > 7"]]
    assert model.predict(LINE).tolist() == labels
    assert model.result_.errors == 0


def test_ignored_noise_takes_no_part():
    labels = [0, 0, -1, -1, 1, 1]
    model = fitted(TreeDescriber(noise_label=-1, noise="ignore"), LINE, labels)
    assert leaves(model) == {0: [["x0 <= 5"]], 1: [["x0 > 5"]]}


def test_one_cluster_beside_noise_may_have_the_only_leaf():
    model = fitted(TreeDescriber(max_leaves=1, noise_label=-1), LINE, [0, 0, 0, 0, 0, -1])
    assert leaves(model) == {0: [[]]}
    assert model.result_.errors == 1
    mostly = fitted(TreeDescriber(max_leaves=1, noise_label=-1), LINE, [0, -1, -1, -1, -1, -1])
    assert leaves(mostly) == {0: [[]]}


def test_differences_that_single_precision_hides_are_seen():
    near = 0.1 + 1e-9 * np.arange(4.0)
    model = fitted(TreeDescriber(), near.reshape(-1, 1), [0, 0, 1, 1])
    assert model.result_.errors == 0
    huge = np.array([[1e300], [1.1e300], [1.2e300], [1.3e300]])
    assert fitted(TreeDescriber(), huge, [0, 0, 1, 1]).result_.errors == 0


def test_numbers_that_differ_in_the_last_digit_are_two_values():
    model = TreeDescriber().fit([[0.3], [0.1 + 0.2], [0.3], [0.1 + 0.2]], [0, 1, 0, 1])
    assert model.result_.errors == 0


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        (
            {"max_leaves": 2.0},
            "max_leaves must be an integer of at least the number of clusters, or None for "
            "one leaf per cluster, not 2.0",
        ),
        (
            {"max_leaves": True},
            "max_leaves must be an integer of at least the number of clusters, or None for "
            "one leaf per cluster, not True",
        ),
        (
            {"max_leaves": 1},
            "max_leaves is 1, but each of the 2 clusters of the table needs a leaf: use "
            "max_leaves=2 or more, or None",
        ),
        (
            {"criterion": "luck"},
            "criterion must be 'gini', 'entropy' or 'log_loss', not 'luck'",
        ),
        (
            {"random_state": "luck"},
            "random_state must be a whole number of at least 0, a numpy RandomState or None, not "
            "'luck'",
        ),
        ({"noise": "loud"}, "noise must be 'outside' or 'ignore', not 'loud'"),
    ],
    ids=str,
)
def test_wrong_parameters_are_refused_in_one_sentence(parameters, sentence):
    assert refusal(lambda: TreeDescriber(**parameters).fit(LINE, GROUPS)) == sentence


@given(tables(), st.integers(4, 9), st.sampled_from(["gini", "entropy"]), st.integers(0, 3))
def test_every_row_is_where_scikit_learns_tree_puts_it(table, most_leaves, criterion, seed):
    table, labels = table
    data = encoded(table, labels)
    tree = cart(data, most_leaves, criterion, seed)
    # it compares in single precision, in which close numbers may be equal, but their ranks not
    columns = [np.unique(column, return_inverse=True)[1] for column in data.boxes.lower.T]
    ranks = np.column_stack(columns)
    theirs = DecisionTreeClassifier(
        criterion=criterion, max_leaf_nodes=most_leaves, random_state=seed
    ).fit(ranks, data.boxes.cluster)
    expected = theirs.predict(ranks)
    columns = [data.values[feature] for feature in data.features]
    assert clusters_of(tree, columns).tolist() == expected.tolist()
    assert (tree.leaves, tree.depth) == (theirs.get_n_leaves(), theirs.get_depth())


@given(tables(most_clusters=3), st.none() | st.integers(3, 20), st.data())
def test_what_is_described_is_what_the_tree_says(table, max_leaves, data):
    table, labels = table
    weights = data.draw(
        st.none() | st.lists(st.integers(1, 4), min_size=len(labels), max_size=len(labels))
    )
    model = TreeDescriber(max_leaves, noise_label=2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # hints about such tables have tests of their own
        model.fit(table, labels, weights)
    result = model.result_
    assert result.objective == result.errors
    assert result.errors == model.description_.errors(table, labels, weights)
    inside = model.membership(table).sum(axis=1)
    assert (inside <= 1).all()


@given(tables(kinds=("number",)), st.integers(4, 9), st.data())
def test_every_new_row_is_in_one_leaf_also_on_a_threshold(table, most_leaves, data):
    table, labels = table
    model = TreeDescriber(most_leaves)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(table, labels)
    bounds = [
        abs(space.bound) * side
        for part in model.description_.parts
        for way in (part.polyhedra if isinstance(part, Union) else [part])
        for space in way.half_spaces
        for side in (-1, 1)
    ]
    cells = st.sampled_from([0.0, *bounds])
    row = data.draw(st.lists(cells, min_size=table.shape[1], max_size=table.shape[1]))
    new = pd.DataFrame([row], columns=table.columns)
    assert model.membership(new).sum() == 1


@given(tables(), st.data())
def test_weights_are_repeated_rows(table, data):
    table, labels = table
    times = data.draw(st.lists(st.integers(1, 3), min_size=len(labels), max_size=len(labels)))
    again = table.loc[np.repeat(table.index, times)].reset_index(drop=True)
    weighted = cart(encoded(table, labels, weights=times), 5, "gini", 0)
    repeated = cart(encoded(again, np.repeat(labels, times)), 5, "gini", 0)
    assert weighted == repeated


def test_columns_of_any_kind_and_name():
    table = pd.DataFrame(
        {
            "\u202eage\n<b>": [30, 40, 30, 40, 30, 40],
            "it's": pd.Categorical(["😀", "x", "😀", "x", "y", "y"]),
            "when": pd.to_datetime(["2024-01-01"] * 3 + ["2024-06-01"] * 3),
        }
    )
    labels = ["<i>", "<i>", "<i>", 'say "no"', 'say "no"', 'say "no"']
    model = fitted(TreeDescriber(), table, labels)
    assert model.predict(table).tolist() == labels
    assert model.description_.from_json(model.description_.to_json()) == model.description_
