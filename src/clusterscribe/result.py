"""How an answer was found and what is proven about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from clusterscribe.proof import Status, StopReason


@dataclass(frozen=True, slots=True)
class Result:
    """What was reached, what is proven, and what it took.

    `objective` is the value of the measure that was asked for (complexity, sparsity or
    their weighted sum), `bound` a proven lower bound on it over *all* half-spaces of the
    class under the same error budget, `error_bound` a proven lower bound on the errors of
    any description of the class. "optimal" means that both gaps are closed.
    """

    status: Status
    errors: float
    accuracy: float
    complexity: int
    sparsity: int
    columns: int  # columns of the table that are used
    objective: float
    bound: float
    gap: float
    error_bound: float
    max_errors: float  # the error budget that was in force
    stop_reason: StopReason
    seconds: float
    statistics: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Result:
        """Read back what `to_dict` wrote."""
        status, stop_reason = Status(values["status"]), StopReason(values["stop_reason"])
        return cls(**{**values, "status": status, "stop_reason": stop_reason})
