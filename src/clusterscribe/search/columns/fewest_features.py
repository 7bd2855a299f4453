"""The fewest features when no errors are allowed, by enumerating sets of features.

Sets are enumerated by size. A set is enough if, for every cluster, the half-spaces on its
features cut off all outsiders (`pricing/coverage.py`). When no set of a size is enough, the
sparsity of every description is larger: a bound that no relaxation gives. On a set that is
enough, the shortest description is a small problem of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.pricing.coverage import Coverage
from clusterscribe.problem.columns import Column, Polyhedra, renumbered
from clusterscribe.progress import silent
from clusterscribe.search.columns.certificate import Certificate
from clusterscribe.search.columns.column_generation import ColumnGeneration
from clusterscribe.search.columns.column_tools import ColumnTools
from clusterscribe.search.columns.restricted_master import RestrictedMaster
from clusterscribe.search.goal import LEAST_COMPLEXITY
from clusterscribe.search.incumbent import ColumnEncoding, Incumbent
from clusterscribe.search.solve import generate_and_choose


class FewestFeatures:
    """Finds the smallest sets of features that are enough.

    `search` is the time for enumerating sets, without describing.
    """

    def __init__(self, tools: ColumnTools, incumbent: Incumbent[Polyhedra], search: Clock) -> None:
        self.tools = tools
        self.incumbent = incumbent
        self.search = search
        self.coverage = Coverage(tools.geometry, tools.reach, search)
        self.clusters = list(range(tools.geometry.ranks.clusters))  # the hardest first
        self.max_terms = max(tools.reach.largest, default=1)
        self.unit = incumbent.goal.sparsity

    def run(self, deadline: Clock) -> None:
        """Go through sizes from one on, and describe with the smallest sets that are enough."""
        search, axes = self.search, self.tools.geometry.ranks.axes
        if axes is not None and not axes.are_features:
            return  # sets of axes say nothing about how many features they are of
        features = np.flatnonzero(self.tools.geometry.ranks.sizes > 1).tolist()
        for size in range(1, self.incumbent.value // self.unit + 1):
            enough: list[tuple[int, ...]] = []
            for chosen in combinations(features, size):
                if search.expired:
                    break
                if self._is_enough(chosen):
                    enough.append(chosen)
                if len(enough) >= self.tools.schedule.most_sets:
                    break
            for chosen in enough:
                if not deadline.expired:
                    self._describe_with(chosen, deadline)
            if (
                enough
                or search.expired
                or not (self.coverage.certain and self.tools.reach.complete)
            ):
                return
            self.incumbent.raise_bound(self.unit * (size + 1))
            self.incumbent.tell()

    def _is_enough(self, features: tuple[int, ...]) -> bool:
        for place, cluster in enumerate(self.clusters):
            left = self.tools.geometry.ranks.cluster != cluster
            for some in self._supports(features):
                left = left & ~self.coverage.cover(cluster, some).outside
                if not left.any():
                    break
            if left.any():
                # the cluster that rules a set out first will rule out others too
                self.clusters.insert(0, self.clusters.pop(place))
                return False
        return True

    def _supports(self, features: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield the sets of features that one half-space may have, small ones first."""
        sums = set(self.tools.geometry.varying.tolist())
        for size in range(1, min(self.max_terms, len(features)) + 1):
            for some in combinations(features, size):
                if size == 1 or sums.issuperset(some):
                    yield some

    def _describe_with(self, features: tuple[int, ...], deadline: Clock) -> None:
        """Look for the shortest description with these features."""
        start = self._start(features)
        self.incumbent.offer(start)
        tools = self.tools.on(list(features))
        local = renumbered(start, {d: place for place, d in enumerate(features)})
        tools.remember(local)
        inner = Incumbent(
            ColumnEncoding(tools.geometry),
            local,
            self.incumbent.clock,
            silent,
            self.incumbent.stage,
            (LEAST_COMPLEXITY,),
            budget=0,
        )
        relaxation = RestrictedMaster(tools.pool, LEAST_COMPLEXITY, 0)
        generation = ColumnGeneration(relaxation, tools.cascade(), inner, tools.effort)
        certificate = Certificate(generation, tools)
        generate_and_choose(tools, generation, deadline, certificate=certificate)
        self.incumbent.offer(renumbered(inner.best, features))

    def _start(self, features: tuple[int, ...]) -> Polyhedra:
        """Return a description out of the half-spaces that prove the set to be enough."""
        return tuple(
            tuple(self._needed(cluster, features))
            for cluster in range(self.tools.geometry.ranks.clusters)
        )

    def _needed(self, cluster: int, features: tuple[int, ...]) -> Iterator[Column]:
        left = self.tools.geometry.ranks.cluster != cluster
        for some in self._supports(features):
            for column in self.coverage.cover(cluster, some).columns:
                outside = self.tools.geometry.outside(column)
                if np.logical_and(left, outside).any():
                    yield column
                    left = left & ~outside
