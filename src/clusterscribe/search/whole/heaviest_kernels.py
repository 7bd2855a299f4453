"""The compiled part of the search for the heaviest polyhedron: tables of sums, and sweeps.

A *literal* is a feature and a side (`x <= t` or `x >= t`), and a *shape* a set of features that
literals stand on. Thresholds of a literal are numbered from the tightest to the loosest, and a row
is within them from some number on. A *slot* is a range of thresholds. For one cell, a slot for each
literal of a shape, a row is certainly inside if it is for the tightest thresholds, and possibly
inside if it is for the loosest. So whatever the cell holds weighs at most

    what the rows that are possibly inside gain  -  what those that are certainly inside lose.

For the slots of a feature, of both sides, the rows in question stand in blocks next to each other.
So one table of sums over blocks gives the bounds of all cells of a shape, for all sides at once
(`bound_shapes`). A polyhedron weighs no more than the rows within any of its literals gain, so that
tight thresholds need no slots at all, and the others get narrow ones (`lay_out`).

Where a bound is above the weight to beat, the thresholds in question are searched
(`refine_shapes`). Tables as above, with narrower slots each time, leave ever smaller ranges of
them. Then two literals are swept: rows enter in the order of the one, and a tree of sums over the
thresholds of the other tells the heaviest place after each. That is exact. Where there are
further literals, their ranges are halved, and searched likewise, until they are single thresholds.

Every sum is a whole number. Importing this module imports numba; it compiles once and keeps the
result on disk. Compiled functions that call each other stay in one file, as the cache does
not notice changes elsewhere, and none calls itself, which the cache does not survive.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

Array = Any  # compiled functions take their types from their callers

DEPTH = 128  # nodes that wait: halves of ranges, of which there are few
ROOM = 4  # lists of all rows that nodes have room for
CELLS = 4096  # of a table, at most
FEWEST_CELLS = 64  # of a table, for few rows
ENOUGH = 1 << 62  # more than any weight


class Fine(NamedTuple):
    """The finest blocks of each feature, and the thresholds of a cluster in them.

    `intervals[2 d + side, b]` are the first and last thresholds of a literal in block b, as places
    in `steps`, which are ranks that are turned for `x >= t`.
    """

    codes: Array  # features x rows
    count: Array  # blocks of each feature
    single: Array  # features x blocks: all rows of the block have one value
    intervals: Array
    steps: Array
    tops: Array  # the last rank of each feature


class Axes(NamedTuple):
    """The blocks and slots of each feature; those for `x <= t` come first, tight ones before loose.

    Ranges are the first and the one after the last.
    """

    blocks: Array  # their number
    block_of: Array  # features x finest blocks
    slots: Array  # features x sides: their number
    possible: Array  # features x slots x 2: a range of blocks
    certain: Array
    steps: Array  # features x slots x 2: the first and last threshold


class Side(NamedTuple):
    """The rows that count for a polyhedron, or those that count against it."""

    rows: Array
    codes: Array  # features x rows: blocks
    weight: Array


class Signed(NamedTuple):
    """All rows with weight."""

    gain: Side
    loss: Side


class Tables(NamedTuple):
    """Working space: where rows stand by all features but the last, and tables to add up in."""

    gain_at: Array
    loss_at: Array
    gain: Array  # two tables, of which one becomes the other
    loss: Array
    both: Array


class Hunt(NamedTuple):
    """What is looked for, and what was found; entries of arrays, as they change."""

    bar: Array  # its only entry is the weight to beat, which threads share
    spare: int  # by how much a bound has to be above it
    limit: int  # of work
    work: Array  # its only entry counts rows that were looked at
    open: Array  # its only entry is the largest bound of what was left open
    weight: Array  # its only entry is what the best place weighs
    place: Array  # literals x (feature, side, threshold)
    listed: Array  # places above the weight to beat, where all of them are wanted
    count: Array  # its only entry is their number, also of those without room


class Local(NamedTuple):
    """The rows that thresholds of one shape have to decide on, in the order of the last literal.

    Literals are in the order of how many thresholds they have. The last two are swept.
    """

    within: Array  # literals x rows: the number of the first threshold that lets a row in
    weight: Array
    sizes: Array  # thresholds of each literal
    features: Array
    sides: Array
    first: Array  # the first threshold of each literal, as a place in `steps`
    fixed: int  # weight of the rows that are inside anyway


class Nodes(NamedTuple):
    """Ranges of thresholds that wait to be searched, and working space."""

    low: Array  # nodes x literals
    high: Array
    bound: Array
    fixed: Array  # weight of the rows that are inside anyway
    start: Array  # of the other rows, in `room`
    number: Array
    room: Array
    tables: Array  # gains and losses
    tree: Array  # (sum, largest sum of a beginning) of each part of the swept thresholds


@njit(cache=True, nogil=True)
def masses(fine: Fine, weight: Array) -> Array:
    """Return what rows gain and lose in each of the finest blocks."""
    codes = fine.codes
    gain = np.zeros(fine.single.shape, dtype=np.int64)
    loss = np.zeros(fine.single.shape, dtype=np.int64)
    for d in range(codes.shape[0]):
        for i in range(weight.size):
            if weight[i] > 0:
                gain[d, codes[d, i]] += weight[i]
            else:
                loss[d, codes[d, i]] -= weight[i]
    return gain, loss


@njit(cache=True, nogil=True)
def lay_out(
    fine: Fine, gain: Array, loss: Array, least: int, most: int
) -> tuple[Array, Array, Array, Array, Array, Array]:
    """Cut the thresholds that something heavier than `least` can have into slots of like weight."""
    features = fine.count.size
    axes = Axes(
        np.zeros(features, dtype=np.int64),
        np.zeros(gain.shape, dtype=np.uint8),
        np.zeros((features, 2), dtype=np.int64),
        np.zeros((features, most, 2), dtype=np.int64),
        np.zeros((features, most, 2), dtype=np.int64),
        np.zeros((features, most, 2), dtype=np.int64),
    )
    for d in range(features):
        for side in range(2):
            axes.slots[d, side] = _cut(axes, fine, gain[d], loss[d], d, side, least)
        _block(axes, d, fine.count[d])
    return axes.blocks, axes.block_of, axes.slots, axes.possible, axes.certain, axes.steps


@njit(cache=True, nogil=True)
def _cut(  # noqa: PLR0917
    axes: Axes, fine: Fine, gain: Array, loss: Array, d: int, side: int, least: int
) -> int:
    """Cut one side of a feature, with ranges of finest blocks for the time being; count slots."""
    last, turn = fine.count[d] - 1, -1 if side else 1
    spans = fine.intervals[2 * d + side, : last + 1][::turn]
    mass = (gain + loss)[: last + 1][::turn]
    start = _first_live(gain[: last + 1][::turn], spans, least)
    if start > last:
        return 0
    left, held, count = axes.steps.shape[1] // 2, 0, 0
    heavy = mass[start:].sum() // left  # a block of this mass is a slot of its own
    rest = mass[start:][mass[start:] < heavy].sum()
    for i in range(start, last + 1):
        held += mass[i] if mass[i] < heavy else 0
        is_due = mass[i] >= heavy or i == last or mass[i + 1] >= heavy or held >= rest // left
        if i == last or (is_due and left > 1 and spans[start, 0] <= spans[i, 1]):
            slot = count + (axes.slots[d, 0] if side else 0)
            axes.steps[d, slot, 0], axes.steps[d, slot, 1] = spans[start, 0], spans[i, 1]
            is_single = start == i and fine.single[d, last - i if side else i]
            _set_ranges(axes, d, slot, (i + 1, i + 1 if is_single else start), last, side)
            start, count, left = i + 1, count + 1, left - 1
            rest, held = rest - held, 0
    return count


@njit(cache=True, nogil=True)
def _first_live(gain: Array, spans: Array, least: int) -> int:
    """Return the first block with a threshold within which more than the least is gained."""
    reached, blocks = 0, len(gain)
    for i in range(blocks):
        reached += gain[i]
        if reached > least and spans[i, 0] <= spans[i, 1]:
            return i
    return blocks


@njit(cache=True, nogil=True)
def _set_ranges(axes: Axes, d: int, slot: int, ends: Array, last: int, side: int) -> None:  # noqa: PLR0917
    """Note which of the finest blocks are possibly and certainly inside for a slot.

    From the tight side on, these are the blocks up to the given ends.
    """
    possible, certain = ends
    axes.possible[d, slot, 0] = last + 1 - possible if side else 0
    axes.possible[d, slot, 1] = last + 1 if side else possible
    axes.certain[d, slot, 0] = last + 1 - certain if side else 0
    axes.certain[d, slot, 1] = last + 1 if side else certain


@njit(cache=True, nogil=True)
def _block(axes: Axes, d: int, count: int) -> None:
    """Merge the finest blocks that no slot distinguishes, and turn ranges into those of blocks."""
    slots = axes.slots[d, 0] + axes.slots[d, 1]
    begins = np.zeros(count + 1, dtype=np.int64)
    begins[0] = 1
    for s in range(slots):
        for end in range(2):
            begins[axes.possible[d, s, end]] = 1
            begins[axes.certain[d, s, end]] = 1
    number = -1
    for b in range(count):
        number += begins[b]
        begins[b] = number
        axes.block_of[d, b] = number
    begins[count] = number + 1
    axes.blocks[d] = number + 1
    for s in range(slots):
        for end in range(2):
            axes.possible[d, s, end] = begins[axes.possible[d, s, end]]
            axes.certain[d, s, end] = begins[axes.certain[d, s, end]]


@njit(cache=True, nogil=True)
def choose_rows(
    codes: Array, block_of: Array, weight: Array, sign: int
) -> tuple[Array, Array, Array]:
    """Return the rows whose weight has this sign, with their blocks."""
    rows = np.flatnonzero(weight * sign > 0).astype(np.int32)
    chosen = np.empty((codes.shape[0], rows.size), dtype=np.uint8)
    for d in range(codes.shape[0]):
        for i in range(rows.size):
            chosen[d, i] = block_of[d, codes[d, rows[i]]]
    return rows, chosen, weight[rows] * sign


@njit(cache=True, nogil=True)
def _new_tables(signed: Signed, axes: Axes, literals: int) -> Tables:
    cells = max(axes.blocks.max(), axes.steps.shape[1]) ** literals
    return Tables(
        np.zeros(signed.gain.rows.size, dtype=np.int32),
        np.zeros(signed.loss.rows.size, dtype=np.int32),
        np.zeros((2, cells), dtype=np.int64),
        np.zeros((2, cells), dtype=np.int64),
        np.zeros((2, cells), dtype=np.int64),
    )


@njit(cache=True, nogil=True)
def _slots_of(axes: Axes, shape: Array, j: int) -> Array:
    """Return the range of a literal's slots: both sides, or one each where a feature stands twice.

    The first of these two has the upper bound.
    """
    d, upper = shape[j], axes.slots[shape[j], 0]
    every = upper + axes.slots[d, 1]
    if j > 0 and shape[j - 1] == d:
        return upper, every
    if j + 1 < shape.size and shape[j + 1] == d:
        return 0, upper
    return 0, every


@njit(cache=True, nogil=True)
def _start_at(at: Array, side: Side, axes: Axes, features: Array) -> None:
    """Note where rows stand in a table by these features."""
    at[:] = 0
    for d in features:
        codes, size = side.codes[d], axes.blocks[d]
        for i in range(at.size):
            at[i] = at[i] * size + codes[i]


@njit(cache=True, nogil=True)
def _fill(table: Array, at: Array, side: Side, feature: int, size: int) -> None:
    """Count weight by the blocks of a shape, of which the last feature is still to be added."""
    table[:] = 0
    codes, weight = side.codes[feature], side.weight
    for i in range(weight.size):
        table[at[i] * size + codes[i]] += weight[i]


@njit(cache=True, nogil=True)
def _add_up(tables: Array, axes: Axes, shape: Array, ranges: Array) -> Array:
    """Turn a table by blocks into one by slots, each with the sum over its range of blocks."""
    source, target = tables[0], tables[1]
    outer, inner = 1, 1
    for d in shape:
        inner *= axes.blocks[d]
    for j in range(shape.size):
        d = shape[j]
        first, last = _slots_of(axes, shape, j)
        inner //= axes.blocks[d]
        _add_up_axis(source, target, outer, axes.blocks[d], inner, ranges[d, first:last])
        outer *= last - first
        source, target = target, source
    return source[:outer]


@njit(cache=True, nogil=True)
def _add_up_axis(  # noqa: PLR0917
    source: Array, target: Array, outer: int, blocks: int, inner: int, ranges: Array
) -> None:
    to = 0
    for start in range(0, outer * blocks * inner, blocks * inner):
        for at in range(start + inner, start + blocks * inner):
            source[at] += source[at - inner]
        for s in range(ranges.shape[0]):
            low, high = start + (ranges[s, 0] - 1) * inner, start + (ranges[s, 1] - 1) * inner
            if low == high:
                for i in range(inner):
                    target[to + i] = 0
            elif low < start:
                for i in range(inner):
                    target[to + i] = source[high + i]
            else:
                for i in range(inner):
                    target[to + i] = source[high + i] - source[low + i]
            to += inner


@njit(cache=True, nogil=True)
def _bounds_of(tables: Tables, signed: Signed, axes: Axes, shape: Array, is_new: bool) -> Array:
    """Return what is possibly gained and certainly lost in each cell of a shape.

    It is new if the last shape differs in more than its last feature.
    """
    last = shape[shape.size - 1]
    if is_new:
        _start_at(tables.gain_at, signed.gain, axes, shape[:-1])
        _start_at(tables.loss_at, signed.loss, axes, shape[:-1])
    cells = 1
    for d in shape:
        cells *= axes.blocks[d]
    _fill(tables.gain[0, :cells], tables.gain_at, signed.gain, last, axes.blocks[last])
    _fill(tables.loss[0, :cells], tables.loss_at, signed.loss, last, axes.blocks[last])
    tables.both[0, :cells] = tables.gain[0, :cells] - tables.loss[0, :cells]
    possible = _add_up(tables.gain, axes, shape, axes.possible)
    certain = _add_up(tables.loss, axes, shape, axes.certain)
    return possible, certain


@njit(cache=True, nogil=True)
def bound_shapes(  # noqa: PLR0917
    signed: Signed, axes: Axes, shapes: Array, bounds: Array, values: Array, cells: Array
) -> None:
    """Bound what each shape weighs, whatever its sides and thresholds; shapes are in order.

    `values` become the weights of the best places with the loosest thresholds of slots, and
    `cells` say which these are.
    """
    tables = _new_tables(signed, axes, shapes.shape[1])
    for s in range(shapes.shape[0]):
        is_new = s == 0 or not np.array_equal(shapes[s, :-1], shapes[s - 1, :-1])
        possible, certain = _bounds_of(tables, signed, axes, shapes[s], is_new)
        exact = _add_up(tables.both, axes, shapes[s], axes.possible)
        bounds[s] = values[s] = -ENOUGH
        for at in range(possible.size):
            bounds[s] = max(bounds[s], possible[at] - certain[at])
            if exact[at] > values[s]:
                values[s], cells[s] = exact[at], at


@njit(cache=True, nogil=True)
def loosest_of_cell(steps: Array, axes: Axes, shape: Array, cell: int) -> Array:
    """Return the place of a cell of a shape: features, sides and the loosest thresholds."""
    place = np.empty((shape.size, 3), dtype=np.int64)
    for j in range(shape.size - 1, -1, -1):
        first, last = _slots_of(axes, shape, j)
        slot = first + cell % (last - first)
        cell //= last - first
        place[j, 0], place[j, 1] = shape[j], slot >= axes.slots[shape[j], 0]
        place[j, 2] = steps[axes.steps[shape[j], slot, 1]]
    return place


@njit(cache=True, nogil=True)
def refine_shapes(  # noqa: PLR0917
    ranks: Array, fine: Fine, signed: Signed, axes: Axes, shapes: Array, bounds: Array, hunt: Hunt
) -> None:
    """Search shapes one after the other, where their bounds allow."""
    literals = shapes.shape[1]
    tables = _new_tables(signed, axes, literals)
    for s in range(shapes.shape[0]):
        if bounds[s] <= hunt.bar[0] + hunt.spare:
            continue
        if hunt.work[0] > hunt.limit:
            hunt.open[0] = max(hunt.open[0], bounds[s])
            continue
        possible, certain = _bounds_of(tables, signed, axes, shapes[s], True)
        hunt.work[0] += signed.gain.rows.size + signed.loss.rows.size + possible.size
        tops, ranges = _promising(possible, certain, axes, shapes[s], hunt.bar[0] + hunt.spare)
        for pattern in np.argsort(-tops):
            if tops[pattern] > hunt.bar[0] + hunt.spare:
                local = _localise(ranks, fine, signed, axes, shapes[s], ranges[pattern])
                _descend(local, fine.steps, tops[pattern], hunt)


@njit(cache=True, nogil=True)
def _promising(possible: Array, certain: Array, axes: Axes, shape: Array, least: int) -> Array:
    """Return the largest bound of each pattern of sides, and the ranges of slots above the least.

    Bit j of a pattern says that literal j is `x >= t`.
    """
    literals = shape.size
    tops = np.full(1 << literals, -ENOUGH, dtype=np.int64)
    ranges = np.zeros((1 << literals, literals, 2), dtype=np.int64)
    ranges[:, :, 0] = ENOUGH
    limits, bits = np.empty((literals, 2), dtype=np.int64), np.empty(literals, dtype=np.int64)
    for j in range(literals):
        limits[j, 0], limits[j, 1] = _slots_of(axes, shape, j)
        bits[j] = axes.slots[shape[j], 0]
    slots = limits[:, 0].copy()
    for at in range(possible.size):
        bound = possible[at] - certain[at]
        if bound > least:
            pattern = 0
            for j in range(literals):
                pattern += (slots[j] >= bits[j]) << j
            tops[pattern] = max(tops[pattern], bound)
            for j in range(literals):
                ranges[pattern, j, 0] = min(slots[j], ranges[pattern, j, 0])
                ranges[pattern, j, 1] = max(slots[j], ranges[pattern, j, 1])
        _advance(slots, limits)
    return tops, ranges


@njit(cache=True, nogil=True)
def _advance(slots: Array, limits: Array) -> None:
    """Go on to the next cell, of which the last slot changes fastest."""
    for j in range(slots.size - 1, -1, -1):
        slots[j] += 1
        if slots[j] < limits[j, 1]:
            return
        slots[j] = limits[j, 0]


@njit(cache=True, nogil=True)
def _localise(  # noqa: PLR0917
    ranks: Array, fine: Fine, signed: Signed, axes: Axes, shape: Array, ranges: Array
) -> Local:
    """Take the rows that thresholds in these ranges of slots decide on."""
    literals = shape.size
    sizes = np.empty(literals, dtype=np.int64)
    for j in range(literals):
        steps = axes.steps[shape[j]]
        sizes[j] = steps[ranges[j, 1], 1] + 1 - steps[ranges[j, 0], 0]
    order = np.argsort(sizes, kind="mergesort")
    shape, ranges, sizes = shape[order], ranges[order], sizes[order]
    first, sides = np.empty(literals, dtype=np.int64), np.empty(literals, dtype=np.int64)
    for j in range(literals):
        first[j] = axes.steps[shape[j], ranges[j, 0], 0]
        sides[j] = ranges[j, 0] >= axes.slots[shape[j], 0]
    stand = _standing(axes, shape, ranges)
    gained, inside = _undecided(signed.gain, shape, stand)
    missed, against = _undecided(signed.loss, shape, stand)
    rows = np.concatenate((signed.gain.rows[gained], signed.loss.rows[missed]))
    weight = np.concatenate((signed.gain.weight[gained], -signed.loss.weight[missed]))
    within = np.empty((literals, rows.size), dtype=np.int32)
    for j in range(literals - 1, -1, -1):
        steps = fine.steps[first[j] : first[j] + sizes[j]]
        turned = fine.tops[shape[j]] if sides[j] else 0
        _number(within[j], ranks[shape[j]], rows, turned, steps)
        if j == literals - 1:
            order = _in_order(within[j], sizes[j])
            rows, weight, within[j] = rows[order], weight[order], within[j][order]
    return Local(within, weight, sizes, shape, sides, first, inside - against)


@njit(cache=True, nogil=True)
def _standing(axes: Axes, shape: Array, ranges: Array) -> Array:
    """Say of each block whether it is inside (0), outside (2) or in between for ranges of slots."""
    stand = np.full((shape.size, axes.block_of.shape[1]), 2, dtype=np.uint8)
    for j in range(shape.size):
        possible = axes.possible[shape[j], ranges[j, 1]]
        certain = axes.certain[shape[j], ranges[j, 0]]
        stand[j, possible[0] : possible[1]] = 1
        stand[j, certain[0] : certain[1]] = 0
    return stand


@njit(cache=True, nogil=True)
def _undecided(side: Side, shape: Array, stand: Array) -> Array:
    """Return the rows that are neither outside nor inside, and the weight of those inside."""
    undecided = np.empty(side.rows.size, dtype=np.int32)
    count, inside = 0, 0
    for i in range(side.rows.size):
        most = 0
        for j in range(shape.size):
            most = max(most, stand[j, side.codes[shape[j], i]])
        if most == 0:
            inside += side.weight[i]
        undecided[count] = i
        count += most == 1
    return undecided[:count], inside


@njit(cache=True, nogil=True)
def _number(within: Array, ranks: Array, rows: Array, turned: int, steps: Array) -> None:
    """Find the number of the first threshold that lets each row in, or how many there are."""
    low, high = steps[0], steps[steps.size - 1]
    numbers = np.empty(high - low + 1, dtype=np.int32)
    number = 0
    for key in range(low, high + 1):
        number += key > steps[number]
        numbers[key - low] = number
    for i in range(rows.size):
        key = turned - ranks[rows[i]] if turned else ranks[rows[i]]
        if key > high:
            within[i] = steps.size
        else:
            within[i] = numbers[max(0, key - low)]


@njit(cache=True, nogil=True)
def _in_order(numbers: Array, most: int) -> Array:
    """Return the order of some numbers, of which none is larger than the most."""
    starts = np.zeros(most + 2, dtype=np.int64)
    for number in numbers:
        starts[number + 1] += 1
    starts = np.cumsum(starts)
    order = np.empty(numbers.size, dtype=np.int32)
    for i in range(numbers.size):
        order[starts[numbers[i]]] = i
        starts[numbers[i]] += 1
    return order


@njit(cache=True, nogil=True)
def _new_nodes(local: Local, bound: int) -> Nodes:
    """Begin with all thresholds, and all rows."""
    literals, rows = local.within.shape
    nodes = Nodes(
        np.zeros((DEPTH, literals), dtype=np.int64),
        np.zeros((DEPTH, literals), dtype=np.int64),
        np.full(DEPTH, bound, dtype=np.int64),
        np.full(DEPTH, local.fixed, dtype=np.int64),
        np.zeros(DEPTH, dtype=np.int64),
        np.full(DEPTH, rows, dtype=np.int64),
        np.empty(ROOM * rows, dtype=np.int32),
        np.empty((2, CELLS), dtype=np.int64),
        np.empty((2 * _leaves(local.sizes), 2), dtype=np.int64),
    )
    nodes.high[0] = local.sizes - 1
    nodes.room[:rows] = np.arange(rows)
    return nodes


@njit(cache=True, nogil=True)
def _leaves(sizes: Array) -> int:
    """Return a power of two with room for the thresholds of the last literal but one."""
    leaves = 1
    while sizes.size > 1 and leaves < sizes[sizes.size - 2]:
        leaves *= 2
    return leaves


@njit(cache=True, nogil=True)
def _descend(local: Local, steps: Array, bound: int, hunt: Hunt) -> None:
    """Search all thresholds for places heavier than the weight to beat, or list these."""
    nodes = _new_nodes(local, bound)
    waiting = 1
    while waiting > 0:
        waiting -= 1
        if nodes.bound[waiting] <= hunt.bar[0] + hunt.spare:
            continue
        if hunt.work[0] > hunt.limit:
            hunt.open[0] = max(hunt.open[0], nodes.bound[waiting])
            continue
        waiting += _search(local, steps, nodes, waiting, hunt)


@njit(cache=True, nogil=True)
def _search(local: Local, steps: Array, nodes: Nodes, node: int, hunt: Hunt) -> int:
    """Search one node; return how many have come in its place."""
    low, high = nodes.low[node].copy(), nodes.high[node].copy()
    rows, fixed, is_kept = _narrow(local, nodes, node, low, high, hunt)
    if np.any(low > high):
        return 0
    tree = nodes.tree[: 2 * _leaves(high + 1 - low)]
    is_settled = np.array_equal(low[:-2], high[:-2])
    hunt.work[0] += 4 * rows.size + tree.shape[0]
    if hunt.listed.shape[0] > 0 and is_settled:
        _list(local, steps, rows, fixed, low, high, tree, hunt)
        return 0
    most, at = _sweep(local, rows, low, tree)
    if fixed + most <= hunt.bar[0] + hunt.spare:
        return 0
    if hunt.listed.shape[0] == 0:
        _look(local, steps, rows, fixed, low, high, at, tree, hunt)
    if is_settled:
        return 0
    if is_kept:
        nodes.start[node] += nodes.number[node]
        nodes.number[node], nodes.fixed[node] = rows.size, fixed
    nodes.bound[node] = fixed + most
    _halve(nodes, node, low, high)
    return 2


@njit(cache=True, nogil=True)
def _narrow(  # noqa: PLR0917
    local: Local, nodes: Nodes, node: int, low: Array, high: Array, hunt: Hunt
) -> Array:
    """Narrow ranges as long as tables of ever narrower slots allow; none is left if low > high.

    Return the rows that are left, the weight of those inside, and whether there was room to keep
    them behind those that the node had.
    """
    start, end = nodes.start[node], nodes.start[node] + nodes.number[node]
    is_kept = end + nodes.number[node] <= nodes.room.size
    target = nodes.room[end:] if is_kept else np.empty(end - start, dtype=np.int32)
    count, inside = _keep(local, nodes.room[start:end], target, low, high)
    fixed = nodes.fixed[node] + inside
    while not np.array_equal(low[:-2], high[:-2]):
        before = _volume(low, high)
        hunt.work[0] += 2 * count
        least = hunt.bar[0] + hunt.spare - fixed
        _shrink(local, target[:count], low, high, least, nodes.tables)
        if np.any(low > high):
            break
        # also where little was gained: rows beyond the ranges must not be left
        count, inside = _keep(local, target[:count], target, low, high)
        fixed += inside
        if _volume(low, high) > 0.5 * before:
            break
    return target[:count], fixed, is_kept


@njit(cache=True, nogil=True)
def _volume(low: Array, high: Array) -> float:
    volume = 1.0
    for j in range(low.size):
        volume *= high[j] + 1 - low[j]
    return volume


@njit(cache=True, nogil=True)
def _keep(local: Local, rows: Array, target: Array, low: Array, high: Array) -> Array:
    """Write down the rows that are neither outside nor inside for all thresholds of the ranges.

    Return their number, and the weight of those inside. The target may be where rows stand.
    """
    count, fixed = 0, 0
    for i in rows:
        is_possible, is_certain = True, True
        for j in range(low.size):
            is_possible &= local.within[j, i] <= high[j]
            is_certain &= local.within[j, i] <= low[j]
        if is_certain:
            fixed += local.weight[i]
        target[count] = i
        count += is_possible and not is_certain
    return count, fixed


@njit(cache=True, nogil=True)
def _shifts(low: Array, high: Array, cells: int) -> Array:
    """Return slots of each literal, and the powers of two that they are as wide as."""
    slots, shifts = high + 1 - low, np.zeros(low.size, dtype=np.int64)
    while True:
        product, most = 1.0, 0
        for j in range(low.size):
            product *= slots[j]
            if slots[j] > slots[most]:
                most = j
        if product <= cells:
            return slots, shifts
        shifts[most] += 1
        slots[most] = ((high[most] - low[most]) >> shifts[most]) + 1


@njit(cache=True, nogil=True)
def _shrink(  # noqa: PLR0917
    local: Local, rows: Array, low: Array, high: Array, least: int, tables: Array
) -> None:
    """Leave the ranges of slots with a bound above the least, or nothing (low > high)."""
    slots, shifts = _shifts(low, high, min(CELLS, max(FEWEST_CELLS, rows.size)))
    cells = 1
    for size in slots:
        cells *= size
    tables[:, :cells] = 0
    for i in rows:
        _count_row(local, i, low, slots, shifts, tables)
    _add_up_slots(tables[0], cells, slots)
    _add_up_slots(tables[1], cells, slots)
    first, last = slots.copy(), np.full(slots.size, -1, dtype=np.int64)
    limits = np.zeros((slots.size, 2), dtype=np.int64)
    limits[:, 1] = slots
    slots[:] = 0
    for at in range(cells):
        if tables[0, at] + tables[1, at] > least:
            for j in range(slots.size):
                first[j] = min(first[j], slots[j])
                last[j] = max(last[j], slots[j])
        _advance(slots, limits)
    for j in range(slots.size):
        high[j] = min(high[j], low[j] + ((last[j] + 1) << shifts[j]) - 1)
        low[j] += first[j] << shifts[j]


@njit(cache=True, nogil=True)
def _count_row(  # noqa: PLR0917
    local: Local, row: int, low: Array, slots: Array, shifts: Array, tables: Array
) -> None:
    """Count a row from the slot on in which it is possibly inside, or certainly if it loses."""
    at, is_loss = 0, local.weight[row] < 0
    for j in range(slots.size):
        number = max(0, local.within[j, row] - low[j])
        slot = number >> shifts[j]
        if is_loss and number > slot << shifts[j]:
            slot += 1
            if slot == slots[j]:
                return
        at = at * slots[j] + slot
    tables[1 if is_loss else 0, at] += local.weight[row]


@njit(cache=True, nogil=True)
def _add_up_slots(table: Array, cells: int, slots: Array) -> None:
    """Add up over all tighter slots, on each axis."""
    stride = 1
    for j in range(slots.size - 1, -1, -1):
        block = stride * slots[j]
        for start in range(0, cells, block):
            for at in range(start + stride, start + block):
                table[at] += table[at - stride]
        stride = block


@njit(cache=True, nogil=True)
def _halve(nodes: Nodes, node: int, low: Array, high: Array) -> None:
    """Put halves of a node in its place, of the widest range that is not swept."""
    widest = 0
    for j in range(low.size - 2):
        if high[j] - low[j] > high[widest] - low[widest]:
            widest = j
    middle = (low[widest] + high[widest]) >> 1
    for half in range(node, node + 2):
        nodes.low[half], nodes.high[half] = low, high
        nodes.bound[half], nodes.fixed[half] = nodes.bound[node], nodes.fixed[node]
        nodes.start[half], nodes.number[half] = nodes.start[node], nodes.number[node]
    nodes.high[node, widest] = middle
    nodes.low[node + 1, widest] = middle + 1


@njit(cache=True, nogil=True)
def _counts(local: Local, row: int, low: Array) -> bool:
    """Whether a row counts in a sweep: if it gains, or is inside by all literals not swept."""
    if local.weight[row] < 0:
        for j in range(low.size - 2):
            if local.within[j, row] > low[j]:
                return False
    return True


@njit(cache=True, nogil=True)
def _across(local: Local, row: int, low: Array) -> int:
    """Return the number of a row's threshold of the last literal but one, in its range."""
    j = low.size - 2
    return max(0, local.within[j, row] - low[j]) if j >= 0 else 0


@njit(cache=True, nogil=True)
def _enter(tree: Array, place: int, weight: int) -> None:
    """Add weight at a threshold, to all sums that it is part of."""
    at = (tree.shape[0] >> 1) + place
    tree[at, 0] += weight
    tree[at, 1] += weight
    at >>= 1
    while at > 0:
        left, right = 2 * at, 2 * at + 1
        tree[at, 0] += weight
        tree[at, 1] = max(tree[left, 1], tree[left, 0] + tree[right, 1])
        at >>= 1


@njit(cache=True, nogil=True)
def _sweep(local: Local, rows: Array, low: Array, tree: Array) -> Array:
    """Return the largest sum over thresholds of the last two literals, and that of the last one."""
    along, at = local.within[low.size - 1], low[low.size - 1]
    best, best_at = -ENOUGH, at
    tree[:] = 0
    for i in rows:
        if along[i] > at:
            if tree[1, 1] > best:
                best, best_at = tree[1, 1], at
            at = along[i]
        if _counts(local, i, low):
            _enter(tree, _across(local, i, low), local.weight[i])
    if tree[1, 1] > best:
        best, best_at = tree[1, 1], at
    return best, best_at


@njit(cache=True, nogil=True)
def _look(  # noqa: PLR0917
    local: Local,
    steps: Array,
    rows: Array,
    fixed: int,
    low: Array,
    high: Array,
    at: int,
    tree: Array,
    hunt: Hunt,
) -> None:
    """Weigh the places with the loosest thresholds of a node, where its last literal is best."""
    along, leaves = local.within[low.size - 1], tree.shape[0] >> 1
    tree[leaves:, 0] = 0
    for i in rows:
        if along[i] > at:
            break
        tree[leaves + _across(local, i, low), 0] += local.weight[i]
    weight, best, across = fixed, -ENOUGH, 0
    for k in range(leaves):
        weight += tree[leaves + k, 0]
        if weight > best:
            best, across = weight, k
    # another thread may have lowered the bar, but not below what this one has found
    if best > max(hunt.bar[0], hunt.weight[0]):
        hunt.bar[0] = best
        hunt.weight[0] = best
        thresholds = high.copy()
        # a single literal is swept alone
        thresholds[-2:] = np.array([low[low.size - 2] + across, at])[-low.size :]
        _write(hunt.place, local, steps, thresholds)


@njit(cache=True, nogil=True)
def _write(place: Array, local: Local, steps: Array, thresholds: Array) -> None:
    """Write down a place: features, sides and thresholds."""
    for j in range(thresholds.size):
        place[j, 0], place[j, 1] = local.features[j], local.sides[j]
        place[j, 2] = steps[local.first[j] + thresholds[j]]


@njit(cache=True, nogil=True)
def _list(  # noqa: PLR0917
    local: Local,
    steps: Array,
    rows: Array,
    fixed: int,
    low: Array,
    high: Array,
    tree: Array,
    hunt: Hunt,
) -> None:
    """List every place above the weight to beat, given single thresholds of what is not swept.

    Thresholds between which there is no row with weight may differ in rows without.
    """
    last, leaves, entered = low.size - 1, tree.shape[0] >> 1, 0
    thresholds = low.copy()
    tree[:] = 0
    for at in range(low[last], high[last] + 1):
        while entered < rows.size and local.within[last, rows[entered]] <= at:
            i = rows[entered]
            if _counts(local, i, low):
                _enter(tree, _across(local, i, low), local.weight[i])
            entered += 1
        if fixed + tree[1, 1] <= hunt.bar[0]:
            continue
        weight = fixed
        for k in range(high[last - 1] + 1 - low[last - 1] if last > 0 else 1):
            weight += tree[leaves + k, 0]
            if weight > hunt.bar[0]:
                thresholds[-2:] = np.array([low[last - 1] + k, at])[-low.size :]
                if hunt.count[0] < hunt.listed.shape[0]:
                    _write(hunt.listed[hunt.count[0]], local, steps, thresholds)
                hunt.count[0] += 1
