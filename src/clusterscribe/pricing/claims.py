"""What the compiled search claims about one cluster, checked against all boxes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clusterscribe.pricing.active import ActiveMembers
from clusterscribe.pricing.prices import (
    NOTHING_PROVED,
    Priced,
    Prices,
    best_column,
)
from clusterscribe.pricing.scanning import Found
from clusterscribe.problem.columns import Column, Direction, Geometry

MOST_COLUMNS = 60  # per cluster and call
JUDGED_AT_ONCE = 30  # claims of a task, where not all members are active
ENOUGH = 200  # sets of features with a column, after which the others can wait


class Claims:
    """Directions that are claimed to have a negative reduced cost, sorted by whether they do.

    The reduced cost of every column is recomputed from the boxes.
    """

    def __init__(self, geometry: Geometry, prices: Prices, active: ActiveMembers) -> None:
        self.geometry = geometry
        self.prices = prices
        self.active = active
        self.columns: list[tuple[float, Column]] = []
        self.complete = True
        self.least = -prices.interest
        self.overpriced = prices.overpriced(1, -prices.interest)
        self.figures = np.zeros(3, dtype=np.int64)  # nodes, tried, covered
        self._repeat: dict[int, list[tuple[int, ...]]] = {}
        self._activated: set[Direction] = set()  # of which the members in the way are active
        self._pending = False  # whether sets are still to be repeated

    @property
    def enough(self) -> bool:
        """Whether the rest can wait."""
        return len(self.columns) >= ENOUGH

    def take(self, part: Found) -> None:
        """Judge what one task found."""
        self.complete = self.complete and part.complete
        self.figures += np.array([part.nodes, part.tried, part.covered])
        costs = [
            self.prices.cost(ray.features) - worth
            for worth, ray in zip(part.worths, part.directions, strict=True)
        ]
        all_active = self.active.covers(self.prices)
        for place, at in enumerate(np.argsort(costs, kind="stable").tolist()):
            if all_active or place < JUDGED_AT_ONCE:
                self._judge(part.directions[at], costs[at])
            else:  # the members that the first ones activate will refute most of these
                self._come_back_to(part.directions[at])

    def _judge(self, ray: Direction, claimed: float) -> None:
        column = best_column(self.geometry, self.prices, ray)
        cost = 0.0 if column is None else self.prices.reduced_cost(self.geometry, column)
        if column is not None and cost < -self.prices.interest / 2:
            self.columns.append((cost, column))
        elif not self.active.covers(self.prices) and ray not in self._activated:
            self._activated.add(ray)
            self.active.activate(self.geometry, self.prices, ray)
            self._come_back_to(ray)
            return
        # with all members that matter active, a refuted claim is due to rounding: it still counts
        self.least = min(self.least, claimed)
        ratio = self.prices.overpriced(len(ray.features), claimed)
        self.overpriced = max(self.overpriced, ratio)

    def _come_back_to(self, ray: Direction) -> None:
        self._repeat.setdefault(len(ray.features), []).append(ray.features)

    def sets_to_repeat(self) -> dict[int, NDArray[np.int64]]:
        """Return the sets of features whose claims were refuted."""
        repeat, self._repeat = self._repeat, {}
        self._pending = bool(repeat)
        if self.enough:
            return {}
        return {
            terms: np.array(sets, dtype=np.int64).reshape(-1, terms)
            for terms, sets in repeat.items()
        }

    def priced(self, proves: bool) -> Priced:
        """Return the best columns, no two with the same priced outsiders cut off."""
        proved = proves and self.complete and not self._pending
        nodes, tried, covered = self.figures.tolist()
        return Priced(
            columns=self._different(),
            proved=self.least if proved else NOTHING_PROVED,
            overpriced=self.overpriced if proved else np.inf,
            nodes=nodes,
            tried=tried,
            covered=covered,
        )

    def _different(self) -> list[Column]:
        chosen: dict[bytes, Column] = {}
        for _, column in sorted(self.columns):
            outside = self.prices.cut_off(self.geometry, column)[self.prices.outsiders]
            chosen.setdefault(np.packbits(outside).tobytes(), column)
            if len(chosen) >= MOST_COLUMNS:
                break
        return list(chosen.values())
