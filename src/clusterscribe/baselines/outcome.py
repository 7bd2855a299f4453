"""From the regions that a method found to a description and a result, counted on the rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from clusterscribe.clock import Clock
from clusterscribe.description import Description, Region
from clusterscribe.description.tally import judge, tallied
from clusterscribe.encode import Encoded
from clusterscribe.result import Result


@dataclass(frozen=True, slots=True)
class Achievement:
    """What a method made small, in its own words, and how small it could be made by it.

    `bound` is a proven lower bound within the method's own class of descriptions; a method
    that proves nothing leaves it at 0. `error_bound` is one on the errors of that class.
    """

    objective: str  # in words, such as "errors" or "tags"
    value: float
    bound: float = 0.0
    error_bound: float = 0.0
    stop_reason: str = "done"
    statistics: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_optimal(self) -> bool:
        """Whether nothing of the method's class does better."""
        return self.bound >= self.value


def outcome(
    data: Encoded, regions: Iterable[Region], achievement: Achievement, clock: Clock
) -> tuple[Description, Result]:
    """Return the description and the result, every figure counted again on the raw rows."""
    description = Description(
        columns=data.table.columns,
        parts=tuple(regions),
        noise_label=data.clusters.noise_label,
        noise=data.noise,
    )
    judgement = judge(description, data.table, data.labels, data.weight)
    counted = replace(description, tallies=tallied(description, judgement))
    value, bound = achievement.value, achievement.bound
    result = Result(
        status="optimal" if achievement.is_optimal else "feasible",
        errors=judgement.errors,
        accuracy=judgement.accuracy,
        complexity=description.complexity,
        sparsity=description.sparsity,
        columns=len(description.used_columns),
        objective=value,
        bound=bound,
        gap=(value - bound) / value if value else 0.0,
        error_bound=min(judgement.errors, achievement.error_bound),
        max_errors=judgement.errors,
        stop_reason=achievement.stop_reason,
        seconds=clock.elapsed,
        statistics={"objective": achievement.objective, **achievement.statistics},
    )
    return counted, result
