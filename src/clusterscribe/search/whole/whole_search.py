"""Whole polyhedra as columns: answers and bounds where clusters touch.

A column is a cluster's whole polyhedron, out of those with at most so many conditions on one
feature each. The master picks one for each cluster; a row is wrong outside its own polyhedron
or inside any other. For multipliers y of a row that are at least zero and sum to one at most, and
recall[k] of at least zero,

    errors  >=  sum of weight y[own] over rows  +  sum of recall[k] least_inside[k]
                -  sum over clusters of heaviest(k)

where heaviest(k) is the heaviest polyhedron of the cluster, over rows that weigh weight * (y[k] +
recall[k]) if they belong to it and -weight * y[k] if not. So pricing is the search for the heaviest
polyhedron (`heaviest.py`), and every round proves a bound in whole numbers.

    round       multipliers of the relaxed master over the polyhedra so far (`multipliers.py`)
                the heaviest polyhedron of each cluster: a column, and its part of the bound
    answers     what the shares suggest, improved by best responses (`best_responses.py`)
    choice      the integer master over the polyhedra so far (`choice.py`)

Where there are many sets of literals, most rounds have a rough look at all of them, or look at
the promising ones only, and prove nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock, Stopwatch
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks
from clusterscribe.search.incumbent import Incumbent
from clusterscribe.search.integer import never
from clusterscribe.search.whole.best_responses import FEW, Responses
from clusterscribe.search.whole.choice import Choice
from clusterscribe.search.whole.heaviest import Heaviest, HeaviestSearch, Place
from clusterscribe.search.whole.lengths import Proved
from clusterscribe.search.whole.means import Means
from clusterscribe.search.whole.multipliers import Multipliers
from clusterscribe.search.whole.polyhedron import NOTHING, Polyhedron, polyhedra_of, ranges_from
from clusterscribe.search.whole.prices import Prices

Ints: TypeAlias = NDArray[np.int64]


class WholeSearch:
    """Searches all descriptions of at most so many conditions per cluster.

    Answers are offered to the incumbent, and what is proved is its bound.
    """

    def __init__(
        self,
        ranks: Ranks,
        conditions: int,
        incumbent: Incumbent[Ranges],
        means: Means,
        *,
        ceiling: int | None = None,
        begun: Multipliers | None = None,
        polyhedra: int = 1,
    ) -> None:
        self.ranks = ranks
        self.incumbent = incumbent
        self.runner = means.runner
        self.schedule = means.schedule
        self.ceiling = ceiling  # conditions of all polyhedra together
        self.conditions = conditions
        self.search = HeaviestSearch(ranks, conditions, means.jobs)
        fewer = range(1, conditions) if ceiling is not None else ()
        self.searches = {number: self.search.of_fewer(number) for number in fewer}
        self.searches[conditions] = self.search
        self.responses = Responses(self.searches, ceiling)
        self.multipliers = begun or Multipliers(ranks, ceiling, polyhedra)
        self.chance = np.random.default_rng(means.runner.seed)
        self.known = {p.key for p in self.polyhedra}
        self.promise: list[Ints] = []  # a bound for each shape, of each cluster
        self.proved: Proved | None = None
        self.listed: Mapping[int, Sequence[Polyhedron]] = {}  # clusters that have no others
        self.left: set[tuple[int, Place]] = set()  # all of these
        self.pricing, self.looking = Stopwatch(), Stopwatch()
        self.looks = 0  # for answers
        self.rounds = 0
        self.partial = 0  # rounds since the last one over all shapes
        self.is_full = not self._is_large

    # ---- columns ----------------------------------------------------------------------

    @property
    def _is_large(self) -> bool:
        """Whether there are too many shapes to refine all of them in every round."""
        return len(self.search.shapes) > self.schedule.many_shapes

    @property
    def _is_very_large(self) -> bool:
        """Whether there are too many shapes even for a rough look at all of them."""
        return len(self.search.shapes) > self.schedule.too_many_shapes

    @property
    def polyhedra(self) -> tuple[Polyhedron, ...]:
        """The columns of the master."""
        return self.multipliers.patterns.polyhedra

    def add(self, polyhedra: Iterable[Polyhedron]) -> int:
        """Add polyhedra that are new; return how many."""
        before = len(self.known)
        for polyhedron in polyhedra:
            is_new = polyhedron.key not in self.known and self._is_listed(polyhedron)
            if is_new and polyhedron.conditions <= self.conditions:
                self.known.add(polyhedron.key)
                self.multipliers.add(polyhedron)
        return len(self.known) - before

    def _forget(self) -> None:
        """Keep the polyhedra that have a share, and the latest ones."""
        most, clusters = self.schedule.most_polyhedra, self.ranks.clusters
        if len(self.polyhedra) <= most * clusters:
            return
        kept = np.zeros(len(self.polyhedra), dtype=bool)
        share = self.multipliers.share
        kept[np.argsort(-share, kind="stable")[: most // 2 * clusters]] = True
        kept[-(most // 4) * clusters :] = True
        kept[[self._largest(k) for k in range(clusters)]] = True
        self.multipliers.keep(np.flatnonzero(kept))
        self.known = {p.key for p in self.polyhedra}

    def _largest(self, cluster: int) -> int:
        mine = self._of_cluster(cluster)
        return mine[int(self.multipliers.share[mine].argmax())]

    def _of_cluster(self, cluster: int) -> list[int]:
        return [i for i, p in enumerate(self.polyhedra) if p.cluster == cluster]

    # ---- the search -------------------------------------------------------------------

    def run(
        self, deadline: Clock, enough: Callable[[], bool] = never, *, thorough: bool = True
    ) -> None:
        """Work until the gap is closed, nothing moves any more, or the time is over.

        Without being thorough, what is looked for is a good start for a larger search.
        """
        self.start(deadline)
        schedule, errors = self.schedule, self.incumbent.errors
        rise, patience = schedule.least_rise * errors, schedule.patience
        if not thorough:
            rise, patience = schedule.start_rise * errors, 2
        self.go_round(deadline, enough, rise, patience)
        if thorough and not enough():
            self._choose(deadline)

    def go_round(
        self, deadline: Clock, enough: Callable[[], bool], rise: float, patience: int
    ) -> None:
        """Improve multipliers until so many rounds have raised the bound by less than `rise`."""
        fruitless, last = 0, -np.inf
        while not (deadline.expired or self.incumbent.closed or enough()):
            was_full = self.is_full
            with self.pricing.running():
                self._round(deadline, effort=1 + fruitless // 2)
            most = self.schedule.answers * self.pricing.seconds
            while self.looking.seconds < most and not deadline.expired:
                with self.looking.running():
                    self._look_around(deadline)
            if was_full:
                reached = -np.inf if self.proved is None else self.proved.errors
                fruitless = 0 if reached - last > rise else fruitless + 1
                last = max(last, reached)
            if fruitless >= patience:
                return

    def start(self, deadline: Clock) -> None:
        """Begin with the polyhedra of the best answer, and what each cluster would like best."""
        if self.polyhedra:
            self._look_at_promising()
        alone = [self._alone(k, deadline) for k in range(self.ranks.clusters)]
        self.add(alone)
        best = polyhedra_of(self.ranks, self.incumbent.best)
        for start in (alone, best):
            if all(p.conditions <= self.conditions for p in start):
                self.offer(self.responses.improved(start, deadline))

    def _alone(self, cluster: int, deadline: Clock) -> Polyhedron:
        """Return the best polyhedron of a cluster if there were no others, or a known one."""
        if self._of_cluster(cluster):
            return self._by_share(cluster)
        own = self.ranks.cluster == cluster
        weight = np.where(own, self.ranks.weight, -self.ranks.weight)
        number = self.conditions
        if self.ceiling is not None:
            number = min(number, max(1, self.ceiling // self.ranks.clusters))
        found = self.searches[number].find(cluster, weight, deadline, most=FEW)
        return Polyhedron.of(self.ranks, cluster, found.place or NOTHING)

    def _round(self, deadline: Clock, effort: int) -> None:
        """Find the heaviest polyhedra under the multipliers of those so far."""
        self.multipliers.improve(self._steps * effort)
        prices = Prices.of(self.multipliers)
        gap = self.schedule.first_gap * self.incumbent.errors
        if self.proved is not None:
            gap = max(1.0, self.incumbent.errors - self.proved.errors)
        share = self.schedule.spare / (effort**2 * self.ranks.clusters)
        found = [
            self._price(prices, k, int(prices.unit * gap * share), _fair_share(deadline, left))
            for k, left in enumerate(range(self.ranks.clusters, 0, -1))
        ]
        if self.is_full:
            self.promise = [by_number[self.conditions].promise for by_number in found]
            heaviest = tuple(self._heaviest(prices, *each) for each in enumerate(found))
            self._prove(Proved(prices, heaviest, self.ceiling))
        news = self.add(
            Polyhedron.of(self.ranks, k, place)
            for k, by_number in enumerate(found)
            for heaviest in by_number.values()
            for place in heaviest.places
        )
        self._forget()
        self.rounds += 1
        self.partial = 0 if self.is_full else self.partial + 1
        has_enough = 2 * news < self.ranks.clusters or self.partial >= self.schedule.most_partial
        self.is_full = not self._is_large or has_enough

    @property
    def _steps(self) -> int:
        """Steps of the multipliers in a round: fewer where each of them costs much."""
        cells = len(self.multipliers.patterns) * len(self.polyhedra)
        affordable = self.schedule.most_cells // max(1, cells)
        return min(self.schedule.steps, max(self.schedule.fewest_steps, affordable))

    def _price(
        self, prices: Prices, cluster: int, spare: int, deadline: Clock
    ) -> dict[int, Heaviest]:
        """Find the heaviest polyhedra of a cluster, for every number of conditions that matters."""
        weight = prices.weights(cluster)
        found = {}
        if cluster in self.listed:
            return dict.fromkeys(self.searches, _heaviest_of(self.listed[cluster], weight))
        for number, search in self.searches.items():
            beat = max(0, prices.heaviest_known(cluster, number))
            among = None
            if self._is_very_large and not self.is_full and number == self.conditions:
                among = self._promising(cluster)
            found[number] = search.find(
                cluster,
                weight,
                deadline,
                beat=beat,
                spare=spare,
                among=among,
                most=None if self.is_full else self.schedule.refined,
                several=self.schedule.several,
            )
        return found

    def _heaviest(
        self, prices: Prices, cluster: int, found: dict[int, Heaviest]
    ) -> tuple[int, ...]:
        """Return what polyhedra weigh at most, by their number of conditions.

        Where more conditions are allowed than were searched, it may be all there is to gain.
        """
        if self.ceiling is None:
            return (found[self.conditions].bound,)
        weight = prices.weights(cluster)
        bounds = [int(weight.sum()), *(heaviest.bound for heaviest in found.values())]
        if self.is_open:
            bounds.append(int(weight[weight > 0].sum()))
        return tuple(bounds)

    @property
    def is_open(self) -> bool:
        """Whether polyhedra may have more conditions than those that are searched."""
        most = self.ranks.limits.max_conditions
        return most is None or most > self.conditions

    def _promising(self, cluster: int) -> Ints:
        """Return the shapes that bounds or polyhedra so far speak for."""
        least = self.conditions - 1
        places = [p.place for p in self.polyhedra if p.cluster == cluster]
        shapes = self.search.on(place for place in places if len(place) >= least)
        if self.promise:
            promise = self.promise[cluster]
            most = min(len(promise) - 1, max(FEW, len(promise) // self.schedule.promising))
            shapes = np.union1d(shapes, np.argpartition(-promise, most)[:most])
        return shapes if len(shapes) else np.arange(len(self.search.shapes))

    def _prove(self, proved: Proved) -> None:
        if self.proved is None or proved.errors > self.proved.errors:
            self.proved = proved
        if not self.listed:  # it holds for all answers
            self.incumbent.raise_bound(proved.whole_errors)
        self.incumbent.tell()

    # ---- answers ----------------------------------------------------------------------

    def offer(self, chosen: Sequence[Polyhedron]) -> None:
        """Take an answer, and its polyhedra as columns."""
        self.add(chosen)
        self.incumbent.offer(ranges_from(self.ranks, chosen))
        self.incumbent.tell()

    def _look_around(self, deadline: Clock) -> None:
        """Improve by best responses what the shares suggest, and what is near the best answer."""
        self._look_at_promising()
        best = polyhedra_of(self.ranks, self.incumbent.best)
        self.looks += 1
        turn = self.looks % 3
        if turn == 0:
            chosen = [self._by_share(k) for k in range(self.ranks.clusters)]
        elif turn == 1 or any(p.conditions > self.conditions for p in best):
            chosen = [self._by_chance(k) for k in range(self.ranks.clusters)]
        else:
            others = self.chance.permutation(self.ranks.clusters)[:2].tolist()
            chosen = [self._by_chance(k) if k in others else best[k] for k in range(len(best))]
        self.offer(self.responses.improved(chosen, deadline))

    def _by_share(self, cluster: int) -> Polyhedron:
        """Return the polyhedron of a cluster with the largest share."""
        return self.polyhedra[self._largest(cluster)]

    def _by_chance(self, cluster: int) -> Polyhedron:
        """Return a polyhedron of a cluster by chance, the larger shares more often."""
        mine = self._of_cluster(cluster)
        share = np.maximum(self.multipliers.share[mine], 0)
        if not share.sum() > 0:
            return self._by_share(cluster)
        return self.polyhedra[mine[int(self.chance.choice(len(mine), p=share / share.sum()))]]

    def _look_at_promising(self) -> None:
        """Let best responses look at few shapes only, where there are many."""
        if self._is_large:
            self.responses.among = [self._promising(k) for k in range(self.ranks.clusters)]

    def _choose(self, deadline: Clock) -> None:
        """Solve the integer master over the polyhedra so far."""
        if deadline.expired or self.incumbent.closed:
            return
        errors, choice = self.incumbent.errors, Choice(self.multipliers.patterns, self.ceiling)
        limit = Clock(self.schedule.choosing * deadline.remaining)
        self.runner.minimise(choice, choice.errors, self.incumbent, limit)
        if self.incumbent.errors < errors:
            best = polyhedra_of(self.ranks, self.incumbent.best)
            self.offer(self.responses.improved(best, deadline))

    # ---- a part of all answers --------------------------------------------------------

    def restricted(self, listed: Mapping[int, Sequence[Polyhedron]]) -> WholeSearch:
        """Return a search in which these clusters have no other polyhedra than those listed."""
        part = copy(self)
        part.listed, part.proved = listed, None
        part.left = {p.key for polyhedra in listed.values() for p in polyhedra}
        part.rounds, part.partial, part.is_full = 0, 0, not self._is_large
        part.multipliers = copy(self.multipliers)
        part.multipliers.keep(np.flatnonzero([part._is_listed(p) for p in self.polyhedra]))
        part.known = {p.key for p in part.polyhedra}
        part.add(polyhedra[0] for k, polyhedra in listed.items() if not part._of_cluster(k))
        return part

    def _is_listed(self, polyhedron: Polyhedron) -> bool:
        """Whether a polyhedron is in the list of its cluster, if there is one."""
        return polyhedron.cluster not in self.listed or polyhedron.key in self.left

    def listed_below(self, errors: int, deadline: Clock) -> list[list[Polyhedron] | None]:
        """Return all polyhedra of each cluster for answers with so few errors; None if too many."""
        if self.proved is None:
            return [None] * self.ranks.clusters
        return [self._heavy(self.proved, k, errors, deadline) for k in range(self.ranks.clusters)]

    def _heavy(
        self, proved: Proved, cluster: int, errors: int, deadline: Clock
    ) -> list[Polyhedron] | None:
        cutoff, weight = proved.cutoff(cluster, errors), proved.prices.weights(cluster)
        if cluster in self.listed:
            known = self.listed[cluster]
            return [p for p in known if p.weighs(weight) >= cutoff]
        most = min(self.schedule.most_listed, self.schedule.largest_list // len(self.ranks))
        places = self.search.above(cluster, weight, cutoff, most, deadline)
        if places is None:
            return None
        places = [*places, *([NOTHING] if cutoff <= 0 else [])]
        polyhedra = [Polyhedron.of(self.ranks, cluster, place) for place in places]
        least = self.multipliers.least_inside[cluster]
        different: dict[bytes, Polyhedron] = {}
        for polyhedron in sorted(polyhedra, key=lambda p: p.conditions):
            if polyhedron.own >= least:
                different.setdefault(polyhedron.inside.tobytes(), polyhedron)
        return list(different.values())


def _fair_share(deadline: Clock, clusters: int) -> Clock:
    """Return the time for the first of some clusters, so that each has some for its bound."""
    return Clock(deadline.remaining / clusters)


def _heaviest_of(polyhedra: Sequence[Polyhedron], weight: Ints) -> Heaviest:
    """Return the heaviest of a list."""
    weights = [p.weighs(weight) for p in polyhedra]
    heaviest = max(weights)
    place = polyhedra[weights.index(heaviest)].place
    return Heaviest(heaviest, place, heaviest, np.zeros(0, dtype=np.int64))
