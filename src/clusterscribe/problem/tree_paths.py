"""The whole of a decision tree: the questions on the way to each of its leaves.

A cluster may have several leaves or none, so a tree is no answer of ours, only what one is
compared with. `tree.py` takes from it what is one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

LEAF = -1  # scikit-learn's mark of a node without children


class Question(NamedTuple):
    """Whether the rank of a feature is below a split, and the answer that leads on."""

    feature: int
    split: int
    is_below: bool


Path: TypeAlias = tuple[Question, ...]


class LeafPath(NamedTuple):
    """The cluster that a leaf is named after, and the way to it."""

    cluster: int
    path: Path


def paths_of(
    classifier: Any,  # noqa: ANN401  (scikit-learn has no types)
) -> Iterator[LeafPath]:
    """Yield the leaves of a tree that was fitted to ranks."""
    tree = classifier.tree_
    stack: list[tuple[int, Path]] = [(0, ())]
    while stack:
        node, path = stack.pop()
        if tree.children_left[node] == LEAF:
            yield LeafPath(int(classifier.classes_[tree.value[node][0].argmax()]), path)
            continue
        feature = int(tree.feature[node])
        split = first_right_of(tree.threshold[node])
        for child, is_below in ((tree.children_left, True), (tree.children_right, False)):
            stack.append((child[node], (*path, Question(feature, split, is_below))))


def first_right_of(threshold: float) -> int:
    """Return the first rank that is right of a threshold."""
    return int(threshold) + 1
