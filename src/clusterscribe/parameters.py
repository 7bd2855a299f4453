"""What a call asks for, checked, and which table it asks it of.

The public functions spell their parameters out. Behind them travel two frozen objects:
`Parameters`, and `LabelledTable` with everything that is not a parameter.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from numbers import Integral, Real
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from clusterscribe.constraints import NO_CONSTRAINTS, Constraints
from clusterscribe.contrast import Contrast
from clusterscribe.errors import InputError

# what to minimise: one measure, or a weighted sum of both
Objective: TypeAlias = Literal["complexity", "sparsity"] | tuple[float, float]
Seed: TypeAlias = int | np.random.RandomState | None
Placement: TypeAlias = Literal["tight", "middle", "round"]
Scale: TypeAlias = Literal["minmax", "none"]
Label: TypeAlias = Hashable  # of a row
Noise: TypeAlias = Literal["outside", "ignore"]
# a missing number meets no condition, as NULL in SQL; or is refused
Missing: TypeAlias = Literal["outside", "error"]
# how much the rows of each cluster count: alike, all clusters alike, or by label
ClassWeight: TypeAlias = Literal["balanced"] | Mapping[Label, float] | None
MIN_RECALL = 0.5  # of each cluster, inside its own description, unless asked otherwise
MOST_WORKERS = 64  # more threads than that only get in each other's way
# rows as they are, rows as they are needed, or groups of rows
GROUPINGS = ("auto", "lazy", "adaptive", "hierarchical", "kmeans", "tree")
OBJECTIVES = {"complexity": (1.0, 0.0), "sparsity": (0.0, 1.0)}


@dataclass(frozen=True, slots=True)
class LabelledTable:
    """A table as the caller gave it, with one cluster label per row.

    `table` is anything that `describe` accepts. For a table of an engine, `labels` and `weights`
    name columns. The table itself is not looked at here: `read_subject` checks tables in memory,
    and `survey` those of an engine.
    """

    table: Any
    labels: Any
    weights: Any = None
    features: Iterable[str] | None = None
    exclude: Iterable[str] | None = None
    noise_label: Label = None
    noise: Noise = "outside"
    missing: Missing = "outside"
    contrast: Contrast | None = None  # None: all clusters are described
    reserved: frozenset[str] = frozenset()  # columns with labels and weights, excluded anyway

    @property
    def unwanted(self) -> tuple[str, ...]:
        """The columns that the caller does not want to describe with."""
        return tuple(name for name in self.exclude or () if name not in self.reserved)

    def __post_init__(self) -> None:
        check_missing(self.missing)
        for name in ("features", "exclude"):
            columns = getattr(self, name)
            if isinstance(columns, Iterator):  # which could be gone through only once
                object.__setattr__(self, name, tuple(columns))


@dataclass(frozen=True, slots=True)
class Parameters:
    """What a user can ask for; made by `check`, so that every value is valid."""

    complexity_weight: float
    sparsity_weight: float
    max_terms: int
    max_coefficient: int
    max_errors: int | float | Fraction | None
    error_slack: float
    grouping: object
    placement: Placement
    scale: Scale
    time_limit: float | None
    workers: int | None
    jobs: int
    seed: int
    max_conditions: int | None = None
    min_recall: float = MIN_RECALL
    class_weight: ClassWeight = None
    max_polyhedra: int = 1
    certificate: bool = False
    constraints: Constraints = NO_CONSTRAINTS

    @property
    def objective_name(self) -> str:
        """The objective in words, with what columns cost."""
        plain = objective_in_words(self.complexity_weight, self.sparsity_weight)
        costs = [f"{name!r} counted {cost:.15g} times" for name, cost in self._costs]
        return f"{plain} with {' and '.join(costs)}" if costs else plain

    @property
    def _costs(self) -> list[tuple[str, float]]:
        return sorted(self.constraints.costs.items())


def objective_in_words(complexity: float, sparsity: float) -> str:
    """Name an objective by its weights; more than six digits of a weight are not written."""
    for name, pure in OBJECTIVES.items():
        if (complexity, sparsity) == pure:
            return name
    return f"{complexity:g} x complexity + {sparsity:g} x sparsity"


def check(
    *,
    objective: object = "complexity",
    max_terms: object = 1,
    max_coefficient: object = 1,
    max_errors: object = None,
    error_slack: object = 0.05,
    grouping: object = "auto",
    placement: object = "round",
    scale: object = "minmax",
    time_limit: object = None,
    n_jobs: object = None,
    random_state: object = None,
    max_conditions: object = None,
    min_recall: object = MIN_RECALL,
    class_weight: object = None,
    max_polyhedra: object = 1,
    certificate: object = False,
    constraints: object = None,
) -> Parameters:
    """Check every parameter that is given and return them ready for use."""
    complexity, sparsity = _objective(objective)
    return Parameters(
        complexity_weight=complexity,
        sparsity_weight=sparsity,
        max_terms=_at_least_one("max_terms", max_terms),
        max_coefficient=_at_least_one("max_coefficient", max_coefficient),
        max_errors=check_budget("max_errors", max_errors),
        error_slack=_error_slack(error_slack),
        grouping=_grouping(grouping),
        placement=_placement(placement),
        scale=_scale(scale),
        time_limit=_time_limit(time_limit),
        workers=_workers(n_jobs),
        jobs=_workers(n_jobs) or os.cpu_count() or 1,
        seed=_seed(random_state),
        max_conditions=_max_conditions(max_conditions),
        min_recall=_min_recall(min_recall),
        class_weight=_class_weight(class_weight),
        max_polyhedra=_at_least_one("max_polyhedra", max_polyhedra),
        certificate=check_flag("certificate", certificate),
        constraints=_constraints(constraints),
    )


def check_flag(name: str, value: object) -> bool:
    """Check a parameter that is on or off; numbers will do, as they do in scikit-learn."""
    if isinstance(value, bool | np.bool_ | Integral):
        return bool(value)
    raise InputError(f"{name} must be True or False, not {value!r}")


def check_budget(name: str, value: object) -> int | float | None:
    """Check how many rows may go wrong: a count, a share of the rows, or None for the fewest."""
    if value is None:
        return None
    count, share = whole_number(value), _number(value)
    if count is not None and count >= 0:
        return count
    if count is None and share is not None and 0 <= share <= 1:
        return share
    raise InputError(
        f"{name} must be a non-negative integer, a share of the rows (float from 0.0 to 1.0) "
        f"or None for the fewest, not {value!r}"
    )


def whole_number(value: object) -> int | None:
    """Return a whole number (True and 1.0 are none), or None."""
    return int(value) if isinstance(value, Integral) and not isinstance(value, bool) else None


def _objective(objective: object) -> tuple[float, float]:
    expected = (
        "objective must be 'complexity', 'sparsity' or a pair of weights for both, such as (1, 2)"
    )
    if isinstance(objective, str) and objective in OBJECTIVES:
        return OBJECTIVES[objective]
    if isinstance(objective, str) or not isinstance(objective, Sequence) or len(objective) != 2:
        raise InputError(f"{expected}, not {objective!r}")
    first, second = map(_number, objective)
    if first is None or second is None or min(first, second) < 0:
        raise InputError(f"{expected}, not {objective!r}: weights are numbers of at least 0")
    if first == second == 0:
        raise InputError(f"{expected}, not {objective!r}: one weight must be above 0")
    return first, second


def _grouping(value: object) -> object:
    """Check a name or an object; what an object does is checked when it is used."""
    if value is None or (isinstance(value, str) and value in GROUPINGS):
        return value
    if isinstance(value, type):
        raise InputError(
            f"grouping must be an object: write {value.__name__}(), not {value.__name__}"
        )
    is_own = callable(value) or callable(getattr(value, "group", None))
    if is_own and not isinstance(value, str):
        return value
    names = ", ".join(map(repr, GROUPINGS))
    raise InputError(
        f"grouping must be None, {names}, or an object of clusterscribe.grouping such as "
        f"TreeGroups(), not {value!r}"
    )


def _error_slack(value: object) -> float:
    slack = _number(value)
    if slack is None or slack < 0:
        raise InputError(f"error_slack must be a number of at least 0, not {value!r}")
    return slack


def _placement(value: object) -> Placement:
    for known in get_args(Placement):
        if isinstance(value, str) and value == known:
            placement: Placement = known
            return placement
    raise InputError(f"placement must be 'round', 'tight' or 'middle', not {value!r}")


def _scale(value: object) -> Scale:
    for known in get_args(Scale):
        if isinstance(value, str) and value == known:
            scale: Scale = known
            return scale
    raise InputError(
        "scale must be 'minmax' (each feature by its range) or 'none' (columns that share a "
        f"unit), not {value!r}"
    )


def _time_limit(value: object) -> float | None:
    if value is None:
        return None
    seconds = _number(value)
    if seconds is None or seconds <= 0:
        raise InputError(
            f"time_limit must be a number of seconds above 0, or None for no limit, not {value!r}"
        )
    return seconds


def _workers(n_jobs: object) -> int | None:
    """Threads of the solver; None leaves the choice to it."""
    if n_jobs is None:
        return None
    workers = whole_number(n_jobs)
    if workers is None or (workers < 1 and workers != -1):
        raise InputError(
            "n_jobs must be a whole number of at least 1, or None or -1 to leave it to the "
            f"solver, not {n_jobs!r}"
        )
    return None if workers == -1 else min(workers, MOST_WORKERS)


def _seed(random_state: object) -> int:
    """One seed for the call; None is a fixed seed, so that a call can be repeated."""
    if random_state is None:
        return 0
    seed = whole_number(random_state)
    if seed is not None and seed >= 0:
        return seed % 2**31
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**31 - 1))
    raise InputError(
        "random_state must be a whole number of at least 0, a numpy RandomState or None, "
        f"not {random_state!r}"
    )


def _at_least_one(name: str, value: object) -> int:
    whole = whole_number(value)
    if whole is None or whole < 1:
        raise InputError(f"{name} must be a whole number of at least 1, not {value!r}")
    return whole


def _max_conditions(value: object) -> int | None:
    if value is None:
        return None
    conditions = whole_number(value)
    if conditions is None or conditions < 1:
        raise InputError(
            "max_conditions must be a whole number of at least 1, or None for any number, "
            f"not {value!r}"
        )
    return conditions


def _min_recall(value: object) -> float:
    share = _number(value)
    if share is None or not 0 <= share <= 1:
        raise InputError(
            "min_recall must be the least share of each cluster inside its own description, a "
            f"number from 0 to 1, not {value!r}"
        )
    return share


def _class_weight(value: object) -> ClassWeight:
    """Check the weights; which labels there are is known only when the labels are read."""
    if value is None:
        return None
    if isinstance(value, str) and value == "balanced":
        return "balanced"
    if not isinstance(value, Mapping):
        raise InputError(
            "class_weight must be None, 'balanced' or the weights of labels, such as "
            f"{{'A': 2}}, not {value!r}"
        )
    weights = {label: _number(weight) for label, weight in value.items()}
    for label, weight in weights.items():
        if weight is None or weight <= 0:
            raise InputError(
                f"class_weight of {label!r} must be a number above 0, not {value[label]!r}; leave "
                "out the rows that shall not count"
            )
    return {label: weight for label, weight in weights.items() if weight is not None}


def _constraints(value: object) -> Constraints:
    if value is None:
        return NO_CONSTRAINTS
    if isinstance(value, Constraints):
        return value
    raise InputError(
        f"constraints must be clusterscribe.Constraints(...) or None, not {type(value).__name__}"
    )


def check_missing(value: object) -> Missing:
    """Check what a missing number means."""
    for known in get_args(Missing):
        if isinstance(value, str) and value == known:
            missing: Missing = known
            return missing
    raise InputError(
        "missing must be 'outside' (no condition holds for a missing value) or 'error' (it is "
        f"refused), not {value!r}"
    )


def _number(value: object) -> float | None:
    """Return a finite number (True is none), or None."""
    if not isinstance(value, Real) or isinstance(value, bool):
        return None
    try:
        number = float(value)
    except OverflowError:  # a whole number with hundreds of digits
        return None
    return number if isfinite(number) else None
