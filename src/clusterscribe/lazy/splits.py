"""Bounds between two numbers that are one value.

Numbers that differ by no more than the tolerance are one value, and no bound may lie between
them. Of the rows taken that is seen to; but a bound may lie between one of them and a row that
was not taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clusterscribe.description import Description, HalfSpace, Polyhedron
from clusterscribe.feature import Feature, Kind
from clusterscribe.tolerance import is_one_value


@dataclass(frozen=True, slots=True)
class Threshold:
    """A bound on one feature of which numbers, not whole ones, lie on both sides."""

    feature: Feature
    half_space: HalfSpace


def thresholds(description: Description) -> Iterator[Threshold]:
    """Yield the bounds that could lie between two numbers that are one value."""
    for part in description.parts:
        if not isinstance(part, Polyhedron):
            continue
        for space in part.half_spaces:
            (first, *others) = space.terms
            if not others and not first.is_scaled and first.feature.kind is Kind.NUMBER:
                yield Threshold(first.feature, space)


def is_split(inside: float | None, outside: float | None) -> bool:
    """Whether the numbers next to a bound, on either side, are one value."""
    if inside is None or outside is None:
        return False
    return is_one_value(min(inside, outside), max(inside, outside))
