"""Bounds moved after the fact: in to the last member, or out as far as no row changes sides.

Which rows a polyhedron must tell apart leaves its bounds room. `tighten` makes it as compact as
its members allow, `widen` as broad as the rows around it allow. Both keep the number of
conditions and their weights, so that the complexity stays what it is.

    tighten   each bound moves in to the last row of the own label that is inside the polyhedron
    widen     one after the other, each bound moves out until just before the first row that no
              other condition keeps out; a bound that keeps out no row in this way moves out to
              the last row of the table, as it must stay a number

Bounds of sums keep a hair's breadth from the rows, as in `sum_placement.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description.after.bound_limits import inner, outer, radius_before, radius_to
from clusterscribe.description.core.ball import Ball
from clusterscribe.description.core.halfspace import Polyhedron, Values
from clusterscribe.description.core.region import Region
from clusterscribe.description.core.tally import Judgement, Tally, judge, tallied
from clusterscribe.description.core.union import Union
from clusterscribe.errors import InputError

if TYPE_CHECKING:
    from clusterscribe.description.core.description import Description

Rows: TypeAlias = NDArray[np.bool_]
Move: TypeAlias = Callable[[Region, Values, Rows], Region]


def tighten(
    description: Description, X: object, labels: object, sample_weight: object = None
) -> Description:
    """Move every bound in to the last member; no member falls out, and errors never rise."""
    return _moved(description, X, labels, sample_weight, _tightened)


def widen(
    description: Description, X: object, labels: object, sample_weight: object = None
) -> Description:
    """Move every bound out as far as no row of the table changes sides."""
    return _moved(description, X, labels, sample_weight, _widened)


def _moved(
    description: Description, X: object, labels: object, sample_weight: object, move: Move
) -> Description:
    from clusterscribe.table import as_table, read_labels

    for part in description.parts:
        _refuse_alternatives(part)
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


def _are_described_rows(description: Description, judged: Judgement) -> bool:
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


def _refuse_alternatives(part: Region) -> None:
    if isinstance(part, Union) and len(part.polyhedra) > 1:
        raise InputError(
            f"the bounds of cluster {part.label!r} cannot be moved, as its alternatives share the "
            "cuts of one tree; describe it by one polyhedron instead"
        )


def _tightened(part: Region, values: Values, own: Rows) -> Region:
    """Move in the bounds of a region that has members; others stay as they are."""
    members = own & part.contains(values, len(own))
    if not members.any():
        return part
    match part:
        case Polyhedron():
            return _drawn_in(part, values, members)
        case Ball():
            reached = float(part.squared_distance(values)[members].max())
            return replace(part, radius=min(part.radius, radius_to(reached)))
        case Union():
            tighter = tuple(_drawn_in(one, values, members) for one in part.polyhedra)
            return replace(part, polyhedra=tighter)
        case _:
            assert_never(part)


def _widened(part: Region, values: Values, own: Rows) -> Region:
    match part:
        case Polyhedron():
            return _pushed_out(part, values, len(own))
        case Ball():
            outside = part.squared_distance(values)[~part.contains(values, len(own))]
            nearest = float(outside[np.isfinite(outside)].min(initial=math.inf))
            return replace(part, radius=max(part.radius, radius_before(nearest)))
        case Union():
            wider = tuple(_pushed_out(one, values, len(own)) for one in part.polyhedra)
            return replace(part, polyhedra=wider)
        case _:
            assert_never(part)


def _drawn_in(polyhedron: Polyhedron, values: Values, members: Rows) -> Polyhedron:
    """Move in every half-space; as members stay, none of them is in the way of another."""
    spaces = (
        replace(space, bound=inner(space, values, members)) for space in polyhedron.half_spaces
    )
    return replace(polyhedron, half_spaces=tuple(spaces))


def _pushed_out(polyhedron: Polyhedron, values: Values, rows: int) -> Polyhedron:
    """Move out one half-space after the other, the others at their current place."""
    spaces = list(polyhedron.half_spaces)
    inside = polyhedron.contains(values, rows)
    barriers = np.zeros(rows, dtype=np.intp)  # how many half-spaces keep each row out
    for space in spaces:
        barriers += ~space.contains(values)
    for place, space in enumerate(spaces):
        by_others = barriers - ~space.contains(values)
        wider = replace(space, bound=outer(space, values, by_others == 0))
        # whatever rounding did to the bound, the rows inside may not change
        if np.array_equal(wider.contains(values) & (by_others == 0), inside):
            spaces[place] = wider
            barriers = by_others + ~wider.contains(values)
    return replace(polyhedron, half_spaces=tuple(spaces))
