"""What the columns of a description hold, as far as its features tell.

"Is missing" is a feature of columns of any kind, and how that is asked depends on the kind: numbers
may be NaN, and text cannot.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from clusterscribe.errors import InputError
from clusterscribe.feature import Feature, Kind


class Holding(StrEnum):
    """What a column holds."""

    NUMBERS = "numbers"
    DATES = "dates"
    TIMES = "times"
    TEXT = "text"
    UNKNOWN = "unknown"  # truth values or text, of which is asked only whether it is missing


def holdings(features: Iterable[Feature]) -> dict[str, Holding]:
    """Return what each column holds, in order of its first use.

    Whoever writes a description by hand may read one column in several ways. It then holds what
    its first feature says.
    """
    found: dict[str, Holding] = {}
    for feature in features:
        if found.get(feature.column, Holding.UNKNOWN) is Holding.UNKNOWN:
            found[feature.column] = holding_of(feature)
    return found


def read_from_text(features: Iterable[Feature]) -> dict[str, Holding]:
    """Return the columns that came as text, and what their text was read as."""
    return {feature.column: holding_of(feature) for feature in features if feature.form is not None}


def refuse_text(features: Iterable[Feature], what: str) -> None:
    """Refuse columns that came as text, where what reads them would read other numbers or dates."""
    for column, holding in read_from_text(features).items():
        raise InputError(
            f"{what} cannot read the {holding} that column {column!r} holds as text; convert the "
            "column and describe the rows again, or use membership()"
        )


def holding_of(feature: Feature) -> Holding:
    """Return what the column of a feature holds, as far as this feature tells."""
    match feature.of or feature.kind:
        case Kind.LEVEL if feature.level is None:
            return Holding.UNKNOWN
        case Kind.LEVEL if isinstance(feature.level, str):
            return Holding.TEXT
        case Kind.DATE:
            return Holding.DATES
        case Kind.DATETIME:
            return Holding.TIMES
        case _:  # truth values count as 0 and 1, and so do levels that are true or false
            return Holding.NUMBERS
