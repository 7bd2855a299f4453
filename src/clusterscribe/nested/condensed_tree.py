"""A condensed tree of HDBSCAN: clusters that split as the density rises, one level per split.

It is known by what it has (parent, child, lambda_val, child_size), so that hdbscan need not be
installed. Rows are the children below the root's own number; they leave their parent when they
become noise, or when nothing is left of it. Those that leave a cluster that splits further are in
none of its parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from clusterscribe.errors import InputError
from clusterscribe.nested.hierarchy import Level
from clusterscribe.parameters import whole_number
from clusterscribe.table import Distinct
from clusterscribe.table.column import MISSING
from clusterscribe.table.labels import distinct_labels

FIELDS = ("parent", "child", "lambda_val", "child_size")
LEFT = -1  # the label of rows that are in none of the parts of a cluster
EXPECTED = (
    "condensed_tree must be the condensed_tree_ of hdbscan, or a table or record array with the "
    "columns parent, child, lambda_val and child_size"
)


def levels_of_condensed_tree(tree: object, max_depth: object, rows: int) -> tuple[Level, ...]:
    """Return the cluster of each row on each level, by the numbers that the tree gives them."""
    depth = _depth(max_depth)
    parents, children = _edges(tree)
    root = int(parents.min())
    if root != rows:
        raise InputError(
            f"condensed_tree is about {root:,} rows and X has {rows:,}; give the tree of these rows"
        )
    parent_of = _parents_of_clusters(parents, children, root)
    home = _homes(parents, children, root)
    chains = {cluster: _chain(cluster, parent_of, root) for cluster in {*parent_of, root}}
    deepest = max(map(len, chains.values()))
    if not deepest:
        raise InputError(
            "condensed_tree has no clusters below its root, so that there is nothing to describe; "
            "a smaller min_cluster_size finds more"
        )
    deepest = deepest if depth is None else min(deepest, depth)
    divided = set(parent_of.values())
    return tuple(_level(place, home, chains, divided) for place in range(deepest))


def _level(
    place: int, home: NDArray[np.int64], chains: Mapping[int, list[int]], divided: set[int]
) -> Level:
    """Return the level at this depth: the cluster, LEFT, or nothing where one is not divided."""

    def label(cluster: int) -> int | None:
        chain = chains[cluster]
        if place < len(chain):
            return chain[place]
        return LEFT if cluster in divided and place == len(chain) else None

    clusters, codes = np.unique(home, return_inverse=True)
    values = [label(cluster) for cluster in clusters.tolist()]
    found = distinct_labels([value for value in values if value is not None])
    known: dict[Any, int] = {value: code for code, value in enumerate(found.values)}
    code_of = [MISSING if value is None else known[value] for value in values]
    labels = Distinct(found.values, np.array(code_of, dtype=np.int64)[codes])
    return Level(f"depth {place + 1}", labels)


def _depth(max_depth: object) -> int | None:
    depth = whole_number(max_depth)
    if max_depth is not None and (depth is None or depth < 1):
        raise InputError(
            f"max_depth must be a whole number of at least 1, or None for all levels, not "
            f"{max_depth!r}"
        )
    return depth


def _edges(tree: object) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the parents and the children, as whole numbers."""
    columns = _columns(tree)
    try:
        parents, children = (np.asarray(columns[name]).astype(np.int64) for name in FIELDS[:2])
    except (TypeError, ValueError):
        raise InputError(f"{EXPECTED}; parents and children are whole numbers") from None
    if parents.ndim != 1 or parents.shape != children.shape or not len(parents):
        raise InputError(f"{EXPECTED}; it has no entries")
    return parents, children


def _columns(tree: object) -> Mapping[str, Any]:
    if not isinstance(tree, np.ndarray) and not isinstance(tree, Mapping):
        wrapped = nw.from_native(nw.to_native(tree, pass_through=True), pass_through=True)
        if isinstance(wrapped, nw.DataFrame):
            tree = {name: wrapped[name].to_numpy() for name in wrapped.columns}
        elif hasattr(tree, "to_numpy"):
            tree = tree.to_numpy()
    if isinstance(tree, np.ndarray) and tree.dtype.names:
        tree = {name: tree[name] for name in tree.dtype.names}
    if not isinstance(tree, Mapping) or not set(FIELDS) <= set(tree):
        raise InputError(EXPECTED)
    return tree


def _parents_of_clusters(
    parents: NDArray[np.int64], children: NDArray[np.int64], root: int
) -> dict[int, int]:
    """Return the parent of each cluster but the root; each has one, which comes before it."""
    is_cluster = children >= root
    inner = children[is_cluster].tolist()
    found = dict(zip(inner, parents[is_cluster].tolist(), strict=True))
    lost = set(parents.tolist()) - {root, *found}
    circular = [child for child, parent in found.items() if parent >= child]
    if len(found) < len(inner) or lost or circular or root in found:
        raise InputError(
            "condensed_tree is broken: each cluster but the root must have one parent, with a "
            "smaller number; give the tree as hdbscan made it"
        )
    return found


def _homes(parents: NDArray[np.int64], children: NDArray[np.int64], root: int) -> NDArray[np.int64]:
    """Return the last cluster that each row was in."""
    is_row = children < root
    counts = np.bincount(np.maximum(children[is_row], 0), minlength=root)
    if (children < 0).any() or (counts != 1).any():
        raise InputError(
            "condensed_tree is broken: each row must leave the tree exactly once; give the tree "
            "as hdbscan made it"
        )
    home = np.empty(root, dtype=np.int64)
    home[children[is_row]] = parents[is_row]
    return home


def _chain(cluster: int, parent_of: Mapping[int, int], root: int) -> list[int]:
    """Return the clusters from below the root down to this one."""
    chain = []
    while cluster != root:
        chain.append(cluster)
        cluster = parent_of[cluster]
    return chain[::-1]
