"""Measure one method on one of the paper's data sets, with the paper's settings."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from benchmarks.cases import Case
from benchmarks.oblique import warm_up
from benchmarks.paper_figures import EVERY_ROW
from clusterscribe.comparison.methods import standard_methods
from clusterscribe.datasets import load
from clusterscribe.parameters import LabelledTable
from clusterscribe.search.rows.encode import encode

# as in section 4 of the paper
SHARED = {"error_slack": 0.05, "random_state": 0}
MANY = 1_000_000  # more than any cluster has
OWN = {
    "PROTO": {"max_candidates": 125, "max_rows": 500},
    EVERY_ROW: {"max_candidates": MANY, "max_rows": MANY},
}


def measure(case: Case) -> dict[str, Any]:
    """Describe the set by the method of the case and return all figures."""
    data = load(case.name, "clean" if case.variant == "clean" else "paper")
    method = "PROTO" if case.method == EVERY_ROW else case.method
    describer = standard_methods()[method].make({**SHARED, "time_limit": case.time_limit})
    describer.set_params(**OWN.get(case.method, {}))
    if case.max_errors is not None:
        describer.set_params(max_errors=case.max_errors)
    if "PDP" in case.method:
        describer.set_params(min_recall=0)  # the paper's program asks nothing of shares inside
    if "PDP-3" in case.method:
        warm_up()
    start = time.perf_counter()
    _, result = describer.describe(data.table, data.labels)
    seconds = time.perf_counter() - start
    return {
        "rows": len(data.labels),
        "columns": len(encode(LabelledTable(data.table, data.labels)).features),
        "clusters": len(np.unique(data.labels)),
        "labels_from": data.labels_from,
        "status": result.status,
        "errors": result.errors,
        "error_bound": result.error_bound,
        "accuracy": result.accuracy,
        "complexity": result.complexity,
        "sparsity": result.sparsity,
        "value": result.objective,
        "bound": result.bound,
        "seconds": seconds,
    }
