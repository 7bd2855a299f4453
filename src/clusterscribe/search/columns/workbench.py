"""What every search over columns works with: the columns found, the pricers, the chooser."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.pricing.axis_parallel import AxisParallelPricer
from clusterscribe.pricing.listing import cares_of, every_column, tightest_bounds
from clusterscribe.pricing.neighbours import NeighbourPricer
from clusterscribe.pricing.oblique import ObliquePricer, Reach
from clusterscribe.problem.columns import Column, Geometry, Polyhedra, all_columns
from clusterscribe.search.columns.choosing import LARGEST_MODEL, Chooser
from clusterscribe.search.columns.column_generation import ColumnGeneration, Step
from clusterscribe.search.columns.pool import Pool
from clusterscribe.search.columns.stopping import End, Gap, NoColumn, Rule, TimeLimit
from clusterscribe.search.incumbent import Incumbent

SLICE = 0.15  # of the time left for generation, before the integer master looks at the columns
RESERVE = 0.03  # of the time left, for choosing among columns that are found at the end
LEAST_SLICE = 2.0  # seconds


@dataclass(frozen=True)
class Workbench:
    """One geometry, its pool of columns, and the tools."""

    geometry: Geometry
    reach: Reach
    chooser: Chooser
    n_jobs: int
    pool: Pool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pool", Pool(self.geometry))

    def on(self, features: list[int]) -> Workbench:
        """Return a bench of its own for some of the features."""
        largest = {t: w for t, w in self.reach.largest.items() if t <= len(features)}
        return replace(
            self, geometry=self.geometry.on(features), reach=replace(self.reach, largest=largest)
        )

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

    def pool_of_everything(self, incumbent: Incumbent, budget: int, clock: Clock) -> Pool | None:
        """Return a pool of all columns that an answer within the budget may use, if they are few.

        The answer that is known comes along.
        """
        every = all_columns(incumbent.polyhedra)
        goal = incumbent.goals[0]
        cares_for = cares_of(complexity=goal.complexity, sparsity=goal.sparsity)
        for cluster in range(self.geometry.ranks.clusters):
            columns = every_column(
                self.geometry, self.reach, cluster, budget, clock, cares_for=cares_for
            )
            if columns is None:
                return None
            every += columns
        if len(every) * len(self.geometry) > LARGEST_MODEL:
            return None
        pool = Pool(self.geometry)
        pool.add(every)
        return pool

    def exact(self, terms: Iterable[int] | None = None) -> ObliquePricer:
        """Return the exact pricer for so many terms, or for all."""
        return ObliquePricer(self.reach, terms or self.reach.largest, self.n_jobs)

    def cascade(self) -> list[Step]:
        """Return the pricers, cheap ones first."""
        terms = list(self.reach.largest)  # none where only one feature varies
        steps = [Step("one feature", AxisParallelPricer(), covers=True)]
        if terms:
            steps.append(Step("pairs", self.exact(terms[:1]), covers=True))
        if terms[1:]:
            more = self.exact(terms[1:])
            steps.append(Step("neighbours", NeighbourPricer(more, self.pool.columns), covers=False))
            steps.append(Step("all", more, covers=True))
        return steps

    def alternate(
        self,
        generation: ColumnGeneration,
        deadline: Clock,
        *,
        enough: Callable[[], bool] = lambda: False,
        closing: Callable[[Clock], None] = lambda _: None,
    ) -> None:
        """Generate columns and choose among them in turn, until there are no more."""
        incumbent = generation.incumbent
        while True:
            rule: Rule = NoColumn() | Gap()
            part = None
            if np.isfinite(deadline.limit):
                part = _slice_of(deadline)
                rule = rule | TimeLimit(part)
            most = Clock((1 - RESERVE) * deadline.remaining)
            reason = generation.run(rule, most, part)
            master = self.chooser.master(self.pool, incumbent.budget)
            if master is not None and not incumbent.closed:
                measure = master.measure(incumbent.goals[0])
                self.chooser.minimise(master, measure, incumbent, _slice_of(deadline), enough)
            closing(deadline)
            if reason != End.TIME_LIMIT or incumbent.closed or enough() or deadline.expired:
                return


def _slice_of(deadline: Clock) -> Clock:
    return Clock(min(deadline.remaining, max(LEAST_SLICE, SLICE * deadline.remaining)))
