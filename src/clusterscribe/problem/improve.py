"""Local search: better answers without a solver.

Sweeping over all cuts until none can be placed better is cheap and gives a good first answer,
especially on overlapping clusters, where a solver would not get far. No move breaks limits, so that
what begins within them stays there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, permutations, takewhile

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.problem.idle import bounds_of, drop, errors_without, without_idle
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks
from clusterscribe.problem.sweep import Cut, Sweep

SOFT_TO_HARD = (0.5, 0.2, 0.05)
FEW_LOSSES = 3  # conditions that we try to drop, the cheapest first
LEAST_GAIN = 1e-12  # of the total weight; guards against rounding in soft costs


def fewest_errors(
    ranks: Ranks, starts: Sequence[Ranges], clock: Clock, thorough: bool = False
) -> Ranges:
    """Return the best answer that is reached from any of the starts by moving cuts.

    The thorough search tries softer costs first, which takes longer.
    """
    best = min(starts, key=lambda start: start.errors(ranks))
    for softness in ((), SOFT_TO_HARD) if thorough else ((),):
        for start in starts:
            answer = start
            for step in (*softness, 0.0):
                answer = descend(ranks, answer, clock, softness=step)
            best = min(best, answer, key=lambda a: (a.errors(ranks), a.complexity))
            if clock.expired or best.errors(ranks) == 0:
                return best
    return best


def descend(
    ranks: Ranks, answer: Ranges, clock: Clock, softness: float = 0.0, may_add: bool = True
) -> Ranges:
    """Move one cut after the other to its best place until no single move helps.

    Where no condition is as good as the best place for one, it is dropped; `may_add=False` only
    moves bounds that exist.
    """
    sweep = Sweep(ranks, answer, softness)
    improved = True
    while improved:
        improved = False
        for cut in _cuts(sweep, may_add):
            if clock.expired:
                return sweep.answer
            improved |= _place_best(sweep, cut)
        if may_add and not improved:
            pairs = takewhile(lambda _: not clock.expired, _pair_cuts(sweep))
            improved = any(_place_best(sweep, cut) for cut in pairs)
    return sweep.answer


def explore(
    ranks: Ranks,
    answer: Ranges,
    chance: np.random.Generator,
    *,
    polish: Callable[[Ranges], Ranges],
    key: Callable[[Ranges], tuple[int, ...]],
) -> Iterator[Ranges]:
    """Shake one cut of the best answer, polish, keep what is no worse; yield the best each time."""
    best = answer
    while (shaken := _shaken(ranks, best, chance)) is not None:
        best = min(polish(shaken), best, key=key)
        yield best


def fewest_conditions(
    ranks: Ranks, answer: Ranges, budget: int, by_feature: bool, clock: Clock
) -> Ranges:
    """Drop conditions while the errors stay within the budget, cheapest first.

    `by_feature` drops all conditions on a feature together, for the fewest features.
    After each loss the remaining bounds move to their best places again.
    """
    best = without_idle(ranks, answer, min(budget, answer.errors(ranks)))
    broken = answer.broken_wishes(ranks)

    def is_allowed(loss: Ranges) -> bool:
        return loss.errors(ranks) <= budget and loss.broken_wishes(ranks) <= broken

    while not clock.expired:
        losses = _cheapest_losses(ranks, best, by_feature, clock)
        shorter = next(filter(is_allowed, losses), None)
        if shorter is None:
            return best
        best = shorter
    return best


def cheapest_loss(ranks: Ranks, answer: Ranges, by_feature: bool, clock: Clock) -> Ranges:
    """Drop the condition (or all conditions of the feature) that costs the fewest errors.

    Of the cheapest few, the one after which the remaining bounds make the fewest errors.
    """
    losses = _cheapest_losses(ranks, answer, by_feature, clock)
    return min(losses, key=lambda loss: loss.errors(ranks))


def bounding_ranges(ranks: Ranks) -> Ranges:
    """Return the smallest box around every cluster: no member outside, many conditions."""
    answer = Ranges.everything(ranks.clusters, ranks.sizes)
    for k in range(ranks.clusters):
        members = ranks.cluster == k
        if members.any():
            answer.low[k] = ranks.lower[:, members].min(axis=1)
            answer.high[k] = ranks.upper[:, members].max(axis=1)
    return answer.opened(ranks.axes)


def _shaken(ranks: Ranks, answer: Ranges, chance: np.random.Generator) -> Ranges | None:
    """Move some cut to another feature, at its best place; None if there is no cut."""
    sweep = Sweep(ranks, answer)
    present = [*_shared_cuts(sweep), *_single_cuts(sweep, may_add=False)]
    if not present:
        return None
    old = present[chance.integers(len(present))]
    drop(sweep, [(old.feature, k, True) for k in old.left])
    drop(sweep, [(old.feature, k, False) for k in old.right])
    new = old._replace(feature=int(chance.choice(_varying(sweep))))
    cost = sweep.cost_by_threshold(new)
    cost[~sweep.permitted(new)] = np.inf
    if np.isfinite(cost).any():
        sweep.move(new, int(cost.argmin()) - 1)
    return sweep.answer


def _place_best(sweep: Sweep, cut: Cut) -> bool:
    """Put a cut where the cost is lowest; return whether cost or conditions fell."""
    cost = sweep.cost_by_threshold(cut)
    least_gain = LEAST_GAIN * sweep.ranks.total_weight
    places = [(k, left) for group, left in ((cut.left, True), (cut.right, False)) for k in group]
    now = {sweep.threshold(cut.feature, *place) for place in places}
    k, left = places[0]
    absent = sweep.no_bound(cut.feature, left) + 1
    lone = len(places) == 1
    current = float(cost[now.pop() + 1]) if len(now) == 1 else sweep.cost
    cost[~sweep.permitted(cut, within=current)] = np.inf
    best = float(cost.min())
    if lone and cost[absent] < best + least_gain:
        if not sweep.has_bound(cut.feature, k, left):
            return False
        sweep.move(cut, absent - 1)
        return True
    if best > current - least_gain:
        return False
    sweep.move(cut, int(cost.argmin()) - 1)
    return True


def _cuts(sweep: Sweep, may_add: bool) -> Iterable[Cut]:
    """Return the cuts as they are before any is moved; where all may exist, one by one."""
    shared, single = tuple(_shared_cuts(sweep)), _single_cuts(sweep, may_add)
    return chain(shared, single if may_add else tuple(single))


def _single_cuts(sweep: Sweep, may_add: bool) -> Iterator[Cut]:
    for k in range(sweep.ranks.clusters):
        for d in _varying(sweep):
            if may_add or sweep.has_bound(d, k, True):
                yield Cut(d, (k,), ())
            if may_add or sweep.has_bound(d, k, False):
                yield Cut(d, (), (k,))


def _shared_cuts(sweep: Sweep) -> Iterator[Cut]:
    """Cuts that lie between clusters now, as the splits of a tree do."""
    answer = sweep.answer
    on_both_sides = answer.has_high.any(axis=0) & answer.has_low.any(axis=0)
    for d in np.flatnonzero(on_both_sides & (sweep.ranks.sizes > 1)).tolist():
        high, low = sweep.answer.high[:, d], sweep.answer.low[:, d]
        top = int(sweep.ranks.sizes[d]) - 1  # at -1 and at the top one side is no condition
        for threshold in np.setdiff1d(np.intersect1d(high, low - 1), [-1, top]).tolist():
            left = np.flatnonzero(high == threshold)
            # an empty range ends and begins here: it belongs to one side, or its cost is misjudged
            right = np.flatnonzero((low == threshold + 1) & (high != threshold))
            yield Cut(d, tuple(left.tolist()), tuple(right.tolist()))


def _pair_cuts(sweep: Sweep) -> Iterator[Cut]:
    """Put a boundary between any two clusters on any feature."""
    for left, right in permutations(range(sweep.ranks.clusters), 2):
        for d in _varying(sweep):
            yield Cut(d, (left,), (right,))


def _varying(sweep: Sweep) -> list[int]:
    varying: list[int] = np.flatnonzero(sweep.ranks.sizes > 1).tolist()
    return varying


def _cheapest_losses(
    ranks: Ranks, answer: Ranges, by_feature: bool, clock: Clock
) -> Iterator[Ranges]:
    """Yield the answer without each of the cheapest groups, the other bounds adjusted."""
    whole = Sweep(ranks, answer)
    groups = sorted(bounds_of(answer, by_feature), key=partial(errors_without, whole))
    for group in groups[:FEW_LOSSES]:
        sweep = Sweep(ranks, answer)
        drop(sweep, group)
        yield descend(ranks, sweep.answer, clock, may_add=False)
