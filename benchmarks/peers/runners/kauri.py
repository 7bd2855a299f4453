"""Kauri of the package gemclus: a tree that clusters by itself, of K leaves.

Its clusters are matched with the given ones so that most rows agree. It cannot be given labels,
but it can be given a kernel: with 1 for two rows of one cluster and 0 for others, the clusters
are what it looks for.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.peers.runners.given import Given, Offers, same_cut

LEAF = -1


def kauri(given: Given, by_labels: bool = False) -> Offers:
    """Grow a tree of K leaves and at most K clusters."""
    package = import_module("gemclus.tree")
    metrics = import_module("sklearn.metrics")
    yield None
    model = package.Kauri(
        max_clusters=given.clusters,
        max_leaves=given.clusters,
        kernel="precomputed" if by_labels else "linear",
        random_state=0,
    )
    kernel = (given.labels[:, None] == given.labels).astype(float) if by_labels else None
    model.fit(given.scaled, kernel)
    names = matched(model.labels_, given.labels)
    yield {
        "tree": node_of(model.tree_, 0, given, names),
        "predicted": names[model.labels_].tolist(),
        "agreement": float(metrics.adjusted_rand_score(given.labels, model.labels_)),
    }


def matched(found: NDArray[np.int64], labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the cluster that each found one stands for, so that most rows agree."""
    optimize = import_module("scipy.optimize")
    size = int(max(found.max(), labels.max())) + 1
    together = np.zeros((size, size), dtype=int)
    np.add.at(together, (found, labels), 1)
    return np.asarray(optimize.linear_sum_assignment(-together)[1])


def node_of(tree: Any, place: int, given: Given, names: NDArray[np.int64]) -> dict[str, Any]:  # noqa: ANN401
    """Return a node in the units of the table."""
    if tree.children_left[place] == LEAF:
        return {"cluster": int(names[tree.target[place]])}
    column = int(tree.features[place])
    seen, values = given.scaled[:, column], given.values[:, column]
    return {
        "column": column,
        "cut": same_cut(seen, values, float(tree.thresholds[place])),
        "below": node_of(tree, tree.children_left[place], given, names),
        "above": node_of(tree, tree.children_right[place], given, names),
    }
