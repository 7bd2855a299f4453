"""Which outsiders a set of features can cut off, when no member may be lost.

Without errors a set of features is sufficient for a cluster if and only if every outsider is cut
off by some half-space on some of its features. That is found out set by set: the half-space that
cuts off most of what is left, again and again, until nothing is left or nothing more can be cut
off.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.pricing.axis_parallel import AxisParallelPricer
from clusterscribe.pricing.oblique import ObliquePricer, Reach
from clusterscribe.pricing.prices import Prices
from clusterscribe.problem.columns import Column, Geometry

HALF_AN_OUTSIDER = 0.5


@dataclass(frozen=True, slots=True)
class Cover:
    """Half-spaces on one set of features, and the outsiders they cut off together."""

    columns: tuple[Column, ...]
    outside: NDArray[np.bool_]  # of all boxes


class Coverage:
    """Finds, and remembers, what sets of features can cut off."""

    def __init__(self, geometry: Geometry, reach: Reach, clock: Clock) -> None:
        self.geometry = geometry
        self.clock = clock  # what is found after it has expired proves nothing
        self.certain = True  # whether nothing was lost to rounding
        # pricers remember the members that turned out to be in the way
        self._pricers = {terms: ObliquePricer(reach, [terms]) for terms in reach.largest}
        self._known: dict[tuple[int, tuple[int, ...]], Cover] = {}

    def cover(self, cluster: int, features: tuple[int, ...]) -> Cover:
        """Return what half-spaces on all of these features cut off for a cluster."""
        key = cluster, features
        if key not in self._known:
            self._known[key] = self._find(cluster, features)
        return self._known[key]

    def _find(self, cluster: int, features: tuple[int, ...]) -> Cover:
        ranks = self.geometry.ranks
        left = ranks.cluster != cluster
        columns: list[Column] = []
        while left.any():
            found = self._best(cluster, features, np.flatnonzero(left))
            column = next((c for c in found if (left & self.geometry.outside(c)).any()), None)
            if column is None:
                self.certain &= not found  # some might do, depending on rounding
                break
            columns.append(column)
            left &= ~self.geometry.outside(column)
        return Cover(tuple(columns), (ranks.cluster != cluster) & ~left)

    def _best(
        self, cluster: int, features: tuple[int, ...], outsiders: NDArray[np.int64]
    ) -> list[Column]:
        """Return half-spaces that cut off some of these outsiders at best, best first."""
        members = np.flatnonzero(self.geometry.ranks.cluster == cluster)
        # free of charge, so that an outsider is enough; only these features are on offer
        charge = np.full(self.geometry.ranks.features, np.inf)
        charge[list(features)] = 0.0
        prices = Prices(
            cluster=cluster,
            outsiders=outsiders,
            gain=np.ones(len(outsiders)),
            members=members,
            loss=np.zeros(len(members)),
            budget=0,
            condition=0.0,
            term=0.0,
            feature=charge,
            interest=HALF_AN_OUTSIDER,
        )
        if len(features) == 1:
            found = AxisParallelPricer(features).price(self.geometry, [prices], self.clock)[0]
        else:
            sets = [{len(features): np.array([features], dtype=np.int64)}]
            pricer = self._pricers[len(features)]
            found = pricer.price_sets(self.geometry, [prices], sets, self.clock)[0]
        if not found.columns:
            # a refuted claim may hide a weaker one that holds
            self.certain &= found.proved >= -HALF_AN_OUTSIDER
        return found.columns
