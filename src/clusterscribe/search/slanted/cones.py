"""The heaviest half-space over all directions of few features, with a bound at any time.

All directions are covered by cones: some features, and a range for the weight of each, of which one
is 1 or -1 and no other is larger. Weights are real numbers here, so that bounds hold whatever whole
weights are allowed. What half-spaces of a cone weigh at most is known from the least and the
largest score of each row (`cone_kernels.py`); cones that can still win are halved.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, product
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.search.slanted.cone_kernels import bound_cones

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
AT_ONCE = 512  # cones that are bounded between two looks at the clock
HALVED = 64  # cones that are halved at a time
SEVERAL = 8  # half-spaces that are found at a time
NOT_KNOWN = 1 << 62  # a bound
MOST_CONES = 60_000


class Cones(NamedTuple):
    """Directions: one row of features, least and largest weights for each cone."""

    features: Ints
    low: Floats
    high: Floats

    @property
    def number(self) -> int:
        """How many there are."""
        return len(self.features)

    def part(self, places: slice | Ints | NDArray[np.bool_]) -> Cones:
        """Return some of the cones."""
        return Cones(self.features[places], self.low[places], self.high[places])

    def halved(self) -> Cones:
        """Return both halves of each, cut where it is widest: all first ones, then the others."""
        rows, widest = np.arange(self.number), (self.high - self.low).argmax(axis=1)
        middle = (self.low[rows, widest] + self.high[rows, widest]) / 2
        low, high = self.low.copy(), self.high.copy()
        low[rows, widest], high[rows, widest] = middle, middle
        return Cones(
            np.concatenate([self.features, self.features]),
            np.concatenate([self.low, low]),
            np.concatenate([high, self.high]),
        )

    def and_others(self, others: Cones) -> Cones:
        """Return these and others."""
        return Cones(
            np.concatenate([self.features, others.features]),
            np.concatenate([self.low, others.low]),
            np.concatenate([self.high, others.high]),
        )


def number_of_cones(features: int, terms: int) -> int:
    """Return how many cones cover all directions."""
    terms = min(terms, features)
    return comb(features, terms) * terms * int(2**terms)


def all_directions(features: int, terms: int) -> Cones:
    """Cover all directions of so many features: a largest weight, and signs of the others."""
    terms = min(terms, features)
    ranges = np.array(list(_orthants(terms)))
    sets = np.array(list(combinations(range(features), terms)), dtype=np.int64)
    return Cones(
        np.repeat(sets, len(ranges), axis=0),
        np.tile(ranges[:, :, 0], (len(sets), 1)),
        np.tile(ranges[:, :, 1], (len(sets), 1)),
    )


def _orthants(terms: int) -> Iterator[list[tuple[float, float]]]:
    """Yield the ranges of all weights, for each that may be the largest and for all signs."""
    for largest, signs in product(range(terms), product((-1.0, 1.0), repeat=terms)):
        yield [
            (sign, sign) if term == largest else (min(sign, 0.0), max(sign, 0.0))
            for term, sign in enumerate(signs)
        ]


class HalfSpace(NamedTuple):
    """The rows inside, and what they weigh."""

    weight: int
    inside: NDArray[np.bool_]


class HeaviestHalfSpaces(NamedTuple):
    """A bound for all half-spaces, and heavy ones."""

    bound: int
    found: tuple[HalfSpace, ...]


class HalfSpaceSearch:
    """Searches the same rows again and again; cones once halved stay so.

    What a half-space weighs grows by no more than all rows together whose weight grows. So most
    cones that were far from the best before need not be looked at again.
    """

    def __init__(self, shares: Floats, terms: int, jobs: int) -> None:
        self.shares = shares
        self.cones = all_directions(len(shares), terms)
        self.bounds = np.full(self.cones.number, NOT_KNOWN)
        self.weight = np.zeros(shares.shape[1], dtype=np.int64)  # that the bounds are for
        self.jobs = jobs
        self.threads = ThreadPoolExecutor(jobs)

    def find(self, weight: Ints, spare: int, clock: Clock) -> HeaviestHalfSpaces:
        """Halve cones until the bound is within `spare` of the best, or the time is over."""
        growth = int(np.maximum(weight - self.weight, 0).sum())
        self.bounds = np.where(self.bounds == NOT_KNOWN, NOT_KNOWN, self.bounds + growth)
        self.weight = weight
        rows = np.flatnonzero(weight)
        if not len(rows):
            return HeaviestHalfSpaces(0, ())
        shares, counting = np.ascontiguousarray(self.shares[:, rows]), weight[rows]
        best, stale = self._middle(0).weight, np.ones(self.cones.number, dtype=bool)
        while not clock.expired:
            top = np.argsort(-self.bounds)[:AT_ONCE]
            top = top[self.bounds[top] > best + spare]
            if not len(top):
                break
            if (old := top[stale[top]]).size:
                self.bounds[old] = self._bounds(shares, counting, self.cones.part(old), clock)
                stale[old] = False
            elif self.cones.number >= MOST_CONES:
                break
            else:
                self._halve(shares, counting, top[:HALVED], clock)
                stale = np.concatenate(
                    [stale, np.zeros(self.cones.number - len(stale), dtype=bool)]
                )
            best = max(best, self._middle(int(self.bounds.argmax())).weight)
        heavy = [self._middle(i) for i in np.argsort(-self.bounds)[:SEVERAL].tolist()]
        bound = min(int(self.bounds.max()), int(weight[weight > 0].sum()))
        return HeaviestHalfSpaces(bound, tuple(heavy))

    def _halve(self, shares: Floats, weight: Ints, chosen: Ints, clock: Clock) -> None:
        """Put one half of each in its place, and the other one at the end."""
        halves = self.cones.part(chosen).halved()
        # what holds for a cone holds for its halves
        known = np.tile(self.bounds[chosen], 2)
        known = np.minimum(self._bounds(shares, weight, halves, clock), known)
        first, second = np.split(np.arange(halves.number), 2)
        for mine, new in zip(self.cones, halves, strict=True):
            mine[chosen] = new[first]
        self.cones = self.cones.and_others(halves.part(second))
        self.bounds[chosen] = known[first]
        self.bounds = np.concatenate([self.bounds, known[second]])

    def _bounds(self, shares: Floats, weight: Ints, cones: Cones, clock: Clock) -> Ints:
        """Bound all cones; where the time is over, by all that can be gained."""
        bounds = np.full(cones.number, weight[weight > 0].sum(), dtype=np.int64)
        step = max(1, -(-cones.number // self.jobs))

        def run(start: int) -> None:
            some = slice(start, start + step)
            if not clock.expired:
                part = cones.part(some)
                bound_cones(shares, weight, part.features, part.low, part.high, bounds[some])

        list(self.threads.map(run, range(0, cones.number, step)))
        return bounds

    def _middle(self, cone: int) -> HalfSpace:
        """Return the heaviest half-space in the middle direction of a cone."""
        features = self.cones.features[cone]
        direction = (self.cones.low[cone] + self.cones.high[cone]) / 2
        scores = direction @ self.shares[features]
        order = np.argsort(scores, kind="stable")
        ends = np.flatnonzero(np.append(np.diff(scores[order]) > 0, True))
        sums = np.cumsum(self.weight[order])[ends]
        at = int(sums.argmax())
        inside = scores <= scores[order[ends[at]]]
        return HalfSpace(int(sums[at]), inside)
