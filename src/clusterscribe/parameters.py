"""The parameters of a description, checked: each rule in one place, one sentence each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Literal, TypeAlias, get_args

from clusterscribe.errors import InputError

Objective: TypeAlias = str | tuple[float, float]
Placement: TypeAlias = Literal["tight", "middle", "round"]
OBJECTIVES = {"complexity": (1.0, 0.0), "sparsity": (0.0, 1.0)}


@dataclass(frozen=True, slots=True)
class Parameters:
    """What a user can ask for; made by `check`, so that every value is valid."""

    complexity_weight: float
    sparsity_weight: float
    max_terms: int
    max_coefficient: int
    max_errors: int | float | None
    error_slack: float
    placement: Placement
    time_limit: float | None
    workers: int | None
    seed: int

    @property
    def objective_name(self) -> str:
        """The objective in words."""
        weights = (self.complexity_weight, self.sparsity_weight)
        for name, pure in OBJECTIVES.items():
            if weights == pure:
                return name
        return f"{weights[0]:g} x complexity + {weights[1]:g} x sparsity"


def check(
    *,
    objective: object,
    max_terms: object,
    max_coefficient: object,
    max_errors: object,
    error_slack: object,
    grouping: object,
    placement: object,
    time_limit: object,
    n_jobs: object,
    random_state: object,
) -> Parameters:
    """Check every parameter and return them ready for use."""
    complexity, sparsity = _objective(objective)
    if grouping is not None:
        raise InputError(f"grouping must be None, not {grouping!r}: rows are not grouped yet")
    return Parameters(
        complexity_weight=complexity,
        sparsity_weight=sparsity,
        max_terms=_max_terms(max_terms),
        max_coefficient=_whole("max_coefficient", max_coefficient, least=1),
        max_errors=_max_errors(max_errors),
        error_slack=_number("error_slack", error_slack, least=0.0),
        placement=_placement(placement),
        time_limit=_time_limit(time_limit),
        workers=_workers(n_jobs),
        seed=_seed(random_state),
    )


def _objective(objective: object) -> tuple[float, float]:
    expected = (
        "objective must be 'complexity', 'sparsity' or a pair of weights for both, such as (1, 2)"
    )
    if isinstance(objective, str):
        if objective not in OBJECTIVES:
            raise InputError(f"{expected}, not {objective!r}")
        return OBJECTIVES[objective]
    if not isinstance(objective, Sequence) or len(objective) != 2:
        raise InputError(f"{expected}, not {objective!r}")
    first, second = (_number("objective's weights", w, least=0.0) for w in objective)
    if first == second == 0:
        raise InputError(f"{expected}; both weights are 0")
    return first, second


def _max_terms(value: object) -> int:
    terms = _whole("max_terms", value, least=1)
    if terms > 1:
        raise InputError(
            f"max_terms must be 1, not {terms}: conditions on several features at once are not "
            "available yet"
        )
    return terms


def _max_errors(value: object) -> int | float | None:
    if value is None:
        return None
    if isinstance(value, Integral) and not isinstance(value, bool):
        return _whole("max_errors", value, least=0)
    if isinstance(value, Real) and not isinstance(value, bool) and 0.0 <= float(value) <= 1.0:
        return float(value)
    raise InputError(
        f"max_errors must be a count (int), a share of the rows (float from 0.0 to 1.0) or None "
        f"for the fewest, not {value!r}"
    )


def _placement(value: object) -> Placement:
    for known in get_args(Placement):
        if value == known:
            placement: Placement = known
            return placement
    raise InputError(f"placement must be 'round', 'tight' or 'middle', not {value!r}")


def _time_limit(value: object) -> float | None:
    if value is None:
        return None
    seconds = _number("time_limit", value, least=0.0)
    if seconds == 0:
        raise InputError("time_limit must be more than 0 seconds, or None for no limit")
    return seconds


def _workers(n_jobs: object) -> int | None:
    """Threads of the solver; None leaves the choice to it."""
    if n_jobs is None or n_jobs == -1:
        return None
    return _whole("n_jobs", n_jobs, least=1)


def _seed(random_state: object) -> int:
    """One seed for the call; None is a fixed seed, so that a call can be repeated."""
    if random_state is None:
        return 0
    if isinstance(random_state, Integral) and not isinstance(random_state, bool):
        return _whole("random_state", random_state, least=0) % 2**31
    from sklearn.utils import check_random_state

    try:
        return int(check_random_state(random_state).randint(2**31 - 1))
    except ValueError as error:
        raise InputError(
            f"random_state must be a whole number, a RandomState or None, not {random_state!r}"
        ) from error


def _whole(name: str, value: object, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, Integral) or int(value) < least:
        raise InputError(f"{name} must be a whole number of at least {least}, not {value!r}")
    return int(value)


def _number(name: str, value: object, least: float) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise InputError(f"{name} must be a number of at least {least:g}, not {value!r}")
    number = float(value)
    if not least <= number < float("inf"):
        raise InputError(f"{name} must be a finite number of at least {least:g}, not {value!r}")
    return number
