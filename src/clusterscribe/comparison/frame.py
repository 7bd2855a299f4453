"""A comparison as a DataFrame, a row a method."""

from __future__ import annotations

from typing import Any

from clusterscribe.comparison.comparison import Comparison, Entry
from clusterscribe.description.export.frame import Backend, framed

TYPES = {
    "method": "String",
    "accuracy": "Float64",
    "errors": "Float64",
    "complexity": "Int64",
    "sparsity": "Int64",
    "objective": "String",
    "value": "Float64",
    "bound": "Float64",
    "error_bound": "Float64",
    "max_errors": "Float64",
    "status": "String",
    "stop_reason": "String",
    "seconds": "Float64",
    "reason": "String",
}


def to_frame(comparison: Comparison, backend: Backend = "pandas") -> Any:  # noqa: ANN401
    """Return the figures of every method.

    `objective` says in words what the method makes small, `value` and `bound` are what it
    reached and what is proven of it, `max_errors` the error budget under which that holds, and
    `stop_reason` why it went no further. A method without an answer has a `reason` and no
    figures.
    """
    return framed([_record(entry) for entry in comparison], TYPES, backend)


def _record(entry: Entry) -> dict[str, Any]:
    record: dict[str, Any] = {"method": entry.method, "seconds": entry.seconds}
    if entry.reason:
        record["reason"] = entry.reason
    result = entry.result
    if result is None:
        return record
    return record | {
        "accuracy": result.accuracy,
        "errors": float(result.errors),
        "complexity": result.complexity,
        "sparsity": result.sparsity,
        "objective": entry.measure,
        "value": float(result.objective),
        "bound": float(result.bound),
        "error_bound": float(result.error_bound),
        "max_errors": float(result.max_errors),
        "status": result.status,
        "stop_reason": result.stop_reason,
    }
