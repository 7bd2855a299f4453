"""The compiled part of the search for the heaviest polyhedron: tables of sums, and refinement.

A *literal* is a feature and a side (`x <= t` or `x >= t`), a *shape* a set of literals, and a place
gives every literal of a shape its threshold. Thresholds are handled in intervals. For one cell, an
interval for each literal of a shape, a row is certainly inside if it is inside for the tightest
thresholds, and possibly inside if it is for the loosest. So the weight of every place in the
cell is at most

    the positive weight of the rows that are possibly inside
    minus the negative weight of those that are certainly inside,

and two tables of sums over the intervals of a shape give that for all of its cells. A shape has at
most four literals; one with fewer is filled up with literals of one interval.

Importing this module imports numba; it compiles once and keeps the result on disk. Compiled
functions that call each other stay in one file, as the cache does not notice changes elsewhere.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

Array = Any  # compiled functions take their types from their callers

MOST = 4  # literals of a shape
WIDEST = 32  # intervals of a literal in one table
DEPTH = 256  # nodes that wait
ENOUGH = 1 << 62  # more than any weight
CELLS = 4096  # of a table, beyond which a node is split in two
# what a search keeps between its nodes
STATES = 6
BEST, SPARE, OPEN, WORK, LIMIT, LISTED = range(STATES)


@njit(cache=True, nogil=True)
def _add_up(table: Array, shape: Array, upward: Array) -> None:
    """Turn the cells of a table into sums, from one end of each axis or from the other."""
    stride = 1
    for axis in range(MOST - 1, -1, -1):
        size = shape[axis]
        if size > 1:
            block = stride * size
            for start in range(0, table.size, block):
                if upward[axis]:
                    for at in range(start + stride, start + block):
                        table[at] += table[at - stride]
                else:
                    for at in range(start + block - stride - 1, start - 1, -1):
                        table[at] += table[at + stride]
        stride *= size


@njit(cache=True, nogil=True)
def _fill(table: Array, codes: Array, weight: Array, features: Array, strides: Array) -> None:
    """Count weight by the blocks of a shape's features."""
    first, second, third, fourth = strides[0], strides[1], strides[2], strides[3]
    a = codes[features[0]]
    if features[1] < 0:
        for i in range(weight.size):
            table[a[i] * first] += weight[i]
        return
    b = codes[features[1]]
    if features[2] < 0:
        for i in range(weight.size):
            table[a[i] * first + b[i] * second] += weight[i]
        return
    c = codes[features[2]]
    if features[3] < 0:
        for i in range(weight.size):
            table[a[i] * first + b[i] * second + c[i] * third] += weight[i]
        return
    d = codes[features[3]]
    for i in range(weight.size):
        table[a[i] * first + b[i] * second + c[i] * third + d[i] * fourth] += weight[i]


@njit(cache=True, nogil=True)
def _lay_out(features: Array, blocks: Array, size: Array, strides: Array) -> Any:
    """Set size and strides of the table of a shape; return its literals and cells."""
    literals, cells = 0, 1
    for j in range(MOST - 1, -1, -1):
        size[j] = blocks[features[j]] if features[j] >= 0 else 1
        literals += features[j] >= 0
        strides[j] = cells
        cells *= size[j]
    return literals, cells


@njit(cache=True, nogil=True)
def _is_possible(features: Array, literals: int, pattern: int) -> bool:
    """Whether a feature that stands twice has one bound on each side, the upper one first."""
    for j in range(1, literals):
        if features[j] == features[j - 1]:
            if (pattern >> (j - 1)) & 1 or not (pattern >> j) & 1:
                return False
    return True


@njit(cache=True, nogil=True)
def _sums(
    gain: Array,
    loss: Array,
    features: Array,
    literals: int,
    pattern: int,
    size: Array,
    single: Array,
    within: Array,
) -> Any:
    """Return tables of what is possibly gained and of what is lost, for one pattern of sides.

    `within[j, b]` becomes the place where the sum of what is certainly inside stands.
    """
    upward = np.ones(MOST, dtype=np.bool_)
    for j in range(MOST):
        upward[j] = not (pattern >> j) & 1
        for b in range(size[j]):
            within[j, b] = b
            if j < literals and not single[features[j], b]:
                within[j, b] = b - 1 if upward[j] else b + 1
    possible, lost = gain.copy(), loss.copy()
    _add_up(possible, size, upward)
    _add_up(lost, size, upward)
    return possible, lost


@njit(cache=True, nogil=True)
def _scan(
    possible: Array,
    lost: Array,
    size: Array,
    strides: Array,
    within: Array,
    features: Array,
    holds: Array,
    literals: int,
    least: int,
    hot: Array,
) -> Any:
    """Return the largest bound of a cell, and the largest weight at the end of blocks.

    Blocks of cells with a bound above `least` are marked as hot.
    """
    best, value = -ENOUGH, -ENOUGH
    for a in range(size[0]):
        if literals > 0 and not holds[features[0], a]:
            continue
        inner_a = within[0, a]
        for b in range(size[1]):
            if literals > 1 and not holds[features[1], b]:
                continue
            inner_b = within[1, b]
            for c in range(size[2]):
                if literals > 2 and not holds[features[2], c]:
                    continue
                inner_c = within[2, c]
                for d in range(size[3]):
                    if literals > 3 and not holds[features[3], d]:
                        continue
                    inner_d = within[3, d]
                    at = a * strides[0] + b * strides[1] + c * strides[2] + d
                    here = possible[at]
                    value = max(value, here - lost[at])
                    if (
                        0 <= inner_a < size[0]
                        and 0 <= inner_b < size[1]
                        and 0 <= inner_c < size[2]
                        and 0 <= inner_d < size[3]
                    ):
                        here -= lost[
                            inner_a * strides[0]
                            + inner_b * strides[1]
                            + inner_c * strides[2]
                            + inner_d
                        ]
                    best = max(best, here)
                    if here > least:
                        hot[0, a], hot[1, b], hot[2, c], hot[3, d] = True, True, True, True
    return best, value


@njit(cache=True, nogil=True)
def coarse(
    gain_codes: Array,
    gain: Array,
    loss_codes: Array,
    loss: Array,
    blocks: Array,
    single: Array,
    holds: Array,
    shapes: Array,
    bounds: Array,
    values: Array,
) -> None:
    """Bound the weight of every shape and pattern of sides on a coarse grid.

    `single[d, b]` says that a threshold in block b of feature d has the whole block inside, and
    `holds[d, b]` that there is a candidate in it. `bounds[s, p]` becomes the bound for shape s with
    the pattern of sides p (bit j: literal j is `x >= t`), and `values[s, p]` what the best place at
    the end of blocks weighs.
    """
    size = np.ones(MOST, dtype=np.int64)
    strides = np.ones(MOST, dtype=np.int64)
    within = np.zeros((MOST, 256), dtype=np.int64)
    hot = np.zeros((MOST, 256), dtype=np.bool_)
    for s in range(shapes.shape[0]):
        literals, cells = _lay_out(shapes[s], blocks, size, strides)
        gains = np.zeros(cells, dtype=np.int64)
        losses = np.zeros(cells, dtype=np.int64)
        _fill(gains, gain_codes, gain, shapes[s], strides)
        _fill(losses, loss_codes, loss, shapes[s], strides)
        for pattern in range(1 << literals):
            bounds[s, pattern] = values[s, pattern] = -ENOUGH
            if not _is_possible(shapes[s], literals, pattern):
                continue
            possible, lost = _sums(
                gains, losses, shapes[s], literals, pattern, size, single, within
            )
            bounds[s, pattern], values[s, pattern] = _scan(
                possible, lost, size, strides, within, shapes[s], holds, literals, ENOUGH, hot
            )


@njit(cache=True, nogil=True)
def _place(ends: Array, count: int, key: int) -> int:
    """Return the first of some rising numbers that is at least the key."""
    low, high = 0, count
    while low < high:
        middle = (low + high) >> 1
        if ends[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


@njit(cache=True, nogil=True)
def _refine(
    keys: Array,
    weight: Array,
    steps: Array,
    low: Array,
    high: Array,
    count: Array,
    certain: int,
    state: Array,
    found: Array,
    listed: Array,
) -> None:
    """Search the cells of a shape for places heavier than the best so far.

    `keys[j, i]` is what literal j compares of row i: it is inside if that is at most the threshold.
    `steps` are all thresholds, and interval number k of literal j has those from `low[j, k]` to
    `high[j, k]`. Beside the rows there is `certain` weight inside. Where there is room in `listed`, all places above the best weight are listed
    instead. What is left open when the limit of work is reached is told by its bound.

    Nodes are halves of an earlier node's intervals, with the rows that were still open there (all
    rows, where these found no room). This is no recursion, as compiled recursion does not survive
    its cache.
    """
    literals, total = keys.shape
    is_listing = listed.shape[0] > 0
    ends = np.zeros((2, MOST, WIDEST), dtype=np.int64)
    size = np.ones(MOST, dtype=np.int64)
    strides = np.ones(MOST, dtype=np.int64)
    upward = np.ones(MOST, dtype=np.bool_)
    hot = np.zeros((MOST, WIDEST), dtype=np.bool_)
    later_low = np.empty((DEPTH, literals, WIDEST), dtype=np.int64)
    later_high = np.empty((DEPTH, literals, WIDEST), dtype=np.int64)
    later_count = np.empty((DEPTH, literals), dtype=np.int64)
    later_rows = np.empty((DEPTH, 3), dtype=np.int64)  # start, number, weight of those inside
    room = np.empty(4 * total, dtype=np.int32)
    used, waiting = 0, 0
    rows = np.arange(total, dtype=np.int32)
    left, fixed = total, certain
    while True:
        for j in range(literals):
            size[j] = count[j]
            for k in range(count[j]):
                ends[0, j, k] = steps[low[j, k]]
                ends[1, j, k] = steps[high[j, k]]
        cells = 1
        for j in range(MOST - 1, -1, -1):
            strides[j] = cells
            cells *= size[j]
        tables = np.zeros((3, cells), dtype=np.int64)
        state[WORK] += left + 4 * cells
        left, inside = _sort_rows(keys, weight, rows, left, ends, count, strides, tables)
        fixed += inside
        for table in range(3):
            _add_up(tables[table], size, upward)
        hot[:] = False
        top = _heat(tables, fixed, size, strides, ends[1], state, found, hot, is_listing)
        done = top <= state[BEST] + state[SPARE]
        if not done:
            longest, widest, cells = _keep_hot(low, high, count, hot)
            if longest < 0:  # every interval is a single threshold, and every bound a weight
                done = True
                if is_listing:
                    _list_cells(low, count, keys, weight, rows, left, steps, fixed, state, listed)
            elif state[WORK] > state[LIMIT]:
                done = True
                state[OPEN] = max(state[OPEN], top)
            elif 2 * cells <= CELLS and 2 * count[longest] <= WIDEST:
                _halve(low, high, count, longest)
            else:
                # too many cells for one table: half of a literal's intervals has to wait
                half = count[widest] >> 1
                later_low[waiting], later_high[waiting] = low, high
                later_count[waiting] = count
                for k in range(half, count[widest]):
                    later_low[waiting, widest, k - half] = low[widest, k]
                    later_high[waiting, widest, k - half] = high[widest, k]
                later_count[waiting, widest] = count[widest] - half
                count[widest] = half
                later_rows[waiting, 0] = -1
                if used + left <= room.size:
                    later_rows[waiting, 0] = used
                    room[used : used + left] = rows[:left]
                    used += left
                later_rows[waiting, 1] = left
                later_rows[waiting, 2] = fixed
                waiting += 1
        if not done:
            continue
        if waiting == 0:
            return
        waiting -= 1
        low[:], high[:] = later_low[waiting], later_high[waiting]
        count[:] = later_count[waiting]
        start = later_rows[waiting, 0]
        if start >= 0:
            left, fixed, used = later_rows[waiting, 1], later_rows[waiting, 2], start
            rows[:left] = room[start : start + left]
        else:
            left, fixed = total, certain
            rows[:] = np.arange(total)


@njit(cache=True, nogil=True)
def _keep_hot(low: Array, high: Array, count: Array, hot: Array) -> Any:
    """Keep the hot intervals; return the literal with most to choose from, the widest, and cells.

    The first is -1 where every interval is a single threshold.
    """
    longest, widest, spread, cells = -1, 0, 0, 1
    for j in range(count.size):
        length, places = 0, 0
        for k in range(count[j]):
            if hot[j, k]:
                low[j, places], high[j, places] = low[j, k], high[j, k]
                length += high[j, k] - low[j, k]
                places += 1
        count[j] = places
        cells *= places
        if places > count[widest]:
            widest = j
        if length > spread:
            longest, spread = j, length
    return longest, widest, cells


@njit(cache=True, nogil=True)
def _sort_rows(
    keys: Array,
    weight: Array,
    rows: Array,
    number: int,
    ends: Array,
    count: Array,
    strides: Array,
    tables: Array,
) -> Any:
    """Count rows by intervals; keep the open ones, return their number and the weight inside.

    Rows that are outside whatever is chosen are left behind, and so are those that are inside.
    """
    tightest, loosest = ends[0], ends[1]
    literals = count.size
    left, within = 0, 0
    for place in range(number):
        i = rows[place]
        outside, inside = False, True
        for j in range(literals):
            if keys[j, i] > loosest[j, count[j] - 1]:
                outside = True
                break
            if keys[j, i] > tightest[j, 0]:
                inside = False
        if outside:
            continue
        if inside:
            within += weight[i]
            continue
        rows[left] = i
        left += 1
        at, inner, certainly = 0, 0, True
        for j in range(literals):
            k = _place(loosest[j], count[j], keys[j, i])
            at += k * strides[j]
            if keys[j, i] > tightest[j, k]:
                k += 1
            if k >= count[j]:
                certainly = False
            inner += k * strides[j]
        if weight[i] > 0:
            tables[0, at] += weight[i]
        else:
            tables[1, at] += weight[i]
            if certainly:
                tables[2, inner] += weight[i]
    return left, within


@njit(cache=True, nogil=True)
def _heat(
    tables: Array,
    fixed: int,
    size: Array,
    strides: Array,
    loosest: Array,
    state: Array,
    found: Array,
    hot: Array,
    is_listing: bool,
) -> int:
    """Mark the intervals of cells that may hold something heavier; return the largest bound."""
    top = state[BEST]
    for a in range(size[0]):
        for b in range(size[1]):
            for c in range(size[2]):
                for d in range(size[3]):
                    at = a * strides[0] + b * strides[1] + c * strides[2] + d
                    gain = fixed + tables[0, at]
                    if gain + tables[1, at] > state[BEST] and not is_listing:
                        state[BEST] = gain + tables[1, at]
                        found[0], found[1] = loosest[0, a], loosest[1, b]
                        found[2], found[3] = loosest[2, c], loosest[3, d]
    least = state[BEST] + state[SPARE]
    for a in range(size[0]):
        for b in range(size[1]):
            for c in range(size[2]):
                for d in range(size[3]):
                    at = a * strides[0] + b * strides[1] + c * strides[2] + d
                    bound = fixed + tables[0, at] + tables[2, at]
                    if bound > least:
                        top = max(top, bound)
                        hot[0, a], hot[1, b], hot[2, c], hot[3, d] = True, True, True, True
    return top


@njit(cache=True, nogil=True)
def _halve(low: Array, high: Array, count: Array, literal: int) -> None:
    """Split every interval of a literal in two, as far as it has several thresholds."""
    old_low, old_high = low[literal].copy(), high[literal].copy()
    places = 0
    for k in range(count[literal]):
        first, last = old_low[k], old_high[k]
        middle = (first + last) >> 1
        low[literal, places], high[literal, places] = first, middle
        places += 1
        if first < last:
            low[literal, places], high[literal, places] = middle + 1, last
            places += 1
    count[literal] = places


@njit(cache=True, nogil=True)
def _list_cells(
    low: Array,
    count: Array,
    keys: Array,
    weight: Array,
    rows: Array,
    number: int,
    steps: Array,
    fixed: int,
    state: Array,
    listed: Array,
) -> None:
    """List every place of single thresholds that is heavier than the best."""
    literals = keys.shape[0]
    at = np.zeros(MOST, dtype=np.int64)
    while True:
        total = fixed
        for place in range(number):
            i = rows[place]
            inside = True
            for j in range(literals):
                if keys[j, i] > steps[low[j, at[j]]]:
                    inside = False
                    break
            if inside:
                total += weight[i]
        state[WORK] += number
        if total > state[BEST]:
            if state[LISTED] < listed.shape[0]:
                for j in range(literals):
                    listed[state[LISTED], j] = steps[low[j, at[j]]]
            state[LISTED] += 1
        j = literals - 1
        while j >= 0:
            at[j] += 1
            if at[j] < count[j]:
                break
            at[j] = 0
            j -= 1
        if j < 0:
            return


@njit(cache=True, nogil=True)
def _open_rows(
    codes: Array, weight: Array, features: Array, literals: int, stand: Array, open_rows: Array
) -> Any:
    """Find the rows that are neither outside nor inside for all thresholds in hot blocks.

    `stand[j, b]` is 0 for blocks that are inside, 1 for those in between, and 2 for those outside.
    Return the number of open rows, and the weight of those inside.
    """
    left, inside = 0, 0
    for i in range(weight.size):
        most = 0
        for j in range(literals):
            most = max(most, stand[j, codes[features[j], i]])
        if most == 0:
            inside += weight[i]
        elif most == 1:
            open_rows[left] = i
            left += 1
    return left, inside


@njit(cache=True, nogil=True)
def refine_shapes(
    ranks: Array,
    tops: Array,
    gain_rows: Array,
    gain_codes: Array,
    gain: Array,
    loss_rows: Array,
    loss_codes: Array,
    loss: Array,
    blocks: Array,
    single: Array,
    holds: Array,
    steps: Array,
    intervals: Array,
    shapes: Array,
    patterns: Array,
    bounds: Array,
    bar: Array,
    state: Array,
    best: Array,
    listed: Array,
) -> None:
    """Refine shapes with their patterns of sides, one after the other, where their bounds allow.

    `intervals[2 d + side, b]` are the first and last thresholds of a literal in block b, as places
    in `steps`. `best` becomes feature, side and threshold of the literals of the best place, and
    `bar` is the weight to beat that threads share.
    """
    found = np.zeros(MOST, dtype=np.int64)
    size = np.ones(MOST, dtype=np.int64)
    strides = np.ones(MOST, dtype=np.int64)
    within = np.zeros((MOST, 256), dtype=np.int64)
    stand = np.zeros((MOST, 256), dtype=np.uint8)
    gain_left = np.empty(gain.size, dtype=np.int32)
    loss_left = np.empty(loss.size, dtype=np.int32)
    for s in range(shapes.shape[0]):
        state[BEST] = max(state[BEST], bar[0])
        least = state[BEST] + state[SPARE]
        if bounds[s] <= least:
            continue
        if state[WORK] > state[LIMIT]:
            state[OPEN] = max(state[OPEN], bounds[s])
            continue
        features, pattern = shapes[s], patterns[s]
        literals, cells = _lay_out(features, blocks, size, strides)
        gains = np.zeros(cells, dtype=np.int64)
        losses = np.zeros(cells, dtype=np.int64)
        _fill(gains, gain_codes, gain, features, strides)
        _fill(losses, loss_codes, loss, features, strides)
        possible, lost = _sums(gains, losses, features, literals, pattern, size, single, within)
        hot = np.zeros((MOST, 256), dtype=np.bool_)
        _scan(possible, lost, size, strides, within, features, holds, literals, least, hot)
        low = np.empty((literals, WIDEST), dtype=np.int64)
        high = np.empty((literals, WIDEST), dtype=np.int64)
        count = np.zeros(literals, dtype=np.int64)
        for j in range(literals):
            side = (pattern >> j) & 1
            first_hot, last_hot = size[j], -1
            for at in range(size[j]):
                b = size[j] - 1 - at if side else at
                span = intervals[2 * features[j] + side, b]
                if hot[j, b] and span[0] <= span[1]:
                    low[j, count[j]], high[j, count[j]] = span[0], span[1]
                    count[j] += 1
                    first_hot, last_hot = min(first_hot, b), max(last_hot, b)
            for b in range(size[j]):
                stand[j, b] = 1
                if b < first_hot:
                    stand[j, b] = 2 if side else 0
                elif b > last_hot:
                    stand[j, b] = 0 if side else 2
        if count.min() == 0:
            continue
        gained, inside = _open_rows(gain_codes, gain, features, literals, stand, gain_left)
        missed, against = _open_rows(loss_codes, loss, features, literals, stand, loss_left)
        keys = np.empty((literals, gained + missed), dtype=np.int32)
        weight = np.empty(gained + missed, dtype=np.int64)
        for i in range(gained):
            weight[i] = gain[gain_left[i]]
        for i in range(missed):
            weight[gained + i] = -loss[loss_left[i]]
        for j in range(literals):
            d = features[j]
            of_feature = ranks[d]
            for i in range(gained):
                keys[j, i] = of_feature[gain_rows[gain_left[i]]]
            for i in range(missed):
                keys[j, gained + i] = of_feature[loss_rows[loss_left[i]]]
            if (pattern >> j) & 1:
                for i in range(gained + missed):
                    keys[j, i] = tops[d] - keys[j, i]
        before, listed_before = state[BEST], state[LISTED]
        state[WORK] += (gain.size + loss.size) >> 2
        _refine(keys, weight, steps, low, high, count, inside - against, state, found, listed)
        if state[BEST] > before:
            bar[0] = max(bar[0], state[BEST])
            best[:] = -1
            for j in range(literals):
                best[j, 0], best[j, 1] = features[j], (pattern >> j) & 1
                best[j, 2] = found[j]
        for at in range(listed_before, min(state[LISTED], listed.shape[0])):
            listed[at, MOST:] = -1
            for j in range(literals):
                listed[at, MOST + j] = 2 * features[j] + ((pattern >> j) & 1)
