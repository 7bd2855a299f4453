"""Between equally good answers in columns: the other measure, then errors, then margins.

The choice is proved where the columns of all equally short answers make a list; otherwise it
is the best among the columns found.
"""

from __future__ import annotations

from functools import partial

from clusterscribe.clock import Clock
from clusterscribe.search.axis.margin import margin_cost
from clusterscribe.search.columns.shortest import Shortest
from clusterscribe.search.columns.workbench import Workbench
from clusterscribe.search.incumbent import Incumbent, value_of


def break_ties(
    bench: Workbench, incumbent: Incumbent, shortest: Shortest | None, seconds: float
) -> bool:
    """Take the best answer in every goal; say whether it is proved to be."""
    bench.remember(incumbent.polyhedra)
    bench.add_single_features(incumbent.budget or 0)
    complete = shortest is not None and shortest.add_all_of_the_best(Clock(seconds / 2))
    return _choose(bench, incumbent, Clock(seconds)) and complete


def _choose(bench: Workbench, incumbent: Incumbent, limit: Clock) -> bool:
    """Take the best answer out of the pool, goal after goal; say whether that came to an end.

    Between answers that are equal in all goals margins decide, and then a fixed draw.
    """
    master = bench.chooser.master(bench.pool, incumbent.budget)
    if master is None:
        return False
    margins = master.cost_of(partial(margin_cost, bench.geometry))
    measures = [*map(master.measure, incumbent.goals[1:]), margins]
    for goal, measure in zip(incumbent.goals, measures, strict=True):
        reached = value_of(goal, incumbent.polyhedra, incumbent.errors)
        master.model.add(master.measure(goal) <= reached)
        last = measure is margins
        if not bench.chooser.minimise(master, measure, incumbent, limit, equal=last).optimal:
            return False
    return True
