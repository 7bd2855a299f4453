"""CART: scikit-learn's decision tree, with as many leaves as clusters or more.

The tree is fitted to ranks. It only asks for the order of values, so the cuts are those of
the values themselves, but neither the units of a column nor single precision, in which
scikit-learn compares, can hide a difference between two values.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from clusterscribe.baselines.trees.growth import Growth
from clusterscribe.baselines.trees.threshold_tree import ThresholdTree
from clusterscribe.search.rows.encode import Encoded

LEAF = -1  # scikit-learn's mark of a node without children


def cart(data: Encoded, leaves: int, criterion: str, seed: int) -> ThresholdTree:
    """Grow a tree of at most so many leaves; noise is a class of its own."""
    growth = Growth(data)
    if leaves == 1:  # scikit-learn refuses; there is one cluster, and the leaf is the cluster's
        growth.name(0, 0)
        return growth.tree
    classifier = _fitted(growth, leaves, criterion, seed)
    fitted, classes = classifier.tree_, classifier.classes_
    stack = [(0, 0)]  # a node of the fitted tree, and the leaf of ours that is to become it
    while stack:
        node, leaf = stack.pop()
        if fitted.children_left[node] == LEAF:
            growth.name(leaf, int(classes[fitted.value[node][0].argmax()]))
            continue
        split = int(np.floor(fitted.threshold[node])) + 1
        left, right = growth.split(leaf, int(fitted.feature[node]), split)
        stack += [(fitted.children_left[node], left), (fitted.children_right[node], right)]
    return growth.tree


def _fitted(growth: Growth, leaves: int, criterion: str, seed: int) -> Any:  # noqa: ANN401
    from sklearn.tree import DecisionTreeClassifier

    ranks = growth.ranks
    most = min(leaves, len(ranks))  # more leaves than rows there cannot be
    classifier = DecisionTreeClassifier(criterion=criterion, max_leaf_nodes=most, random_state=seed)
    with warnings.catch_warnings():  # many clusters of few rows are no mistake here
        warnings.filterwarnings("ignore", "The number of unique classes", UserWarning)
        return classifier.fit(ranks.lower.T, ranks.cluster, sample_weight=ranks.weight)
