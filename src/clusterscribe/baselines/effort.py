"""How long, with how many threads and from which seed a baseline searches, checked."""

from __future__ import annotations

from dataclasses import dataclass

from clusterscribe.errors import InputError
from clusterscribe.parameters import check, whole_number


@dataclass(frozen=True, slots=True)
class Effort:
    """What every search by an integer program has to know; made by `check_effort`."""

    time_limit: float | None
    workers: int | None
    seed: int


def check_effort(time_limit: object, n_jobs: object, random_state: object) -> Effort:
    """Check the parameters that mean the same for every describer."""
    checked = check(time_limit=time_limit, n_jobs=n_jobs, random_state=random_state)
    return Effort(checked.time_limit, checked.workers, checked.seed)


def check_count(name: str, value: object) -> int | None:
    """Check a parameter that is a number of rows, or None to leave the choice to us."""
    if value is None:
        return None
    count = whole_number(value)
    if count is not None and count >= 1:
        return count
    raise InputError(
        f"{name} must be a whole number of at least 1, or None for as many as can be looked at, "
        f"not {value!r}"
    )
