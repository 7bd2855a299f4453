"""A bound that counting alone proves: how many conditions each cluster needs at least.

A cluster without conditions contains every row, so all others are wrong. With one condition on
the best side of the best feature at the best place, the members shut out and the outsiders left
inside are wrong. Where that is more than the budget, more conditions are needed. The bound is
weak, but it needs no model, so it is available for tables of any size.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.ranks import Ranks


def needs_condition(ranks: Ranks, budget: int) -> NDArray[np.bool_]:
    """Return for each cluster whether it needs a condition at all, of whatever kind."""
    needs: NDArray[np.bool_] = ConditionsNeeded(ranks).errors_without > budget
    return needs


@dataclass(frozen=True)
class ConditionsNeeded:
    """Counts once what decides how many conditions are needed, for any budget."""

    ranks: Ranks

    def within(self, budget: int) -> NDArray[np.int64]:
        """Return for each cluster 0, 1 or 2: at least that many conditions are needed."""
        needs_one = self.errors_without > budget
        with_one = self.errors_with_one if needs_one.any() else self.errors_without
        needs_two = np.minimum(with_one, self.errors_without) > budget
        needed: NDArray[np.int64] = needs_one.astype(np.int64) + needs_two
        return needed

    @cached_property
    def errors_without(self) -> NDArray[np.float64]:
        """For each cluster, the errors if it contained every row."""
        ranks, most = self.ranks, self.ranks.clusters + 1
        weight = np.bincount(ranks.cluster + 1, weights=ranks.weight, minlength=most)
        without: NDArray[np.float64] = weight.sum() - weight[1:]
        return without

    @cached_property
    def errors_with_one(self) -> NDArray[np.float64]:
        """For each cluster, the fewest errors of any single condition, on it alone."""
        ranks = self.ranks
        members = [ranks.cluster == k for k in range(ranks.clusters)]
        weights = [(ranks.weight[member], ranks.weight[~member]) for member in members]
        # a condition that no row satisfies shuts out all members
        fewest = np.array([own.sum() for own, _ in weights], dtype=np.float64)
        for d in range(ranks.features):
            for high in filter(partial(ranks.is_open, d), (True, False)):
                inner, outer = ranks.inward(d, high)
                size = int(ranks.sizes[d])
                for k, (member, (own, others)) in enumerate(zip(members, weights, strict=True)):
                    shut_out = np.bincount(inner[member], weights=own, minlength=size)
                    left_inside = np.bincount(outer[~member], weights=others, minlength=size)
                    # at threshold t, members above t are shut out, outsiders up to t left inside
                    errors = own.sum() + np.cumsum(left_inside - shut_out)
                    fewest[k] = min(fewest[k], errors.min())
        return fewest
