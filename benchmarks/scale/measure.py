"""Measure one table in memory: ours, then scikit-learn's tree on the same rows.

Memory is counted by the system: the largest resident size of the process during the first
fit, less what it was when all libraries were loaded and nothing else. The table is a part of it.
"""

from __future__ import annotations

import gc
import statistics
import time
from typing import Any, TypeAlias

import numpy as np
from scipy import sparse
from sklearn.tree import DecisionTreeClassifier

from benchmarks.measure import about, forget_peak, peak_bytes, warm_up
from benchmarks.scale.cases import ScaleCase
from benchmarks.scale.tables import table_of
from clusterscribe import PolyhedralDescriber, Result

Table: TypeAlias = Any  # an array or a sparse matrix
LEAF = -1


def measure(case: ScaleCase) -> dict[str, Any]:
    """Fit the describer and the tree on one table and return all figures."""
    warm_up()
    libraries = resident_now()
    table, labels = table_of(case)
    # where the tree's time sets ours it comes first
    tree = fit_tree(case, table, labels) if case.tree_times else None
    limit = case.tree_times * tree["tree_seconds"] if tree else case.time_limit
    before = resident_now() - libraries
    seconds, result, peak = fit(case, table, labels, limit)
    tree = tree or fit_tree(case, table, labels)
    return {
        **about(table, labels, result),
        **tree,
        "gap": result.gap,
        "way": result.statistics.get("rows", "plain"),
        "seen": result.statistics.get("rows_taken", result.statistics.get("groups")),
        "limit": limit,
        "seconds": seconds,
        "array_bytes": bytes_of(table),
        "table_bytes": before,
        "libraries_bytes": libraries,
        "peak_bytes": peak - libraries,
    }


def fit(case: ScaleCase, table: Table, labels: Table, limit: float) -> tuple[float, Result, int]:
    """Describe the table some times; the middle of the seconds, and the peak of the first."""
    times, peak = [], 0
    for _ in range(case.fits):
        gc.collect()
        forget_peak()
        model = PolyhedralDescriber(time_limit=limit, random_state=0)
        start = time.perf_counter()
        model.fit(table, labels)
        times.append(time.perf_counter() - start)
        peak = peak or peak_bytes()
    return statistics.median(times), model.result_, peak


def fit_tree(case: ScaleCase, table: Table, labels: Table) -> dict[str, Any]:
    """Fit scikit-learn's tree with one leaf per cluster as often, and return its figures."""
    times = []
    for _ in range(case.fits):
        tree = DecisionTreeClassifier(max_leaf_nodes=case.clusters, random_state=0)
        start = time.perf_counter()
        tree.fit(table, labels)
        times.append(time.perf_counter() - start)
    wrong = tree.predict(table) != labels
    return {
        "tree_seconds": statistics.median(times),
        "tree_errors": int(np.count_nonzero(wrong)),
        "tree_complexity": complexity_of(tree),
    }


def complexity_of(classifier: DecisionTreeClassifier) -> int:
    """Return the complexity of a tree's leaves as polyhedra: two for each condition.

    Of several bounds of a leaf on one side of a feature only the tightest is a condition.
    """
    tree = classifier.tree_
    conditions, stack = 0, [(0, frozenset[tuple[int, bool]]())]
    while stack:
        node, path = stack.pop()
        if tree.children_left[node] == LEAF:
            conditions += len(path)
            continue
        feature = int(tree.feature[node])
        stack.append((int(tree.children_left[node]), path | {(feature, True)}))
        stack.append((int(tree.children_right[node]), path | {(feature, False)}))
    return 2 * conditions


def bytes_of(table: Table) -> int:
    """Return the size of an array, or of the three arrays of a sparse matrix."""
    if sparse.issparse(table):
        return int(table.data.nbytes + table.indices.nbytes + table.indptr.nbytes)
    return int(table.nbytes)


def resident_now() -> int:
    """Return the resident size of this moment."""
    gc.collect()
    forget_peak()
    return peak_bytes()
