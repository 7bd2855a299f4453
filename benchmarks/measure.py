"""Measure an axis-parallel fit beside a decision tree: figures, seconds and peak memory."""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from benchmarks.cases import MIXTURE, MIXTURES, Case
from benchmarks.data import load, mixture
from clusterscribe import PolyhedralDescriber, Result

Array: TypeAlias = Any  # a pandas frame or a NumPy array
MEBIBYTE = 2**20


def measure(case: Case) -> dict[str, Any]:
    """Fit the tree and the describer on one table and return all figures."""
    table, labels = (
        mixture(case.clusters, MIXTURES[case.variant])
        if case.name == MIXTURE
        else load(case.name, case.variant)
    )
    warm_up()
    tree_seconds, tree_errors = fit_tree(table, labels)
    forget_peak()
    baseline = peak_bytes()
    model = PolyhedralDescriber(
        objective=case.objective,
        max_errors=case.max_errors,
        min_recall=0,  # as in the paper
        time_limit=case.time_limit,
        random_state=0,
    )
    start = time.perf_counter()
    model.fit(table, labels)
    seconds = time.perf_counter() - start
    result = model.result_
    return {
        **about(table, labels, result),
        "value": result.objective,
        "seconds": seconds,
        "peak_mebibytes": (peak_bytes() - baseline) / MEBIBYTE,
        "tree_errors": tree_errors,
        "tree_seconds": tree_seconds,
    }


def about(table: Array, labels: Array, result: Result) -> dict[str, Any]:
    """Return the figures of a table and of what was found on it."""
    return {
        "rows": int(table.shape[0]),
        "columns": int(table.shape[1]),
        "clusters": len(np.unique(labels)),
        "status": result.status,
        "stop_reason": result.stop_reason,
        "errors": result.errors,
        "error_bound": result.error_bound,
        "complexity": result.complexity,
        "sparsity": result.sparsity,
        "bound": result.bound,
    }


def warm_up() -> None:
    """Load every library that a fit uses, so that it is not counted as fitting."""
    table, labels = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0, 0, 1, 1])
    PolyhedralDescriber(time_limit=5).fit(table, labels)
    DecisionTreeClassifier().fit(table, labels)


def fit_tree(table: Array, labels: Array) -> tuple[float, int]:
    """Fit a tree with one leaf per cluster; return the fastest of three fits, and its errors."""
    times = []
    for _ in range(3):
        tree = DecisionTreeClassifier(max_leaf_nodes=len(np.unique(labels)), random_state=0)
        start = time.perf_counter()
        tree.fit(table, labels)
        times.append(time.perf_counter() - start)
    return min(times), int(np.sum(tree.predict(table) != labels))


def forget_peak() -> None:
    """Let the peak start from here, where the system can (Linux); reading data has a peak too."""
    control = Path("/proc/self/clear_refs")
    if control.exists():
        control.write_text("5")


def peak_bytes() -> int:
    """Return the largest resident size so far."""
    status = Path("/proc/self/status")
    if status.exists():
        lines = [line for line in status.read_text().splitlines() if line.startswith("VmHWM")]
        if lines:
            return int(lines[0].split()[1]) * 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
