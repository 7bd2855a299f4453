"""A decision tree with one leaf per cluster, turned into polyhedra.

It is the first answer and the first upper bound, and no later answer is worse.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.boxes import NOISE
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks
from clusterscribe.problem.tree_paths import LEAF, LeafPath, first_right_of, paths_of


class FittedTree(NamedTuple):
    """A tree with one leaf per cluster, and what an answer can be made of it.

    Those are the largest leaves of each cluster. One without a leaf is given up: nothing is inside
    its polyhedron.
    """

    ranges: Ranges
    paths: tuple[LeafPath, ...]


def tree_ranges(ranks: Ranks) -> Ranges:
    """Fit a tree with one leaf per cluster and return the largest leaf of each cluster."""
    return fit_tree(ranks).ranges


def fit_tree(ranks: Ranks, seed: int = 0) -> FittedTree:
    """Fit a tree with one leaf per cluster, and one for noise."""
    leaves = ranks.clusters + int((ranks.cluster == NOISE).any())
    classifier = cart(ranks, ranks.weight, leaves, seed)
    ranges = largest_leaves(leaves_of(classifier, ranks.sizes), ranks.clusters, ranks.sizes)
    return FittedTree(ranges.turned(ranks), tuple(paths_of(classifier)))


def cart(ranks: Ranks, weight: NDArray[np.int64 | np.float64], leaves: int, seed: int = 0) -> Any:  # noqa: ANN401  (scikit-learn has no types)
    """Fit a tree to ranks: in single precision, different values may look the same."""
    is_plain = ranks.lower is ranks.upper
    middles = ranks.lower if is_plain else (ranks.lower + ranks.upper) / 2
    return fitted(middles.T, ranks.cluster, weight, leaves, seed=seed)


def fitted(
    numbers: NDArray[Any],
    cluster: NDArray[np.int64],
    weight: NDArray[Any],
    leaves: int,
    *,
    criterion: str = "gini",
    seed: int = 0,
) -> Any:  # noqa: ANN401  (scikit-learn has no types)
    """Fit scikit-learn's decision tree of at most so many leaves, and at least two."""
    from sklearn.tree import DecisionTreeClassifier

    classifier = DecisionTreeClassifier(
        criterion=criterion, max_leaf_nodes=max(2, leaves), random_state=seed
    )
    with warnings.catch_warnings():  # many clusters of few rows are fine here
        warnings.filterwarnings("ignore", "The number of unique classes", UserWarning)
        return classifier.fit(numbers, cluster, sample_weight=weight)


class Leaf(NamedTuple):
    """Lowest and highest ranks, the cluster that a leaf is named after, and its weight there."""

    low: NDArray[np.int64]
    high: NDArray[np.int64]
    cluster: int
    weight: float


def largest_leaves(leaves: Iterable[Leaf], clusters: int, sizes: NDArray[np.int64]) -> Ranges:
    """Describe each cluster by its heaviest leaf; one without a leaf is given up."""
    ranges = given_up(clusters, sizes)
    best = np.full(clusters, -1.0)
    for leaf in leaves:
        if leaf.cluster != NOISE and leaf.weight > best[leaf.cluster]:
            best[leaf.cluster] = leaf.weight
            ranges.low[leaf.cluster], ranges.high[leaf.cluster] = leaf.low, leaf.high
    return ranges


def given_up(clusters: int, sizes: NDArray[np.int64]) -> Ranges:
    """Return the answer in which nothing is inside any polyhedron."""
    ranges = Ranges.everything(clusters, sizes)
    ranges.high[:, 0] = -1
    return ranges


def leaves_of(
    classifier: Any,  # noqa: ANN401  (scikit-learn's tree has no public type)
    sizes: NDArray[np.int64],
) -> Iterator[Leaf]:
    """Yield the leaves of a tree that was fitted to ranks."""
    tree = classifier.tree_
    stack = [(0, np.zeros_like(sizes), sizes - 1)]
    while stack:
        node, low, high = stack.pop()
        left, right = tree.children_left[node], tree.children_right[node]
        if left == LEAF:
            weights = tree.value[node][0] * tree.weighted_n_node_samples[node]
            cluster = int(classifier.classes_[weights.argmax()])
            yield Leaf(low, high, cluster, float(weights.max()))
            continue
        d = int(tree.feature[node])
        split = first_right_of(tree.threshold[node])
        left_high, right_low = high.copy(), low.copy()
        left_high[d], right_low[d] = split - 1, split
        stack += [(left, low, left_high), (right, right_low, high)]
