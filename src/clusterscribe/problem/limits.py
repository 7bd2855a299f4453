"""What each polyhedron has to keep to: few conditions, and enough of its own cluster inside.

Both are limits on one cluster at a time, and dropping a condition never breaks either of them: a
polyhedron without conditions keeps to all. So does whatever replaces a bound by a looser one on the
same side, and whatever counts equal boxes as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The most conditions of one polyhedron, and how much of each cluster may be outside its own.

    `most_outside` has the weight for every cluster; without an entry, any weight may be.
    """

    max_conditions: int | None = None
    most_outside: tuple[int, ...] = ()

    @property
    def are_none(self) -> bool:
        """Whether there are no limits at all."""
        return self.max_conditions is None and not self.most_outside

    def bind_within(self, errors: float) -> list[int]:
        """Return the clusters of which too much may be outside with so many errors.

        Whatever is outside its own polyhedron is an error, so that fewer leave enough inside.
        """
        return [k for k, most in enumerate(self.most_outside) if most < errors]

    def spare(self, cluster: int, errors: int) -> int:
        """Return the weight of a cluster that may be outside where so much may be wrong."""
        return min(errors, self.most_outside[cluster]) if self.most_outside else errors

    def over(self, conditions: Sequence[int]) -> int:
        """Count the conditions beyond the most that a polyhedron may have."""
        if self.max_conditions is None:
            return 0
        return sum(max(0, number - self.max_conditions) for number in conditions)

    def lacking(self, outside: Sequence[int]) -> int:
        """Return the weight that polyhedra lack, given what is outside of each cluster."""
        if not self.most_outside:
            return 0
        pairs = zip(outside, self.most_outside, strict=True)
        return sum(max(0, weight - most) for weight, most in pairs)

    def least_inside(self, weights: Sequence[int]) -> list[int]:
        """Return the weight of each cluster that has to be inside, given what they weigh."""
        if not self.most_outside:
            return [0] * len(weights)
        return [max(0, w - most) for w, most in zip(weights, self.most_outside, strict=True)]

    def of_shares(self, shares: Sequence[float]) -> Limits:
        """Return what is about as strict for such a share of each cluster's rows."""
        pairs = zip(self.most_outside, shares, strict=bool(self.most_outside))
        return Limits(self.max_conditions, tuple(int(most * share) for most, share in pairs))

    def of_clusters(self, clusters: Sequence[int]) -> Limits:
        """Return the limits of some clusters."""
        outside = tuple(self.most_outside[k] for k in clusters) if self.most_outside else ()
        return Limits(self.max_conditions, outside)


NO_LIMITS = Limits()
