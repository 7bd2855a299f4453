"""The passes of a search over whole polyhedra, from the small to the large.

Two conditions come before three, and some of many rows before all, each time from the multipliers
that the last pass has led to.
"""

from __future__ import annotations

from dataclasses import replace
from math import comb

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks
from clusterscribe.progress import silent
from clusterscribe.search.incumbent import Incumbent, RangeEncoding
from clusterscribe.search.whole.closing import close
from clusterscribe.search.whole.means import Means
from clusterscribe.search.whole.multipliers import Multipliers
from clusterscribe.search.whole.whole_search import WholeSearch


def search_whole(
    ranks: Ranks,
    conditions: int,
    incumbent: Incumbent[Ranges],
    means: Means,
    deadline: Clock,
) -> None:
    """Search with ever more conditions, on some of many rows first, and prove with all at last."""
    search = last_pass(ranks, conditions, incumbent, means, deadline)
    if search is not None:
        search.run(deadline)
        close(search, deadline)


def last_pass(
    ranks: Ranks,
    conditions: int,
    incumbent: Incumbent[Ranges],
    means: Means,
    deadline: Clock,
) -> WholeSearch | None:
    """Return the search on all rows, yet to be run, from where all passes before it have led.

    None if there is no time for it, or nothing left to prove.
    """
    rows = some_rows(ranks, means)
    some = ranks if rows is None else ranks.of_rows(rows)
    passes = [*range(min(2, conditions), conditions), *([] if rows is None else [conditions])]
    begun: Multipliers | None = None
    for allowed in passes:
        if not is_affordable(some, allowed, means, deadline):
            return None
        best = apart(incumbent, None if rows is None else some)
        search = WholeSearch(some, allowed, best, means, begun=begun)
        try:
            search.run(Clock(means.schedule.start * deadline.remaining), thorough=False)
        finally:
            incumbent.offer(best.best)
        incumbent.tell()
        begun = search.multipliers
        if deadline.expired or incumbent.closed:
            return None
    if not is_affordable(ranks, conditions, means, deadline):
        return None
    if begun is not None and rows is not None:
        begun = begun.of_all(ranks, rows)
    return WholeSearch(ranks, conditions, incumbent, means, begun=begun)


def is_affordable(ranks: Ranks, conditions: int, means: Means, deadline: Clock) -> bool:
    """Whether there are sets of so many literals, and time for some rounds over all of them."""
    if not (ranks.sizes > 1).any():
        return False
    cells = len(ranks) * ranks.features * ranks.clusters
    seconds = means.schedule.least_rounds * _seconds_of_a_round(ranks, conditions, means)
    return seconds + means.schedule.seconds_per_cell * cells <= deadline.remaining


def _seconds_of_a_round(ranks: Ranks, conditions: int, means: Means) -> float:
    """Estimate how long it takes to look at all sets of literals for all clusters."""
    varying = int((ranks.sizes > 1).sum())
    shapes = comb(varying + conditions - 1, conditions)  # sets of features, each more than once
    each = means.schedule.seconds_per_shape + means.schedule.seconds_per_row * len(ranks)
    return ranks.clusters * shapes * each / means.jobs


def apart(incumbent: Incumbent[Ranges], some: Ranks | None) -> Incumbent[Ranges]:
    """Return an incumbent of fewer conditions, or of some rows, whose bound is another one."""
    apart = replace(incumbent, start=incumbent.best, bound=0.0)
    if some is None:
        return apart
    # errors among some rows are no errors of the answer, and nobody is told of them
    encoding = RangeEncoding(some)
    return replace(apart, encoding=encoding, start=apart.best, finds=None, listener=silent)


def some_rows(ranks: Ranks, means: Means) -> NDArray[np.intp] | None:
    """Choose some of many rows; None if they are not too many."""
    most = means.schedule.rows
    if len(ranks) <= most:
        return None
    chance = np.random.default_rng(means.runner.seed)
    return np.sort(chance.choice(len(ranks), most, replace=False))
