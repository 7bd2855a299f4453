"""Which Python object stands for a missing value."""

from __future__ import annotations

from decimal import Decimal

import numpy as np

# pandas.NA and pandas.NaT, known by name because pandas need not be installed
_PANDAS = frozenset({"NAType", "NaTType"})


def is_missing(value: object) -> bool:
    """Whether a value is None, NaN, NaT or NA."""
    if value is None:
        return True
    if isinstance(value, float | np.floating | Decimal):
        return value != value  # noqa: PLR0124 (only NaN differs from itself)
    if isinstance(value, np.datetime64 | np.timedelta64):
        return bool(np.isnat(value))
    return type(value).__name__ in _PANDAS
