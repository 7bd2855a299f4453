"""Trees that separate the centres of clusters: the packages ExKMC and ShallowTree.

Both are given the clusters: their means as centres, and to ExKMC the label of each row as what
k-means predicts. Distances are those of the scaled table.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from benchmarks.peers.runners.given import Given, Numbers, Offers, same_cut


class Known:
    """The clusters, as ExKMC asks k-means for them."""

    def __init__(self, given: Given) -> None:
        self.n_clusters, self.cluster_centers_ = given.clusters, given.centres
        self._labels = given.labels

    def predict(self, _: Numbers) -> Any:  # noqa: ANN401
        """Return the cluster of each row."""
        return self._labels


def exkmc(given: Given, leaves: int = 1) -> Offers:
    """Separate the centres with few mistakes (IMM), and expand the tree to more leaves (ExKMC)."""
    package = import_module("ExKMC.Tree")
    known = Known(given)
    yield None
    model = package.Tree(given.clusters, max_leaves=leaves * given.clusters)
    model.fit(given.scaled, known)
    predicted = model.predict(given.scaled).astype(int).tolist()
    yield {"tree": node_of(model.tree, given), "predicted": predicted}


def shallow(given: Given) -> Offers:
    """Separate the centres at low cost and depth, with the default weight of depth, 0.03."""
    # the package sets the centres of a KMeans that was not fitted, which then lacks this attribute
    import_module("sklearn.cluster").KMeans._n_threads = 1
    package = import_module("ShallowTree.ShallowTree")
    centres = given.centres
    yield None
    model = package.ShallowTree(given.clusters).fit(given.scaled, centres)
    predicted = model.predict(given.scaled).astype(int).tolist()
    yield {"tree": node_of(model.tree, given), "predicted": predicted}


def node_of(node: Any, given: Given) -> dict[str, Any]:  # noqa: ANN401
    """Return a node in the units of the table."""
    if node.is_leaf():
        return {"cluster": int(node.value)}
    column = int(node.feature)
    return {
        "column": column,
        "cut": same_cut(given.scaled[:, column], given.values[:, column], float(node.value)),
        "below": node_of(node.left, given),
        "above": node_of(node.right, given),
    }
