"""Running the integer master over columns: from the best answer on, better ones are kept."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from clusterscribe.clock import Clock
from clusterscribe.search.axis.master import Expression
from clusterscribe.search.columns.column_generation import Effort
from clusterscribe.search.columns.integer_master import ColumnMaster
from clusterscribe.search.columns.pool import Pool
from clusterscribe.search.cp_sat import Outcome, run
from clusterscribe.search.incumbent import Incumbent

LARGEST_MODEL = 100_000_000  # columns times boxes


class Chooser:
    """Chooses among columns by integer programming, with one clock and seed for all."""

    def __init__(self, clock: Clock, effort: Effort, seed: int, workers: int | None) -> None:
        self.clock = clock
        self.effort = effort
        self.seed = seed
        self.workers = workers

    def prolong(self, clock: Clock) -> None:
        """Go on by another clock."""
        self.clock = clock

    def master(
        self, pool: Pool, budget: int | None, *, at_best: bool = False
    ) -> ColumnMaster | None:
        """Return the integer master over a pool, unless it is too large or time is over."""
        if len(pool) * len(pool.geometry) > LARGEST_MODEL or self.clock.expired:
            return None
        began = time.monotonic()
        master = ColumnMaster(pool, budget, at_best=at_best)
        self.effort.integer_seconds += time.monotonic() - began
        return master

    def prove(
        self,
        pool: Pool,
        budget: int | None,
        measure: Callable[[ColumnMaster], Expression],
        incumbent: Incumbent,
        limit: Clock,
    ) -> Outcome | None:
        """Minimise over a pool of everything that matters; what comes out is a proof.

        Where rounding leaves something open, the proof is about the best that can come of it,
        and answers are sought once more among what is certain.
        """
        master = self.master(pool, budget, at_best=True)
        if master is None:
            return None
        outcome = self.minimise(master, measure(master), incumbent, limit)
        certain = None if pool.is_certain else self.master(pool, budget)
        if certain is not None:
            self.minimise(certain, measure(certain), incumbent, limit)
        return outcome

    def minimise(
        self,
        master: ColumnMaster,
        measure: Expression,
        incumbent: Incumbent,
        limit: Clock,
        enough: Callable[[], bool] = lambda: False,
        *,
        equal: bool = False,
    ) -> Outcome:
        """Minimise a measure; every answer on the way is offered to the incumbent.

        `equal`: the measure is no goal, and decides between answers that are equal otherwise.
        """
        began = time.monotonic()

        def on_solution(value: Callable[[Any], bool]) -> bool:
            incumbent.offer(master.read(value), equal=equal)
            incumbent.tell()
            return enough()

        master.hint(incumbent.polyhedra)
        master.model.minimize(measure)
        try:
            return run(
                master.model,
                self.clock,
                limit.remaining,
                on_solution=on_solution,
                seed=self.seed,
                workers=self.workers,
            )
        finally:
            self.effort.integer_seconds += time.monotonic() - began
