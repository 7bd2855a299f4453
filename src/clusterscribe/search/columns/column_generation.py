"""Column generation, as in the paper's section 2.2.

    repeat
        solve the relaxation over the columns so far           -> duals
        price each cluster, the cheap pricers first            -> columns, or a proof
        add the columns
    until a stopping rule holds

A cluster for which every pricer proves that no column has a negative reduced cost is
*closed* under these duals. When all are, the relaxation is solved over all half-spaces.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock, Stopwatch
from clusterscribe.pricing.prices import CLEARLY, NOTHING_PROVED, Priced, Pricer, Prices
from clusterscribe.problem.columns import Polyhedra
from clusterscribe.search.columns.restricted_master import Duals, RestrictedMaster
from clusterscribe.search.columns.stopping import End, Round, Rule
from clusterscribe.search.incumbent import Incumbent
from clusterscribe.search.statistics import Statistics

STALLED = 1e-6  # a relaxation that has fallen by no more than this share has not moved


@dataclass(frozen=True, slots=True)
class Step:
    """A pricer of the cascade; `covers` if its class is needed for a proof."""

    name: str
    pricer: Pricer
    covers: bool


@dataclass(slots=True)
class Effort:
    """Where the time went, and what exact pricing looked at."""

    relaxation: Stopwatch = field(default_factory=Stopwatch)
    integer: Stopwatch = field(default_factory=Stopwatch)
    pricing_seconds: float = 0.0
    cones: int = 0
    directions_tried: int = 0
    directions_covered: int = 0

    def count(self, priced: Priced) -> None:
        """Add what one call of a pricer looked at."""
        self.cones += priced.nodes
        self.directions_tried += priced.tried
        self.directions_covered += priced.covered

    def to_dict(self) -> Statistics:
        """Return plain values, rounded."""
        return {
            "relaxation_seconds": round(self.relaxation.seconds, 3),
            "pricing_seconds": round(self.pricing_seconds, 3),
            "integer_seconds": round(self.integer.seconds, 3),
            "cones": self.cones,
            "directions_tried": self.directions_tried,
            "directions_covered": self.directions_covered,
        }


class Witness(Protocol):
    """Who takes note of what a round proves."""

    def update(self, generation: ColumnGeneration) -> None:
        """Take note of what the last duals prove."""


class ColumnGeneration:
    """One run of the loop; it can be continued, also with another rule."""

    def __init__(
        self,
        relaxation: RestrictedMaster,
        cascade: Sequence[Step],
        incumbent: Incumbent[Polyhedra],
        effort: Effort,
    ) -> None:
        self.relaxation = relaxation
        self.cascade = cascade
        self.incumbent = incumbent
        self.effort = effort
        self.rounds: list[Round] = []
        clusters = relaxation.geometry.ranks.clusters
        self.duals: Duals | None = None
        # what is proved of each cluster under these duals, see PricingProof
        self.least = np.full(clusters, NOTHING_PROVED)
        self.overpriced = np.full(clusters, np.inf)
        # where nothing connects the clusters, a closed one stays closed
        self.apart = relaxation.hard and not relaxation.goal.sparsity

    @property
    def closed_clusters(self) -> NDArray[np.bool_]:
        """For which clusters no half-space of the class has a negative reduced cost."""
        closed: NDArray[np.bool_] = self.least >= -2 * CLEARLY
        return closed

    @property
    def closed(self) -> bool:
        """Whether the relaxation is solved over all half-spaces."""
        return bool(self.closed_clusters.all())

    def run(
        self,
        stop: Rule,
        clock: Clock,
        patience: Clock | None = None,
        witness: Witness | None = None,
    ) -> End:
        """Iterate until the rule holds; return its reason.

        Once there are new columns, pricing only has `patience`: whoever chooses among them
        should not wait for a long search that may find no more. A `witness` takes note of what
        each round proves.
        """
        known = len(self.relaxation.pool)
        while True:
            began = time.monotonic()
            with self.effort.relaxation.running():
                self.relaxation.add_new_columns()
                duals = self.relaxation.solve(clock.remaining)
            if duals is None:
                return End.NO_SOLUTION if self.relaxation.infeasible else End.TIME_LIMIT
            self.duals = self._keeping_closed(duals) if self.apart else duals
            is_news = len(self.relaxation.pool) > known
            limit = clock if patience is None or not is_news else patience
            priced_by, added = self._price(self.duals, limit)
            self.incumbent.candidates = len(self.relaxation.pool)
            if witness is not None:
                witness.update(self)
            self._note(self.duals, priced_by, added, time.monotonic() - began)
            if limit is patience and limit.expired:
                return End.TIME_LIMIT
            reason = stop.reached(self.rounds[-1])
            if reason is not None:
                return reason

    def _keeping_closed(self, duals: Duals) -> Duals:
        """Return duals in which closed clusters keep those under which they were closed.

        The relaxation may come back with others that are as good over the present columns,
        but of which nothing is proved. A cluster with new rows is open again.
        """
        self._nothing_proved(sorted(self.relaxation.grown))
        if self.duals is None:
            return duals
        kept = duals.false_positive.copy()
        kept[self.closed_clusters] = self.duals.false_positive[self.closed_clusters]
        return replace(duals, false_positive=kept)

    def prices(self, cluster: int) -> Prices:
        """Return the prices of a cluster under the last duals."""
        if self.duals is None:
            raise RuntimeError("there are no prices before the relaxation is solved")
        return self.relaxation.prices(self.duals, cluster)

    def _price(self, duals: Duals, clock: Clock) -> tuple[str, int]:
        """Run the cascade, and take note of what it proves; nothing where it is interrupted."""
        began = time.monotonic()
        closed = self.closed_clusters
        searched = [k for k in range(len(closed)) if not (self.apart and closed[k])]
        is_cut_short = True
        try:
            priced_by, added = self._run_cascade(duals, searched, clock)
            is_cut_short = clock.expired
        finally:
            if is_cut_short:
                self._nothing_proved(searched)
            self.effort.pricing_seconds += time.monotonic() - began
        return priced_by, added

    def _run_cascade(self, duals: Duals, searched: list[int], clock: Clock) -> tuple[str, int]:
        """Price; a cluster is done with the first step that finds a column.

        While the relaxation does not move, each round goes a step further all the same:
        cheap columns that do not help must not keep better ones waiting.
        """
        self.least[searched], self.overpriced[searched] = np.inf, 1.0
        searching, added, name = list(searched), 0, ""
        stalled = self._stalled_rounds(duals)
        for place, step in enumerate(self.cascade):
            if not searching or clock.expired:
                break
            name = step.name
            many = [self.relaxation.prices(duals, k) for k in searching]
            results = step.pricer.price(self.relaxation.geometry, many, clock)
            for prices, priced in zip(many, results, strict=True):
                new = self.relaxation.pool.add(priced.columns)
                added += len(new)
                self._take(prices.cluster, priced, step)
                if new and place >= stalled:
                    searching.remove(prices.cluster)
            if step is not self.cascade[-1]:  # a proof takes all of the cascade
                stopped = [k for k in searched if k not in searching]
                self._nothing_proved(stopped)
        return name, added

    def _stalled_rounds(self, duals: Duals) -> int:
        """Return for how many rounds the relaxation has not moved."""
        stalled = 0
        for last in reversed(self.rounds):
            if last.relaxation - duals.value > STALLED * max(1.0, abs(duals.value)):
                break
            stalled += 1
        return stalled

    def _take(self, cluster: int, priced: Priced, step: Step) -> None:
        self.effort.count(priced)
        if step.covers:
            self.least[cluster] = min(self.least[cluster], priced.proved)
            self.overpriced[cluster] = max(self.overpriced[cluster], priced.overpriced)

    def _nothing_proved(self, clusters: list[int]) -> None:
        self.least[clusters], self.overpriced[clusters] = NOTHING_PROVED, np.inf

    def _note(self, duals: Duals, pricer: str, added: int, seconds: float) -> None:
        last = Round(
            iteration=len(self.rounds) + 1,
            relaxation=duals.value,
            bound=self.incumbent.bound,
            best=self.incumbent.value,
            pricer=pricer,
            added=added,
            columns=len(self.relaxation.pool),
            rows=self.relaxation.rows,
            least=float(self.least.min()),
            seconds=round(seconds, 4),
        )
        if not self._stalled_rounds(duals):
            self.incumbent.hear()  # answers may follow where the relaxation moves
        self.rounds.append(last)
        self.incumbent.tell()
