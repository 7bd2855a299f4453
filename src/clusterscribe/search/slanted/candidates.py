"""Directions to try: roundings of real weights, and neighbours of a direction that is in use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import gcd

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.columns import Direction


@dataclass(frozen=True, slots=True)
class Reaching:
    """The directions that there are: features, most terms, and the largest weight of so many."""

    features: tuple[int, ...]
    largest: dict[int, int]  # by number of terms

    @property
    def max_terms(self) -> int:
        """The most terms of a direction."""
        return max(self.largest, default=1)

    def whole(self, features: Sequence[int], weights: Sequence[int]) -> Direction | None:
        """Return the direction of whole weights, in lowest terms; None if it is out of reach."""
        terms = sorted((d, w) for d, w in zip(features, weights, strict=True) if w)
        if not terms:
            return None
        divisor = gcd(*(w for _, w in terms))
        lowest = tuple(w // divisor for _, w in terms)
        if len(lowest) == 1:
            lowest = (1 if lowest[0] > 0 else -1,)
        elif max(map(abs, lowest)) > self.largest.get(len(lowest), 0):
            return None
        return Direction(tuple(d for d, _ in terms), lowest)


def roundings(
    reach: Reaching, features: Sequence[int], weights: NDArray[np.float64]
) -> Iterator[Direction]:
    """Yield the whole weights next to real ones, for every size of the largest weight."""
    most = float(np.abs(weights).max(initial=0.0))
    if not most > 0 or not np.isfinite(most):
        return
    seen = set()
    for size in range(1, reach.largest.get(len(features), 1) + 1):
        direction = reach.whole(features, np.rint(size * weights / most).astype(int).tolist())
        if direction is not None and direction not in seen:
            seen.add(direction)
            yield direction


def neighbours(reach: Reaching, direction: Direction) -> Iterator[Direction]:
    """Yield directions with one weight changed, one feature dropped, exchanged or added."""
    features, weights = direction.features, direction.weights
    every = _weights(reach, len(features))
    for place in range(len(features)):
        rest = [d for i, d in enumerate(features) if i != place]
        kept = [w for i, w in enumerate(weights) if i != place]
        yield from _whole(reach, rest, kept)
        for d in (features[place], *(d for d in reach.features if d not in features)):
            for weight in every:
                yield from _whole(reach, [*rest, d], [*kept, weight])
    if len(features) < reach.max_terms:
        yield from _with_one_more(reach, direction)


def _with_one_more(reach: Reaching, direction: Direction) -> Iterator[Direction]:
    """Yield directions with another feature, for some sizes of the weights that there are."""
    features, weights = direction.features, direction.weights
    largest = reach.largest[len(features) + 1]
    for size in sorted({1, 2, largest // max(map(abs, weights))} - {0}):
        scaled = [size * w for w in weights]
        for d in reach.features:
            if d not in features:
                for weight in _weights(reach, len(features) + 1):
                    yield from _whole(reach, [*features, d], [*scaled, weight])


def _weights(reach: Reaching, terms: int) -> list[int]:
    largest = reach.largest.get(terms, 1)
    return [w for w in range(-largest, largest + 1) if w]


def _whole(reach: Reaching, features: Sequence[int], weights: Sequence[int]) -> Iterator[Direction]:
    direction = reach.whole(features, weights)
    if direction is not None:
        yield direction


def as_arrays(
    directions: Iterable[Direction], terms: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return features and weights, filled up with weights of zero."""
    rows = list(directions)
    features = np.zeros((len(rows), terms), dtype=np.int64)
    weights = np.zeros((len(rows), terms))
    for i, direction in enumerate(rows):
        features[i, : len(direction.features)] = direction.features
        weights[i, : len(direction.weights)] = direction.weights
    return features, weights


def sets_of(features: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
    """Yield all sets of two to so many features."""
    for size in range(2, most + 1):
        yield from combinations(sorted(features), size)
