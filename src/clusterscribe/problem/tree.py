"""A decision tree with one leaf per cluster, turned into polyhedra.

It is the first answer and the first upper bound, and no later answer is worse.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.boxes import NOISE, Boxes
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.tree_paths import LEAF, Leaf, leaves_of

LARGEST = 1e30


def tree_ranges(boxes: Boxes, values: list[NDArray[np.float64]]) -> Ranges:
    """Fit a tree with one leaf per cluster and return the largest leaf of each cluster."""
    return fit_tree(boxes, values).ranges


class FittedTree(NamedTuple):
    """A tree with one leaf per cluster, and what an answer can be made of it.

    Those are the largest leaves of each cluster. One without a leaf is given up: nothing is inside
    its polyhedron.
    """

    ranges: Ranges
    leaves: tuple[Leaf, ...]


def fit_tree(boxes: Boxes, values: list[NDArray[np.float64]]) -> FittedTree:
    """Fit a tree with one leaf per cluster, and one for noise."""
    from sklearn.tree import DecisionTreeClassifier

    leaves = boxes.clusters + int((boxes.cluster == NOISE).any())
    classifier = DecisionTreeClassifier(max_leaf_nodes=max(2, leaves), random_state=0)
    with warnings.catch_warnings():  # many clusters of few rows are fine here
        warnings.filterwarnings("ignore", "The number of unique classes", UserWarning)
        classifier.fit(_middles(boxes), boxes.cluster, sample_weight=boxes.weight)
    sizes = np.array([len(v) for v in values], dtype=np.int64)
    ranges = Ranges.everything(boxes.clusters, sizes)
    ranges.high[:, 0] = -1
    best = np.full(boxes.clusters, -1.0)
    for low, high, weights in _leaves(classifier.tree_, values, sizes):
        cluster = int(classifier.classes_[weights.argmax()])
        if cluster != NOISE and weights.max() > best[cluster]:
            best[cluster] = weights.max()
            ranges.low[cluster], ranges.high[cluster] = low, high
    return FittedTree(ranges, tuple(leaves_of(classifier, partial(_split_at, values))))


def _split_at(values: list[NDArray[np.float64]], feature: int, threshold: float) -> int:
    # the tree compares in single precision, so its bounds are found among rounded values
    return int(np.searchsorted(_in_single(values[feature]), threshold, side="right"))


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


def _leaves(
    tree: Any,  # noqa: ANN401  (scikit-learn's tree has no public type)
    values: list[NDArray[np.float64]],
    sizes: NDArray[np.int64],
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]]:
    """Lowest and highest ranks, and the weight of each class, for every leaf."""
    stack = [(0, np.zeros_like(sizes), sizes - 1)]
    while stack:
        node, low, high = stack.pop()
        left, right = tree.children_left[node], tree.children_right[node]
        if left == LEAF:
            yield low, high, tree.value[node][0] * tree.weighted_n_node_samples[node]
            continue
        d = tree.feature[node]
        split = _split_at(values, d, tree.threshold[node])
        left_high, right_low = high.copy(), low.copy()
        left_high[d], right_low[d] = split - 1, split
        stack += [(left, low, left_high), (right, right_low, high)]
