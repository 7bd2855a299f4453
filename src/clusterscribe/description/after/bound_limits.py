"""How far one bound can move before a row stops it."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description.core.halfspace import HalfSpace, Values
from clusterscribe.description.core.roundness import Gap
from clusterscribe.description.core.sum_placement import HAIR, Sums
from clusterscribe.feature import Kind


def inner(space: HalfSpace, values: Values, members: NDArray[np.bool_]) -> float:
    """Return the smallest bound that keeps all these rows, never beyond the present one."""
    sums = Sums.of(space, values)
    last = float(sums.levels[members].max())
    if not math.isfinite(last):
        return space.bound
    known = sums.levels[np.isfinite(sums.levels)]
    is_exact = _is_whole(space, sums) or _is_threshold(space)
    bound = last if is_exact else _above(last, known, sums)
    return min(space.bound, bound + 0.0)  # which turns -0.0 into 0.0


def outer(space: HalfSpace, values: Values, free: NDArray[np.bool_]) -> float:
    """Return the largest bound that keeps out what it keeps out now of the free rows.

    Free rows are those that no other half-space keeps out.
    """
    if len(space.terms) == 1 and space.terms[0].feature.kind.is_binary:
        return space.bound  # a step further, and it would be no condition
    sums = Sums.of(space, values)
    is_known = np.isfinite(sums.levels)
    known, kept_out = sums.levels[is_known], sums.levels[is_known & free]
    kept_out = kept_out[kept_out > space.bound]
    if not len(kept_out):
        bound = float(known.max(initial=space.bound))
    else:
        bound = _just_before(float(kept_out.min()), space, sums, known)
    return max(space.bound, bound + 0.0) if math.isfinite(bound) else space.bound


def radius_to(squared: float) -> float:
    """Return the smallest radius whose square is no less."""
    radius = math.sqrt(squared)
    while radius * radius < squared:
        radius = math.nextafter(radius, math.inf)
    return radius


def radius_before(squared: float) -> float:
    """Return the largest radius whose square is less; none where there is no end to it."""
    if not 0 < squared < math.inf:
        return 0.0
    radius = math.sqrt(squared)
    while radius * radius >= squared:
        radius = math.nextafter(radius, 0.0)
    return radius


def _is_threshold(space: HalfSpace) -> bool:
    term, *others = space.terms
    return not others and abs(term.weight) == 1 and not term.is_scaled


def _is_whole(space: HalfSpace, sums: Sums) -> bool:
    """Whether levels are whole numbers, which are exact."""
    return sums.is_whole or (_is_threshold(space) and space.terms[0].feature.kind.is_whole)


def _just_before(first: float, space: HalfSpace, sums: Sums, known: NDArray[np.float64]) -> float:
    if _is_whole(space, sums):
        return math.ceil(first) - 1.0
    if _is_threshold(space):
        return math.nextafter(first, -math.inf)
    return -_above(-first, -known, sums)


def _above(last: float, known: NDArray[np.float64], sums: Sums) -> float:
    """Return a short number a hair's breadth beyond the last level and all that are as close."""
    last = float(known[known <= last + sums.noise].max())
    first = float(known[known > last + sums.noise].min(initial=last + (sums.size or 1.0)))
    low, high = last + HAIR * (first - last), last + 2 * HAIR * (first - last)
    return Gap(low, high, 1, Kind.NUMBER).roundest if last < low < high < first else last
