"""Prices of few kinds of rows, from a sample, that prove a bound for any rows of these kinds."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks
from clusterscribe.search.incumbent import Incumbent
from clusterscribe.search.integer import never
from clusterscribe.search.whole.kinds import Ints, Kinds, by_kinds
from clusterscribe.search.whole.means import Means
from clusterscribe.search.whole.passes import apart, some_rows
from clusterscribe.search.whole.prices import Prices
from clusterscribe.search.whole.whole_search import WholeSearch

RISE = 5e-4  # of the errors, by which a round should raise the bound
PATIENCE = 4  # rounds that raise it by less


@dataclass(frozen=True, slots=True)
class PricedKinds:
    """Kinds of rows, the numbers of those that the sample has, and the prices of these."""

    kinds: Kinds
    numbers: Ints
    prices: Prices

    def in_units(self, unit: int) -> tuple[Ints, list[int]]:
        """Return the prices of each kind, and of what has to be inside, in other units.

        They are rounded down, so that those of a row still sum to one unit at most.
        """
        of_row = [
            [price * unit // self.prices.unit for price in row]  # whole numbers of any size
            for row in self.prices.of_row.tolist()
        ]
        recall = [price * unit // self.prices.unit for price in self.prices.of_recall.tolist()]
        return np.array(of_row, dtype=np.int64), recall


def price_kinds(
    ranks: Ranks, conditions: int, incumbent: Incumbent[Ranges], means: Means, deadline: Clock
) -> PricedKinds | None:
    """Find what tells rows apart on some of the sample, and the best prices for that on all.

    None if there was no time, or there are too many clusters.
    """
    rows = some_rows(ranks, means)
    rows = np.arange(len(ranks)) if rows is None else rows
    some = ranks.of_rows(rows)
    first = WholeSearch(some, conditions, apart(incumbent, some), means)
    first.run(Clock(deadline.remaining / 2), thorough=False)
    kinds = Kinds.of(first.multipliers, ranks)
    if kinds is None:
        return None
    numbers, of_row = np.unique(kinds.of_rows(ranks), return_inverse=True)
    begun = by_kinds(first.multipliers, rows, ranks, of_row)
    only_prices = replace(means, schedule=replace(means.schedule, answers=0.0))
    search = WholeSearch(ranks, conditions, apart(incumbent, ranks), only_prices, begun=begun)
    search.go_round(deadline, never, RISE * search.incumbent.errors, PATIENCE)
    return None if search.proved is None else PricedKinds(kinds, numbers, search.proved.prices)
