"""What our answers stand beside: scikit-learn's trees, IMM, and separators."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchmarks.segments.answers import counted
from benchmarks.segments.separators import separators
from clusterscribe import IMMDescriber, TreeDescriber
from clusterscribe.description import Description, Polyhedron, Union
from clusterscribe.estimator import Describer

Table: TypeAlias = Any  # a pandas frame or a NumPy array
Method: TypeAlias = Callable[[Table, NDArray[Any]], Description]

# names of the methods: two trees, what remains of the first with one leaf per cluster, and others
TREE, LEAVES, LARGER, IMM, SEPARATORS = "tree", "leaves", "tree-2K", "IMM", "separators"


def others(table: Table, labels: NDArray[Any]) -> dict[str, dict[str, Any]]:
    """Describe a table by every other method, with the seconds of each."""
    clusters = len(np.unique(labels))
    methods: dict[str, Method] = {
        TREE: fitted(TreeDescriber(random_state=0)),
        LEAVES: one_leaf_each,
        LARGER: fitted(TreeDescriber(max_leaves=2 * clusters, random_state=0)),
        IMM: fitted(IMMDescriber()),
        SEPARATORS: separators,
    }
    return {name: measured(method, table, labels) for name, method in methods.items()}


def measured(method: Method, table: Table, labels: NDArray[Any]) -> dict[str, Any]:
    """Return the figures of one method."""
    start = time.perf_counter()
    description = method(table, labels)
    seconds = time.perf_counter() - start
    return {**counted(description, table, labels), "seconds": seconds}


def fitted(model: Describer) -> Method:
    """Return a method that fits a describer."""
    return lambda table, labels: model.fit(table, labels).description_


def one_leaf_each(table: Table, labels: NDArray[Any]) -> Description:
    """Return what a tree with as many leaves as clusters is as polyhedra: one leaf for each.

    A tree may give one cluster two leaves and another none; of several the largest stays.
    """
    tree = TreeDescriber(random_state=0).fit(table, labels).description_
    parts = [part for part in tree.parts if isinstance(part, Polyhedron | Union)]
    return replace(
        tree, parts=tuple(largest(tree, part, table, labels) for part in parts), tallies=None
    )


def largest(
    tree: Description, part: Polyhedron | Union, table: Table, labels: NDArray[Any]
) -> Polyhedron | Union:
    """Return the polyhedron with most of its cluster's rows inside; none stays none."""
    if isinstance(part, Polyhedron) or not part.polyhedra:
        return part

    def own_rows(leaf: Polyhedron) -> int:
        alone = replace(tree, parts=(leaf,), tallies=None)
        return int(alone.membership(table)[labels == part.label].sum())

    return max(part.polyhedra, key=own_rows)
