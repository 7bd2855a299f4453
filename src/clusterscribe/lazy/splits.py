"""Bounds between two rows that are one value.

Numbers that differ by no more than the tolerance are one value, and no bound may lie between
them; no more may a bound on a sum cut off a row whose sum is as close to that of a member
inside. Of the rows taken that is seen to; but a bound may lie between one of them and a row
that was not taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clusterscribe.description import Description, HalfSpace, Polyhedron
from clusterscribe.feature import Kind
from clusterscribe.tolerance import is_one_value


@dataclass(frozen=True, slots=True)
class Threshold:
    """A bound with numbers, not whole ones, on both sides: on a feature, or on a sum."""

    cluster: int
    half_space: HalfSpace

    @property
    def is_of_sum(self) -> bool:
        """Whether the bound is on several features; then only members inside matter."""
        return len(self.half_space.terms) > 1

    def is_split(self, inside: float | None, outside: float | None, closeness: float) -> bool:
        """Whether the last level inside and the first outside are one value.

        Sums are where they differ by no more than the `closeness`.
        """
        if inside is None or outside is None:
            return False
        if self.is_of_sum:
            return outside - inside <= closeness
        return is_one_value(inside, outside)


def thresholds(description: Description) -> Iterator[Threshold]:
    """Yield the bounds that could lie between two rows that are one value."""
    for cluster, part in enumerate(description.parts):
        if not isinstance(part, Polyhedron):
            continue
        for space in part.half_spaces:
            (first, *others) = space.terms
            if others or (not first.is_scaled and first.feature.kind is Kind.NUMBER):
                yield Threshold(cluster, space)
