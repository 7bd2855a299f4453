"""scikit-learn's decision tree, fitted to the labels."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from benchmarks.peers.runners.given import Given, Offers, same_cut

LEAF = -1


def tree(given: Given, leaves: int = 1) -> Offers:
    """Fit a tree with so many leaves for each cluster on average."""
    model = DecisionTreeClassifier(max_leaf_nodes=leaves * given.clusters, random_state=0)
    yield None
    model.fit(given.values, given.labels)
    predicted = model.predict(given.values).tolist()
    yield {"tree": node_of(model.tree_, 0, given), "predicted": predicted}


def node_of(fitted: Any, place: int, given: Given) -> dict[str, Any]:  # noqa: ANN401
    """Return a node; scikit-learn compares numbers of single precision."""
    if fitted.children_left[place] == LEAF:
        return {"cluster": int(fitted.value[place][0].argmax())}
    column = int(fitted.feature[place])
    values = given.values[:, column]
    return {
        "column": column,
        "cut": same_cut(values.astype(np.float32), values, fitted.threshold[place]),
        "below": node_of(fitted, int(fitted.children_left[place]), given),
        "above": node_of(fitted, int(fitted.children_right[place]), given),
    }
