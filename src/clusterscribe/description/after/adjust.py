"""Bounds moved after the fact: in to the last member, or out as far as no row changes sides.

The rows that a polyhedron must distinguish leave its bounds room. `tighten` makes it as compact as
its members allow, `widen` as broad as the rows around it allow. Both keep the number of
conditions and their weights, so that the complexity stays what it is.

    tighten   each bound moves in to the last row of the own label that is inside the polyhedron;
              where a cluster has several, each of them has bounds of its own
    widen     one after the other, each bound moves out until just before the first row that no
              other condition keeps out; a bound that keeps out no row in this way moves out to
              the last row of the table, as it must stay a number

Bounds of sums keep a hair's breadth from the rows, as in `placement.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description.core.base import AnyDescription, BaseDescription, Tally
from clusterscribe.description.core.halfspace import HalfSpace, Values
from clusterscribe.description.core.judging import Judgement, judge, tallied
from clusterscribe.description.core.placement import HAIR, Rows, Sums, moved
from clusterscribe.description.core.region import Ball, Polyhedron, Region, Union
from clusterscribe.description.core.roundness import Gap
from clusterscribe.feature import Kind
from clusterscribe.table_like import Labels, TableLike, Weights

Move: TypeAlias = Callable[[Region, Values, Rows], Region]


def tighten(
    description: AnyDescription, X: TableLike, labels: Labels, sample_weight: Weights | None = None
) -> AnyDescription:
    """Move every bound in to the last row of its cluster; errors never rise.

    Parameters
    ----------
    X : table
        The rows that were described.
    labels : array_like
        The cluster label of every row.
    sample_weight : array_like or None
        How much each row counts; None counts each as one.

    Returns
    -------
    Description
        A new description, counted again.

    Examples
    --------
    >>> from clusterscribe import describe
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> description, result = describe(ages, labels)
    >>> description.tighten(ages, labels).to_sentence()["young"]
    'Rows with x0 of at most 25'

    """
    return _moved(description, X, labels, sample_weight, _tightened)


def widen(
    description: AnyDescription, X: TableLike, labels: Labels, sample_weight: Weights | None = None
) -> AnyDescription:
    """Move every bound out as far as none of these rows changes sides.

    Parameters
    ----------
    X : table
        The rows that were described.
    labels : array_like
        The cluster label of every row.
    sample_weight : array_like or None
        How much each row counts; None counts each as one.

    Returns
    -------
    Description
        A new description, counted again.

    Examples
    --------
    >>> from clusterscribe import describe
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> description, result = describe(ages, labels)
    >>> description.widen(ages, labels).to_sentence()["young"]
    'Rows with x0 of at most 49'

    """
    return _moved(description, X, labels, sample_weight, _widened)


def _moved(
    description: AnyDescription, X: object, labels: object, sample_weight: object, move: Move
) -> AnyDescription:
    from clusterscribe.table import as_table, read_labels

    table = as_table(X, description.columns)
    found = read_labels(labels, len(table))
    before = judge(description, table, found, sample_weight)
    counted = _counted(before)
    parts = tuple(
        move(part, before.values, counted & (before.own == place))
        for place, part in enumerate(description.parts)
    )
    after = replace(description, parts=parts)
    return replace(
        after,
        tallies=tallied(after, judge(after, table, found, sample_weight)),
        proof=description.proof if _are_described_rows(description, before) else None,
    )


def _counted(judged: Judgement) -> Rows:
    """Return which rows count: neither noise that is ignored nor rows without weight."""
    return judged.counted if judged.weights is None else judged.counted & (judged.weights > 0)


def _are_described_rows(description: BaseDescription, judged: Judgement) -> bool:
    """Whether the rows give every count that was made when the description was found.

    What was proved was proved of those rows. Moving a bound changes no complexity and adds no
    error, so of the same rows it still holds.
    """

    def comparable(one: Tally, like: Tally) -> Tally:
        return one if like.conditions else replace(one, conditions=())

    then, now = description.tallies or (), tallied(description, judged)
    return len(then) == len(now) and all(
        old == comparable(new, old) for old, new in zip(then, now, strict=True)
    )


def _tightened(part: Region, values: Values, own: Rows) -> Region:
    """Move in the bounds of what has members; others stay as they are."""

    def smaller(ball: Ball) -> Ball:
        members = own & ball.contains(values, len(own))
        reached = float(ball.squared_distance(values)[members].max(initial=0.0))
        return replace(ball, radius=min(ball.radius, radius_to(reached))) if members.any() else ball

    return _each(part, lambda polyhedron: _drawn_in(polyhedron, values, own), smaller)


def _widened(part: Region, values: Values, own: Rows) -> Region:
    def larger(ball: Ball) -> Ball:
        outside = ball.squared_distance(values)[~ball.contains(values, len(own))]
        nearest = float(outside[np.isfinite(outside)].min(initial=math.inf))
        return replace(ball, radius=max(ball.radius, radius_before(nearest)))

    return _each(part, lambda polyhedron: _pushed_out(polyhedron, values, len(own)), larger)


def _each(
    part: Region,
    of_polyhedron: Callable[[Polyhedron], Polyhedron],
    of_ball: Callable[[Ball], Ball],
) -> Region:
    """Change what a region is made of."""
    match part:
        case Polyhedron():
            return of_polyhedron(part)
        case Ball():
            return of_ball(part)
        case Union():
            return replace(part, polyhedra=tuple(map(of_polyhedron, part.polyhedra)))
        case _:
            assert_never(part)


def _drawn_in(polyhedron: Polyhedron, values: Values, own: Rows) -> Polyhedron:
    """Move in every half-space; as members stay, none of them is in the way of another."""
    members = own & polyhedron.contains(values, len(own))
    if not members.any():
        return polyhedron
    spaces = (
        replace(space, bound=_inner(space, values, members)) for space in polyhedron.half_spaces
    )
    return replace(polyhedron, half_spaces=tuple(spaces))


def _pushed_out(polyhedron: Polyhedron, values: Values, rows: int) -> Polyhedron:
    """Move out one half-space after the other, the others at their current place."""
    return moved(polyhedron, values, rows, lambda space, free: [_outer(space, values, free)])


def _inner(space: HalfSpace, values: Values, members: Rows) -> float:
    """Return the smallest bound that keeps all these rows, never beyond the present one."""
    sums = Sums.of(space, values)
    last = float(sums.levels[members].max())
    if not math.isfinite(last):
        return space.bound
    known = sums.levels[np.isfinite(sums.levels)]
    is_exact = _is_whole(space, sums) or space.is_threshold
    bound = last if is_exact else _above(last, known, sums)
    return min(space.bound, bound + 0.0)  # which turns -0.0 into 0.0


def _outer(space: HalfSpace, values: Values, free: Rows) -> float:
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


def _is_whole(space: HalfSpace, sums: Sums) -> bool:
    """Whether levels are whole numbers, which are exact."""
    return sums.is_whole or (space.is_threshold and space.terms[0].is_whole)


def _just_before(first: float, space: HalfSpace, sums: Sums, known: NDArray[np.float64]) -> float:
    if _is_whole(space, sums):
        return math.ceil(first) - 1.0
    if space.is_threshold:
        return math.nextafter(first, -math.inf)
    return -_above(-first, -known, sums)


def _above(last: float, known: NDArray[np.float64], sums: Sums) -> float:
    """Return a short number a hair's breadth beyond the last level and all that are as close."""
    last = float(known[known <= last + sums.noise].max())
    first = float(known[known > last + sums.noise].min(initial=last + (sums.size or 1.0)))
    low, high = last + HAIR * (first - last), last + 2 * HAIR * (first - last)
    return Gap(low, high, 1, Kind.NUMBER).roundest if last < low < high < first else last
