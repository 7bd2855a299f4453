"""The wide search: many answers to begin with, and best responses around each.

    as good as      trees that no answer may be worse than, fitted to all rows
    many starts     a round of best responses from each, on a coarse grid of bounds
    a crowd         the better ones are shaken for a while, the better half of them for longer
    pairs           two boxes at a time are left to the integer solver
    fine grid       what is best on the coarse grid is moved to its best place on all rows

It proves nothing, and begins only where the tree and a first try of the integer master are not
enough. Best responses are compiled; where that takes longer than there is time, the trees are all
there is. Tables of many rows are searched on some of them first, and answers evaluated on all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain, islice

import numpy as np
from numpy.typing import NDArray

from clusterscribe.background import Background
from clusterscribe.clock import Clock
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks
from clusterscribe.problem.repair import repaired
from clusterscribe.problem.starts import Values, imm_ranges, others
from clusterscribe.search.incumbent import Incumbent
from clusterscribe.search.integer import Runner, never
from clusterscribe.search.settings import Settings


class WideSearch:
    """Looks for fewer errors from many starts; what is left of these is used when it goes on."""

    def __init__(
        self, boxes: Boxes, ranks: Ranks, values: Values, tree: Ranges, settings: Settings
    ) -> None:
        self.boxes = boxes
        self.ranks = ranks
        self.values = values
        self.settings = settings
        self.schedule = settings.schedule.wide
        self.fewest = tree.errors(ranks)  # of the best of the trees
        self.chance = np.random.default_rng(settings.seed)
        self._has_begun = False
        self._starts = [tree]
        self._others = self._more_starts()
        self._number = self.schedule.rows

    def begin(self, incumbent: Incumbent[Ranges], deadline: Clock) -> None:
        """Make the answer as good as the other tree it may be compared with, if there is time."""
        if self._has_begun or not self._is_time(deadline):
            return
        compilation()  # meanwhile
        self._has_begun = True
        tree = imm_ranges(self.boxes, self.ranks, self.values).turned(self.ranks)
        tree = tree.tightened(self.ranks)
        self._starts.append(tree)
        self.fewest = min(self.fewest, tree.errors(self.ranks))
        incumbent.offer(repaired(self.ranks, tree))
        incumbent.tell()

    def run(
        self,
        incumbent: Incumbent[Ranges],
        deadline: Clock,
        runner: Runner,
        enough: Callable[[], bool] = never,
    ) -> None:
        """Look for a better answer until the time is over, or it does not pay any more."""
        self.begin(incumbent, deadline)
        if incumbent.closed or enough() or not compilation().wait(deadline):
            return
        from clusterscribe.search.axis.crowd import Crowd, on_fine_grid

        some = self._some_rows()
        known, self._starts = [incumbent.best, *self._starts], []
        crowd = Crowd(some, known, runner, self.schedule)
        starts = chain(known, islice(self._others, self.schedule.starts))
        for answer in crowd.search(starts, deadline):
            incumbent.offer(answer)
            incumbent.tell()
            if incumbent.closed or enough():
                return
        if not deadline.expired:
            fine = on_fine_grid(self.ranks, incumbent.best, self.schedule.fine_grid, deadline)
            incumbent.offer(fine)
            incumbent.tell()

    def _is_time(self, deadline: Clock) -> bool:
        """Whether a tree can be fitted in a share of the time that is left, or in next to none."""
        cells = len(self.ranks) * self.ranks.features
        share = self.schedule.trees * deadline.remaining
        return self.schedule.seconds_per_cell * cells <= max(share, self.schedule.no_time)

    def _more_starts(self) -> Iterator[Ranges]:
        rows = self._chosen(self.schedule.rows)
        lower, cluster = self.boxes.lower[rows], self.boxes.cluster[rows]
        some = self.boxes.like(lower, lower, self.boxes.weight[rows], cluster)
        for answer in others(some, self.values, self.settings.seed):
            yield answer.turned(self.ranks)

    def _some_rows(self) -> Ranks:
        """Return the ranks to search on: those of all rows, or of some where they are many."""
        if len(self.ranks) <= self._number:
            return self.ranks
        rows = self._chosen(self._number)
        self._number *= self.schedule.more_rows
        return self.ranks.of_rows(rows)

    def _chosen(self, number: int) -> NDArray[np.intp]:
        """Choose so many rows by chance, or all, and at least one of every cluster."""
        number = min(len(self.ranks), number)
        chosen = self.chance.choice(len(self.ranks), number, replace=False)
        one_each = np.unique(self.ranks.cluster, return_index=True)[1]
        return np.union1d(chosen, one_each)


@cache
def compilation() -> Background:
    """Return the one compilation of best responses, which begins with the first call."""
    return Background(_compile)


def _compile() -> None:
    from clusterscribe.search.axis.crowd import compile_all

    compile_all()
