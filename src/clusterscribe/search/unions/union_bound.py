"""A bound on the errors of several polyhedra per cluster, where there is no model of all of them.

For multipliers y of a row that are at least zero and sum to one at most, as for whole polyhedra
(`search/whole`), every description makes at least

    sum of weight y[own] over rows  -  sum over clusters of what a union gains

errors, where a union of cluster k gains weight y[k] for its own rows inside and loses as much for
each other row inside. Take one of at most m polyhedra. An own row inside is inside at least one of
them, and so gains no more than it would if it counted in each. Another row inside is inside at most
m of them, and so loses no less than it would if it counted a m-th in each. So a union gains at most
m times what the best single polyhedron gains if other rows count a m-th, or nothing: what the
heaviest polyhedron weighs if own rows count m times. That is the pricing problem of whole
polyhedra, and bounds are in whole numbers as they are there. What has to be inside of a cluster has
a multiplier of its own, and gains in the same way.

The bound is about polyhedra of at most so many conditions. It is not tight: polyhedra that hold the
same rows share what these cost.
"""

from __future__ import annotations

from dataclasses import replace

from clusterscribe.clock import Clock
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks
from clusterscribe.progress import silent
from clusterscribe.proof import CappedBound
from clusterscribe.search.incumbent import Incumbent
from clusterscribe.search.integer import never
from clusterscribe.search.whole.means import Means
from clusterscribe.search.whole.multipliers import Multipliers
from clusterscribe.search.whole.passes import is_affordable
from clusterscribe.search.whole.whole_search import WholeSearch


def proved_of_unions(
    ranks: Ranks,
    conditions: int,
    single: Incumbent[Ranges],
    means: Means,
    deadline: Clock,
    *,
    polyhedra: int,
) -> CappedBound[int]:
    """Return what is proved of so many conditions, or of fewer if there is no time for as many."""
    tried = range(conditions, 0, -1)
    few = next((c for c in tried if is_affordable(ranks, c, means, deadline)), 0)
    if not few:
        return CappedBound(0, 0)
    capped = replace(ranks, limits=replace(ranks.limits, max_conditions=few))
    # its answers, of one polyhedron per cluster, are of no interest
    apart = replace(single, start=single.best, listener=silent, finds=None)
    bound = fewest_errors_of_unions(capped, few, apart, means, deadline, polyhedra=polyhedra)
    return CappedBound(few, bound)


def fewest_errors_of_unions(
    ranks: Ranks,
    conditions: int,
    single: Incumbent[Ranges],
    means: Means,
    deadline: Clock,
    *,
    polyhedra: int,
) -> int:
    """Return errors that all unions of so many polyhedra of so many conditions make at least.

    `single` is an answer of one polyhedron per cluster to begin with.
    """
    begun: Multipliers | None = None
    schedule, bound = means.schedule, 0
    for allowed in range(min(2, conditions), conditions + 1):
        if deadline.expired or not is_affordable(ranks, allowed, means, deadline):
            return bound
        is_last = allowed == conditions
        limit = Clock(deadline.remaining * (1.0 if is_last else schedule.start))
        best = replace(single, start=single.best, bound=0.0)
        search = WholeSearch(ranks, allowed, best, means, begun=begun, polyhedra=polyhedra)
        search.start(limit)
        rise = (schedule.least_rise if is_last else schedule.start_rise) * single.errors
        search.go_round(limit, never, rise, schedule.patience if is_last else 2)
        begun = search.multipliers
        if is_last and search.proved is not None:
            bound = max(0, search.proved.whole_errors)
    return bound
