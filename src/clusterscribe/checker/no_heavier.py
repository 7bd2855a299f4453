"""Polyhedra of few bounds that weigh more than a limit; all of them are gone through.

Rows have whole weights, some of which are positive (gains) and some negative (losses). A *literal*
is one side of one feature, with upper bounds to choose from (lower bounds are upper bounds of
negated values). A polyhedron has a bound on each literal of a set; the last bound of every literal
holds all rows, so that sets of exactly so many literals stand for all smaller ones, too.

    Which bounds there are   Moving a bound outward past values without losses only adds gains, and
                             moving it inward past values without gains only drops losses. So
                             bounds are needed only at values with gains before one with losses.
                             Bounds within which all gains together do not exceed the limit are of
                             no interest, whatever the other bounds are.
    Many bounds at once      Give each literal a range of bounds. A row is possibly inside if it is
                             within the last bound of each, and certainly inside if it is within
                             the first. So whatever the bounds are, the polyhedron weighs at most

                                 gains possibly inside  -  losses certainly inside.

    Slots                    Cut the range of every literal into slots. A gain counts from the slot
                             on in which it may be let in, a loss from the first slot on whose first
                             bound lets it in. Add up weights by these slots over all literals, and
                             the sums of all beginnings are what polyhedra of each cell weigh at
                             most. Where all slots are single bounds, they weigh exactly that.
    Cells above the limit    For each slot of the literal with the most bounds, the ranges of the
                             other literals are narrowed to the cells that are above the limit, and
                             the same is done with these ranges. Rows that are certainly inside
                             become a number, and those that are not possibly inside are left out.

Weights are whole numbers, and all of them together less than 2**53, so that sums are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Ints16: TypeAlias = NDArray[np.int16]
Bools: TypeAlias = NDArray[np.bool_]
Tell: TypeAlias = Callable[[float], None]  # hears what share is done
LARGEST = 2**53  # whole numbers up to this are floats, and so are their sums
CELLS = 4096  # of a table


@dataclass(frozen=True, slots=True)
class Literal:
    """The bounds of one side of one feature, from tight to loose; the last one holds all rows."""

    first: NDArray[np.int32]  # for every row, the number of the first bound that it is within
    bounds: int


@dataclass(frozen=True, slots=True)
class Part:
    """Ranges of bounds, and the rows that these may decide on."""

    first: tuple[NDArray[np.int32], ...]  # for each literal, as above, from `start` on
    start: tuple[int, ...]  # the first bound of each range
    bounds: tuple[int, ...]  # their number
    weight: Floats
    inside: float  # weight of the rows that are certainly inside

    def within(self, ranges: Sequence[tuple[int, int]]) -> Part:
        """Return narrower ranges: from the first to the last bound."""
        certain = np.ones(len(self.weight), dtype=bool)
        possible = certain.copy()
        for first, (start, end) in zip(self.first, ranges, strict=True):
            certain &= first <= start
            possible &= first <= end
        left = np.flatnonzero(possible & ~certain)
        pairs = list(zip(self.first, ranges, strict=True))
        return Part(
            first=tuple(np.maximum(first[left] - start, 0) for first, (start, _) in pairs),
            start=tuple(a + start for a, (start, _) in zip(self.start, ranges, strict=True)),
            bounds=tuple(end - start + 1 for start, end in ranges),
            weight=self.weight[left],
            inside=self.inside + float(self.weight[certain].sum()),
        )


def is_any_heavier(
    values: Floats, weight: Ints, conditions: int, limit: int, tell: Tell = lambda share: None
) -> bool:
    """Whether a polyhedron of at most so many bounds weighs more than the limit (at least 0)."""
    weighing = np.flatnonzero(weight)
    values, weight = values[weighing], weight[weighing]
    literals = list(_literals(values, weight, limit, weight > 0))
    return any(True for _ in _heavier(literals, weight, conditions, limit, tell))


def all_heavier(
    values: Floats, weight: Ints, conditions: int, limit: int, member: Bools
) -> Iterator[Bools]:
    """Yield the rows inside each polyhedron that weighs more than the limit (at least 0).

    Bounds are those at values of members before one of a row that is none: any other bound can be
    moved so that members are let in, or other rows shut out.
    """
    literals = list(_literals(values, weight, limit, member))
    seen = set()
    for chosen, cells in _heavier(literals, weight, conditions, limit):
        for bounds in cells.tolist():
            pairs = [(literal, b) for literal, b in zip(chosen, bounds, strict=True)]
            real = [(literal, b) for literal, b in pairs if b < literal.bounds - 1]
            key = frozenset((id(literal), b) for literal, b in real)
            if key not in seen:
                seen.add(key)
                held = [literal.first <= b for literal, b in real]
                yield np.logical_and.reduce([np.ones(len(weight), dtype=bool), *held])


def _literals(values: Floats, weight: Ints, limit: int, member: Bools) -> Iterator[Literal]:
    """Yield the literals that have any bounds to choose from."""
    for column in values.T:
        for turned in (column, -column):
            distinct, place = np.unique(turned, return_inverse=True)
            members = np.bincount(place, member, len(distinct))
            others = np.bincount(place, ~member, len(distinct))
            gains = np.bincount(place, np.maximum(weight, 0), len(distinct))
            is_bound = np.append((members[:-1] > 0) & (others[1:] > 0), True)
            light = int(np.count_nonzero(is_bound[:-1] & (np.cumsum(gains)[:-1] <= limit)))
            before = np.cumsum(is_bound) - is_bound  # bounds below each value
            bounds = int(before[-1]) + 1 - light
            if bounds > 1:
                yield Literal(np.maximum(before - light, 0).astype(np.int32)[place], bounds)


def _heavier(
    literals: Sequence[Literal],
    weight: Ints,
    conditions: int,
    limit: int,
    tell: Tell = lambda share: None,
) -> Iterator[tuple[tuple[Literal, ...], Ints]]:
    """Yield bounds of polyhedra that weigh more than the limit: a row of numbers for each."""
    weights = weight.astype(np.float64)
    if float(weights[weights > 0].sum()) <= limit:
        return
    size = min(conditions, len(literals))
    sets, coarse = comb(len(literals), size), max(2, int(CELLS ** (1 / max(1, size))))
    places = {
        id(one): _places(one.first, weights > 0, one.bounds, min(one.bounds, coarse))
        for one in literals
    }
    for number, chosen in enumerate(combinations(literals, size), start=1):
        # a first look that costs little, as slots are the same for all sets of a literal
        slots = tuple(min(literal.bounds, coarse) for literal in chosen)
        if _sums([places[id(one)] for one in chosen], slots, weights, 0.0).max() > limit:
            first = tuple(literal.first for literal in chosen)
            bounds = tuple(literal.bounds for literal in chosen)
            for cells in _heavy_cells(Part(first, (0,) * size, bounds, weights, 0.0), limit):
                yield chosen, cells
        tell(number / sets)


def _heavy_cells(whole: Part, limit: int) -> Iterator[Ints]:
    """Yield bounds within these ranges with which polyhedra weigh more than the limit."""
    waiting = [iter([whole])]  # the deepest parts first, which keeps few of them in memory
    while waiting:
        part = next(waiting[-1], None)
        if part is None:
            waiting.pop()
            continue
        slots = _slots(part.bounds)
        heavy = _most(part, slots) > limit
        if heavy.any():
            if slots == part.bounds:
                yield np.argwhere(heavy) + np.array(part.start, dtype=np.int64)
            else:
                waiting.append(_parts(part, slots, heavy))


def _slots(bounds: tuple[int, ...]) -> tuple[int, ...]:
    """Return into how many slots each range is cut."""
    slots, left = list(bounds), CELLS
    by_size = sorted(range(len(bounds)), key=lambda place: bounds[place])
    for done, place in enumerate(by_size):
        slots[place] = min(bounds[place], max(2, int(left ** (1 / (len(bounds) - done)))))
        left //= slots[place]
    return tuple(slots)


def _starts(bounds: int, slots: int) -> Ints:
    """Return the first bound of each slot, and the number of all bounds."""
    return np.arange(slots + 1) * bounds // slots


def _most(part: Part, slots: tuple[int, ...]) -> Floats:
    """Return what polyhedra weigh at most, for every cell of slots."""
    is_gain = part.weight > 0
    triples = zip(part.first, part.bounds, slots, strict=True)
    places = [_places(first, is_gain, bounds, number) for first, bounds, number in triples]
    return _sums(places, slots, part.weight, part.inside)


def _places(first: NDArray[np.int32], is_gain: Bools, bounds: int, slots: int) -> Ints16:
    """Return the slot from which each row counts; a loss may count in none."""
    starts, bound = _starts(bounds, slots)[:-1], np.arange(bounds)
    let_in = np.searchsorted(starts, bound, side="left").astype(np.int16)  # for certain
    may_be = (np.searchsorted(starts, bound, side="right") - 1).astype(np.int16)
    return np.where(is_gain, may_be[first], let_in[first])


def _sums(
    places: Sequence[Ints16], slots: tuple[int, ...], weight: Floats, inside: float
) -> Floats:
    """Add up weights over all beginnings of slots; what is inside anyway counts everywhere."""
    at = np.zeros(len(weight), dtype=np.int64)
    for place, number in zip(places, slots, strict=True):
        at *= number + 1  # the last is that of losses that count in none
        at += place
    shape = tuple(number + 1 for number in slots)
    table = np.zeros(shape)
    table += np.bincount(at, weight, table.size).reshape(shape)
    table[(0,) * len(slots)] += inside
    for axis in range(table.ndim):
        np.cumsum(table, axis=axis, out=table)
    return table[tuple(slice(number) for number in slots)]


def _parts(part: Part, slots: tuple[int, ...], heavy: Bools) -> Iterator[Part]:
    """Yield ranges that hold all heavy cells: one for each slot of the longest range."""
    starts = [_starts(*each) for each in zip(part.bounds, slots, strict=True)]
    longest = int(np.argmax(part.bounds))
    for slot in range(slots[longest]):
        cells = np.argwhere(heavy.take([slot], axis=longest))
        if len(cells):
            low, high = cells.min(axis=0), cells.max(axis=0)
            low[longest] = high[longest] = slot
            yield part.within(
                [
                    (int(at[start]), int(at[end + 1]) - 1)
                    for at, start, end in zip(starts, low, high, strict=True)
                ]
            )
