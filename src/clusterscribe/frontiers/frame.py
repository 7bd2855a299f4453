"""The frontier as a DataFrame, a row a point."""

from __future__ import annotations

from typing import Any

from clusterscribe.description.export.frame import Backend, framed
from clusterscribe.frontiers.frontier import Frontier

TYPES = {
    "errors": "Float64",
    "accuracy": "Float64",
    "complexity": "Int64",
    "sparsity": "Int64",
    "objective": "Float64",
    "bound": "Float64",
    "fewest_errors": "Float64",
    "status": "String",
}


def to_frame(frontier: Frontier, backend: Backend = "pandas") -> Any:  # noqa: ANN401
    """Return the figures of every point.

    `bound` is what no description within its errors is below in the objective,
    `fewest_errors` what no description as short is below in errors.
    """
    records = [
        {
            "errors": float(point.errors),
            "accuracy": point.result.accuracy,
            "complexity": point.complexity,
            "sparsity": point.sparsity,
            "objective": float(point.result.objective),
            "bound": float(point.result.bound),
            "fewest_errors": float(point.fewest_errors),
            "status": point.result.status,
        }
        for point in frontier
    ]
    return framed(records, TYPES, backend)
