"""What one feature by itself would have to be for a row to come inside a sum.

The value is given in few digits, rounded away from where the row is now, and it is tried
out on the half-space before it is said.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from clusterscribe.description.core.halfspace import HalfSpace, Term
from clusterscribe.feature import Feature, Kind

Row: TypeAlias = Mapping[Feature, float]

# units of a time that people say, in microseconds
_UNITS = tuple(Fraction(unit) for unit in (86_400_000_000, 3_600_000_000, 60_000_000, 1_000_000, 1))


def goal(space: HalfSpace, row: Row, term: Term) -> float | None:
    """Return the value that the feature of a term would need; None where none will do."""
    tries = (
        _switched(row[term.feature]) if term.feature.kind.is_binary else _moved(space, row, term)
    )
    for value in tries:
        if level(space, _changed(row, term.feature, value)) <= space.bound:
            return value
    return None


def level(space: HalfSpace, row: Row) -> float:
    """Return the left-hand side of the inequality for one row."""
    return float(space.level({feature: np.array([value]) for feature, value in row.items()})[0])


def _switched(now: float) -> Iterator[float]:
    yield 1.0 - now


def _moved(space: HalfSpace, row: Row, term: Term) -> Iterator[float]:
    """Yield values about where the sum reaches the bound, each further away than the one before."""
    now = row[term.feature]
    excess = level(space, row) - space.bound
    exact = now - excess * term.span / term.weight
    if not math.isfinite(exact):
        return
    step = _step(max(abs(exact - now), math.ulp(now)), term.feature.kind)
    falls = (term.span > 0) == (term.weight > 0)
    steps = math.floor(Fraction(exact) / step) if falls else math.ceil(Fraction(exact) / step)
    for further in range(3):  # rounding may leave the row a hair outside
        try:
            yield float((steps - further if falls else steps + further) * step)
        except OverflowError:
            return


def _step(distance: float, kind: Kind) -> Fraction:
    """Return the step that leaves three digits to a change of this size."""
    if kind is Kind.DATETIME:
        return next((unit for unit in _UNITS if 100 * unit <= distance), _UNITS[-1])
    if kind is Kind.DATE:
        return Fraction(1)
    step = Fraction(10) ** (math.floor(math.log10(distance)) - 2)
    return max(step, Fraction(1)) if kind.is_whole else step


def _changed(row: Row, feature: Feature, value: float) -> Row:
    """Return the row with another value; a column that gets one level loses its other one."""
    changed = dict(row)
    if feature.kind is Kind.LEVEL and value == 1:
        levels = (f for f in row if f.kind is Kind.LEVEL and f.column == feature.column)
        changed |= dict.fromkeys(levels, 0.0)
    changed[feature] = value
    return changed
