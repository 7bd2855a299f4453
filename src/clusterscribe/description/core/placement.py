"""Where a threshold sits between the last row inside and the first row outside.

A half-space on one feature keeps the same rows in as long as its bound stays in the gap
between the last row inside the polyhedron and the nearest row that this half-space alone
keeps out. Within the gap

    tight     at the last row inside
    middle    half way: the widest margin
    round     the number with the fewest digits, the date with the fewest parts

No placement changes which of the given rows are inside, and that is verified on them. What is
different for half-spaces of several features is in `sum_placement.py`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description.core.halfspace import HalfSpace, Polyhedron, Values
from clusterscribe.description.core.roundness import Gap
from clusterscribe.description.core.sum_placement import Sums
from clusterscribe.description.core.sum_placement import bounds as bounds_of_sums
from clusterscribe.errors import InputError
from clusterscribe.feature import Kind
from clusterscribe.parameters import Placement


def place(
    polyhedra: Sequence[Polyhedron], values: Values, rows: int, placement: Placement
) -> tuple[Polyhedron, ...]:
    """Place all thresholds; each row stays inside the polyhedra that it was inside of."""
    if placement not in get_args(Placement):
        expected = ", ".join(map(repr, get_args(Placement)))
        raise InputError(f"placement must be one of {expected}, not {placement!r}")
    return tuple(_placed(polyhedron, values, rows, placement) for polyhedron in polyhedra)


def _placed(polyhedron: Polyhedron, values: Values, rows: int, placement: Placement) -> Polyhedron:
    """Move one half-space after the other, the others at their current place."""
    spaces = list(polyhedron.half_spaces)
    inside = polyhedron.contains(values, rows)
    outside_of = np.zeros(rows, dtype=np.intp)  # how many half-spaces keep each row out
    for space in spaces:
        outside_of += ~space.contains(values)
    for i, space in enumerate(spaces):
        level = space.level(values)
        kept_out = ~space.contains(values)
        by_others = outside_of - kept_out
        only_here = kept_out & (by_others == 0)
        if _is_threshold(space):
            bounds = _bounds(space, level, inside, only_here, placement)
        else:
            bounds = bounds_of_sums(Sums.of(space, values), inside, only_here, placement)
        for bound in bounds:
            # whatever rounding did to the bound, the rows inside may not change
            if np.array_equal((level <= bound) & (by_others == 0), inside):
                spaces[i] = replace(space, bound=bound)
                outside_of = by_others + ~(level <= bound)
                break
    return replace(polyhedron, half_spaces=tuple(spaces))


def _is_threshold(space: HalfSpace) -> bool:
    term, *others = space.terms
    return not others and abs(term.weight) == 1 and not term.is_scaled


def _bounds(
    space: HalfSpace,
    level: NDArray[np.float64],
    inside: NDArray[np.bool_],
    kept_out: NDArray[np.bool_],
    placement: Placement,
) -> list[float]:
    """Return where the bound may go, best first; none at all leaves it where it is.

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
