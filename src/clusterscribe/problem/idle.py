"""Idle conditions, without which an answer makes no more errors than it may.

There are three ways to get rid of them, as answers differ in what a trial costs:

    without_idle            ranges: one pass, as a sweep counts the errors of a trial at once
    without_idle_columns    columns: the longest first, and all again after each, as they are few
    thinned                 tens of thousands of conditions: a cover in place of trials
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.columns import Geometry, Polyhedra, all_columns
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks
from clusterscribe.problem.sweep import Sweep

MANY = 2_000  # conditions; fewer are no trouble

Bound: TypeAlias = tuple[int, int, bool]  # feature, cluster, whether it is an upper bound


def without_idle(ranks: Ranks, answer: Ranges, budget: int) -> Ranges:
    """Drop every condition without which the errors stay within the budget, in one pass.

    Linear in conditions, so that no answer is ever returned with idle ones.
    """
    sweep, broken = Sweep(ranks, answer), answer.broken_wishes(ranks)
    for group in bounds_of(answer, by_feature=False):
        if errors_without(sweep, group) > budget:
            continue
        before = sweep.answer.copy()
        drop(sweep, group)
        if ranks.has_wishes and sweep.answer.broken_wishes(ranks) > broken:
            sweep = Sweep(ranks, before)  # a wish needs what the errors do not need
    return sweep.answer


def bounds_of(answer: Ranges, by_feature: bool) -> list[list[Bound]]:
    """List the conditions of an answer, each alone or all of a feature together."""
    groups: dict[object, list[Bound]] = {}
    for left, where in ((True, answer.has_high), (False, answer.has_low)):
        for k, d in np.argwhere(where).tolist():
            groups.setdefault(d if by_feature else (k, d, left), []).append((d, k, left))
    return list(groups.values())


def drop(sweep: Sweep, group: list[Bound]) -> None:
    """Take a group of conditions away."""
    for bound in group:
        sweep.drop(*bound)


def errors_without(sweep: Sweep, group: list[Bound]) -> int:
    """Count the errors if a group of conditions were dropped, and put them back."""
    places = [sweep.threshold(*bound) for bound in group]
    drop(sweep, group)
    errors = sweep.errors
    for bound, place in zip(group, places, strict=True):
        sweep.put(*bound, place)
    return errors


def without_idle_columns(geometry: Geometry, polyhedra: Polyhedra, budget: int) -> Polyhedra:
    """Drop every column without which the errors stay within the budget, longest first.

    Columns that cut off the same member may become idle only when another one is gone, so
    all that are left are looked at again.
    """
    columns = sorted(all_columns(polyhedra), key=lambda c: (-c.complexity, c))
    broken = geometry.broken_wishes(polyhedra)
    for column in columns:
        fewer = tuple(tuple(c for c in part if c != column) for part in polyhedra)
        if geometry.errors(fewer) <= budget and geometry.broken_wishes(fewer) <= broken:
            return without_idle_columns(geometry, fewer, budget)
    return polyhedra


def thinned(ranks: Ranks, answer: Ranges) -> Ranges:
    """Keep few of many conditions, without further errors; an answer with few stays as it is.

    For each cluster the condition that shuts out the most outsiders is taken, then the one that
    shuts out the most of the rest, until all are shut out that were.
    """
    if answer.has_low.sum() + answer.has_high.sum() <= MANY:
        return answer
    thin = Ranges.everything(ranks.clusters, ranks.sizes)
    for k in range(ranks.clusters):
        highs, lows = np.flatnonzero(answer.has_high[k]), np.flatnonzero(answer.has_low[k])
        for place in _cover(_shut_out(ranks, answer, k, highs, lows)):
            if place < len(highs):
                thin.high[k, highs[place]] = answer.high[k, highs[place]]
            else:
                d = lows[place - len(highs)]
                thin.low[k, d] = answer.low[k, d]
    return thin


def _shut_out(
    ranks: Ranks,
    answer: Ranges,
    cluster: int,
    highs: NDArray[np.intp],
    lows: NDArray[np.intp],
) -> NDArray[np.bool_]:
    """Return which outsiders each condition has wholly outside, upper bounds first."""
    outsiders = np.flatnonzero(ranks.cluster != cluster)
    above = ranks.lower[np.ix_(highs, outsiders)] > answer.high[cluster, highs][:, None]
    below = ranks.upper[np.ix_(lows, outsiders)] < answer.low[cluster, lows][:, None]
    return np.concatenate([above, below])


def _cover(shut_out: NDArray[np.bool_]) -> list[int]:
    """Return few rows of a table that together cover what all its rows cover."""
    chosen: list[int] = []
    while shut_out.any():
        best = int(shut_out.sum(axis=1).argmax())
        chosen.append(best)
        shut_out = shut_out[:, ~shut_out[best]]
    return chosen
