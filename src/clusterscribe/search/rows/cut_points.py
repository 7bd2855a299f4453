"""Cut points, as people write them, as the numbers of a feature."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any

import numpy as np

from clusterscribe.errors import InputError
from clusterscribe.feature import MICROSECONDS_A_DAY, Feature, Kind

MICROSECONDS = 10**6  # in a second
_EPOCH = {
    False: datetime(1970, 1, 1),
    True: datetime(1970, 1, 1, tzinfo=UTC),
}


def cut_points(feature: Feature, given: Sequence[Any]) -> tuple[float, ...]:
    """Return cut points as the numbers of a feature, in increasing order."""
    return tuple(sorted({_number(feature, value) for value in given}))


def _number(feature: Feature, value: object) -> float:
    """Return a cut point as a number of the feature; refuse what is none."""
    if feature.kind is Kind.BOOLEAN:
        raise InputError(
            f"cut_points of {feature.column!r}: the column holds true and false and has no bounds "
            "to place; leave it out of cut_points"
        )
    moment = _moment(value) if feature.kind.is_moment else None
    if moment is not None:
        microseconds = (moment - _EPOCH[moment.tzinfo is not None]).total_seconds() * MICROSECONDS
        return microseconds / (MICROSECONDS_A_DAY if feature.kind is Kind.DATE else 1)
    is_number = isinstance(value, int | float | np.integer | np.floating)
    if feature.kind.is_moment or not is_number or isinstance(value, bool):
        wanted = "dates" if feature.kind.is_moment else "numbers"
        raise InputError(
            f"cut_points of {feature.column!r} must be {wanted} as the column holds, not {value!r}"
        )
    try:
        number = float(value)  # type: ignore[arg-type]  # one of the kinds above
    except OverflowError:  # a whole number with hundreds of digits
        number = math.inf
    if not math.isfinite(number):
        raise InputError(
            f"cut_points of {feature.column!r} must be finite numbers; leave out what is infinite, "
            "or no number"
        )
    return number


def _moment(value: object) -> datetime | None:
    """Return a date or time, also one that is written as ISO 8601 has it."""
    if isinstance(value, np.datetime64):
        value = value.astype("M8[us]").item()
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            return None
    if isinstance(value, datetime):
        return value if value == value else None  # noqa: PLR0124  (the NaT of pandas is one, too)
    return datetime(value.year, value.month, value.day) if isinstance(value, date) else None
