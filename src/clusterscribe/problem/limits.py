"""What each polyhedron has to keep to: few conditions, and enough of its own cluster inside.

Both are limits on one cluster at a time, and dropping a condition never breaks either of them: a
polyhedron without conditions keeps to all. So does whatever replaces a bound by a looser one on the
same side, and whatever counts equal boxes as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Limits:
    """The most conditions of one polyhedron, and how much of each cluster may be outside its own.

    `max_conditions` is for polyhedra of any cluster. Where clusters may have different numbers,
    `most_conditions` has one for each (None: any number), and what is more than `max_conditions`
    counts for nothing. `most_outside` has the weight for every cluster; without an entry, any
    weight may be.
    """

    max_conditions: int | None = None
    most_outside: tuple[int, ...] = ()
    most_conditions: tuple[int | None, ...] = ()

    @classmethod
    def of_conditions(
        cls, most: Sequence[int | None], most_outside: tuple[int, ...] = ()
    ) -> Limits:
        """Return limits with so many conditions for the polyhedra of each cluster."""
        known = [number for number in most if number is not None]
        largest = max(known) if known and len(known) == len(most) else None
        different = len(set(most)) > 1
        return cls(largest, most_outside, tuple(most) if different else ())

    @property
    def are_none(self) -> bool:
        """Whether there are no limits at all."""
        return not (self.limit_conditions or self.most_outside)

    @property
    def limit_conditions(self) -> bool:
        """Whether polyhedra of any cluster may have only so many conditions."""
        return self.max_conditions is not None or bool(self.most_conditions)

    def most_of(self, cluster: int) -> int | None:
        """Return the most conditions of one polyhedron of a cluster, None for any number."""
        own = self.most_conditions[cluster] if self.most_conditions else None
        known = [number for number in (own, self.max_conditions) if number is not None]
        return min(known, default=None)

    def bind_within(self, errors: float) -> list[int]:
        """Return the clusters of which too much may be outside with so many errors.

        Whatever is outside its own polyhedron is an error, so that fewer leave enough inside.
        """
        return [k for k, most in enumerate(self.most_outside) if most < errors]

    def spare(self, cluster: int, errors: int) -> int:
        """Return the weight of a cluster that may be outside where so much may be wrong."""
        return min(errors, self.most_outside[cluster]) if self.most_outside else errors

    def over(self, conditions: Sequence[int], owners: Sequence[int] | None = None) -> int:
        """Count the conditions beyond the most that a polyhedron may have.

        `owners` are the clusters of the polyhedra, where there is not one for each in their order.
        """
        if not self.limit_conditions:
            return 0
        clusters = range(len(conditions)) if owners is None else owners
        return sum(map(self.over_one, clusters, conditions))

    def over_one(self, cluster: int, conditions: int) -> int:
        """Count the conditions beyond the most that a polyhedron of a cluster may have."""
        most = self.most_of(cluster)
        return 0 if most is None else max(0, conditions - most)

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
        return replace(self, most_outside=tuple(int(most * share) for most, share in pairs))

    def of_clusters(self, clusters: Sequence[int]) -> Limits:
        """Return the limits of some clusters."""
        outside = tuple(self.most_outside[k] for k in clusters) if self.most_outside else ()
        few = tuple(self.most_conditions[k] for k in clusters) if self.most_conditions else ()
        return Limits(self.max_conditions, outside, few)


NO_LIMITS = Limits()
