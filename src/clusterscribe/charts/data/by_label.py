"""Statistics of one column by label: its sorted values, and sums for means and deviations.

Sorted once, rows can be counted between any edges quickly: each description of a frontier has other
bounds, and so other bins, on the same features. Moments take one pass over each column.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.feature import Feature, Kind
from clusterscribe.table import Distinct
from clusterscribe.table.column import MISSING, Levels, Numbers

Floats: TypeAlias = NDArray[np.float64]
Mask: TypeAlias = NDArray[np.bool_]
Places: TypeAlias = NDArray[np.intp]

FEW = 2_000  # values that stand for all of them where a range is chosen
MANY = 12  # more different values than this are spread over an axis


@dataclass(frozen=True, slots=True, eq=False)
class ByLabel:
    """The rows of a table in the order of their labels."""

    order: Places
    starts: Places  # of each label in that order
    weights: Floats | None

    @classmethod
    def of(cls, codes: NDArray[np.int64], count: int, weights: Floats | None) -> ByLabel:
        """Sort the rows."""
        small = codes.astype(np.uint16) if count < 2**16 else codes  # sorted much faster
        order = np.argsort(small, kind="stable")
        starts = np.cumsum(np.bincount(codes, minlength=count))[:-1]
        return cls(order, starts, weights)

    def distribution(self, values: Floats) -> Distribution:
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

    values: tuple[Floats, ...]
    sums: tuple[Floats, ...] | None = None
    known: tuple[int, ...] = field(init=False)  # of each label, how many are not missing

    def __post_init__(self) -> None:
        known = tuple(int(np.searchsorted(v, np.nan, side="left")) for v in self.values)
        object.__setattr__(self, "known", known)

    def shares(self, labels: Mask, edges: Floats) -> Floats:
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

    def missing(self, labels: Mask) -> float:
        """Return the share of the rows of these labels whose value is missing."""
        missing = 0.0
        for label in np.flatnonzero(labels).tolist():
            known, every = self._amounts(label, [self.known[label], len(self.values[label])])
            missing += float(every - known)
        return missing / self.total(labels) if missing else 0.0

    def total(self, labels: Mask) -> float:
        """Return the number of rows with these labels, or the sum of their weights."""
        chosen = np.flatnonzero(labels).tolist()
        return float(sum(self._amounts(label, [len(self.values[label])])[0] for label in chosen))

    def extremes(self, labels: Mask) -> tuple[float, float]:
        """Return the smallest and the largest value of the rows of these labels."""
        known = [v for v in self._known(labels) if len(v)]
        lowest = min((float(v[0]) for v in known), default=math.inf)
        return lowest, max((float(v[-1]) for v in known), default=-math.inf)

    def median(self, labels: Mask) -> float:
        """Return the value of the middle row of these labels, NaN where there is none."""
        found = [(label, self.known[label]) for label in np.flatnonzero(labels).tolist()]
        values = np.concatenate([*(self.values[label][:known] for label, known in found), []])
        if not len(values):
            return math.nan
        if self.sums is None:
            return float(np.partition(values, (len(values) - 1) // 2)[(len(values) - 1) // 2])
        weights = [np.diff(self.sums[label][: known + 1]) for label, known in found]
        order = np.argsort(values, kind="stable")
        passed = np.cumsum(np.concatenate(weights)[order])
        return float(values[order[np.searchsorted(passed, passed[-1] / 2)]])

    def different(self, labels: Mask, most: int) -> tuple[float, ...] | None:
        """Return the different values of the rows of these labels; None if they are more."""
        found: set[float] = set()
        for values in self._known(labels):
            place = 0
            while place < len(values) and len(found) <= most:
                value = float(values[place])
                found.add(value)
                place = int(np.searchsorted(values, value, side="right"))
        return tuple(sorted(found)) if len(found) <= most else None

    def sample(self, labels: Mask) -> Floats:
        """Return some finite values of these labels, evenly spaced in their order."""
        known = self._known(labels)
        step = max(1, sum(map(len, known)) // FEW)
        together = np.concatenate([*(v[step // 2 :: step] for v in known), np.empty(0)])
        finite: Floats = together[np.isfinite(together)]
        return finite

    def _known(self, labels: Mask) -> list[Floats]:
        return [self.values[label][: self.known[label]] for label in np.flatnonzero(labels)]

    def _amounts(self, label: int, firsts: list[int]) -> Floats:
        """Return how much the first values of a label, this many of them, count."""
        if self.sums is None:
            return np.array(firsts, dtype=np.float64)
        return self.sums[label][firsts]


def is_spread(values: Floats) -> bool:
    """Whether numbers, judged by a sample, have many different values."""
    some = values[:: max(1, len(values) // FEW)]
    return len(np.unique(some[np.isfinite(some)])) > MANY


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """Sums over the rows of each label, of values minus an `origin` that keeps them small.

    Rows whose value is missing or infinite are left out.
    """

    feature: Feature
    origin: float
    amounts: Floats  # rows, or their weight
    sums: Floats
    squares: Floats
    is_spread: bool = False  # whether there are many different values

    def mean(self, labels: Mask) -> float:
        """Return the mean over the rows of the chosen labels, NaN where there are none."""
        amount = self.amounts[labels].sum()
        return float(self.origin + self.sums[labels].sum() / amount) if amount > 0 else np.nan

    def spread(self, labels: Mask) -> float:
        """Return the standard deviation over the rows of the chosen labels."""
        amount = self.amounts[labels].sum()
        if not amount > 0:
            return np.nan
        mean = self.sums[labels].sum() / amount
        return float(np.sqrt(max(0.0, self.squares[labels].sum() / amount - mean * mean)))


def moments_of(
    name: str, column: Numbers | Levels, labels: Distinct, weights: Floats | None
) -> tuple[Moments, ...]:
    """Sum up each feature of a column; a category has one feature per level."""
    if isinstance(column, Levels):
        return tuple(_of_levels(name, column, labels, weights))
    if column.kind is Kind.BOOLEAN and np.isnan(column.values).any():
        codes = np.nan_to_num(column.values, nan=MISSING).astype(np.int64)
        return tuple(_of_levels(name, Levels((False, True), codes), labels, weights))
    return (_of_numbers(name, column, labels, weights),)


def _of_numbers(name: str, column: Numbers, labels: Distinct, weights: Floats | None) -> Moments:
    values, codes, count = column.values, labels.codes, len(labels.values)
    known = np.isfinite(values)
    if not known.all():
        values, codes = values[known], codes[known]
        weights = None if weights is None else weights[known]
    origin = float(values[0]) if len(values) else 0.0
    with np.errstate(over="ignore", invalid="ignore"):  # values like 1e300
        centred = values - origin
        weighed = centred if weights is None else centred * weights
        sums = totals(codes, weighed, count)
        squares = totals(codes, weighed * centred, count)
    amounts = totals(codes, weights, count)
    feature = Feature(name, column.kind, zoned=column.zoned, form=column.form)
    return Moments(feature, origin, amounts, sums, squares, is_spread(values))


def _of_levels(
    name: str, column: Levels, labels: Distinct, weights: Floats | None
) -> Iterator[Moments]:
    levels, count = [*column.levels, None], len(labels.values)
    places = np.where(column.codes < 0, len(column.levels), column.codes)
    cells = totals(places * count + labels.codes, weights, len(levels) * count)
    cells = cells.reshape(len(levels), count)
    amounts = cells.sum(axis=0)
    for level, sums in zip(levels, cells, strict=True):
        if sums.any():  # usually no value is missing
            yield Moments(Feature(name, Kind.LEVEL, level), 0.0, amounts, sums, sums)


def totals(codes: NDArray[np.int64], weights: Floats | None, count: int) -> Floats:
    """Count the rows of each code, or sum their weights."""
    return np.bincount(codes, weights=weights, minlength=count).astype(np.float64)
