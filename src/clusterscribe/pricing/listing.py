"""All columns up to a reduced cost: what a better answer could be made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, combinations, groupby, islice, product
from math import comb
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.pricing.directions import directions
from clusterscribe.pricing.oblique import ObliquePricer, Reach
from clusterscribe.pricing.prices import Prices, last_members
from clusterscribe.problem.columns import Column, Direction, Geometry
from clusterscribe.problem.levels import Levels
from clusterscribe.tolerance import noise_factor

FEW_DIRECTIONS = 100_000  # that can be listed without prices
MOST_LISTED = 300_000  # directions of a cluster
MOST_KEPT = 60_000  # columns of a cluster that cut off different boxes
AT_ONCE = 2000  # directions
SEVERAL = 100
NO_PATTERN = b"", b""
SHUT = -1.0  # as a bound on ranks: everything is outside


def nothing(_: Column) -> int:
    """Care only about what a column cuts off."""
    return 0


def length(column: Column) -> int:
    """Care about the number of features."""
    return len(column.features)


def features_of(column: Column) -> tuple[int, ...]:
    """Care about the features themselves."""
    return column.features


# what matters about columns that cut off the same: what a goal has to pay for
Cares: TypeAlias = Callable[[Column], int] | Callable[[Column], tuple[int, ...]]


def cares_of(*, complexity: int, sparsity: int) -> Cares:
    """Return what a goal with these weights cares about."""
    if sparsity:
        return features_of
    return length if complexity else nothing


def columns_below(
    pricer: ObliquePricer,
    geometry: Geometry,
    prices: Prices,
    limit: float,
    clock: Clock,
    *,
    cares_for: Cares,
) -> list[Column] | None:
    """List the columns that a better answer may use; None if too many or out of time."""
    # the other columns of an answer may each be negative by what counts as rounding
    limit += SEVERAL * prices.interest
    rays = pricer.all_below(geometry, prices, limit, clock, MOST_LISTED)
    if rays is None:
        return None
    every = (*_single(geometry), *rays)
    return _collected(geometry, prices, every, limit, clock, cares_for=cares_for)


def every_column(
    geometry: Geometry, reach: Reach, cluster: int, budget: int, clock: Clock, *, cares_for: Cares
) -> list[Column] | None:
    """List all columns of a cluster that an answer within the budget may use, if they are few."""
    if not reach.complete or _count(geometry, reach) > FEW_DIRECTIONS:
        return None
    free = _free_of_charge(geometry, cluster, budget)
    every = chain(_single(geometry), _sums(geometry, reach))
    return _collected(geometry, free, every, np.inf, clock, cares_for=cares_for)


def tightest_bounds(geometry: Geometry, cluster: int, budget: int) -> Iterator[Column]:
    """Yield the tightest useful bound of a cluster on each side of every feature."""
    free = _free_of_charge(geometry, cluster, budget)
    for direction in _single(geometry):
        levels = Levels.of(geometry, direction, cluster)
        for bound in levels.bounds(last_members(levels, free)[-1:]).tolist():
            yield Column(cluster, direction, bound)


def _free_of_charge(geometry: Geometry, cluster: int, budget: int) -> Prices:
    """Return prices of zero, under which only the budget counts."""
    members = np.flatnonzero(geometry.ranks.cluster == cluster)
    return Prices(
        cluster=cluster,
        outsiders=np.empty(0, dtype=np.int64),
        gain=np.empty(0),
        members=members,
        loss=np.zeros(len(members)),
        budget=budget,
        condition=0.0,
        term=0.0,
        feature=np.zeros(geometry.ranks.features),
    )


def _collected(
    geometry: Geometry,
    prices: Prices,
    every: Iterable[Direction],
    limit: float,
    clock: Clock,
    *,
    cares_for: Cares,
) -> list[Column] | None:
    """Return the columns in these directions, one of each kind, without dominated ones."""
    kept: dict[tuple[object, Pattern], Column] = {}
    steps = _hard_steps if prices.budget == 0 and geometry.lower is geometry.upper else _all_steps
    for column, pattern in steps(geometry, prices, every, limit):
        if column is not None:
            kept.setdefault((cares_for(column), pattern), column)
        if len(kept) > MOST_KEPT or clock.expired:
            return None
    if cares_for is features_of:  # those on other features never replace each other
        return list(kept.values())
    member = np.packbits(geometry.ranks.cluster == prices.cluster)
    return _undominated(kept, member, clock)


# the boxes that a column cuts off at best, for proofs, and for sure, for answers; both packed
Pattern: TypeAlias = tuple[bytes, bytes]
# None where a direction has no column
Steps: TypeAlias = Iterator[tuple[Column | None, Pattern]]


def _all_steps(
    geometry: Geometry, prices: Prices, every: Iterable[Direction], limit: float
) -> Steps:
    for direction in every:
        yield None, NO_PATTERN
        yield from _steps(geometry, prices, direction, limit)


def _hard_steps(
    geometry: Geometry, prices: Prices, every: Iterable[Direction], limit: float
) -> Steps:
    """Where no member may be cut off, a direction has one bound: many directions at once."""
    waiting = iter(every)
    while some := list(islice(waiting, AT_ONCE)):
        yield None, NO_PATTERN
        for terms, alike in groupby(some, key=lambda direction: len(direction.features)):
            is_simple = terms > 1 and geometry.holes is None
            at_once = _sums_at_once if is_simple else _all_steps
            yield from at_once(geometry, prices, list(alike), limit)


def _sums_at_once(geometry: Geometry, prices: Prices, sums: list[Direction], limit: float) -> Steps:
    weights = np.zeros((len(sums), geometry.ranks.features))
    for place, direction in enumerate(sums):
        weights[place, list(direction.features)] = direction.weights
    noise = noise_factor(len(sums[0].features)) * (np.abs(weights) @ geometry.sizes)
    exact = np.array([geometry.is_exact(direction) for direction in sums])
    doubt = np.where(exact, 0.0, noise)
    used = np.flatnonzero(weights.any(axis=0))
    scores = weights[:, used] @ geometry.lower[used]
    lasts = scores[:, prices.members].max(axis=1)
    outside = scores > (lasts + doubt)[:, None]
    close = (scores >= (lasts - doubt)[:, None]) & ~outside & (doubt > 0)[:, None]
    close[:, prices.members] = False
    worth = outside[:, prices.outsiders] @ prices.gain
    costs = np.array([prices.cost(direction.features) for direction in sums])
    patterns = np.packbits(outside, axis=1)
    unclear = close.any(axis=1)
    yield from _all_steps(geometry, prices, [sums[at] for at in np.flatnonzero(unclear)], limit)
    decided = ~unclear & (costs - worth <= limit) & outside.any(axis=1)
    for place in np.flatnonzero(decided).tolist():
        bound = lasts[place] + noise[place]
        pattern = patterns[place].tobytes()
        yield Column(prices.cluster, sums[place], float(bound)), (pattern, pattern)


def _count(geometry: Geometry, reach: Reach) -> int:
    """Return a bound on the number of directions with several features."""
    features = len(geometry.varying)
    return sum(comb(features, t) * (2 * weight) ** t for t, weight in reach.largest.items())


def _sums(geometry: Geometry, reach: Reach) -> Iterator[Direction]:
    axes = geometry.ranks.axes
    for terms, largest in reach.largest.items():
        weights = directions(terms, largest).weights.astype(np.int64).tolist()
        for features in combinations(geometry.varying.tolist(), terms):
            for signs in product((1, -1), repeat=terms):
                if axes is not None and not axes.allow(features, signs):
                    continue
                for ray in weights:
                    signed = tuple(w * sign for w, sign in zip(ray, signs, strict=True))
                    yield Direction(features, signed)


def _single(geometry: Geometry) -> Iterator[Direction]:
    for d in np.flatnonzero(geometry.ranks.sizes > 1).tolist():
        for sign in (1, -1):
            if geometry.ranks.is_open(d, sign > 0):
                yield Direction((d,), (sign,))


def _steps(geometry: Geometry, prices: Prices, direction: Direction, limit: float) -> Steps:
    """Yield the bounds in a direction with a reduced cost up to the limit, and what they cut off.

    What they cost is what they cost at best, as it is for a proof.
    """
    levels = Levels.of(geometry, direction, prices.cluster)
    lasts = last_members(levels, prices)
    bounds = levels.bounds(lasts).tolist()
    if direction.is_single and geometry.ranks.weight[prices.members].sum() <= prices.budget:
        bounds.append(SHUT)  # the cluster may be given up
    for bound in bounds:
        at_best = levels.cut_off_within(bound, none_lost=prices.budget == 0)
        if prices.cost_of_cutting(direction.features, at_best) <= limit:
            pattern = _packed(at_best), _packed(levels.scores > bound)
            yield Column(prices.cluster, direction, bound), pattern


def _packed(outside: NDArray[np.bool_]) -> bytes:
    return np.packbits(outside).tobytes()


def _undominated(
    kept: Mapping[tuple[Any, Pattern], Column], member: NDArray[np.uint8], clock: Clock
) -> list[Column]:
    """Leave out columns beside which another one is at least as good in everything.

    A column is at least as good if it cuts off the same outsiders and perhaps more, loses
    the same members and perhaps fewer, both at best and for sure, and costs no more.
    """
    columns = list(kept.values())
    if not columns:
        return columns
    is_certain = all(at_best == for_sure for _, (at_best, for_sure) in kept)
    readings = [pattern[:1] if is_certain else pattern for _, pattern in kept]
    patterns = np.array([np.frombuffer(b"".join(both), dtype=np.uint8) for both in readings])
    # turned so that more is better for members too
    good = patterns ^ np.concatenate([member] * len(readings[0]))
    right = np.unpackbits(good, axis=1).sum(axis=1, dtype=np.int64)
    order = np.lexsort((-right, np.array([cost for cost, _ in kept])))
    best = np.empty_like(good)
    chosen: list[int] = []
    for at in order.tolist():
        if clock.expired:  # the rest may be dominated: too many columns, never too few
            return columns
        if not ((best[: len(chosen)] & good[at]) == good[at]).all(axis=1).any():
            best[len(chosen)] = good[at]
            chosen.append(at)
    return [columns[at] for at in chosen]
