"""Hierarchies from label columns, linkages and condensed trees."""

from __future__ import annotations

import importlib.util

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy.cluster.hierarchy import fcluster, linkage

from clusterscribe import DescriptionWarning, InputError, describe_nested
from clusterscribe.nested.condensed_tree import levels_of_condensed_tree
from clusterscribe.nested.hierarchy import hierarchy_of
from clusterscribe.nested.label_columns import levels_of_labels

ROWS = [[1, 5], [2, 6], [8, 5], [9, 6]]
LABELS = [["low", "a"], ["low", "b"], ["high", "a"], ["high", "b"]]
POINTS = np.array([[0.0], [1], [2], [10], [11], [20], [21], [22]])


def paths(levels, rows, noise_label=None):
    """The rows of each segment by its path."""
    root = hierarchy_of(levels, np.arange(rows), noise_label).root
    return {branch.path: branch.rows.tolist() for branch in root.walk()}


def structure(nested):
    return [(s.path, s.rows, s.description) for s in nested.root.walk()]


def refusal(**given):
    with pytest.raises(InputError) as refused:
        describe_nested(given.pop("X", ROWS), **given)
    assert "\n" not in str(refused.value)
    return str(refused.value)


FORMS = {
    "list": LABELS,
    "tuples": tuple(map(tuple, LABELS)),
    "array": np.array(LABELS),
    "objects": np.array(LABELS, dtype=object),
    "dict": {"one": [a for a, _ in LABELS], "two": [b for _, b in LABELS]},
    "pandas": pd.DataFrame(LABELS, index=[9, 9, 8, 7]),
    "categories": pd.DataFrame(LABELS).astype("category"),
    "polars": pl.DataFrame(LABELS, orient="row"),
    "lazy": pl.LazyFrame(LABELS, orient="row"),
    "arrow": pa.table({"one": [a for a, _ in LABELS], "two": [b for _, b in LABELS]}),
}


@pytest.mark.parametrize("form", FORMS)
def test_labels_may_come_in_any_form(form):
    found = paths(levels_of_labels(FORMS[form], 4), 4)
    assert found == {
        (): [0, 1, 2, 3],
        ("high",): [2, 3],
        ("high", "a"): [2],
        ("high", "b"): [3],
        ("low",): [0, 1],
        ("low", "a"): [0],
        ("low", "b"): [1],
    }


def test_a_row_of_noise_is_in_no_segment_from_there_on():
    labels = [["A", 1], ["A", -1], ["B", 1], ["B", 2], [-1, 1]]
    found = paths(levels_of_labels(labels, 5), 5, -1)
    assert found[("A",)] == [0, 1]
    assert found[("A", 1)] == [0]
    assert [path for path in found if -1 in path] == []
    assert not any(4 in rows for path, rows in found.items() if path)


def test_a_segment_without_finer_labels_is_not_divided():
    labels = pd.DataFrame({"one": ["A", "A", "B", "B"], "two": ["x", "y", None, None]})
    assert ("B",) in paths(levels_of_labels(labels, 4), 4)
    assert [p for p in paths(levels_of_labels(labels, 4), 4) if p[:1] == ("B",)] == [("B",)]


def test_one_label_below_two_parents_is_two_segments():
    nested = describe_nested(ROWS, LABELS)
    assert nested.segment("low", "a").rows == nested.segment("high", "a").rows == 1
    assert nested.predict(ROWS).tolist() == LABELS


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        (["a", "b", "a", "b"], "labels must have several columns"),
        (np.array(["a", "b", "a", "b"]), r"an array of shape \(4,\)"),
        ([["a"], ["b"], ["a"], ["b"]], "they have one, for which there is `describe`"),
        ([["a", 1], ["b"], ["a", 1], ["b", 1]], "different numbers of labels"),
        (LABELS[:3], "labels has 3 rows and X has 4"),
        ([["a", 1], ["b", None], ["b", 1], ["b", 1]], "in 1 of 3 rows of the segment b"),
        ([[None, 1], ["b", 1], ["b", 1], ["b", 1]], "'level 1' in 1 of 4 rows; drop"),
        ([["a", None, 2], ["b", 1, 1], ["b", 1, 1], ["b", 1, 1]], "none on 'level 2' above it"),
        ([["a", 1], ["a", 2], ["a", 1], ["a", 2]], "only one segment, 'a'"),
        ([["a", []]] * 4, "labels must be hashable"),
        ("ab", "labels must have several columns"),
        (7, "not be int"),
    ],
)
def test_bad_labels_are_refused_in_a_sentence(labels, words):
    import re

    assert re.search(words, refusal(labels=labels))


def test_bad_calls_are_refused_in_a_sentence():
    assert "one form: labels" in refusal()
    assert "not labels and linkage" in refusal(labels=LABELS, linkage=linkage(POINTS))
    assert "every row is noise" in refusal(labels=[[-1, 1]] * 4, noise_label=-1)
    many = [[n, 0] for n in range(2000)]
    assert "look like identifiers" in refusal(X=many, labels=many)
    assert "100" in refusal(labels=[list(range(101))] * 4)
    assert "class_weight names the label 'c'" in refusal(labels=LABELS, class_weight={"c": 2})
    assert "column 'x9'" in refusal(labels=LABELS, features=["x9"])


def test_the_labels_do_not_describe_themselves():
    frame = pd.DataFrame(LABELS, columns=["one", "two"]).assign(x=[1, 2, 8, 9])
    with pytest.warns(DescriptionWarning, match="'one' and 'two', which would describe themselves"):
        nested = describe_nested(frame, frame[["one", "two"]])
    assert {feature.column for feature in nested.features} == {"x"}
    chosen = describe_nested(frame, frame[["one", "two"]], features=["two", "x"])
    assert chosen.errors(frame, frame[["one", "two"]]) == 0


@pytest.mark.parametrize("cuts", [[2, 3], [3, 5, 8], [2]])
def test_a_cut_linkage_is_the_same_as_its_flat_clusters(cuts):
    joined = linkage(POINTS, "average")
    columns = [fcluster(joined, number, "maxclust") for number in cuts]
    if len(cuts) == 1:  # which as labels is for `describe`
        assert structure(describe_nested(POINTS, linkage=joined, cuts=cuts))
        return
    by_labels = describe_nested(POINTS, np.column_stack(columns))
    by_linkage = describe_nested(POINTS, linkage=joined, cuts=cuts)
    assert structure(by_linkage) == structure(by_labels)
    assert by_linkage.levels[0] == f"{cuts[0]} clusters"


def test_a_linkage_is_cut_at_heights():
    joined = linkage(POINTS, "single")
    nested = describe_nested(POINTS, linkage=joined, heights=[8.5, 1])
    columns = [fcluster(joined, height, "distance") for height in (8.5, 1)]
    assert nested.predict(POINTS).tolist() == np.column_stack(columns).tolist()
    assert nested.levels == ("height 8.5", "height 1")


def test_too_few_heights_to_cut_at_are_said():
    joined = linkage([[0.0], [1], [2], [3], [20], [21], [22], [23]], "single")
    with pytest.warns(DescriptionWarning, match="cannot be cut into 3 clusters"):
        describe_nested(POINTS, linkage=joined, cuts=[2, 3, 8])


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"linkage": linkage(POINTS)}, "say where to cut"),
        ({"linkage": linkage(POINTS), "cuts": [2], "heights": [3]}, "say where to cut"),
        ({"linkage": linkage(POINTS[:5]), "cuts": [2]}, "joins 5 rows and X has 8"),
        ({"linkage": POINTS, "cuts": [2]}, "four columns"),
        ({"linkage": "Z", "cuts": [2]}, "four columns, not str"),
        ({"linkage": np.zeros((7, 4)), "cuts": [2]}, "not a valid linkage"),
        ({"linkage": np.full((7, 4), np.nan), "cuts": [2]}, "not a valid linkage"),
        ({"linkage": linkage(POINTS), "cuts": [2, 9]}, "9 clusters and X has 8 rows"),
        ({"linkage": linkage(POINTS), "cuts": [3, 2]}, "must rise"),
        ({"linkage": linkage(POINTS), "cuts": [1, 2]}, "at least 2"),
        ({"linkage": linkage(POINTS), "cuts": [2.5]}, "at least 2"),
        ({"linkage": linkage(POINTS), "cuts": []}, "a list such as"),
        ({"linkage": linkage(POINTS), "cuts": 3}, "a list such as"),
        ({"linkage": linkage(POINTS), "heights": [1, 5]}, "must fall"),
        ({"linkage": linkage(POINTS), "heights": [-1]}, "at least 0"),
        ({"linkage": linkage(POINTS), "heights": [float("nan")]}, "finite"),
        ({"linkage": linkage(POINTS), "heights": [99]}, "only one segment"),
    ],
)
def test_bad_linkages_are_refused_in_a_sentence(given, words):
    assert words in refusal(X=POINTS, **given)


def condensed(*edges):
    kinds = [("parent", int), ("child", int), ("lambda_val", float), ("child_size", int)]
    return np.array(list(edges), dtype=kinds).view(np.recarray)


# rows 0 to 7; 8 is the root, 9 and 10 its clusters, 10 splits into 11 and 12 and loses row 5
TREE = condensed(
    (8, 9, 0.1, 3), (8, 10, 0.1, 5),
    (9, 0, 1, 1), (9, 1, 1, 1), (9, 2, 0.5, 1),
    (10, 5, 0.2, 1), (10, 11, 0.3, 2), (10, 12, 0.3, 2),
    (11, 3, 1, 1), (11, 4, 1, 1), (12, 6, 1, 1), (12, 7, 1, 1),
)  # fmt: skip
PATHS = {
    (): [0, 1, 2, 3, 4, 5, 6, 7],
    (9,): [0, 1, 2],
    (10,): [3, 4, 5, 6, 7],
    (10, 11): [3, 4],
    (10, 12): [6, 7],
}


class Tree:
    """What hdbscan has: a tree that turns itself into a record array."""

    def to_numpy(self):
        return TREE

    def to_pandas(self):
        return pd.DataFrame(TREE)


@pytest.mark.parametrize(
    "tree",
    [TREE, Tree(), pd.DataFrame(TREE), pl.DataFrame({n: TREE[n] for n in TREE.dtype.names}),
     {name: TREE[name].tolist() for name in TREE.dtype.names}],
    ids=["records", "hdbscan", "pandas", "polars", "dict"],
)  # fmt: skip
def test_a_condensed_tree_in_any_form(tree):
    assert paths(levels_of_condensed_tree(tree, None, 8), 8, -1) == PATHS


def test_a_condensed_tree_is_described_and_its_stray_row_is_noise():
    nested = describe_nested(POINTS, condensed_tree=TREE)
    assert nested.levels == ("depth 1", "depth 2")
    assert nested.segment(10).description.noise_label == -1
    assert nested.tallies[-1].rows == 8
    ignored = describe_nested(POINTS, condensed_tree=TREE, noise="ignore")
    assert ignored.tallies[-1].errors == 0
    shallow = describe_nested(POINTS, condensed_tree=TREE, max_depth=1)
    assert [segment.path for segment in shallow.segments] == [(9,), (10,)]


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        (TREE[:-1], "each row must leave the tree exactly once"),
        (TREE[2:], "about 9 rows and X has 8"),
        (np.concatenate([TREE, TREE[-1:]]), "exactly once"),
        (np.concatenate([TREE, TREE[:1]]), "must have one parent"),
        (condensed(*[(8, row, 1, 1) for row in range(8)]), "no clusters below its root"),
        (TREE[:0], "no entries"),
        (TREE[["parent", "child"]], "must be the condensed_tree_ of hdbscan"),
        (POINTS, "must be the condensed_tree_ of hdbscan"),
        (3, "must be the condensed_tree_ of hdbscan"),
        ({n: ["x"] for n in TREE.dtype.names}, "whole numbers"),
        (condensed((8, 9, 1, 2), (9, 10, 1, 2), (10, 9, 1, 2)), "must have one parent"),
    ],
)
def test_broken_condensed_trees_are_refused_in_a_sentence(tree, words):
    assert words in refusal(X=POINTS, condensed_tree=tree)


def test_a_depth_must_be_a_number():
    assert "max_depth must be" in refusal(X=POINTS, condensed_tree=TREE, max_depth=0)
    assert "about 8 rows and X has 4" in refusal(condensed_tree=TREE)


@pytest.mark.skipif(
    importlib.util.find_spec("hdbscan") is None,
    reason="hdbscan is not installed, and HDBSCAN of scikit-learn keeps no condensed tree",
)
def test_the_condensed_tree_of_hdbscan_itself():
    import hdbscan

    random = np.random.default_rng(0)
    points = np.concatenate([random.normal(at, 0.5, (40, 2)) for at in (0, 5, 20)])
    fitted = hdbscan.HDBSCAN(min_cluster_size=10).fit(points)
    nested = describe_nested(points, condensed_tree=fitted.condensed_tree_, time_limit=20)
    assert nested.root.rows == 120
    assert len(nested.segments) >= 2
