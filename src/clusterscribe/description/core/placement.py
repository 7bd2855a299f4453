"""Where the bound of a half-space sits between the last row inside and the first row outside.

A half-space keeps the same rows in as long as its bound stays in the gap between the last row
inside the polyhedron and the nearest row that this half-space alone keeps out. Within the gap

    tight     at the last row inside
    middle    half way: the widest margin
    round     the number with the fewest digits, the date with the fewest parts

Sums of several features carry the noise of floating-point arithmetic (`tolerance.py`), so that
their bounds keep away from both ends of the gap: a tight one by one or two millionths of it, a
round one by at least a thousandth. Sums of truth values and of whole numbers that are
not scaled are exact, and their bounds are whole.

No placement changes which of the given rows are inside, and that is verified on them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description.core.halfspace import HalfSpace, Values
from clusterscribe.description.core.region import Polyhedron
from clusterscribe.description.core.roundness import Gap
from clusterscribe.errors import InputError
from clusterscribe.feature import Feature, Kind
from clusterscribe.parameters import Placement
from clusterscribe.tolerance import noise_factor

HAIR = 1e-6  # of the gap: how far the tight bound of a sum is from the last row
MARGIN = 1e-3  # of the gap: how near the round bound of a sum may come to either end
EXACT = 2.0**53  # sums of whole numbers below this are exact

Rows: TypeAlias = NDArray[np.bool_]


def place(
    polyhedra: Sequence[Polyhedron],
    values: Values,
    rows: int,
    placement: Placement,
    *,
    fixed: Container[Feature] = (),
) -> tuple[Polyhedron, ...]:
    """Place all bounds; each row stays inside the polyhedra that it was inside of.

    Bounds on `fixed` features stay where they are.
    """
    if placement not in get_args(Placement):
        expected = ", ".join(map(repr, get_args(Placement)))
        raise InputError(f"placement must be one of {expected}, not {placement!r}")

    def placed(polyhedron: Polyhedron) -> Polyhedron:
        inside = polyhedron.contains(values, rows)

        def candidates(space: HalfSpace, free: Rows) -> list[float]:
            if space.terms[0].feature in fixed:
                return []
            only_here = free & ~space.contains(values)
            if space.is_threshold:
                return _thresholds(space, space.level(values), inside, only_here, placement)
            return _bounds_of_sum(Sums.of(space, values), inside, only_here, placement)

        return moved(polyhedron, values, rows, candidates)

    return tuple(map(placed, polyhedra))


def moved(
    polyhedron: Polyhedron,
    values: Values,
    rows: int,
    candidates: Callable[[HalfSpace, Rows], Iterable[float]],
) -> Polyhedron:
    """Move one half-space after the other, the others at their current place.

    `candidates` gets a half-space and the rows that no other one keeps out, and returns where its
    bound may go, best first; none at all leaves it where it is.
    """
    spaces = list(polyhedron.half_spaces)
    inside = polyhedron.contains(values, rows)
    barriers = np.zeros(rows, dtype=np.intp)  # how many half-spaces keep each row out
    for space in spaces:
        barriers += ~space.contains(values)
    for i, space in enumerate(spaces):
        by_others = barriers - ~space.contains(values)
        free = by_others == 0
        for bound in candidates(space, free):
            other = replace(space, bound=bound)
            # whatever rounding did to the bound, the rows inside may not change
            if np.array_equal(other.contains(values) & free, inside):
                spaces[i] = other
                barriers = by_others + ~other.contains(values)
                break
    return replace(polyhedron, half_spaces=tuple(spaces))


def _thresholds(
    space: HalfSpace,
    level: NDArray[np.float64],
    inside: Rows,
    kept_out: Rows,
    placement: Placement,
) -> list[float]:
    """Return where a bound on one feature may go, best first.

    `kept_out` are the rows that only this half-space keeps out.
    """
    term = space.terms[0]
    kind = term.feature.kind
    if kind.is_binary:
        return [float(np.floor(space.bound))]
    is_known = np.isfinite(level)
    known, rivals = level[is_known], level[is_known & kept_out]
    if not inside.any():
        # a cluster that was given up: one threshold beyond all values says it best
        return _beyond(known, term.weight, kind) if 0 < len(known) == len(rivals) else []
    last = float(level[inside].max())
    beyond = rivals if len(rivals) else known[known > last]
    if not len(beyond):
        return [_open_ended(known, last, term.weight, kind) if placement == "round" else last, last]
    gap = Gap(last, float(beyond.min()), term.weight, kind)
    return {"tight": [last], "middle": [gap.middle, last], "round": [gap.roundest, last]}[placement]


def _open_ended(known: NDArray[np.float64], last: float, weight: int, kind: Kind) -> float:
    """Return a round bound a little beyond the last row, where no row lies further out."""
    first = last + _margin(known)
    return Gap(last, first, weight, kind).roundest if math.isfinite(first) else last


def _beyond(known: NDArray[np.float64], weight: int, kind: Kind) -> list[float]:
    """Return a round bound that lies a little beyond all values and keeps every row out."""
    first = float(known.min())
    last = first - max(_margin(known), 1.0 if kind.is_whole else 0.0)
    if not math.isfinite(last):
        return []
    return [Gap(math.floor(last) if kind.is_whole else last, first, weight, kind).roundest]


def _margin(known: NDArray[np.float64]) -> float:
    """Return a small distance on the scale of these numbers."""
    low, high = float(known.min()), float(known.max())
    return high / 10 - low / 10 or abs(high) / 10 or 1.0


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
        whole = all(term.is_whole for term in space.terms) and sum(sizes) < EXACT
        rounding = 0.0 if whole else noise_factor(len(sizes)) * sum(sizes)
        return cls(space.level(values), max(sizes), whole, rounding)


def _bounds_of_sum(sums: Sums, inside: Rows, kept_out: Rows, placement: Placement) -> list[float]:
    """Return where the bound of a sum may go, best first, as for one feature."""
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
