"""The space in which a row is like another: scaled numbers, and categories that agree or not.

Numbers and dates count from 0 at their smallest to 1 at their largest value. A category adds
2 to the squared distance where two rows differ in it, which is what one column of zeros and
ones for each of its levels adds. Columns with one value distinguish no rows and are left out.

Distances are computed operation by operation as `Ball.squared_distance` computes them, so that
a ball contains exactly the rows that it was chosen for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.baselines.prototypes.candidate_balls import Squares
from clusterscribe.description import Ball, Label, Term, Values
from clusterscribe.feature import Feature, Kind
from clusterscribe.search.rows.encode import Encoded

Places = NDArray[np.int64]  # positions of rows among those that count
DIFFERENT_LEVEL = 2  # one column of zeros and ones is 1 too many, another 1 too few


@dataclass(frozen=True, slots=True, eq=False)
class NumberAxis:
    """A number, a date or a Boolean."""

    scaled: Term
    values: NDArray[np.float64]

    def squares(self, centres: Places, rows: Places) -> Squares:
        """Return what this axis adds to the squared distance of each row from each centre."""
        step = (self.values[rows] - self.values[centres, None]) / self.scaled.span
        return np.asarray(step * step)

    def term(self, centre: int) -> tuple[Term, float]:
        """Return the term of a ball around a row, and the value at its centre."""
        return self.scaled, float(self.values[centre])


@dataclass(frozen=True, slots=True, eq=False)
class CategoryAxis:
    """A category: each row has one of its levels."""

    levels: tuple[Feature, ...]
    codes: NDArray[np.int64]

    def squares(self, centres: Places, rows: Places) -> Squares:
        """Return what this axis adds to the squared distance of each row from each centre."""
        differ = self.codes[rows] != self.codes[centres, None]
        return np.asarray(DIFFERENT_LEVEL * differ.astype(np.float64))

    def term(self, centre: int) -> tuple[Term, float]:
        """Return the term of a ball around a row, and the value at its centre."""
        return Term(self.levels[self.codes[centre]], DIFFERENT_LEVEL), 1.0


Axis: TypeAlias = NumberAxis | CategoryAxis


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """All axes along which the rows that count differ."""

    axes: tuple[Axis, ...]

    def squares(self, centres: Places, rows: Places) -> Squares:
        """Return the squared distances of the `rows` from the `centres`."""
        total = np.zeros((len(centres), len(rows)))
        for axis in self.axes:
            total += axis.squares(centres, rows)
        return total

    def ball(self, label: Label, centre: int, row: int, radius: float) -> Ball:
        """Return the ball around one of the rows; `row` is its place in the table."""
        terms, values = zip(*(axis.term(centre) for axis in self.axes), strict=True)
        return Ball(label, terms, values, radius, row)


def space_of(data: Encoded) -> Space:
    """Return the space of the rows that count."""
    axes = [
        axis
        for _, features in groupby(data.features, key=lambda feature: feature.column)
        if (axis := _axis(tuple(features), data.values)) is not None
    ]
    return Space(tuple(axes) or (_without_distances(data),))


def _axis(features: tuple[Feature, ...], values: Values) -> Axis | None:
    first, *_ = features
    if first.kind is Kind.LEVEL:
        return _category(features, values)
    is_constant = values[first].min() == values[first].max()
    return None if is_constant else _number(first, values[first])


def _number(feature: Feature, numbers: NDArray[np.float64]) -> NumberAxis:
    zero, one = float(numbers.min()), float(numbers.max())
    scaled = Term(feature, 1, zero, one) if zero < one else Term(feature, 1)
    return NumberAxis(scaled, numbers)


def _category(levels: Sequence[Feature], values: Values) -> CategoryAxis | None:
    occurring = tuple(level for level in levels if values[level].any())
    if len(occurring) <= 1:
        return None
    codes = np.zeros(len(values[occurring[0]]), dtype=np.int64)
    for code, level in enumerate(occurring):
        codes[values[level] == 1] = code
    return CategoryAxis(occurring, codes)


def _without_distances(data: Encoded) -> NumberAxis:
    """Return an axis along which all rows are equal, as a ball needs at least one."""
    feature = next(f for f in data.features if (data.values[f] == data.values[f][0]).all())
    return _number(feature, data.values[feature])
