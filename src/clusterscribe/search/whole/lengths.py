"""What polyhedra of few conditions weigh at most, and what that proves of every total length."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:  # prices are compiled, which should not delay those who do not need them
    from clusterscribe.search.whole.prices import Prices

# by number of conditions from 0 on: a bound for all polyhedra of a cluster with at most so many;
# the last entry holds for any larger number, too
Heaviest: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Proved:
    """A bound on the errors, with the prices and the heaviest polyhedra that prove it.

    With a ceiling it holds for descriptions of at most so many conditions in total.
    """

    prices: Prices
    heaviest: tuple[Heaviest, ...]  # of each cluster
    ceiling: int | None = None

    @property
    def units(self) -> int:
        """The bound in units of the prices."""
        return self.prices.constant - most_together(self.heaviest, self.ceiling)

    @property
    def errors(self) -> float:
        """The bound in errors, not rounded up."""
        return self.units / self.prices.unit

    @property
    def whole_errors(self) -> int:
        """The bound in whole errors."""
        return -(-self.units // self.prices.unit)

    def least_conditions(self, errors: int) -> int:
        """Return how many conditions a description needs in total to make no more errors."""
        target = self.prices.constant - self.prices.unit * errors
        ceiling = 0
        while most_together(self.heaviest, ceiling) < target:
            if ceiling >= sum(len(by_number) - 1 for by_number in self.heaviest):
                break  # not even with all of them
            ceiling += 1
        return ceiling

    def cutoff(self, cluster: int, errors: int) -> int:
        """Return what a polyhedron weighs at least that is part of an answer with so few errors."""
        others = [heaviest for k, heaviest in enumerate(self.heaviest) if k != cluster]
        rest = most_together(others, self.ceiling)
        return self.prices.constant - self.prices.unit * errors - rest


def most_together(heaviest: Sequence[Heaviest], ceiling: int | None) -> int:
    """Return what polyhedra weigh together at most, with at most so many conditions in total."""
    if ceiling is None:
        return sum(max(by_number) for by_number in heaviest)
    best = [0] * (ceiling + 1)  # by the conditions that are left for the clusters so far
    for by_number in heaviest:
        best = [
            max(best[left - used] + by_number[used] for used in range(_most(by_number, left) + 1))
            for left in range(ceiling + 1)
        ]
    return best[ceiling]


def _most(by_number: Heaviest, left: int) -> int:
    return min(left, len(by_number) - 1)
