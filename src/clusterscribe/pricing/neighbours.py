"""Heuristic pricing: a few promising sets of features, searched in full.

Searching all directions of *one* set of features takes microseconds, so a heuristic only has to
guess the sets: those that differ from a column in use by one feature, good pairs
with any third feature, and the main features of a linear separator of what is priced.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.pricing.oblique import ObliquePricer
from clusterscribe.pricing.prices import Priced, Prices
from clusterscribe.problem.columns import Column, Geometry

MAIN_FEATURES = 8  # of a separator
MOST_STARTS = 24  # columns whose neighbours are searched, newest first
RIDGE = 1e-3


class NeighbourPricer:
    """Searches around columns that are known already; proves nothing.

    `starts` are columns by cluster, the pool's own list, which grows as the search goes on.
    """

    def __init__(self, pricer: ObliquePricer, starts: Sequence[Sequence[Column]]) -> None:
        self.pricer = pricer
        self.starts = starts

    def price(self, geometry: Geometry, many: Sequence[Prices], clock: Clock) -> list[Priced]:
        """Return the best columns on the sets that were guessed."""
        sets = [self._sets(geometry, prices) for prices in many]
        return self.pricer.price_sets(geometry, many, sets, clock)

    def _sets(self, geometry: Geometry, prices: Prices) -> dict[int, NDArray[np.int64]]:
        features = geometry.varying.tolist()
        main = main_features(geometry, prices)
        starts = list(self.starts[prices.cluster])[-MOST_STARTS:]
        chosen: dict[int, NDArray[np.int64]] = {}
        for terms in self.pricer.terms:
            guesses = set(combinations(main, terms))
            for column in starts:
                guesses.update(_around(column.features, features, terms))
            ordered = sorted(guesses)
            chosen[terms] = np.array(ordered, dtype=np.int64).reshape(-1, terms)
        return chosen


def _around(start: Sequence[int], features: Iterable[int], terms: int) -> Iterator[tuple[int, ...]]:
    """Yield the sets with one feature more than the start, or one exchanged."""
    others = [d for d in features if d not in start]
    if terms == len(start) + 1:
        bases: Iterable[Sequence[int]] = [start]
    elif terms == len(start):
        bases = combinations(start, terms - 1)
    else:
        return
    for base in bases:
        for d in others:
            yield tuple(sorted((*base, d)))


def main_features(geometry: Geometry, prices: Prices) -> list[int]:
    """Return the features with the largest shares in a linear separator of what is priced."""
    features = geometry.varying
    middle = (geometry.lower[features] + geometry.upper[features]) / 2
    members, outsiders = middle[:, prices.members], middle[:, prices.outsiders]
    if not len(prices.outsiders) or not len(prices.members):
        return []
    apart = outsiders @ (prices.gain / prices.gain.sum()) - members.mean(axis=1)
    spread = np.atleast_2d(np.cov(np.concatenate([members, outsiders], axis=1)))
    spread = spread + RIDGE * np.eye(len(features))
    share = np.abs(np.linalg.solve(spread, apart)) * np.sqrt(np.diag(spread))
    return sorted(features[np.argsort(-share, kind="stable")[:MAIN_FEATURES]].tolist())
