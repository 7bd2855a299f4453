"""From a relaxation to a proved optimum.

If L is the bound of the closed relaxation and an answer of value U is known, then in any
better answer every column has a reduced cost of at most (U - step) - L: a column that is
chosen adds its reduced cost to the bound. So all such columns are listed by exact pricing,
and the integer master over them finds the optimum, or proves that U is it.

Where nothing connects the clusters (no errors allowed, features free of charge), each
cluster is a problem of its own: its bound is rounded up on its own, and what a better
polyhedron of its own could be made of is a far shorter list. The optima add up.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.pricing.listing import Cares, cares_of, columns_below, features_of
from clusterscribe.problem.columns import Column, all_columns
from clusterscribe.problem.quick_bound import needs_condition
from clusterscribe.problem.ranks import Ranks
from clusterscribe.search.columns.column_generation import ColumnGeneration
from clusterscribe.search.columns.column_tools import ColumnTools
from clusterscribe.search.columns.pool import Pool
from clusterscribe.search.columns.restricted_master import PricingProof
from clusterscribe.search.goal import Goal

ROUNDING = 1e-6  # of a bound, relative to a step of the goal


def trivial_bounds(ranks: Ranks, goal: Goal, budget: int) -> list[float]:
    """Return what each cluster adds to the goal in any case, and last what all add together.

    A cluster that may not hold every box needs a condition, which has one feature at least
    and so a complexity of two at least.
    """
    needed = needs_condition(ranks, budget)
    by_cluster = (2.0 * goal.complexity * needed).tolist()
    return [*by_cluster, goal.sparsity * float(needed.any())]


class Certificate:
    """Collects what is proved about the shortest description, and closes the gap if it can."""

    def __init__(self, generation: ColumnGeneration, tools: ColumnTools) -> None:
        self.generation = generation
        self.incumbent = generation.incumbent
        self.goal = self.incumbent.goal
        self.geometry = tools.geometry
        self.pricer = tools.exact()
        self.tools = tools
        bounds = trivial_bounds(self.geometry.ranks, self.goal, self.incumbent.budget or 0)
        self.by_cluster = np.array(bounds[:-1])
        self.listed = 0  # columns that a better answer could have used
        self._tried: set[tuple[int, int]] = set()  # clusters and lengths that were looked at

    def most_columns(self) -> NDArray[np.int64]:
        """Return how many columns a better answer may have in each cluster at most."""
        ranks = self.geometry.ranks
        if not self.goal.complexity:  # each has an outsider that it alone cuts off
            outsiders = [int((ranks.cluster != k).sum()) for k in range(ranks.clusters)]
            return np.maximum(1, np.array(outsiders, dtype=np.int64))
        elsewhere = self.by_cluster.sum() - self.by_cluster
        room = self.incumbent.value - self.goal.sparsity - elsewhere
        most: NDArray[np.int64] = np.floor(room / (2 * self.goal.complexity)).astype(np.int64)
        return np.maximum(1, most)

    def update(self, generation: ColumnGeneration) -> None:
        """Take note of what the last duals prove."""
        if generation.duals is None:
            return
        proof = self._proof()
        if not generation.apart:
            bound = generation.relaxation.bound(generation.duals, proof)
            self.incumbent.raise_bound(bound)
            return
        step = self.goal.complexity
        bounds = generation.relaxation.bounds_by_cluster(generation.duals, proof)
        self.by_cluster = np.maximum(self.by_cluster, step * np.ceil(bounds / step - ROUNDING))
        self.incumbent.raise_bound(float(self.by_cluster.sum()))

    def close(self, limit: Clock) -> None:
        """List what could still improve the answer, and let the integer master decide."""
        if self.incumbent.closed or self.generation.duals is None:
            return
        effort, began = self.tools.effort, time.monotonic()
        integer_before = effort.integer.seconds
        if self.generation.apart:
            self._close_clusters(limit)
        elif self.generation.closed:
            self._close_all(limit)
        spent_choosing = effort.integer.seconds - integer_before
        effort.pricing_seconds += time.monotonic() - began - spent_choosing

    def columns_of_the_best(self, limit: Clock) -> list[Column] | None:
        """List the columns of all answers that are as good as the best, which is proved to be.

        Those, too, can only have columns whose reduced cost the gap leaves room for.
        """
        duals, relaxation = self.generation.duals, self.generation.relaxation
        if duals is None or not self.generation.closed:
            return None
        clusters = range(self.geometry.ranks.clusters)
        if self.generation.apart:
            bounds = relaxation.bounds_by_cluster(duals, self._proof())
            gaps = [self._reached(k) - float(bounds[k]) for k in clusters]
        else:
            gaps = [self.incumbent.value - relaxation.bound(duals, self._proof())] * len(clusters)
        return self._all_below(gaps, limit, cares_for=features_of)

    def _close_clusters(self, limit: Clock) -> None:
        """Solve each cluster with a closed relaxation on its own."""
        for k in np.flatnonzero(self.generation.closed_clusters).tolist():
            reached = self._reached(k)
            tried = (k, reached) in self._tried
            if self.by_cluster[k] < reached and not tried and not limit.expired:
                self._tried.add((k, reached))
                self._close_cluster(k, reached, limit)

    def _close_cluster(self, cluster: int, reached: int, limit: Clock) -> None:
        duals = self.generation.duals
        if duals is None:
            return
        bounds = self.generation.relaxation.bounds_by_cluster(duals, self._proof())
        below = reached - self.goal.complexity - float(bounds[cluster])
        columns = self._columns_below(cluster, below, limit)
        if columns is None:
            return
        outcome = self.tools.prove(
            self._pool_with(columns),
            lambda master: self.goal.complexity * master.complexity(cluster),
            self.incumbent,
            limit,
        )
        if outcome is not None and outcome.optimal:
            self.by_cluster[cluster] = max(self.by_cluster[cluster], round(outcome.value))
            self.incumbent.raise_bound(float(self.by_cluster.sum()))

    def _close_all(self, limit: Clock) -> None:
        duals = self.generation.duals
        if duals is None:
            return
        bound = self.generation.relaxation.bound(duals, self._proof())
        below = self.incumbent.value - self.incumbent.step - bound
        columns = self._all_below([below] * self.geometry.ranks.clusters, limit)
        if columns is None:
            return
        outcome = self.tools.prove(
            self._pool_with(columns),
            lambda master: master.measure(self.goal),
            self.incumbent,
            limit,
        )
        if outcome is not None and outcome.optimal:
            self.incumbent.raise_bound(outcome.value)

    def _reached(self, cluster: int) -> int:
        part = self.incumbent.best[cluster]
        return self.goal.complexity * sum(column.complexity for column in part)

    def _proof(self) -> PricingProof:
        generation = self.generation
        return PricingProof(generation.least, generation.overpriced, self.most_columns())

    def _all_below(
        self, limits: Sequence[float], clock: Clock, cares_for: Cares | None = None
    ) -> list[Column] | None:
        """List the columns of every cluster below its limit; None if one list is too long."""
        columns: list[Column] = []
        for k, below in enumerate(limits):
            more = self._columns_below(k, below, clock, cares_for)
            if more is None:
                return None
            columns += more
        return columns

    def _columns_below(
        self, cluster: int, below: float, limit: Clock, cares_for: Cares | None = None
    ) -> list[Column] | None:
        columns = columns_below(
            self.pricer,
            self.geometry,
            self.generation.prices(cluster),
            below,
            limit,
            cares_for=cares_for
            or cares_of(complexity=self.goal.complexity, sparsity=self.goal.sparsity),
        )
        self.listed += len(columns or ())
        return columns

    def _pool_with(self, columns: list[Column]) -> Pool:
        pool = Pool(self.geometry)
        pool.add(all_columns(self.incumbent.best))
        pool.add(columns)
        return pool
