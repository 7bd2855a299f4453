"""Rows drawn by lot, and the same rows by every engine.

The lot of a row is a number from 0 to 1 that is made of its values by plain floating-point
arithmetic, so that it does not depend on the engine, on the order of rows or on how they are
spread over files and workers. Equal rows have equal lots: they are drawn together, or not at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from clusterscribe.engine.expressions import Expression, double
from clusterscribe.feature import Kind

GOLDEN, PLASTIC, SILVER = 0.6180339887498949, 0.7548776662466927, 0.4142135623730951
FINE = 1_048_573.0  # a prime: even two neighbouring values get lots that are far apart
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
        share = _of_text(column) if kind is Kind.LEVEL else _of_number(column, ranges[place])
        if share is not None:
            step = 1 + ((place + 1) * GOLDEN + seed * PLASTIC) % 1.0
            total = (total + share.fill_null(double(MISSING)) * double(step)) % double(1)
    return (total * double(7919)) % double(1)


def _of_number(column: Expression, limits: tuple[float, float]) -> Expression | None:
    low, high = limits
    if not low < high or high - low == float("inf"):
        return None
    return ((column - double(low)) / double(high - low) * double(FINE)) % double(1)


def _of_text(column: Expression) -> Expression:
    text = column.cast("string")
    length, first = text.length().cast("float64"), text.left(1).ascii_str().cast("float64")
    last = text.right(1).ascii_str().cast("float64")
    return (length * double(GOLDEN) + first * double(PLASTIC) + last * double(SILVER)) % double(1)
