"""The integer master of several polyhedra per cluster at work, where it is not too large."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem.columns import Polyhedra, all_columns
from clusterscribe.problem.ranks import Ranks
from clusterscribe.problem.reduce import Reduced
from clusterscribe.search.incumbent import Incumbent
from clusterscribe.search.integer import Runner, never
from clusterscribe.search.ties import settle_ties
from clusterscribe.search.unions.union_master import UnionMaster, reduced_for_unions


class ExactUnions:
    """Solves the integer program over all candidates; does nothing where that is too large.

    `polyhedra` is the most of one cluster, and `largest` how many literals a model may have.
    """

    def __init__(self, ranks: Ranks, polyhedra: int, runner: Runner, largest: int) -> None:
        self.ranks = ranks
        self.polyhedra = polyhedra
        self.runner = runner
        self.largest = largest

    @cached_property
    def problem(self) -> Reduced | None:
        """The rows as the integer master sees them; None if these are too many."""
        cells = 2 * self.ranks.features * self.ranks.clusters * len(self.ranks)
        if cells > self.largest:  # not even to be counted
            return None
        problem = reduced_for_unions(self.ranks)
        return problem if self.polyhedra * problem.literals_of_open <= self.largest else None

    def solve(
        self, best: Incumbent[Polyhedra], limit: Clock, enough: Callable[[], bool] = never
    ) -> None:
        """Minimise the goal of an incumbent over all candidates, within its budget and ceiling."""
        master = self._master(best)
        if master is None or limit.expired:
            return
        if best.budget is not None:
            master.model.add(master.errors <= best.budget)
        if best.ceiling is not None:
            master.model.add(master.measure(best.ceiling.goal) <= best.ceiling.value)
        best.rows, best.candidates = len(master.problem.ranks), master.problem.candidates
        best.tell()
        self.runner.prove(master, best, limit, enough)

    def settle_ties(
        self,
        best: Incumbent[Polyhedra],
        values: list[NDArray[np.float64]],
        error_bound: int,
        limit: Clock,
    ) -> int | None:
        """Make an answer lexicographically best within its budget; return the levels proven."""
        master = self._master(best)
        if master is None or best.budget is None:
            return None
        master.model.add(master.errors <= best.budget)
        return settle_ties(
            master,
            best,
            self.runner,
            limit,
            values=values,
            conditions=len(all_columns(best.best)),
            error_bound=error_bound,
        )

    def _master(self, best: Incumbent[Polyhedra]) -> UnionMaster | None:
        if self.problem is None:
            return None
        allowed = best.errors if best.budget is None else best.budget
        if best.broken:  # an answer that keeps to all wishes may make more errors
            allowed = self.ranks.total_weight
        ranks = self.ranks
        return UnionMaster(self.problem, self.polyhedra, ranks.limits, allowed, ranks.wishes)
