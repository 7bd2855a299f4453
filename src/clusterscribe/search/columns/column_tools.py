"""What every search over columns works with: the columns found, the pricers, the integer master."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.pricing.active import ActiveMembers
from clusterscribe.pricing.axis_parallel import AxisParallelPricer
from clusterscribe.pricing.listing import cares_of, every_column, tightest_bounds
from clusterscribe.pricing.neighbours import NeighbourPricer
from clusterscribe.pricing.oblique import ObliquePricer, Reach
from clusterscribe.problem.columns import Column, Geometry, Polyhedra, all_columns
from clusterscribe.search.columns.column_generation import Effort, Step
from clusterscribe.search.columns.integer_master import ColumnMaster
from clusterscribe.search.columns.pool import Pool
from clusterscribe.search.cp_sat import Outcome
from clusterscribe.search.incumbent import Incumbent
from clusterscribe.search.integer import Expression, Runner
from clusterscribe.search.schedule import ColumnSchedule
from clusterscribe.search.ties import break_ties, margin_cost


@dataclass(frozen=True)
class ColumnTools:
    """One geometry, its pool of columns, and the tools."""

    geometry: Geometry
    reach: Reach
    runner: Runner
    schedule: ColumnSchedule
    n_jobs: int
    pool: Pool
    effort: Effort = field(default_factory=Effort)
    active: ActiveMembers = field(default_factory=ActiveMembers)  # what all pricers have learned

    def on(self, features: list[int]) -> ColumnTools:
        """Return tools of their own for some of the features."""
        largest = {t: w for t, w in self.reach.largest.items() if t <= len(features)}
        geometry = self.geometry.on(features)
        reach = replace(self.reach, largest=largest)
        pool, active = Pool(geometry), ActiveMembers()
        return replace(self, geometry=geometry, reach=reach, pool=pool, active=active)

    def until(self, clock: Clock) -> ColumnTools:
        """Return the same tools and columns with another time limit."""
        return replace(self, runner=replace(self.runner, clock=clock))

    def remember(self, polyhedra: Polyhedra) -> None:
        """Put the columns of an answer into the pool."""
        self.pool.add(all_columns(polyhedra))

    def pull_in(self) -> None:
        """Add the columns known so far with bounds that keep all members inside."""
        pulled = []
        for cluster, columns in enumerate(self.pool.columns):
            member = self.geometry.ranks.cluster == cluster
            for column in columns:
                scores = self.geometry.scores(column.direction, cluster)[member]
                close = self.geometry.noise(column.direction)
                last = max(column.bound, float(scores.max(initial=-np.inf)) + close)
                pulled.append(Column(cluster, column.direction, last))
        self.pool.add(pulled)

    def add_single_features(self, budget: int) -> None:
        """Add the tightest useful bound on each side of every feature."""
        for cluster in range(self.geometry.ranks.clusters):
            self.pool.add(tightest_bounds(self.geometry, cluster, budget))

    def pool_of_everything(
        self, incumbent: Incumbent[Polyhedra], budget: int, clock: Clock
    ) -> Pool | None:
        """Return a pool of all columns that an answer within the budget may use, if they are few.

        The answer that is known comes along.
        """
        every = all_columns(incumbent.best)
        goal = incumbent.goal
        cares_for = cares_of(complexity=goal.complexity, sparsity=goal.sparsity)
        for cluster in range(self.geometry.ranks.clusters):
            columns = every_column(
                self.geometry, self.reach, cluster, budget, clock, cares_for=cares_for
            )
            if columns is None:
                return None
            every += columns
        if len(every) * len(self.geometry) > self.schedule.largest_model:
            return None
        pool = Pool(self.geometry)
        pool.add(every)
        return pool

    def exact(self, terms: Iterable[int] | None = None) -> ObliquePricer:
        """Return the exact pricer for so many terms, or for all."""
        return ObliquePricer(self.reach, terms or self.reach.largest, self.n_jobs, self.active)

    def cascade(self) -> list[Step]:
        """Return the pricers, cheap ones first."""
        terms = list(self.reach.largest)  # none where only one feature varies
        alone = AxisParallelPricer(proves=self.reach.complete)
        steps = [Step("one feature", alone, covers=True)]
        if terms:
            steps.append(Step("pairs", self.exact(terms[:1]), covers=True))
        if terms[1:]:
            more = self.exact(terms[1:])
            steps.append(Step("neighbours", NeighbourPricer(more, self.pool.columns), covers=False))
            steps.append(Step("all", more, covers=True))
        return steps

    # ---- the integer master ------------------------------------------------------------

    def master(
        self, pool: Pool, incumbent: Incumbent[Polyhedra], *, at_best: bool = False
    ) -> ColumnMaster | None:
        """Return the integer master over a pool, unless it is too large or time is over."""
        too_large = len(pool) * len(pool.geometry) > self.schedule.largest_model
        if too_large or self.runner.clock.expired:
            return None
        with self.effort.integer.running():
            worst = None if incumbent.broken else incumbent.errors
            return ColumnMaster(pool, incumbent.budget, worst=worst, at_best=at_best)

    def choose(
        self, incumbent: Incumbent[Polyhedra], deadline: Clock, enough: Callable[[], bool]
    ) -> None:
        """Look for a better answer among the columns found so far, for a slice of the time."""
        master = None if incumbent.closed else self.master(self.pool, incumbent)
        if master is not None:
            measure, limit = master.measure(incumbent.goal), self.slice_of(deadline)
            with self.effort.integer.running():
                self.runner.minimise(master, measure, incumbent, limit, enough)

    def prove(
        self,
        pool: Pool,
        measure: Callable[[ColumnMaster], Expression],
        incumbent: Incumbent[Polyhedra],
        limit: Clock,
    ) -> Outcome | None:
        """Minimise over a pool of everything that matters; what comes out is a proof.

        Where rounding leaves something open, the proof is about the best that can come of it,
        and answers are sought once more among what is certain.
        """
        master = self.master(pool, incumbent, at_best=True)
        if master is None:
            return None
        with self.effort.integer.running():
            outcome = self.runner.minimise(master, measure(master), incumbent, limit)
        certain = None if pool.is_certain else self.master(pool, incumbent)
        if certain is not None:
            with self.effort.integer.running():
                self.runner.minimise(certain, measure(certain), incumbent, limit)
        return outcome

    def break_ties(self, incumbent: Incumbent[Polyhedra], limit: Clock, error_bound: int) -> bool:
        """Take the best answer in every goal among the columns found; say if that came to an end.

        Between answers that are equal in all goals margins decide, and then a fixed draw.
        """
        self.remember(incumbent.best)
        self.add_single_features(incumbent.budget or 0)
        master = self.master(self.pool, incumbent)
        if master is None:
            return False
        with self.effort.integer.running():
            settled = break_ties(
                master,
                incumbent,
                self.runner,
                limit,
                margins=lambda: master.cost_of(partial(margin_cost, self.geometry)),
                error_bound=error_bound,
                is_complete=False,  # there may be better ones among all columns
            )
        return settled == len(incumbent.goals)

    # ---- time --------------------------------------------------------------------------

    def slice_of(self, deadline: Clock) -> Clock:
        """Return the time for columns before they are chosen from, or for choosing."""
        share = max(self.schedule.least_slice, self.schedule.slice * deadline.remaining)
        return Clock(min(deadline.remaining, share))

    def all_but_a_reserve(self, deadline: Clock) -> Clock:
        """Return the time that leaves some for choosing among the last columns."""
        return Clock((1 - self.schedule.reserve) * deadline.remaining)
