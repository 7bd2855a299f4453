"""Exact pricing of half-spaces with several features, by covering all of them.

All sets of features, sign patterns and integer directions are covered: nearly all of them
by bounds on whole cones of directions (see `kernels.py`). What comes back is the best column
for each set of features, and the proof that there is none below zero when there is none;
or, on demand, every direction below a limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.pricing.active import ActiveMembers
from clusterscribe.pricing.claims import Claims
from clusterscribe.pricing.directions import MOST
from clusterscribe.pricing.prices import Priced, Prices
from clusterscribe.pricing.scanning import (
    Found,
    Task,
    all_sets,
    chunk_size,
    run_tasks,
    tasks_for,
)
from clusterscribe.problem.columns import Direction, Geometry

MOST_SETS = 30_000_000  # sets of features worth waiting for
PATIENCE = 30.0  # seconds, after which the columns found so far go first, or
SHARE = 0.1  # of what is left, if that is less

# sets of features for the prices at a place, by number of terms, in chunks of a size
Chunks: TypeAlias = Callable[[int, int, int], Iterator[NDArray[np.int64]]]


@dataclass(frozen=True, slots=True)
class Reach:
    """How far pricing goes: for each number of terms, the largest weight that is tried.

    `complete` says whether that is all that was asked for.
    """

    largest: dict[int, int]
    complete: bool

    @classmethod
    def of(cls, features: int, max_terms: int, max_coefficient: int) -> Reach:
        """Return what can be searched: lists of directions and of sets must not be too long."""
        largest, complete = {}, True
        for terms in range(2, min(max_terms, features) + 1):
            weight = max_coefficient
            if weight**terms > MOST:
                weight = max(1, int(round(MOST ** (1 / terms), 9)))
                complete = False
            largest[terms] = weight
            complete = complete and comb(features, terms) <= MOST_SETS
        return cls(largest, complete)


class ObliquePricer:
    """Covers all sets of features of the given sizes.

    Once it has found enough for a cluster it stops there, and continues from there the next
    time; a proof takes a call in which everything was covered. Pricers over the same boxes may
    share what they learn about which members matter (`active`).
    """

    def __init__(
        self,
        reach: Reach,
        terms: Iterable[int],
        n_jobs: int = 1,
        active: ActiveMembers | None = None,
    ) -> None:
        self.reach = reach
        self.terms = tuple(terms)
        self.n_jobs = n_jobs
        self.active = ActiveMembers() if active is None else active
        self._resume: dict[tuple[int, int], int] = {}  # cluster, terms: sets covered

    def price(self, geometry: Geometry, many: Sequence[Prices], clock: Clock) -> list[Priced]:
        """Return the best columns of every cluster, and the proof that there are none better."""
        features = geometry.varying

        def chunks(place: int, terms: int, size: int) -> Iterator[NDArray[np.int64]]:
            key, total = (many[place].cluster, terms), comb(len(features), terms)
            for sets in all_sets(features, terms, size, self._resume.get(key, 0)):
                self._resume[key] = (self._resume.get(key, 0) + len(sets)) % max(1, total)
                yield sets

        return self._priced(geometry, many, chunks, clock)

    def price_sets(
        self,
        geometry: Geometry,
        many: Sequence[Prices],
        sets: Sequence[dict[int, NDArray[np.int64]]],
        clock: Clock,
    ) -> list[Priced]:
        """Return the best columns on chosen sets of features (by number of terms).

        What is proved is proved of these sets.
        """
        return self._priced(geometry, many, _chosen(sets), clock)

    def all_below(
        self, geometry: Geometry, prices: Prices, limit: float, clock: Clock, most: int
    ) -> list[Direction] | None:
        """List every direction with a reduced cost below the limit; None if they are too many."""
        listed: list[Direction] = []
        too_many = False

        def chunks(_: int, terms: int, size: int) -> Iterator[NDArray[np.int64]]:
            return all_sets(geometry.varying, terms, size)

        narrowed = [self.active.narrowed(geometry, prices)]
        parts = self._stream(
            geometry, narrowed, chunks, limit, clock, listing=most, enough=lambda _: too_many
        )
        for part in parts:
            listed += part.directions
            too_many = too_many or not part.complete or part.count > most or len(listed) > most
        return listed if self.reach.complete and not too_many else None

    def _priced(
        self,
        geometry: Geometry,
        many: Sequence[Prices],
        chunks: Chunks,
        clock: Clock,
    ) -> list[Priced]:
        """Search the chunks, and search again the sets whose columns were refuted.

        A column is refuted when members that were not active turn out to be in the way.
        """
        claims = [Claims(geometry, prices, self.active) for prices in many]
        patience = Clock(min(PATIENCE, SHARE * clock.remaining))

        def waited() -> bool:
            return patience.expired and any(claim.columns for claim in claims)

        def enough(at: int) -> bool:
            return waited() or claims[at].enough

        while True:
            narrowed = [self.active.narrowed(geometry, prices) for prices in many]
            parts = self._stream(
                geometry, narrowed, chunks, None, clock, enough=enough, over=waited
            )
            for part in parts:
                claims[part.place].take(part)
            again = [claim.sets_to_repeat() for claim in claims]
            if clock.expired or waited() or not any(again):
                return [claim.priced(self.reach.complete) for claim in claims]
            chunks = _chosen(again)

    def _stream(
        self,
        geometry: Geometry,
        many: Sequence[Prices],
        chunks: Chunks,
        limit: float | None,
        clock: Clock,
        *,
        listing: int = 0,
        enough: Callable[[int], bool],
        over: Callable[[], bool] = lambda: False,
    ) -> Iterator[Found]:
        for terms in self.terms:
            yield from run_tasks(
                geometry,
                many,
                _tasks(many, chunks, terms, limit, lambda at: clock.expired or enough(at)),
                self.reach.largest[terms],
                clock=clock,
                n_jobs=self.n_jobs,
                listing=listing,
                enough=enough,
                over=over,
            )


def _chosen(sets: Sequence[dict[int, NDArray[np.int64]]]) -> Chunks:
    def chunks(place: int, terms: int, size: int) -> Iterator[NDArray[np.int64]]:
        chosen = sets[place].get(terms, np.empty((0, terms), dtype=np.int64))
        return (chosen[at : at + size] for at in range(0, len(chosen), size))

    return chunks


def _tasks(
    many: Sequence[Prices],
    chunks: Chunks,
    terms: int,
    limit: float | None,
    over: Callable[[int], bool],
) -> Iterator[Task]:
    """Yield the tasks of all clusters; after the end, one more, which will be passed over.

    So the sets that are no longer of interest are not even enumerated.
    """
    for place, prices in enumerate(many):
        size = chunk_size(prices, terms)
        below = -prices.interest if limit is None else limit
        for task in tasks_for(prices, place, chunks(place, terms, size), below):
            last = over(place)
            yield task
            if last:
                break
