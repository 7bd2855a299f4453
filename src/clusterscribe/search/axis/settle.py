"""Rows that no description within the budget gets wrong.

When the budget is close to the fewest errors possible, nearly all rows are right in every
description that meets it and is made of useful bounds (`problem/ladders.py`; some best
description is). Such rows are *settled*: members of a cluster that no bound may shut out
any more, outsiders that must be cut off. The ladders shrink, the master's error
literals disappear, and what is left is close to a set cover for each cluster.
(libras with 11 errors: 26 of 360 rows stay open, candidates fall from 16,447 to 1,874, and
an optimum that stayed open for minutes is proved in seconds.)

The proof is by asking for ever more different errors: each round finds a description
within the budget with as many rows wrong as possible that were never wrong before. When
there is none, all rows that were never wrong are settled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model

from clusterscribe.clock import Clock
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.reduce import Reduced
from clusterscribe.search.axis.master import Master
from clusterscribe.search.cp_sat import run

WORKERS = 2
A_WHILE = 0.5  # seconds to look for many new errors at once before one new error will do


def settle(
    problem: Reduced, budget: int, known: Ranges, deadline: Clock, seed: int
) -> NDArray[np.bool_] | None:
    """Return which boxes of the problem are settled, or None if time ran out first."""
    master = Master(problem)
    master.model.add(master.errors <= budget)
    been_wrong = known.wrong(problem.ranks)
    many_at_once = True
    while not deadline.expired:
        never = [master.wrong[i] for i in np.flatnonzero(~been_wrong & ~problem.settled)]
        master.model.add_bool_or(never)
        if many_at_once:
            master.model.maximize(cp_model.LinearExpr.sum(never))
        else:
            master.model.clear_objective()
        found: list[NDArray[np.bool_]] = []
        outcome = run(
            master.model,
            deadline,
            min(A_WHILE, deadline.remaining) if many_at_once else deadline.remaining,
            on_solution=_collector(master, found),
            seed=seed,
            workers=WORKERS,
        )
        if outcome.infeasible:
            return ~been_wrong | problem.settled
        many_at_once = bool(found)
        for wrong in found:
            been_wrong |= wrong
    return None


def _collector(
    master: Master, found: list[NDArray[np.bool_]]
) -> Callable[[Callable[[Any], bool]], None]:
    free = np.flatnonzero(~master.problem.settled)

    def collect(value: Callable[[Any], bool]) -> None:
        wrong = np.zeros(len(master.wrong), dtype=bool)
        wrong[free] = [value(master.wrong[i]) for i in free]
        found.append(wrong)

    return collect
