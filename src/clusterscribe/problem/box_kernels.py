"""The compiled part of best responses: the heaviest box around rows with signed weights.

Rows come as ranks (rows x features), each with a worth: positive for rows that should be inside,
negative for those that should not. One feature after the other gets the range that is best while
all others stay: the heaviest stretch of consecutive ranks, found in one pass over the sums of worth
by rank. It goes on with the feature that gains most, until none gains anything.

A condition has a price. A box may have to hold a least weight of the cluster's own rows, and may
have no more than so many conditions.

Importing this module imports numba; it compiles once and keeps the result on disk. It is one file,
as that cache does not notice edits in another one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

Array = Any  # compiled functions take their types from their callers

NOTHING = -(2**62)  # the worth of what is not allowed


class Rows(NamedTuple):
    """Ranks (rows x features), and what each row is worth to a box."""

    ranks: Array
    sizes: Array  # number of ranks of each feature
    low: Array  # whether a feature may have a lower bound,
    high: Array  # and an upper one
    worth: Array
    own: Array  # weight of the cluster's own rows, 0 for others


class Rule(NamedTuple):
    """What a box has to keep to, and what its conditions cost."""

    price: int  # of a condition
    least: int  # weight of own rows inside
    most: int  # conditions


class Field(NamedTuple):
    """The rows that matter, and what shuts them out of the box.

    `outside` counts the features that shut a row out and `where` adds up their numbers, so that it
    is the number of the feature where there is one.
    """

    active: Array
    outside: Array
    where: Array


class Inside(NamedTuple):
    """Which rows are inside each box (boxes x rows), and whose box it is; clusters and weights."""

    inside: Array
    owner: Array
    cluster: Array
    weight: Array


@njit(cache=True, nogil=True)
def sides_of(low: int, high: int, size: int) -> int:
    """Return how many conditions a range is."""
    return int(low > 0) + int(high < size - 1)


@njit(cache=True, nogil=True)
def one_side(
    worth: Array, own: Array, rule: Rule, sides: tuple[bool, bool]
) -> tuple[int, int, int]:
    """Return the best range with at most one condition: what it is worth, its first and last.

    `sides` says whether it may be a lower and whether it may be an upper bound.
    """
    has_low, has_high = sides
    size = len(worth)
    best, low, high = NOTHING, 0, size - 1
    total, held = worth.sum(), own.sum()
    if held >= rule.least:
        best = total
    above, held_above = total, held
    below, held_below = 0, 0
    for rank in range(size - 1):
        below, held_below = below + worth[rank], held_below + own[rank]
        above, held_above = above - worth[rank], held_above - own[rank]
        if has_high and held_below >= rule.least and below - rule.price > best:
            best, low, high = below - rule.price, 0, rank
        if has_low and held_above >= rule.least and above - rule.price > best:
            best, low, high = above - rule.price, rank + 1, size - 1
    return best, low, high


@njit(cache=True, nogil=True)
def two_sides(worth: Array, own: Array, rule: Rule) -> tuple[int, int, int]:
    """Return the best range with two conditions, likewise.

    For every last rank the best first one is where the sum of all before it is least, among those
    early enough to hold what the box has to hold; these become more as the last rank moves on.
    """
    size = len(worth)
    best, low, high = NOTHING, 0, size - 1
    through, held = 0, 0  # sums up to the last rank
    before, held_before, first = 0, 0, 0  # sums of all ranks before the first one
    lowest, place = 2**62, -1
    for last in range(size - 1):
        through, held = through + worth[last], held + own[last]
        while first <= last and held - held_before >= rule.least:
            if first > 0 and before < lowest:
                lowest, place = before, first
            before, held_before = before + worth[first], held_before + own[first]
            first += 1
        if place > 0 and through - lowest - 2 * rule.price > best:
            best, low, high = through - lowest - 2 * rule.price, place, last
    return best, low, high


@njit(cache=True, nogil=True)
def best_range(
    worth: Array, own: Array, rule: Rule, most: int, sides: tuple[bool, bool]
) -> tuple[int, int, int]:
    """Return the best range with at most so many conditions, the prices of these deducted."""
    size = len(worth)
    if most <= 0:
        total = worth.sum() if own.sum() >= rule.least else NOTHING
        return total, 0, size - 1
    best, low, high = one_side(worth, own, rule, sides)
    if most > 1 and sides[0] and sides[1]:
        both, first, last = two_sides(worth, own, rule)
        if both > best:
            best, low, high = both, first, last
    return best, low, high


@njit(cache=True, nogil=True)
def active_rows(rows: Rows, least: int) -> Array:
    """Return the rows that matter."""
    active = np.empty(len(rows.worth), np.int64)
    count = 0
    for row in range(len(rows.worth)):
        if rows.worth[row] != 0 or (least > 0 and rows.own[row] != 0):
            active[count] = row
            count += 1
    return active[:count]


@njit(cache=True, nogil=True)
def shut_out(rows: Rows, field: Field, feature: int, ends: tuple[int, int], sign: int) -> None:
    """Count a feature among those that shut a row out, or (sign -1) no longer."""
    low, high = ends
    for place in range(len(field.active)):
        rank = rows.ranks[field.active[place], feature]
        if rank < low or rank > high:
            field.outside[place] += sign
            field.where[place] += sign * feature


@njit(cache=True, nogil=True)
def add_up(rows: Rows, field: Field, sums: Array) -> None:
    """Add up worth and own weight by rank, for each feature over rows that all others hold."""
    sums[:] = 0
    for place in range(len(field.active)):
        row = field.active[place]
        worth, own = rows.worth[row], rows.own[row]
        if field.outside[place] == 0:
            for d in range(len(rows.sizes)):
                rank = rows.ranks[row, d]
                sums[0, d, rank] += worth
                sums[1, d, rank] += own
        elif field.outside[place] == 1:
            d = field.where[place]
            rank = rows.ranks[row, d]
            sums[0, d, rank] += worth
            sums[1, d, rank] += own


@njit(cache=True, nogil=True)
def begin(rows: Rows, low: Array, high: Array, least: int) -> tuple[Field, int]:
    """Return what shuts rows out of a box, and the number of its conditions."""
    active = active_rows(rows, least)
    field = Field(active, np.zeros(len(active), np.int32), np.zeros(len(active), np.int64))
    conditions = 0
    for d in range(len(rows.sizes)):
        sides = sides_of(low[d], high[d], rows.sizes[d])
        if sides:
            conditions += sides
            shut_out(rows, field, d, (low[d], high[d]), 1)
    return field, conditions


@njit(cache=True, nogil=True)
def improve_box(rows: Rows, low: Array, high: Array, rule: Rule) -> int:
    """Move the ranges of a box until no feature alone makes it better; return what it is worth.

    `low` and `high` are changed in place. A box that does not hold enough is worth `NOTHING`.
    """
    sizes = rows.sizes
    field, conditions = begin(rows, low, high, rule.least)
    sums = np.zeros((2, len(sizes), sizes.max()), np.int64)
    value = NOTHING
    while True:
        add_up(rows, field, sums)
        best, feature, ends = value, -1, (0, 0)
        for d in range(len(sizes)):
            elsewhere = conditions - sides_of(low[d], high[d], sizes[d])
            worth, own = sums[0, d, : sizes[d]], sums[1, d, : sizes[d]]
            sides = rows.low[d], rows.high[d]
            found, first, last = best_range(worth, own, rule, rule.most - elsewhere, sides)
            if found > NOTHING and found - rule.price * elsewhere > best:
                best, feature, ends = found - rule.price * elsewhere, d, (first, last)
        if feature < 0:
            return value
        shut_out(rows, field, feature, (low[feature], high[feature]), -1)
        conditions -= sides_of(low[feature], high[feature], sizes[feature])
        low[feature], high[feature], value = ends[0], ends[1], best
        conditions += sides_of(low[feature], high[feature], sizes[feature])
        shut_out(rows, field, feature, ends, 1)


@njit(cache=True, nogil=True)
def mark_inside(ranks: Array, sizes: Array, low: Array, high: Array, inside: Array) -> None:
    """Mark the rows that a box holds."""
    conditions = np.flatnonzero((low > 0) | (high < sizes - 1))
    for row in range(len(ranks)):
        inside[row] = True
        for d in conditions:
            if ranks[row, d] < low[d] or ranks[row, d] > high[d]:
                inside[row] = False
                break


@njit(cache=True, nogil=True)
def homes_of(answer: Inside, row: int, but: int) -> tuple[int, int]:
    """Count the boxes but one that a row is inside of: those of its own cluster, and others."""
    at_home, abroad = 0, 0
    for box in range(len(answer.inside)):
        if box != but and answer.inside[box, row]:
            if answer.owner[box] == answer.cluster[row]:
                at_home += 1
            else:
                abroad += 1
    return at_home, abroad


@njit(cache=True, nogil=True)
def evaluate(answer: Inside, box: int, scale: Array, worth: Array, own: Array) -> None:
    """Say what each row is worth to one box while all others stay.

    Own rows in no other box would be right inside; others that are right would be wrong. What is
    wrong, or right, in any case is worth nothing. `scale` multiplies the weights of each cluster's
    rows, those of noise by its last entry. Own weight is that of rows in no other box of theirs.
    """
    for row in range(len(answer.cluster)):
        here, weight = answer.cluster[row], answer.weight[row]
        at_home, abroad = homes_of(answer, row, box)
        is_own = here == answer.owner[box]
        own[row] = weight if is_own and at_home == 0 else 0
        worth[row] = 0
        if abroad == 0:
            if is_own:
                if at_home == 0:
                    worth[row] = weight * scale[here]
            elif here < 0 or at_home > 0:
                worth[row] = -weight * scale[here]


@njit(cache=True, nogil=True)
def weight_of_wrong(answer: Inside) -> int:
    """Return the weight of the rows that are not correctly described."""
    total = 0
    for row in range(len(answer.cluster)):
        at_home, abroad = homes_of(answer, row, -1)
        if abroad > 0 or (answer.cluster[row] >= 0 and at_home == 0):
            total += answer.weight[row]
    return total
