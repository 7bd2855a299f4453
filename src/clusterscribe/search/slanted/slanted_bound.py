"""A bound on the errors of slanted conditions, where each cluster has one or two of them.

As for whole polyhedra (`search/whole`), multipliers of the rows prove

    errors  >=  what all members cost outside  -  sum over clusters of heaviest(k)

where heaviest(k) is the heaviest polyhedron of cluster k over signed weights. For one condition it
is the heaviest half-space (`cones.py`): all rows together, and what there is to gain by cutting
some of them off. With several conditions, a row that counts against the polyhedron is cut off by
at least one of them, and one that counts for it by each of them or fewer. So c conditions gain at
most what a single one would, if rows that count against count c times:

    heaviest(k)  <=  all rows  +  max over half-spaces of ( c * outsiders cut off - own cut off )

For one condition that is exact, apart from cones that were not halved often enough. For two it is
weak: outsiders that one condition cuts off alone count twice.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem.columns import Geometry, Polyhedra
from clusterscribe.search.slanted.cone_kernels import ROUNDING
from clusterscribe.search.slanted.cones import HalfSpaceSearch, number_of_cones
from clusterscribe.search.whole.lengths import Proved
from clusterscribe.search.whole.multipliers import Multipliers
from clusterscribe.search.whole.polyhedron import Polyhedron
from clusterscribe.search.whole.prices import Prices
from clusterscribe.tolerance import noise_factor

MOST_CONDITIONS = 2
MOST_TERMS = 3
SECONDS_PER_CELL = 2e-9  # measured: of a cone and a row
LEAST_ROUNDS = 4  # over all cones, for which there has to be time
STEPS = 150  # of the multipliers, in a round
SPARE = 0.2  # of the gap, that a search may leave open
START = 0.25  # for fewer features
SLICES = 8  # of what is left, one of them for a round
ROUNDS = 0.5  # for all of them; the rest is for the best multipliers
PATIENCE = 3  # rounds that raise the bound by little
LEAST_RISE = 2e-3  # of the errors
MOST_POLYHEDRA = 60  # of a cluster


def is_affordable(geometry: Geometry, terms: int, jobs: int, clock: Clock) -> bool:
    """Whether there is time for some rounds over all directions."""
    cones = number_of_cones(len(geometry.varying), terms) * geometry.ranks.clusters
    seconds = SECONDS_PER_CELL * cones * len(geometry) * max(1, terms) / jobs
    return LEAST_ROUNDS * seconds <= clock.remaining


def holds_for(geometry: Geometry, terms: int) -> bool:
    """Whether a bound over cones holds for all sums of so many features."""
    axes = geometry.ranks.axes
    if geometry.holes is not None or (axes is not None and axes.alone.any()):
        return False  # cones know neither of sums that are missing nor of axes that stand alone
    if terms > MOST_TERMS or len(geometry.blurred) or not len(geometry.varying):
        return False
    return is_sharp(geometry, terms)


def is_sharp(geometry: Geometry, terms: int) -> bool:
    """Whether rounding of sums is far below that which cones allow for.

    They see each feature from 0 to 1 over its range. Where values are far from zero beside their
    range, as unscaled ones may be, whoever evaluates a sum of them rounds by more of that range.
    """
    varying = geometry.varying
    ranges = geometry.upper[varying].max(axis=1) - geometry.lower[varying].min(axis=1)
    rounded = noise_factor(terms) * terms * float((geometry.sizes[varying] / ranges).max())
    return rounded <= ROUNDING / 4


class SlantedBound:
    """Improves multipliers round by round, each of which proves a bound."""

    def __init__(
        self, geometry: Geometry, conditions: int, terms: int, errors: int, jobs: int
    ) -> None:
        self.geometry = geometry
        self.ranks = geometry.ranks
        self.conditions = conditions
        self.errors = errors  # of the best answer
        self.terms = min(terms, len(geometry.varying))
        self.jobs = jobs
        self.shares = _shares(geometry)
        self.searches: list[HalfSpaceSearch] = []
        self.multipliers = Multipliers(self.ranks)
        self.known: set[tuple[int, bytes]] = set()
        self.best: Proved | None = None

    def learn(self, answers: Iterable[Polyhedra]) -> None:
        """Let the polyhedra of answers of few conditions take part."""
        for polyhedra in answers:
            for cluster, columns in enumerate(polyhedra):
                if len(columns) <= self.conditions:
                    self._add(cluster, self.geometry.inside_any([columns]))

    def run(self, clock: Clock) -> int:
        """Return errors that every description with so few conditions makes at least.

        Fewer features come first: what is proved of these does not count, but multipliers do.
        """
        for terms in range(min(2, self.terms), self.terms + 1):
            self.best = None
            self.searches = [
                HalfSpaceSearch(_around(self.shares, cluster), terms, self.jobs)
                for cluster in (self.ranks.cluster == k for k in range(self.ranks.clusters))
            ]
            is_last = terms == self.terms
            limit = Clock(clock.remaining * (1.0 if is_last else START))
            self._go_round(Clock(limit.remaining * (ROUNDS if is_last else 1.0)))
            if is_last:
                self._go_on(limit)
        return self.proved

    @property
    def proved(self) -> int:
        """The errors that are proved so far."""
        return 0 if self.best is None else max(0, min(self.best.whole_errors, self.errors))

    def _go_round(self, clock: Clock) -> None:
        """Improve multipliers until rounds raise the bound by little."""
        fruitless = 0
        while not clock.expired and fruitless < PATIENCE:
            before = 0.0 if self.best is None else self.best.errors
            if all(self._of(k) for k in range(self.ranks.clusters)):
                self.multipliers.improve(STEPS)
            proved = self._priced(Prices.of(self.multipliers), clock, SLICES)
            if self.best is None or proved.errors > self.best.errors:
                self.best = proved
            rise = self.best.errors - before
            fruitless = 0 if rise > LEAST_RISE * self.errors else fruitless + 1

    def _go_on(self, clock: Clock) -> None:
        """Prove more by the best multipliers: cones are halved for as long as there is time."""
        while self.best is not None and self.proved < self.errors and not clock.expired:
            before = self.best
            proved = self._priced(before.prices, clock, 2)
            self.best = max(before, proved, key=lambda known: known.units)
            if self.best is before:
                return

    def _priced(self, prices: Prices, clock: Clock, slices: int) -> Proved:
        """Find the heaviest polyhedra under some multipliers."""
        clusters = self.ranks.clusters
        gap = max(1.0, self.errors - self.proved)
        spare = int(prices.unit * SPARE * gap / clusters)
        heaviest = []
        for k, left in enumerate(range(clusters, 0, -1)):
            weight = prices.weights(k)
            cut_off = np.where(weight < 0, -self.conditions * weight, -weight)
            limit = Clock(clock.remaining / (slices * left))
            found = self.searches[k].find(cut_off, spare, limit)
            heaviest.append((int(weight.sum()) + found.bound,))
            for half_space in found.found:
                self._add(k, ~half_space.inside)
        return Proved(prices, tuple(heaviest))

    def _of(self, cluster: int) -> int:
        """Return how many polyhedra of a cluster are known."""
        return sum(known == cluster for known, _ in self.known)

    def _add(self, cluster: int, inside: NDArray[np.bool_]) -> None:
        """Let another polyhedron take part, if it is new."""
        key = cluster, inside.tobytes()
        if key not in self.known and self._of(cluster) < MOST_POLYHEDRA:
            self.known.add(key)
            own = int(self.ranks.weight[inside & (self.ranks.cluster == cluster)].sum())
            self.multipliers.add(Polyhedron(cluster, (), inside, own))


def _shares(geometry: Geometry) -> NDArray[np.float64]:
    """Return the features that vary, each from 0 to 1 (features x rows)."""
    values = geometry.lower[geometry.varying]
    least, most = values.min(axis=1, keepdims=True), values.max(axis=1, keepdims=True)
    shares: NDArray[np.float64] = (values - least) / (most - least)
    return shares


def _around(shares: NDArray[np.float64], member: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return rows as seen from halfway between a cluster and the rest.

    Scores are best known near where they are seen from, and borders are there.
    """
    rest = ~member if not member.all() else member
    middle = (shares[:, member].mean(axis=1) + shares[:, rest].mean(axis=1)) / 2
    seen: NDArray[np.float64] = shares - middle[:, None]
    return seen
