"""Trees of thresholds as describers: CART with one leaf per cluster, and IMM.

CART is scikit-learn's decision tree, fitted to ranks. It only uses the order of values, so the
cuts are those of the values themselves, but neither the units of a column nor the single precision
in which scikit-learn compares can hide a difference between two values.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from clusterscribe.baselines.baseline import ERRORS, Achievement, Baseline, check_count, outcome
from clusterscribe.baselines.trees.threshold_tree import Growth, ThresholdTree
from clusterscribe.clock import Clock
from clusterscribe.description import Description, Label, Noise
from clusterscribe.errors import InputError
from clusterscribe.parameters import check
from clusterscribe.problem.boxes import NOISE
from clusterscribe.problem.centres import Centres, Places
from clusterscribe.problem.imm import expand, separate_centres
from clusterscribe.problem.tree import fitted
from clusterscribe.problem.tree_paths import LEAF
from clusterscribe.progress import Listener
from clusterscribe.proof import StopReason
from clusterscribe.result import Result
from clusterscribe.search.rows.encode import Encoded

CRITERIA = ("gini", "entropy", "log_loss")


class TreeBaseline(Baseline):
    """A describer that grows a tree greedily: each cluster is the paths to its leaves."""

    max_leaves: int | None
    random_state: object

    @abstractmethod
    def _grow(self, data: Encoded, leaves: int | None, seed: int) -> ThresholdTree:
        """Grow a tree of at most so many leaves; None is one for each cluster."""

    def _describe(
        self, X: object, labels: object, sample_weight: object, listener: Listener
    ) -> tuple[Description, Result]:
        clock = Clock(None)
        leaves = check_count(
            "max_leaves",
            self.max_leaves,
            least="the number of clusters",
            none="one leaf per cluster",
        )
        seed = check(random_state=self.random_state).seed
        data = self._encoded(X, labels, sample_weight)
        clusters = data.boxes.clusters
        if leaves is not None and leaves < clusters:
            raise InputError(
                f"max_leaves is {leaves}, but each of the {clusters} clusters of the table needs a "
                f"leaf: use max_leaves={clusters} or more, or None"
            )
        tree = self._grow(data, leaves, seed)
        statistics = {"leaves": tree.leaves, "depth": tree.depth, "nodes": len(tree.nodes)}
        achievement = Achievement(ERRORS, stop_reason=StopReason.GREEDY, statistics=statistics)
        return outcome(data, tree.regions(data.features, data.clusters.labels), achievement, clock)


@dataclass(eq=False, repr=False)
class TreeDescriber(TreeBaseline):
    """Describe clusters by scikit-learn's decision tree (CART), fitted to the labels.

    Each cluster is described by the paths to its leaves: a polyhedron for one leaf, a union
    of polyhedra for several. A cluster without a leaf is given up: no row is inside. The objective
    of `result_` is the number of errors, and nothing is proven.

    Parameters
    ----------
    max_leaves : int or None
        Most leaves of the tree, at least one for each cluster; None is one for each cluster,
        and one more if there is noise. A single leaf, beside noise, is that of the cluster,
        even where most rows are noise.
    criterion : "gini", "entropy" or "log_loss"
        What makes a good split.
    random_state : int, RandomState or None
        Seed that decides between equally good splits. None is a fixed seed.
    noise_label : object or None
        The label of rows that belong to no cluster, such as -1 from DBSCAN.
    noise : "outside" or "ignore"
        Noise rows should lie in leaves of their own, or do not count.
    features : iterable of str or None
        The columns to describe with; None is all of them.
    exclude : iterable of str or None
        Columns to leave out.

    Examples
    --------
    >>> from clusterscribe import TreeDescriber
    >>> model = TreeDescriber().fit([[20], [25], [50], [60]], ["young", "young", "old", "old"])
    >>> model.predict([[18], [70]]).tolist()
    ['young', 'old']

    """

    max_leaves: int | None = None
    criterion: str = "gini"
    random_state: object = None
    noise_label: Label = None
    noise: Noise = "outside"
    features: Iterable[str] | None = None
    exclude: Iterable[str] | None = None

    def _grow(self, data: Encoded, leaves: int | None, seed: int) -> ThresholdTree:
        if not isinstance(self.criterion, str) or self.criterion not in CRITERIA:
            raise InputError(
                f"criterion must be 'gini', 'entropy' or 'log_loss', not {self.criterion!r}"
            )
        has_noise = bool((data.boxes.cluster == NOISE).any())
        return cart(data, leaves or data.boxes.clusters + has_noise, self.criterion, seed)


@dataclass(eq=False, repr=False)
class IMMDescriber(TreeBaseline):
    """Describe clusters by a tree that separates their means with few mistakes (IMM).

    With more leaves than clusters, the tree is expanded (ExKMC) to bring rows nearer to the
    mean that their leaf is named after. Each cluster is described by the paths to its leaves:
    a polyhedron for one leaf, a union of polyhedra for several. A cluster without a leaf, which
    happens when two clusters have the same mean, is given up: no row is inside. The objective of
    `result_` is the number of errors, and nothing is proven.

    Parameters
    ----------
    max_leaves : int or None
        Most leaves of the tree, at least one for each cluster; None is one for each cluster.
    random_state : int, RandomState or None
        Accepted as by other describers; nothing here is random.
    noise_label : object or None
        The label of rows that belong to no cluster, such as -1 from DBSCAN.
    noise : "outside" or "ignore"
        Noise rows take no part in either case; with "outside" each of them is an error,
        as the leaves cover all of the space.
    features : iterable of str or None
        The columns to describe with; None is all of them.
    exclude : iterable of str or None
        Columns to leave out.

    Examples
    --------
    >>> from clusterscribe import IMMDescriber
    >>> model = IMMDescriber().fit([[20], [25], [50], [60]], ["young", "young", "old", "old"])
    >>> model.predict([[18], [70]]).tolist()
    ['young', 'old']

    """

    max_leaves: int | None = None
    random_state: object = None
    noise_label: Label = None
    noise: Noise = "outside"
    features: Iterable[str] | None = None
    exclude: Iterable[str] | None = None

    def _grow(self, data: Encoded, leaves: int | None, seed: int) -> ThresholdTree:
        return imm_tree(data, leaves or data.boxes.clusters)


def cart(data: Encoded, leaves: int, criterion: str, seed: int) -> ThresholdTree:
    """Grow a tree of at most so many leaves; noise is a class of its own."""
    growth = Growth(data)
    if leaves == 1:  # scikit-learn refuses; there is one cluster, and the leaf is the cluster's
        growth.name(0, 0)
        return growth.tree
    ranks = growth.ranks
    most = min(leaves, len(ranks))  # there cannot be more leaves than rows
    classifier = fitted(
        ranks.lower.T, ranks.cluster, ranks.weight, most, criterion=criterion, seed=seed
    )
    tree, classes = classifier.tree_, classifier.classes_
    stack = [(0, 0)]  # a node of the fitted tree, and the leaf of ours that becomes it
    while stack:
        node, leaf = stack.pop()
        if tree.children_left[node] == LEAF:
            growth.name(leaf, int(classes[tree.value[node][0].argmax()]))
            continue
        split = int(np.floor(tree.threshold[node])) + 1
        left, right = growth.split(leaf, int(tree.feature[node]), split)
        stack += [(tree.children_left[node], left), (tree.children_right[node], right)]
    return growth.tree


def imm_tree(data: Encoded, leaves: int) -> ThresholdTree:
    """Separate the centres of the clusters, and expand the tree if it may have more leaves."""
    data = _without_noise(data)
    growth, centres = Growth(data), Centres.of(data.boxes)
    separate_centres(growth, Places.of(centres, growth.ranks))
    if leaves > data.boxes.clusters:
        expand(growth, data.boxes.weight[:, None] * centres.squared_distances(), leaves)
    return growth.tree


def _without_noise(data: Encoded) -> Encoded:
    """Return the rows that are in a cluster, as if there were no others."""
    boxes, kept = data.boxes, data.boxes.cluster != NOISE
    if kept.all():
        return data
    counted = data.counted.copy()
    counted[counted] = kept
    return replace(
        data,
        counted=counted,
        values={feature: column[kept] for feature, column in data.values.items()},
        boxes=boxes.like(
            boxes.lower[kept], boxes.lower[kept], boxes.weight[kept], boxes.cluster[kept]
        ),
    )
