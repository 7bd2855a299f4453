"""Exact pricing of half-spaces with several features, by going through all of them.

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
from clusterscribe.pricing.directions import MOST, count_of_vectors
from clusterscribe.pricing.prices import (
    CLEARLY,
    NOTHING_PROVED,
    Priced,
    Prices,
    best_column,
)
from clusterscribe.pricing.scanning import (
    Found,
    Task,
    all_sets,
    chunk_size,
    run_tasks,
    tasks_for,
)
from clusterscribe.problem.columns import Column, Direction, Geometry

MOST_SETS = 30_000_000  # sets of features that anybody could wait for
MOST_COLUMNS = 60  # a cluster and a call

# sets of features for prices at this place, with so many terms, in chunks of this size
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
        """Return what can be gone through: lists of directions and of sets must end."""
        largest, complete = {}, True
        for terms in range(2, min(max_terms, features) + 1):
            weight = max_coefficient
            if count_of_vectors(terms, weight) > MOST:
                weight = int(round(MOST ** (1 / terms), 9))
                complete = False
            largest[terms] = weight
            complete = complete and comb(features, terms) <= MOST_SETS
        return cls(largest, complete)


class ObliquePricer:
    """Covers all sets of features with `terms` features each."""

    def __init__(self, reach: Reach, terms: Iterable[int], n_jobs: int = 1) -> None:
        self.reach = reach
        self.terms = tuple(terms)
        self.n_jobs = n_jobs

    def price(self, geometry: Geometry, many: Sequence[Prices], clock: Clock) -> list[Priced]:
        """Return the best columns of every cluster, and the proof that there are no better."""
        chunks = _all_chunks(geometry)
        return [
            self._judged(geometry, prices, parts)
            for prices, parts in zip(
                many, self._found(geometry, many, chunks, -CLEARLY, clock), strict=True
            )
        ]

    def price_sets(
        self,
        geometry: Geometry,
        many: Sequence[Prices],
        sets: Sequence[dict[int, NDArray[np.int64]]],
        clock: Clock,
    ) -> list[Priced]:
        """Return the best columns on chosen sets of features (by number of terms)."""

        def chunks(place: int, terms: int, size: int) -> Iterator[NDArray[np.int64]]:
            chosen = sets[place].get(terms, np.empty((0, terms), dtype=np.int64))
            return (chosen[at : at + size] for at in range(0, len(chosen), size))

        found = self._found(geometry, many, chunks, -CLEARLY, clock)
        return [
            self._judged(geometry, prices, parts, proves=False)
            for prices, parts in zip(many, found, strict=True)
        ]

    def all_below(
        self, geometry: Geometry, prices: Prices, limit: float, clock: Clock, most: int
    ) -> list[Direction] | None:
        """List every direction with a reduced cost below the limit; None if they are too many."""
        listed: list[Direction] = []
        parts = self._stream(geometry, [prices], _all_chunks(geometry), limit, clock, most)
        for part in parts:
            listed += part.directions
            if not part.complete or part.count > most or len(listed) > most:
                return None
        return listed if self.reach.complete else None

    def _found(
        self,
        geometry: Geometry,
        many: Sequence[Prices],
        chunks: Chunks,
        limit: float,
        clock: Clock,
    ) -> list[list[Found]]:
        found: list[list[Found]] = [[] for _ in many]
        for part in self._stream(geometry, many, chunks, limit, clock, 0):
            found[part.place].append(part)
        return found

    def _stream(
        self,
        geometry: Geometry,
        many: Sequence[Prices],
        chunks: Chunks,
        limit: float,
        clock: Clock,
        listing: int,
    ) -> Iterator[Found]:
        for terms in self.terms:
            yield from run_tasks(
                geometry,
                many,
                _tasks(geometry, many, chunks, terms, limit),
                self.reach.largest[terms],
                clock=clock,
                n_jobs=self.n_jobs,
                listing=listing,
            )

    def _judged(
        self, geometry: Geometry, prices: Prices, parts: list[Found], proves: bool = True
    ) -> Priced:
        """Make columns of the directions, each reduced cost computed afresh from the boxes."""
        pairs = [pair for part in parts for pair in zip(part.worths, part.directions, strict=True)]
        least = [prices.cost(ray.features) - worth for worth, ray in pairs]
        complete = proves and self.reach.complete and all(part.complete for part in parts)
        return Priced(
            columns=_columns(geometry, prices, [ray for _, ray in pairs], least),
            proved=min([-CLEARLY, *least]) if complete else NOTHING_PROVED,
            nodes=sum(part.nodes for part in parts),
            tried=sum(part.tried for part in parts),
            covered=sum(part.covered for part in parts),
        )


def _all_chunks(geometry: Geometry) -> Chunks:
    features = geometry.varying
    return lambda _, terms, size: all_sets(features, terms, size)


def _tasks(
    geometry: Geometry, many: Sequence[Prices], chunks: Chunks, terms: int, limit: float
) -> Iterator[Task]:
    for place, prices in enumerate(many):
        size = chunk_size(geometry, prices, terms)
        yield from tasks_for(prices, place, chunks(place, terms, size), limit)


def _columns(
    geometry: Geometry, prices: Prices, rays: Sequence[Direction], costs: Sequence[float]
) -> list[Column]:
    """Return the best columns, no two with the same set of priced outsiders cut off."""
    columns: list[Column] = []
    patterns: set[bytes] = set()
    for place in np.argsort(costs, kind="stable").tolist():
        column = best_column(geometry, prices, rays[place])
        if column is None or prices.reduced_cost(geometry, column) >= -CLEARLY / 2:
            continue
        pattern = np.packbits(geometry.outside(column)[prices.outsiders]).tobytes()
        if pattern not in patterns:
            patterns.add(pattern)
            columns.append(column)
        if len(columns) >= MOST_COLUMNS:
            break
    return columns
