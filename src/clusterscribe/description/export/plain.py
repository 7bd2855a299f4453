"""Labels and levels as plain JSON values, and back, with nothing lost.

Text, whole numbers, floating-point numbers, true, false and null are themselves. What
JSON cannot say is an object with one key, the type:

    {"date": "2024-02-29"}   {"datetime": "2024-02-29T12:00:00"}   {"tuple": [1, "a"]}
    {"float": "inf"}
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from datetime import date, datetime
from typing import Any

import numpy as np

from clusterscribe.errors import InputError

DEEPEST = 50  # tuples within tuples: no label is, and Python has an end


def encode(value: Hashable) -> Any:  # noqa: ANN401
    """Return a value as JSON can write it."""
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else {"float": repr(float(value))}
    if isinstance(value, datetime) and not getattr(value, "nanosecond", 0):
        return {"datetime": value.isoformat()}
    if isinstance(value, date) and not isinstance(value, datetime):
        return {"date": value.isoformat()}
    if isinstance(value, tuple):
        return {"tuple": [encode(part) for part in value]}
    raise InputError(
        f"JSON cannot hold the label {value!r} of type {type(value).__name__}: "
        "turn the labels into text or numbers first"
    )


def decode(value: object, depth: int = 0) -> Hashable:
    """Return the value that was encoded; ValueError where there is none."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, dict) and len(value) == 1:
        ((kind, content),) = value.items()
        if kind == "tuple" and isinstance(content, list) and depth < DEEPEST:
            return tuple(decode(part, depth + 1) for part in content)
        if kind in _READERS and isinstance(content, str):
            return _READERS[kind](content)
    raise ValueError("not a plain value")


_READERS: dict[str, Callable[[str], Hashable]] = {
    "float": float,
    "date": date.fromisoformat,
    "datetime": datetime.fromisoformat,
}
