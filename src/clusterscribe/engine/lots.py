"""Rows drawn by lot, and the same rows by every engine.

The lot of a row is a number from 0 to 1 that is made of its values by plain floating-point
arithmetic, so that it does not depend on the engine, on the order of rows or on how they are
spread over files and workers. Equal rows have equal lots: they are drawn together, or not at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf

from clusterscribe.engine.expressions import Expression, double
from clusterscribe.feature import Kind

GOLDEN, PLASTIC, SILVER = 0.6180339887498949, 0.7548776662466927, 0.4142135623730951
FINE = 1_048_573.0  # lots over the range of a column: neighbouring values get far apart
MISSING = 0.5


def lot(
    columns: Iterable[tuple[Expression, Kind]],
    ranges: Mapping[int, tuple[float, float]],
    seed: int,
) -> Expression:
    """Return the lot of a row; another seed draws other rows.

    `ranges` has the least and largest number of each column that is not a category, by place.
    """
    total = double((seed * SILVER) % 1.0)
    for place, (column, kind) in enumerate(columns):
        steps = FINE * (1 + ((place + 1) * GOLDEN + seed * PLASTIC) % 1.0)
        if kind is Kind.LEVEL:
            total += _of_text(column) * double(steps)
        else:
            low, high = ranges[place]
            factor = steps / (high - low) if low < high else 0.0
            if 0 < factor < inf:  # else the range is no number, or too small to divide by
                total += (column - double(low)) * double(factor)
    return total - total.floor()


def _of_text(column: Expression) -> Expression:
    """Return a number for a text: of its length, its first and its last letter."""
    text = column.cast("string")
    length, first = text.length().cast("float64"), text.left(1).ascii_str().cast("float64")
    last = text.right(1).ascii_str().cast("float64")
    number = length * double(GOLDEN) + first * double(PLASTIC) + last * double(SILVER)
    return number.fill_null(double(MISSING))
