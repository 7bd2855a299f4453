"""Where the bound of a sum of several features sits.

The gap is that of `placement.py`: from the last row inside to the first row that this
half-space alone keeps out. Sums carry the noise of floating-point arithmetic (`tolerance.py`), so
that their bounds keep away from both ends of the gap:

    tight     a hair beyond the last row inside: one or two millionths of the gap
    middle    half way
    round     the number with the fewest digits, at least a thousandth of the gap from both

Sums of truth values, levels and other whole numbers are exact, and their bounds are whole.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description.core.halfspace import HalfSpace, Values
from clusterscribe.description.core.roundness import Gap
from clusterscribe.feature import Kind
from clusterscribe.parameters import Placement
from clusterscribe.tolerance import noise_factor

HAIR = 1e-6  # of the gap: how far a tight bound is from the last row
MARGIN = 1e-3  # of the gap: how near a round bound may come to either end
EXACT = 2.0**53  # sums of whole numbers below this are exact


@dataclass(frozen=True, slots=True)
class Sums:
    """The levels of all rows, and how exact they are."""

    levels: NDArray[np.float64]
    size: float  # of the largest summand
    is_whole: bool
    noise: float  # levels that differ by no more than this may be in either order

    @classmethod
    def of(cls, space: HalfSpace, values: Values) -> Sums:
        """Add up a half-space over all rows."""
        points = [np.abs(term.points(values[term.feature])) for term in space.terms]
        sizes = [float(p[np.isfinite(p)].max(initial=0.0)) for p in points]
        whole = all(t.feature.kind.is_whole and not t.is_scaled for t in space.terms)
        whole = whole and sum(sizes) < EXACT
        rounding = 0.0 if whole else noise_factor(len(sizes)) * sum(sizes)
        return cls(space.level(values), max(sizes), whole, rounding)


def bounds(
    sums: Sums, inside: NDArray[np.bool_], kept_out: NDArray[np.bool_], placement: Placement
) -> list[float]:
    """Return where the bound may go, best first; none at all leaves it where it is.

    `kept_out` are the rows that only this half-space keeps out.
    """
    levels, is_known = sums.levels, np.isfinite(sums.levels)
    if not inside.any() or not is_known[inside].all():
        return []
    last = float(levels[inside].max())
    beyond = levels[is_known & kept_out]
    if not len(beyond):  # no row needs this half-space: as far as the next level then
        beyond = levels[is_known & (levels > last + sums.noise)]
    is_open = not len(beyond)
    first = _further(sums) if is_open else float(beyond.min())
    gap = first - last
    if not sums.noise < gap < math.inf:
        return []  # the half-space relies on the order of such levels: better not to touch it
    if sums.is_whole:
        return _whole(Gap(last, first, 1, Kind.INTEGER), placement, is_open)
    tight = _roundest(last + HAIR * gap, last + 2 * HAIR * gap)
    if placement == "tight" or (placement == "middle" and is_open):
        return [tight]
    if placement == "middle":
        return [Gap(last, first, 1, Kind.NUMBER).middle, tight]
    return [_roundest(last + MARGIN * gap, first - MARGIN * gap), tight]


def _whole(gap: Gap, placement: Placement, is_open: bool) -> list[float]:
    if is_open or placement == "tight":
        return [gap.last]
    return [gap.middle if placement == "middle" else gap.roundest]


def _further(sums: Sums) -> float:
    """Return a level a little beyond all rows."""
    known = sums.levels[np.isfinite(sums.levels)]
    low, high = float(known.min()), float(known.max())
    return high + ((high - low) / 10 or sums.size / 10 or 1.0)


def _roundest(low: float, high: float) -> float:
    return Gap(low, high, 1, Kind.NUMBER).roundest
