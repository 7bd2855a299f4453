"""What a half-space is worth to the relaxation, and the interface of those who find the best.

The duals of the relaxation set prices: a column of a cluster gains the price of every
outsider that it cuts off, loses the price of every member that it cuts off, and pays for
itself and its features. What it pays less what it gains is its reduced cost; a column with
a negative one improves the relaxation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem.columns import Column, Direction, Geometry
from clusterscribe.problem.levels import Levels, outside_at_best

CLEARLY = 1e-6  # a reduced cost is negative if it is below zero by more than rounding
NOTHING_PROVED = -np.inf


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices of one cluster; boxes that no price is set on are not listed.

    A column may cut off members of at most the weight `budget`, for which all members are
    listed. With a budget of 0 no member may be cut off, and `loss` does not matter.
    """

    cluster: int
    outsiders: NDArray[np.int64]
    gain: NDArray[np.float64]
    members: NDArray[np.int64]
    loss: NDArray[np.float64]
    budget: int
    condition: float  # what a half-space pays,
    term: float  # and for each of its features,
    feature: NDArray[np.float64]  # and for the use of this one
    interest: float = CLEARLY  # a reduced cost is of interest if it is below minus this
    at_best: bool = True  # whether a column cuts off what it might, as a proof counts it

    def cost(self, features: Iterable[int]) -> float:
        """Return what a half-space on these features pays."""
        return self.condition + sum(self.term + float(self.feature[d]) for d in features)

    def overpriced(self, terms: int, reduced_cost: float) -> float:
        """Return what a column is worth, as a multiple of the cost of its length."""
        length = self.condition + self.term * terms
        return 1.0 - min(0.0, reduced_cost) / length if length > 0 else np.inf

    def reduced_cost(self, geometry: Geometry, column: Column) -> float:
        """Recompute the reduced cost of a column from the boxes."""
        return self.cost_of_cutting(column.features, self.cut_off(geometry, column))

    def cut_off(self, geometry: Geometry, column: Column) -> NDArray[np.bool_]:
        """Return the boxes that a column cuts off, at best or for sure."""
        if not self.at_best:
            return geometry.outside(column)
        return outside_at_best(geometry, column, none_lost=self.budget == 0)

    def cost_of_cutting(self, features: Iterable[int], outside: NDArray[np.bool_]) -> float:
        """Return the reduced cost of a half-space on these features that cuts off these boxes."""
        gained = float(self.gain[outside[self.outsiders]].sum())
        lost = float(self.loss[outside[self.members]].sum()) if self.budget else 0.0
        return self.cost(features) - gained + lost


@dataclass(frozen=True, slots=True)
class Priced:
    """Columns of one cluster with a reduced cost below the limit, best first.

    `proved`: no column of the pricer's class has a reduced cost below it. `overpriced`: none is
    worth more than this multiple of the length that it pays for; 1 when none is negative.
    """

    columns: list[Column] = field(default_factory=list)
    proved: float = NOTHING_PROVED
    overpriced: float = np.inf
    nodes: int = 0  # cones looked at
    tried: int = 0  # directions tried one by one
    covered: int = 0  # directions decided in all, nearly all of them by bounds on cones

    def without_proof(self) -> Priced:
        """Return the same columns, of which nothing is said to be the best."""
        return replace(self, proved=NOTHING_PROVED, overpriced=np.inf)


class Pricer(Protocol):
    """Finds columns with a negative reduced cost, for several clusters at once."""

    def price(self, geometry: Geometry, many: Sequence[Prices], clock: Clock) -> list[Priced]:
        """Return what was found for each cluster, and what it proves."""
        ...


def best_column(geometry: Geometry, prices: Prices, direction: Direction) -> Column | None:
    """Return the column of least reduced cost in a direction, as loose as that allows.

    A loose bound keeps as many members inside as it can without admitting a priced outsider
    that the best bound cuts off.
    """
    levels = Levels.of(geometry, direction, prices.cluster)
    if not prices.at_best:
        levels = replace(levels, doubt=0.0)
    lasts = last_members(levels, prices)
    if not len(lasts):
        return None
    scores = levels.scores
    edges = levels.edges(lasts) if prices.at_best else levels.bounds(lasts)
    gains = _weight_above(scores[prices.outsiders], prices.gain, edges)
    losses = _weight_above(scores[prices.members], prices.loss, lasts)
    worth = gains - (losses if prices.budget else 0.0)
    best = lasts[worth.argmax()]
    return Column(prices.cluster, direction, float(levels.bounds(best[None])[0]))


def last_members(levels: Levels, prices: Prices) -> NDArray[np.float64]:
    """Return the scores at which the last member inside may lie, from loose to tight.

    They shut out no more members than the budget pays for, and may cut off some outsider that
    no looser one can.
    """
    geometry, scores = levels.geometry, levels.scores
    members, weight = scores[prices.members], geometry.ranks.weight[prices.members]
    if not len(members):
        return np.empty(0)
    # every member weighs at least 1, so that only the outermost ones can be shut out
    few = min(len(members), prices.budget + 1)
    outermost = members >= np.partition(members, -few)[-few]
    lasts: NDArray[np.float64] = np.unique(members[outermost])[::-1]
    lasts = lasts[np.isfinite(lasts)]  # a sum that is missing is beyond every bound
    if not len(lasts):
        return lasts
    beyond = members > lasts[-1]
    lasts = lasts[_weight_above(members[beyond], weight[beyond], lasts) <= prices.budget]
    if not len(lasts):  # members whose sum is missing are more than the budget pays for
        return lasts
    edges = levels.edges(lasts)
    others = scores[geometry.ranks.cluster != prices.cluster]
    outsiders = np.sort(others[others > edges.min()])
    cut_off = len(outsiders) - np.searchsorted(outsiders, edges, side="right")
    looser = np.maximum.accumulate(np.concatenate([[0], cut_off[:-1]]))
    return lasts[cut_off > looser]


def _weight_above(
    scores: NDArray[np.float64], weight: NDArray[np.generic], bounds: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return for each bound the weight of what lies beyond it."""
    order = np.argsort(scores, kind="stable")
    total = np.concatenate([[0.0], np.cumsum(weight[order])])
    beyond: NDArray[np.float64] = total[-1] - total[np.searchsorted(scores[order], bounds, "right")]
    return beyond
