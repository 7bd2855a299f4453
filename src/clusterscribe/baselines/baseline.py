"""What the baselines share: reading a table, checking parameters, and reporting a result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from clusterscribe.clock import Clock
from clusterscribe.description import Description, Label, Noise, Region
from clusterscribe.description.core import Judgement, judge, tallied
from clusterscribe.errors import InputError
from clusterscribe.estimator import Describer
from clusterscribe.parameters import LabelledTable, check, whole_number
from clusterscribe.progress import Listener, silent
from clusterscribe.proof import Status, StopReason
from clusterscribe.result import Result
from clusterscribe.search.rows.encode import Encoded, encode_filled

ERRORS = "errors"  # the objective of methods that minimise errors


class Baseline(Describer):
    """A describer by another method than polyhedra.

    Baselines are dataclasses: their fields are the parameters that scikit-learn sees. Comparing
    and printing is left to scikit-learn (`eq=False, repr=False`).
    """

    noise_label: Label
    noise: Noise
    features: Iterable[str] | None
    exclude: Iterable[str] | None

    def _encoded(
        self,
        X: object,
        labels: object,
        sample_weight: object,
        features: Iterable[str] | None = None,
    ) -> Encoded:
        """Read a table and its labels, with these features or those that were chosen."""
        chosen = (self.features, self.exclude) if features is None else (features, None)
        return encode_filled(
            LabelledTable(X, labels, sample_weight, *chosen, self.noise_label, self.noise)
        )


@dataclass(frozen=True, slots=True)
class Effort:
    """What a search may use, and who is told of its progress."""

    clock: Clock
    listener: Listener = silent
    seed: int = 0
    workers: int | None = None


@dataclass(kw_only=True, eq=False, repr=False)
class SolverBaseline(Baseline):
    """A baseline that searches with a solver for a limited time."""

    time_limit: float | None = 60.0
    n_jobs: int | None = None
    random_state: object = None
    verbose: bool = False
    noise_label: Label = None
    noise: Noise = "outside"
    features: Iterable[str] | None = None
    exclude: Iterable[str] | None = None

    def _effort(self, listener: Listener) -> Effort:
        """Check what the search may use, and start its clock."""
        checked = check(
            time_limit=self.time_limit, n_jobs=self.n_jobs, random_state=self.random_state
        )
        return Effort(Clock(checked.time_limit), listener, checked.seed, checked.workers)


def check_count(name: str, value: object, *, none: str, least: str = "1") -> int | None:
    """Check a parameter that is a positive number, or None for what `none` says."""
    count = whole_number(value)
    if value is None or (count is not None and count >= 1):
        return count
    raise InputError(
        f"{name} must be an integer of at least {least}, or None for {none}, not {value!r}"
    )


@dataclass(frozen=True, slots=True)
class Achievement:
    """What a method minimised, in its own words, and how small it could be made.

    `bound` is a proven lower bound within the method's own class of descriptions; a method
    that proves nothing leaves it at 0. `error_bound` is one on the errors of that class.
    Where the objective is "errors", its value is counted on the rows, whatever is given here.
    """

    objective: str  # in words, such as "errors" or "tags"
    value: float = 0.0
    bound: float = 0.0
    error_bound: float = 0.0
    stop_reason: StopReason = StopReason.DONE
    statistics: Mapping[str, Any] = field(default_factory=dict)


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
    error_bound = _on_errors(achievement.error_bound, data, judgement)
    if achievement.objective == ERRORS:
        value, bound = judgement.errors, _on_errors(bound, data, judgement)
        error_bound = max(error_bound, bound)
    result = Result(
        status=Status.OPTIMAL if bound >= value else Status.FEASIBLE,
        errors=judgement.errors,
        accuracy=judgement.accuracy,
        complexity=description.complexity,
        sparsity=description.sparsity,
        columns=len(description.used_columns),
        objective=value,
        bound=bound,
        gap=(value - bound) / value if value else 0.0,
        error_bound=error_bound,
        max_errors=judgement.errors,
        stop_reason=achievement.stop_reason,
        seconds=clock.elapsed,
        statistics={"objective": achievement.objective, **achievement.statistics},
    )
    return counted, result


def _on_errors(bound: float, data: Encoded, judgement: Judgement) -> float:
    """Return a bound on the errors that is no more than those that were made.

    Methods count weights in whole units. Where these are exact, a bound that reaches the errors
    in units is the errors, although a sum of floating-point numbers may come out a little higher.
    """
    wrong = ~judgement.correct[data.counted]
    units = int(data.boxes.weight[wrong].sum())
    if data.unit.is_exact and bound >= data.amount(units):
        return judgement.errors
    return min(bound, judgement.errors)
