"""The compiled part of exact pricing: branch and bound over signs and cones of directions.

For one set of features, all sign patterns are covered by mirroring the data, so that weights
are positive. A cone is a node of the tree of directions, with ratios of weights in
a box. Over the box every row's score lies in an interval, and so

    a bound may lie no lower than the *lowest* scores of the members allow (those that the
    budget cannot pay for stay inside), and an outsider can only be cut off if its
    *highest* score is above that.

What all outsiders still in play are worth bounds what the cone is worth. Rows out of play
are left behind on the way down. At a leaf the directions are tried one by one.

With a budget of 0 (`hard`) a bound lies on the highest member, and members below others in
every signed coordinate need not be looked at. Otherwise scores are counted in bins, which
rounds in favour of the cone, and the scores of a single direction are sorted.

What is returned has to hold however rounding turns out (see `tolerance.py`): an outsider counts
as cut off unless it lies below the last member inside by more than the noise, or that member is
at least as far out in every coordinate.

Importing this module imports numba; it compiles once and keeps the result on disk. Here as in all
compiled modules, nothing that Python calls returns a named tuple: making one runs Python code, and
an interrupt that arrives there crashes the process.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from clusterscribe.tolerance import MOST_STEPS

Array = Any  # compiled functions take their types from their callers

BINS = 64
KINDS = 512  # different rows of features with few values that a table can distinguish
FRONT = 32  # maximal members that are sought one by one; the others are all taken
SLACK = 1e-9  # of a score, in favour of the cone: rounding must never prune


class Tree(NamedTuple):
    """The directions and their cones, as arrays (see `directions.py`)."""

    weights: Array
    low: Array
    high: Array
    left: Array
    start: Array
    end: Array


class Rows(NamedTuple):
    """Members and outsiders, mirrored (side x features x rows), and their prices.

    `levels` is the number of values of a feature that has few, else 0; there `codes` are
    their positions (features x rows).
    """

    members: Array
    loss: Array
    weight: Array
    outsiders: Array
    gain: Array
    levels: Array
    member_codes: Array
    outsider_codes: Array
    sizes: Array  # the largest share of each feature
    steps: Array  # how many steps make 1, where shares are exact, else 0
    member_holes: Array  # features x rows, or without rows where nothing is missing
    outsider_holes: Array
    is_open: Array  # side x features: whether weights may have the sign of a side
    feature: Array  # axes of one feature are not added up


class Side(NamedTuple):
    """Members or outsiders alone, with the prices that equal ones add up to."""

    rows: Array
    codes: Array
    holes: Array
    prices: tuple[Array, ...]


class Local(NamedTuple):
    """The rows as one set of features sees them; equal ones are one.

    Coordinates are scaled by a power of two, so that none is larger than 1.
    """

    members: Array  # side x terms x rows
    loss: Array
    weight: Array
    outsiders: Array
    gain: Array
    counts: Array  # members, outsiders
    kinds: Array  # working space: where a kind of row is, by its code
    mask: Array  # its only entry has the signs in use
    sizes: Array  # the largest coordinates
    factor: Array  # its only entry is what coordinates were scaled by
    step: Array  # its only entry is the step of coordinates whose sums are exact, else 0
    most: Array  # its only entry is the largest sum of weights for which they are exact
    missing: Array  # loss and weight of members whose sum is missing, and gain of such outsiders
    budget: Array  # its only entry is what is left of the budget without such members


class Rule(NamedTuple):
    """What a bound may do, and which directions are of interest."""

    budget: float  # weight of members that may be cut off, by missing values or by the bound
    hard: bool  # the budget is 0
    stop: Array  # its only entry becomes 1 when the time is up
    listing: bool  # all directions of interest, not the best of each set of features
    noise: float  # of a sum, as a share of the largest that it may be (see `tolerance.py`)


class Field(NamedTuple):
    """Rows in play at each depth: coordinates (depth x terms x rows), prices, and counts."""

    members: Array
    loss: Array
    weight: Array
    member_places: Array  # among the local ones, whose coordinates were not moved
    outsiders: Array
    gain: Array
    outsider_places: Array
    counts: Array  # depth x (members, outsiders)
    low: Array  # scores: working space
    high: Array
    score: Array
    bins: Array  # gain, loss and weight in each bin


class Listed(NamedTuple):
    """Room for directions found, and counts: of all of interest, cones, directions, sets done."""

    sets: Array
    masks: Array
    directions: Array
    worths: Array
    counts: Array


class Search(NamedTuple):
    """All that the search works with."""

    rows: Rows
    tree: Tree
    rule: Rule
    local: Local
    field: Field
    listed: Listed
    pending: Array  # nodes that wait, and their levels (2 x room)


@njit(cache=True, nogil=True)
def new_field(depth: int, terms: int, members: int, outsiders: int) -> Field:
    """Make room for the rows in play."""
    return Field(
        np.empty((depth, terms, members)),
        np.empty((depth, members)),
        np.empty((depth, members)),
        np.empty((depth, members), dtype=np.int64),
        np.empty((depth, terms, outsiders)),
        np.empty((depth, outsiders)),
        np.empty((depth, outsiders), dtype=np.int64),
        np.zeros((depth, 2), dtype=np.int64),
        np.empty(members),
        np.empty(members),
        np.empty(outsiders),
        np.empty((3, BINS + 1)),
    )


@njit(cache=True, nogil=True)
def new_local(terms: int, members: int, outsiders: int) -> Local:
    """Make room for the rows as one set of features sees them."""
    return Local(
        np.empty((2, terms, members)),
        np.empty(members),
        np.empty(members),
        np.empty((2, terms, outsiders)),
        np.empty(outsiders),
        np.zeros(2, dtype=np.int64),
        np.empty(KINDS, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        np.empty(terms),
        np.empty(1),
        np.empty(1),
        np.empty(1),
        np.zeros(3),
        np.zeros(1),
    )


@njit(cache=True, nogil=True)
def kinds_of(rows: Rows, features: Array) -> int:
    """Return how many different rows there can be, or 0 if there are too many to distinguish."""
    kinds = 1
    for d in features:
        kinds *= rows.levels[d]
        if kinds > KINDS:
            return 0
    return kinds


@njit(cache=True, nogil=True)
def kind_of(codes: Array, levels: Array, features: Array, row: int) -> int:
    """Return the code of a row over a set of features."""
    kind = 0
    for d in features:
        kind = kind * levels[d] + codes[d, row]
    return kind


@njit(cache=True, nogil=True)
def steps_in_all(rows: Rows, features: Array) -> int:
    """Return how many steps make 1 in sums of these features, or 0 if they are not exact.

    All are powers of two.
    """
    steps = 1
    for d in features:
        if rows.steps[d] == 0:
            return 0
        steps = max(steps, rows.steps[d])
    return steps


@njit(cache=True, nogil=True)
def measure(local: Local, rows: Rows, features: Array) -> None:
    """Note how large the coordinates of a set of features are, and what they are scaled by."""
    largest, steps = 0.0, steps_in_all(rows, features)
    for d in features:
        largest = max(largest, rows.sizes[d])
    factor = math.ldexp(1.0, -min(1000, max(-1000, math.frexp(largest)[1])))
    for t in range(len(features)):
        local.sizes[t] = factor * rows.sizes[features[t]]
    local.factor[0] = factor
    local.step[0] = factor / steps if steps else 0.0
    local.most[0] = MOST_STEPS / (steps * max(1.0, largest)) if steps else 0.0


@njit(cache=True, nogil=True)
def noise_of(local: Local, weights: Array, share: float) -> float:
    """Return by how much scores in a direction must differ to be in a certain order."""
    size, total = 0.0, 0.0
    for t in range(len(weights)):
        size += weights[t] * local.sizes[t]
        total += weights[t]
    if total <= local.most[0]:
        return 0.0
    return share * size


@njit(cache=True, nogil=True)
def gather(local: Local, rows: Rows, features: Array, budget: float) -> bool:
    """Take the rows as one set of features sees them; say whether a member may be inside.

    Every half-space on these features shuts out the rows of which one of them is missing.
    """
    measure(local, rows, features)
    local.missing[:] = 0.0
    known = local.kinds[: kinds_of(rows, features)]
    every = Side(rows.members, rows.member_codes, rows.member_holes, (rows.loss, rows.weight))
    some = Side(local.members, rows.member_codes, rows.member_holes, (local.loss, local.weight))
    local.counts[0] = merge_side(
        some, every, features, local.factor[0], rows.levels, known, local.missing[:2]
    )
    others = Side(rows.outsiders, rows.outsider_codes, rows.outsider_holes, (rows.gain,))
    few = Side(local.outsiders, rows.outsider_codes, rows.outsider_holes, (local.gain,))
    local.counts[1] = merge_side(
        few, others, features, local.factor[0], rows.levels, known, local.missing[2:]
    )
    local.budget[0] = budget - local.missing[1]
    return bool(local.counts[0] > 0 and local.budget[0] >= 0)


@njit(cache=True, nogil=True)
def has_hole(holes: Array, features: Array, row: int) -> bool:
    """Whether one of the features of a row is missing."""
    if holes.shape[1] == 0:
        return False
    for d in features:  # noqa: SIM110  (generators are not compiled)
        if holes[d, row]:
            return True
    return False


@njit(cache=True, nogil=True)
def may_add_up(rows: Rows, features: Array) -> bool:
    """Whether no two of these axes are of one feature."""
    for a in range(len(features)):
        for b in range(a):
            if rows.feature[features[a]] == rows.feature[features[b]]:
                return False
    return True


@njit(cache=True, nogil=True)
def may_have(rows: Rows, features: Array, mask: int) -> bool:
    """Whether weights on these axes may have the signs of a mask."""
    for t in range(len(features)):  # noqa: SIM110  (generators are not compiled)
        if not rows.is_open[(mask >> t) & 1, features[t]]:
            return False
    return True


@njit(cache=True, nogil=True)
def merge_side(  # noqa: PLR0917
    target: Side,
    source: Side,
    features: Array,
    factor: float,
    levels: Array,
    known: Array,
    missing: Array,
) -> int:
    """Copy the scaled coordinates of members or of outsiders; return how many differ.

    `known` says where a kind of row is, by its code; it is empty where kinds are not distinguished.
    Rows of which a feature is missing are left out, and what they are worth is added to `missing`.
    """
    count = 0
    known[:] = -1
    for row in range(source.rows.shape[2]):
        if has_hole(source.holes, features, row):
            for a in range(len(source.prices)):
                missing[a] += source.prices[a][row]
            continue
        kind = kind_of(source.codes, levels, features, row) if len(known) else 0
        if len(known) and known[kind] >= 0:
            for a in range(len(source.prices)):
                target.prices[a][known[kind]] += source.prices[a][row]
            continue
        if len(known):
            known[kind] = count
        for side in range(2):
            for t in range(len(features)):
                target.rows[side, t, count] = factor * source.rows[side, features[t], row]
        for a in range(len(source.prices)):
            target.prices[a][count] = source.prices[a][row]
        count += 1
    return count


@njit(cache=True, nogil=True)
def place_maximal_members(field: Field, local: Local, mask: int) -> None:
    """Put the members in play that no other one exceeds in every coordinate (hard)."""
    terms, members = local.members.shape[1], local.counts[0]
    total, left = field.high, np.arange(members)
    for j in range(members):
        total[j] = 0.0
    for d in range(terms):
        coordinate = local.members[(mask >> d) & 1, d]
        for j in range(members):
            total[j] += coordinate[j]
    alive, kept = members, 0
    while alive > 0 and kept < FRONT:
        top = left[0]
        for q in range(1, alive):
            if total[left[q]] > total[top]:
                top = left[q]
        for d in range(terms):
            field.members[0, d, kept] = local.members[(mask >> d) & 1, d, top]
        still = 0
        for q in range(alive):
            for d in range(terms):
                if local.members[(mask >> d) & 1, d, left[q]] > field.members[0, d, kept]:
                    left[still] = left[q]
                    still += 1
                    break
        alive = still
        kept += 1
    for q in range(alive):
        for d in range(terms):
            field.members[0, d, kept + q] = local.members[(mask >> d) & 1, d, left[q]]
    field.counts[0, 0] = kept + alive


@njit(cache=True, nogil=True)
def place_all_members(field: Field, local: Local, mask: int) -> None:
    """Put all members in play."""
    members = local.counts[0]
    for d in range(local.members.shape[1]):
        field.members[0, d, :members] = local.members[(mask >> d) & 1, d, :members]
    field.loss[0, :members] = local.loss[:members]
    field.weight[0, :members] = local.weight[:members]
    field.member_places[0, :members] = np.arange(members)
    field.counts[0, 0] = members


@njit(cache=True, nogil=True)
def place_outsiders(field: Field, local: Local, mask: int, hard: bool) -> float:
    """Put the outsiders in play that some direction could cut off; return their worth.

    Where no member may be cut off, an outsider that a member exceeds in every coordinate
    cannot be cut off either.
    """
    terms, members, kept, worth = local.members.shape[1], field.counts[0, 0], 0, 0.0
    for i in range(local.counts[1]):
        for d in range(terms):
            field.outsiders[0, d, kept] = local.outsiders[(mask >> d) & 1, d, i]
        hopeless = False
        if hard:
            for j in range(members):
                exceeded = True
                for d in range(terms):
                    if field.outsiders[0, d, kept] > field.members[0, d, j]:
                        exceeded = False
                        break
                if exceeded:
                    hopeless = True
                    break
        if not hopeless:
            field.gain[0, kept] = local.gain[i]
            field.outsider_places[0, kept] = i
            worth += local.gain[i]
            kept += 1
    field.counts[0, 1] = kept
    return worth


@njit(cache=True, nogil=True)
def centre(field: Field, terms: int, step: float) -> None:
    """Move the origin among the members, where intervals of scores are narrow.

    It moves by whole steps, so that sums that are exact stay so. Where they are not, a coordinate
    that is moved may become twice as large, and is rounded once more: the noise covers that.
    """
    members, outsiders = field.counts[0, 0], field.counts[0, 1]
    for d in range(terms):
        middle = field.members[0, d, :members].mean()
        if step > 0.0:
            middle = np.rint(middle / step) * step
        field.members[0, d, :members] -= middle
        field.outsiders[0, d, :outsiders] -= middle


@njit(cache=True, nogil=True)
def member_intervals(field: Field, depth: int, low: Array, high: Array) -> None:
    """Compute the lowest and highest score of each member over a cone."""
    members = field.counts[depth, 0]
    for j in range(members):
        field.low[j] = 0.0
        field.high[j] = 0.0
    for d in range(len(low)):
        coordinate, least, most = field.members[depth, d], low[d], high[d]
        for j in range(members):
            value = coordinate[j]
            field.low[j] += value * (least if value >= 0 else most)
            field.high[j] += value * (most if value >= 0 else least)


@njit(cache=True, nogil=True)
def outsider_scores(field: Field, depth: int, low: Array, high: Array) -> None:
    """Compute the highest score of each outsider over a cone."""
    outsiders = field.counts[depth, 1]
    for i in range(outsiders):
        field.score[i] = 0.0
    for d in range(len(low)):
        coordinate, least, most = field.outsiders[depth, d], low[d], high[d]
        for i in range(outsiders):
            value = coordinate[i]
            field.score[i] += value * (most if value >= 0 else least)


@njit(cache=True, nogil=True)
def lowest_bound_hard(field: Field, members: int) -> float:
    """Return the lowest bound that keeps all members inside."""
    lowest: float = field.low[0]
    for j in range(1, members):
        lowest = max(lowest, field.low[j])
    return lowest


@njit(cache=True, nogil=True)
def count_bins(field: Field, depth: int, budget: float) -> tuple[float, float]:
    """Return what the best bound may be worth, and the lowest bound within the budget.

    A bound in a bin may cut off every outsider from this bin up, and cuts off every member
    whose lowest score lies in a bin above.
    """
    members, outsiders = field.counts[depth, 0], field.counts[depth, 1]
    if outsiders == 0:  # no top, and so no bins
        return 0.0, -np.inf
    bottom, top = np.inf, -np.inf
    for j in range(members):
        bottom = min(bottom, field.low[j])
    for i in range(outsiders):
        top = max(top, field.score[i])
    if top <= bottom - SLACK:
        bottom = top - 1.0
    width = (top - bottom) / (BINS - 1) + SLACK
    field.bins[:] = 0.0
    for i in range(outsiders):
        place = int((field.score[i] + SLACK - bottom) / width)
        if field.score[i] + SLACK >= bottom:
            field.bins[0, min(place, BINS)] += field.gain[depth, i]
        else:
            field.bins[0, 0] += field.gain[depth, i]
    for j in range(members):
        place = min(int(max(0.0, field.low[j] - SLACK - bottom) / width), BINS)
        field.bins[1, place] += field.loss[depth, j]
        field.bins[2, place] += field.weight[depth, j]
    best, gained, lost, weight, lowest = 0.0, 0.0, 0.0, 0.0, BINS
    for place in range(BINS, -1, -1):
        gained += field.bins[0, place]
        best = max(best, gained - lost)
        lowest = place
        lost += field.bins[1, place]
        weight += field.bins[2, place]
        if weight > budget:
            break
    return best, -np.inf if lowest == 0 else bottom + lowest * width - 2 * SLACK


@njit(cache=True, nogil=True)
def descend(field: Field, depth: int, terms: int, lowest: float, hard: bool) -> float:
    """Take the rows that matter above the lowest bound one level down; return their worth."""
    kept = 0
    for j in range(field.counts[depth, 0]):
        if field.high[j] >= lowest - SLACK:
            for d in range(terms):
                field.members[depth + 1, d, kept] = field.members[depth, d, j]
            if not hard:
                field.loss[depth + 1, kept] = field.loss[depth, j]
                field.weight[depth + 1, kept] = field.weight[depth, j]
                field.member_places[depth + 1, kept] = field.member_places[depth, j]
            kept += 1
    field.counts[depth + 1, 0] = kept
    kept, worth = 0, 0.0
    for i in range(field.counts[depth, 1]):
        if field.score[i] > lowest - SLACK:
            for d in range(terms):
                field.outsiders[depth + 1, d, kept] = field.outsiders[depth, d, i]
            field.gain[depth + 1, kept] = field.gain[depth, i]
            field.outsider_places[depth + 1, kept] = field.outsider_places[depth, i]
            worth += field.gain[depth, i]
            kept += 1
    field.counts[depth + 1, 1] = kept
    return worth


@njit(cache=True, nogil=True)
def narrow(  # noqa: PLR0917
    field: Field, depth: int, low: Array, high: Array, rule: Rule, budget: float
) -> float:
    """Bound what a cone is worth, and put the rows still in play one level down."""
    member_intervals(field, depth, low, high)
    outsider_scores(field, depth, low, high)
    if rule.hard:
        lowest = lowest_bound_hard(field, field.counts[depth, 0])
        return descend(field, depth, len(low), lowest, rule.hard)
    worth, lowest = count_bins(field, depth, budget)
    return min(worth, descend(field, depth, len(low), lowest, rule.hard))


@njit(cache=True, nogil=True)
def worth_hard(field: Field, depth: int, weights: Array, noise: float) -> float:
    """Return what one direction is worth at best where no member may be cut off."""
    member_intervals(field, depth, weights, weights)
    outsider_scores(field, depth, weights, weights)
    edge = lowest_bound_hard(field, field.counts[depth, 0]) - noise
    worth = 0.0
    for i in range(field.counts[depth, 1]):
        if field.score[i] > edge:
            worth += field.gain[depth, i]
    return worth


@njit(cache=True, nogil=True)
def is_held(local: Local, member: int, outsider: int) -> bool:
    """Whether a member is as far out as an outsider in every coordinate, or further.

    Coordinates are compared as they were before they were moved.
    """
    for d in range(local.members.shape[1]):
        side = (local.mask[0] >> d) & 1
        if local.members[side, d, member] < local.outsiders[side, d, outsider]:
            return False
    return True


@njit(cache=True, nogil=True)
def worth_soft(search: Search, depth: int, weights: Array, noise: float) -> float:
    """Return what one direction is worth at its best bound, by sorting the rows in play.

    Below all members in play a bound may lie on one that was left behind. Then the worth is
    an upper bound: it is exact at depth 0, where nothing is left behind.
    """
    field, budget = search.field, search.local.budget[0]
    member_intervals(field, depth, weights, weights)
    outsider_scores(field, depth, weights, weights)
    members, outsiders = field.counts[depth, 0], field.counts[depth, 1]
    inward = np.argsort(-field.low[:members])
    others = np.argsort(-field.score[:outsiders])
    best, gained, lost, weight = 0.0, 0.0, 0.0, 0.0
    i, cut_off = 0, 0
    for last in inward:  # the outermost member inside
        score = field.low[last]
        while field.low[inward[cut_off]] > score:
            lost += field.loss[depth, inward[cut_off]]
            weight += field.weight[depth, inward[cut_off]]
            cut_off += 1
        if weight > budget:
            return best
        while i < outsiders and field.score[others[i]] > score:
            gained += field.gain[depth, others[i]]
            i += 1
        close, j = 0.0, i
        while noise > 0.0 and j < outsiders and field.score[others[j]] > score - noise:
            places = field.member_places[depth, last], field.outsider_places[depth, others[j]]
            if not is_held(search.local, places[0], places[1]):
                close += field.gain[depth, others[j]]
            j += 1
        best = max(best, gained + close - lost)
    if depth == 0:
        return best
    while cut_off < members:
        lost += field.loss[depth, inward[cut_off]]
        weight += field.weight[depth, inward[cut_off]]
        cut_off += 1
    if weight > budget:
        return best
    while i < outsiders:
        gained += field.gain[depth, others[i]]
        i += 1
    return max(best, gained - lost)


@njit(cache=True, nogil=True)
def worth_of(search: Search, depth: int, weights: Array, need: float) -> float:
    """Return what one direction is worth; an upper bound if that is no more than the need."""
    field, rule = search.field, search.rule
    noise = noise_of(search.local, weights, rule.noise)
    if rule.hard:
        return worth_hard(field, depth, weights, noise)
    worth = worth_soft(search, depth, weights, noise)
    return worth if worth <= need else worth_soft(search, 0, weights, noise)


@njit(cache=True, nogil=True)
def record(listed: Listed, place: int, mask: int, direction: int, worth: float) -> None:
    """Record a direction if there is still room."""
    at = listed.counts[0] - 1
    if at < len(listed.worths):
        listed.sets[at], listed.masks[at] = place, mask
        listed.directions[at], listed.worths[at] = direction, worth


@njit(cache=True, nogil=True)
def place_rows(search: Search, mask: int) -> float:
    """Put the rows in play for one sign pattern; return what all outsiders are worth."""
    search.local.mask[0] = mask
    if search.rule.hard:
        place_maximal_members(search.field, search.local, mask)
    else:
        place_all_members(search.field, search.local, mask)
    return place_outsiders(search.field, search.local, mask, search.rule.hard)


@njit(cache=True, nogil=True)
def missing_worth(local: Local) -> float:
    """Return what it is worth to shut out the rows whose sum is missing."""
    worth: float = local.missing[2] - local.missing[0]
    return worth


@njit(cache=True, nogil=True)
def search_signs(search: Search, place: int, mask: int, need: float) -> float:
    """Search all directions with one sign pattern; return what the next has to exceed."""
    tree, field, rule, listed, pending = (
        search.tree, search.field, search.rule, search.listed, search.pending
    )  # fmt: skip
    listed.counts[1] += 1
    if place_rows(search, mask) <= need:
        return need
    centre(field, search.local.members.shape[1], search.local.step[0])
    pending[0, 0], pending[1, 0], waiting = 0, 0, 1
    while waiting and not rule.stop[0]:
        waiting -= 1
        node, level = pending[0, waiting], pending[1, waiting]
        listed.counts[1] += 1
        budget = search.local.budget[0]
        if narrow(field, level, tree.low[node], tree.high[node], rule, budget) <= need:
            continue
        if tree.left[node] >= 0:
            for child in range(2):
                pending[0, waiting] = tree.left[node] + child
                pending[1, waiting] = level + 1
                waiting += 1
            continue
        for q in range(tree.start[node], tree.end[node]):
            listed.counts[2] += 1
            worth = worth_of(search, level + 1, tree.weights[q], need)
            if worth > need:
                listed.counts[0] += rule.listing
                record(listed, place, mask, q, worth + missing_worth(search.local))
                need = need if rule.listing else worth
    return need


@njit(cache=True, nogil=True)
def scan(rows: Rows, sets: Array, needed: Array, tree: Tree, rule: Rule, listed: Listed) -> None:  # noqa: PLR0917
    """Search all directions of every set of features.

    A direction is of interest if it is worth more than `needed` of its set. When listing,
    all of them are recorded while there is room; otherwise the best one of each set.
    """
    depth, size = 3, len(tree.weights)
    while size > 1:
        size = (size + 1) // 2
        depth += 1
    terms, members, outsiders = sets.shape[1], rows.members.shape[2], rows.outsiders.shape[2]
    counts = listed.counts
    local = new_local(terms, members, outsiders)
    field = new_field(depth, terms, members, outsiders)
    pending = np.empty((2, 2 * depth), np.int64)
    search = Search(rows, tree, rule, local, field, listed, pending)
    for s in range(len(sets)):
        if rule.stop[0]:
            break
        if not may_add_up(rows, sets[s]) or not gather(local, rows, sets[s], rule.budget):
            counts[3] += 1
            continue
        counts[0] += not rule.listing  # the entry of this set, if it gets one
        first = needed[s] - missing_worth(local)
        need = first
        for mask in range(1 << terms):
            if may_have(rows, sets[s], mask):
                need = search_signs(search, s, mask, need)
        if not rule.listing and need == first:
            counts[0] -= 1
        if rule.stop[0]:  # on the way through this set
            break
        counts[3] += 1
