"""Ties by clauses: goals after the first, and what the answers are made of that are tied in all.

Goal after goal is brought to its least value and held there, which leaves few answers. What no
such answer has (steps, boxes that are wrong) is left out of the problem, and the integer program
that decides by margins gets a small one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.reduce import Reduced
from clusterscribe.refuting.least import Least
from clusterscribe.refuting.possible import possible
from clusterscribe.search.axis.clause_prover import ClauseSearch
from clusterscribe.search.incumbent import Incumbent


@dataclass(frozen=True, slots=True)
class Narrow:
    """What is left of a problem: some of its ladders, by their places, and fewer of their steps."""

    problem: Reduced
    places: Sequence[int]

    def costs(self, costs: Sequence[Sequence[int]]) -> list[Sequence[int]]:
        """Return what is left of the costs of all steps."""
        pairs = zip(self.problem.ladders, self.places, strict=True)
        return [costs[place][: len(ladder)] for ladder, place in pairs]


class ClauseTies(ClauseSearch):
    """Settles the goals of an incumbent after the first, within its budget."""

    def settle(self, best: Incumbent[Ranges], limit: Clock) -> int:
        """Make the answer lexicographically best; return how many further goals are settled."""
        self.is_written = self.write_limits(best, limit)
        if not self.is_written:
            return 0
        tied = best
        try:
            for focus, goal in enumerate(best.goals):
                tied = best if not focus else tied.turned_to(focus)
                least = self.least(goal)
                self._lower(tied, least, limit)
                if not self.is_affordable(least.clauses_of_limit(tied.value), limit):
                    self.is_written = False
                    return max(0, focus - 1)
                least.limit(tied.value)
                if focus and least.bound < tied.value:
                    return focus - 1
            return len(best.goals) - 1
        finally:
            best.hold(tied.best)

    def narrow(self, limit: Clock) -> Narrow | None:
        """Leave out what no answer has that keeps to all limits, if there is time to find out."""
        master, problem = self.master, self.master.problem
        if not self.is_written:
            return None
        pairs = list(zip(problem.ladders, master.first, strict=True))
        steps = [range(first, first + len(ladder)) for ladder, first in pairs]
        boxes = master.wrong[~problem.settled].tolist()
        found = possible(self.solver, [*boxes, *(step for part in steps for step in part)], limit)
        if found is None:
            return None
        reached = [sum(1 for step in part if step in found) for part in steps]
        places = [place for place, number in enumerate(reached) if number]
        ladders = [
            replace(ladder, thresholds=ladder.thresholds[:number])
            for ladder, number in zip(problem.ladders, reached, strict=True)
            if number
        ]
        settled = ~np.isin(master.wrong, list(found))  # those that were settled have no literal
        return Narrow(replace(problem, ladders=ladders, settled=settled), places)

    def _lower(self, tied: Incumbent[Ranges], least: Least, limit: Clock) -> None:
        def take(model: Sequence[int]) -> int:
            tied.offer(self.master.read(model))
            return tied.value

        self.search(least, tied.value, limit, take)
        tied.raise_bound(least.bound)
        tied.tell()
