"""A decision tree with one leaf per cluster, turned into polyhedra.

It is the first answer and the first upper bound, and no later answer is worse.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.boxes import NOISE, Boxes
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.tree_paths import LEAF, LeafPath, paths_of

LARGEST = 1e30


class FittedTree(NamedTuple):
    """A tree with one leaf per cluster, and what an answer can be made of it.

    Those are the largest leaves of each cluster. One without a leaf is given up: nothing is inside
    its polyhedron.
    """

    ranges: Ranges
    paths: tuple[LeafPath, ...]


def tree_ranges(boxes: Boxes, values: list[NDArray[np.float64]]) -> Ranges:
    """Fit a tree with one leaf per cluster and return the largest leaf of each cluster."""
    return fit_tree(boxes, values).ranges


def fit_tree(boxes: Boxes, values: list[NDArray[np.float64]]) -> FittedTree:
    """Fit a tree with one leaf per cluster, and one for noise."""
    leaves = boxes.clusters + int((boxes.cluster == NOISE).any())
    classifier = fitted(_middles(boxes), boxes.cluster, boxes.weight, leaves)
    sizes = np.array([len(v) for v in values], dtype=np.int64)

    def split_at(feature: int, threshold: float) -> int:
        # the tree compares in single precision, so its bounds are found among rounded values
        return int(np.searchsorted(_in_single(values[feature]), threshold, side="right"))

    ranges = largest_leaves(leaves_of(classifier, sizes, split_at), boxes.clusters, sizes)
    return FittedTree(ranges, tuple(paths_of(classifier, split_at)))


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


def _middles(boxes: Boxes) -> NDArray[np.float32]:
    """Return the middle of every box, one feature at a time to save memory."""
    middles = np.empty(boxes.lower.shape, dtype=np.float32)
    for d in range(boxes.features):
        lower, upper = boxes.lower[:, d], boxes.upper[:, d]
        is_plain = boxes.lower is boxes.upper
        middles[:, d] = _in_single(lower if is_plain else (lower + upper) / 2)
    return middles


def _in_single(values: NDArray[np.float64]) -> NDArray[np.float32]:
    """Clip to what the tree, which works in single precision, can hold and add up."""
    return np.clip(values, -LARGEST, LARGEST).astype(np.float32)


def leaves_of(
    classifier: Any,  # noqa: ANN401  (scikit-learn's tree has no public type)
    sizes: NDArray[np.int64],
    split_at: Callable[[int, float], int],
) -> Iterator[Leaf]:
    """Yield the leaves; `split_at` is the first rank of a feature right of a threshold."""
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
        split = split_at(d, tree.threshold[node])
        left_high, right_low = high.copy(), low.copy()
        left_high[d], right_low[d] = split - 1, split
        stack += [(left, low, left_high), (right, right_low, high)]
