"""Means and standard deviations of features, by label: one pass over each column."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.charts.data.distribution import is_spread
from clusterscribe.feature import Feature, Kind
from clusterscribe.table import Distinct
from clusterscribe.table.column import MISSING, Levels, Numbers


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """Sums over the rows of each label, of values minus an `origin` that keeps them small.

    Rows whose value is missing or infinite are left out.
    """

    feature: Feature
    origin: float
    amounts: NDArray[np.float64]  # rows, or their weight
    sums: NDArray[np.float64]
    squares: NDArray[np.float64]
    is_spread: bool = False  # whether there are many different values

    def mean(self, labels: NDArray[np.bool_]) -> float:
        """Return the mean over the rows of the chosen labels, NaN where there are none."""
        amount = self.amounts[labels].sum()
        return float(self.origin + self.sums[labels].sum() / amount) if amount > 0 else np.nan

    def spread(self, labels: NDArray[np.bool_]) -> float:
        """Return the standard deviation over the rows of the chosen labels."""
        amount = self.amounts[labels].sum()
        if not amount > 0:
            return np.nan
        mean = self.sums[labels].sum() / amount
        return float(np.sqrt(max(0.0, self.squares[labels].sum() / amount - mean * mean)))


def moments_of(
    name: str, column: Numbers | Levels, labels: Distinct, weights: NDArray[np.float64] | None
) -> tuple[Moments, ...]:
    """Sum up each feature of a column; a category has one feature per level."""
    if (
        isinstance(column, Numbers)
        and column.kind is Kind.BOOLEAN
        and np.isnan(column.values).any()
    ):
        column = Levels((False, True), np.nan_to_num(column.values, nan=MISSING).astype(np.int64))
    if isinstance(column, Levels):
        return tuple(_of_levels(name, column, labels, weights))
    return (_of_numbers(name, column, labels, weights),)


def _of_numbers(
    name: str, column: Numbers, labels: Distinct, weights: NDArray[np.float64] | None
) -> Moments:
    values, codes, count = column.values, labels.codes, len(labels.values)
    known = np.isfinite(values)
    if not known.all():
        values, codes = values[known], codes[known]
        weights = None if weights is None else weights[known]
    origin = float(values[0]) if len(values) else 0.0
    with np.errstate(over="ignore", invalid="ignore"):  # values like 1e300
        centred = values - origin
        weighed = centred if weights is None else centred * weights
        sums = _totals(codes, weighed, count)
        squares = _totals(codes, weighed * centred, count)
    amounts = _totals(codes, weights, count)
    feature = Feature(name, column.kind, zoned=column.zoned)
    return Moments(feature, origin, amounts, sums, squares, is_spread(values))


def _of_levels(
    name: str, column: Levels, labels: Distinct, weights: NDArray[np.float64] | None
) -> Iterator[Moments]:
    levels, count = [*column.levels, None], len(labels.values)
    places = np.where(column.codes < 0, len(column.levels), column.codes)
    cells = _totals(places * count + labels.codes, weights, len(levels) * count)
    cells = cells.reshape(len(levels), count)
    amounts = cells.sum(axis=0)
    for level, sums in zip(levels, cells, strict=True):
        if sums.any():  # usually no value is missing
            yield Moments(Feature(name, Kind.LEVEL, level), 0.0, amounts, sums, sums)


def _totals(
    codes: NDArray[np.int64], weights: NDArray[np.float64] | None, count: int
) -> NDArray[np.float64]:
    return np.bincount(codes, weights=weights, minlength=count).astype(np.float64)
