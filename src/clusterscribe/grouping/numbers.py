"""The numbers that schemes are made with, checked when they are used."""

from __future__ import annotations

from math import isfinite
from numbers import Real

from clusterscribe.errors import InputError
from clusterscribe.parameters import whole_number


def checked_groups(scheme: str, value: object) -> int:
    """Check a number of groups for all clusters together."""
    groups = whole_number(value)
    if groups is None or groups < 1:
        raise InputError(f"groups of {scheme} must be a whole number of at least 1, not {value!r}")
    return groups


def checked_diameter(scheme: str, value: object) -> float:
    """Check a largest diameter, in shares of the range of a feature."""
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if not is_number or not isfinite(value) or value < 0:  # type: ignore[arg-type, operator]
        raise InputError(
            f"max_diameter of {scheme} must be a number of at least 0 (1 is the whole range of a "
            f"feature), not {value!r}"
        )
    return float(value)  # type: ignore[arg-type]


def dealt(groups: int, share: float) -> int:
    """Return how many of all groups a cluster gets: at least one."""
    # the small number keeps a share of 0.29 x 100 = 28.999999999999996 from becoming 28
    return max(1, int(groups * share + 1e-9))
