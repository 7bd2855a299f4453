"""Several polyhedra per cluster with conditions of several features, by local search.

It begins with the best answer of one polyhedron per cluster, and with the best of several whose
conditions are on one feature each. Clusters get further polyhedra as long as that saves errors,
and all of them are improved as polyhedra of slanted conditions are anyway (`search/slanted`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from clusterscribe.clock import Clock
from clusterscribe.problem.columns import Polyhedra
from clusterscribe.search.incumbent import Incumbent
from clusterscribe.search.integer import never
from clusterscribe.search.slanted.slanted_search import Errand
from clusterscribe.search.slanted.slanted_stage import SlantedStage, hear
from clusterscribe.search.slanted.working import Working


def find_fewer_errors(
    stage: SlantedStage,
    best: Incumbent[Polyhedra],
    starts: list[Polyhedra],
    deadline: Clock,
    *,
    most: int,
    enough: Callable[[], bool] = never,
) -> None:
    """Improve each start with at most so many polyhedra per cluster, and shake the best."""
    stage.fill_pool(deadline)
    errand = Errand(deadline, partial(hear, best), enough)
    found = []
    for left, start in zip(range(len(starts), 0, -1), starts, strict=True):
        part = Errand(Clock(deadline.remaining / (left + 1)), errand.tell, enough)
        if not part.is_over:
            working = Working(stage.geometry, start)
            stage.search.descend(working, part)
            found.append(_grown(stage, working, most, part))
    if found:
        stage.shake(min(found, key=lambda working: working.key), errand)


def shorten(stage: SlantedStage, best: Incumbent[Polyhedra], budget: int, deadline: Clock) -> None:
    """Take whole polyhedra away, as long as the others can do their work, then conditions."""
    stage.fill_pool(deadline)
    errand = Errand(Clock(deadline.remaining / 2), partial(hear, best))
    working: Working | None = Working(stage.geometry, best.best)
    while working is not None and not errand.is_over:
        working = _with_one_less(stage, working, budget, errand)
    stage.shorten(best, budget, deadline)


def _with_one_less(
    stage: SlantedStage, working: Working, budget: int, errand: Errand
) -> Working | None:
    """Return an answer with one polyhedron less within a budget of errors, None if none is found.

    What is left is improved, and becomes no longer by that.
    """
    for place, cluster in enumerate(working.owner):
        if working.owner.count(cluster) > 1 and not errand.is_over:
            fewer = working.without(place)
            stage.search.descend(fewer, errand, most=fewer.complexity)
            if fewer.errors <= budget:
                return fewer
    return None


def _grown(stage: SlantedStage, working: Working, most: int, errand: Errand) -> Working:
    """Add a polyhedron to one cluster after the other, wherever that saves errors."""
    waiting = list(range(stage.geometry.ranks.clusters))
    while waiting and not errand.is_over:
        cluster = waiting.pop(0)
        if working.owner.count(cluster) >= most:
            continue
        larger = working.with_another(cluster)
        stage.search.improve(larger, len(larger.cuts) - 1, errand.clock)
        if larger.errors < working.errors:
            stage.search.descend(larger, errand)
            working = larger
            errand.tell(working.polyhedra)
            waiting.append(cluster)
    return working
