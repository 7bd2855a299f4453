"""The values of one number per row, sorted within each label.

Sorted once, rows can be counted between any edges quickly: each description of a frontier has other
bounds, and so other bins, on the same features.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

FEW = 2_000  # values that stand for all of them where a range is chosen
MANY = 12  # more different values than this are spread over an axis


@dataclass(frozen=True, slots=True, eq=False)
class ByLabel:
    """The rows of a table in the order of their labels."""

    order: NDArray[np.intp]
    starts: NDArray[np.intp]  # of each label in that order
    weights: NDArray[np.float64] | None

    @classmethod
    def of(
        cls, codes: NDArray[np.int64], count: int, weights: NDArray[np.float64] | None
    ) -> ByLabel:
        """Sort the rows."""
        small = codes.astype(np.uint16) if count < 2**16 else codes  # sorted much faster
        order = np.argsort(small, kind="stable")
        starts = np.cumsum(np.bincount(codes, minlength=count))[:-1]
        return cls(order, starts, weights)

    def distribution(self, values: NDArray[np.float64]) -> Distribution:
        """Sort the values of each label."""
        rows = np.split(self.order, self.starts)
        if self.weights is None:
            return Distribution(tuple(np.sort(values[chosen]) for chosen in rows))
        places = [chosen[np.argsort(values[chosen], kind="stable")] for chosen in rows]
        return Distribution(
            tuple(values[chosen] for chosen in places),
            tuple(np.append(0.0, np.cumsum(self.weights[chosen])) for chosen in places),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Distribution:
    """Values by label, in rising order, missing ones (NaN) last.

    With weights, `sums` holds for each label those of the first 0, 1, 2, ... values.
    """

    values: tuple[NDArray[np.float64], ...]
    sums: tuple[NDArray[np.float64], ...] | None = None
    known: tuple[int, ...] = field(init=False)  # of each label, how many are not missing

    def __post_init__(self) -> None:
        known = tuple(int(np.searchsorted(v, np.nan, side="left")) for v in self.values)
        object.__setattr__(self, "known", known)

    def shares(self, labels: NDArray[np.bool_], edges: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the share of the rows of these labels from each edge to just before the next.

        Values beyond the edges are counted in the outermost bins. Missing values are in no bin, so
        that shares may add up to less than 1.
        """
        amounts = np.zeros(len(edges) - 1)
        for label in np.flatnonzero(labels).tolist():
            inner = np.searchsorted(self.values[label], edges[1:-1], side="left")
            amounts += np.diff(self._amounts(label, [0, *inner, self.known[label]]))
        total = self.total(labels)
        return amounts / total if total else amounts

    def missing(self, labels: NDArray[np.bool_]) -> float:
        """Return the share of the rows of these labels whose value is missing."""
        missing = 0.0
        for label in np.flatnonzero(labels).tolist():
            known, every = self._amounts(label, [self.known[label], len(self.values[label])])
            missing += float(every - known)
        return missing / self.total(labels) if missing else 0.0

    def total(self, labels: NDArray[np.bool_]) -> float:
        """Return the number of rows with these labels, or the sum of their weights."""
        chosen = np.flatnonzero(labels).tolist()
        return float(sum(self._amounts(label, [len(self.values[label])])[0] for label in chosen))

    def extremes(self, labels: NDArray[np.bool_]) -> tuple[float, float]:
        """Return the smallest and the largest value of the rows of these labels."""
        known = [v for v in self._known(labels) if len(v)]
        lowest = min((float(v[0]) for v in known), default=math.inf)
        return lowest, max((float(v[-1]) for v in known), default=-math.inf)

    def different(self, labels: NDArray[np.bool_], most: int) -> tuple[float, ...] | None:
        """Return the different values of the rows of these labels; None if they are more."""
        found: set[float] = set()
        for values in self._known(labels):
            place = 0
            while place < len(values) and len(found) <= most:
                value = float(values[place])
                found.add(value)
                place = int(np.searchsorted(values, value, side="right"))
        return tuple(sorted(found)) if len(found) <= most else None

    def sample(self, labels: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Return some finite values of these labels, evenly spaced in their order."""
        known = self._known(labels)
        step = max(1, sum(map(len, known)) // FEW)
        together = np.concatenate([*(v[step // 2 :: step] for v in known), np.empty(0)])
        finite: NDArray[np.float64] = together[np.isfinite(together)]
        return finite

    def _known(self, labels: NDArray[np.bool_]) -> list[NDArray[np.float64]]:
        return [self.values[label][: self.known[label]] for label in np.flatnonzero(labels)]

    def _amounts(self, label: int, firsts: list[int]) -> NDArray[np.float64]:
        """Return how much the first values of a label, this many of them, count."""
        if self.sums is None:
            return np.array(firsts, dtype=np.float64)
        return self.sums[label][firsts]


def is_spread(values: NDArray[np.float64]) -> bool:
    """Whether numbers, judged by a sample, have many different values."""
    some = values[:: max(1, len(values) // FEW)]
    return len(np.unique(some[np.isfinite(some)])) > MANY
