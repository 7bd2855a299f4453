"""A bound on the errors from parts of the rows, where the whole is too much for a proof.

Errors are counted row by row, so those of a description on all rows are the sum of those on
disjoint parts, and the fewest errors of the parts add up to a bound for all rows. A few
hundred rows are solved in a fraction of a second. They are drawn by chance, as rows from
all over the table leave the least room for descriptions that fit a part alone; and the
larger the parts, the better the bound, so parts grow while they are solved quickly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.ranks import Ranks
from clusterscribe.proof import Bounds

START = 200  # boxes in a part, to begin with
LEAST = 100
GROWTH = 1.5
QUICKLY = 0.25  # seconds: parts that take no longer become larger
PATIENCE = 8.0  # times that, after which a part counts with what is proved of it


class Fewest(NamedTuple):
    """What is known of the fewest errors of a part."""

    bound: int
    proved: bool


class AddedUp(NamedTuple):
    """Errors that are proved to be needed on so many boxes, and so on all of them."""

    rows: int
    errors: int


Solver: TypeAlias = Callable[[Boxes, Clock], Fewest]


class Parts:
    """All boxes in parts, one part after the other; where they are used up, in larger ones."""

    def __init__(self, ranks: Ranks, solve: Solver, seed: int) -> None:
        self.ranks = ranks
        self.solve = solve
        self.chance = np.random.default_rng(seed)
        self.size = START
        self.quickly = QUICKLY
        self.order = self.chance.permutation(len(ranks))
        self.covered = 0  # boxes of the present order
        self.proved: list[int] = []  # of their parts

    def add_up(self, deadline: Clock) -> Iterator[AddedUp]:
        """Solve parts until time is over or a part is all there is; yield the bound so far."""
        while not deadline.expired and self.size < len(self.ranks):
            if self.covered == len(self.order):
                self._begin_again()
            part = self.order[self.covered : self.covered + self.size]
            clock = Clock(min(PATIENCE * self.quickly, deadline.remaining))
            fewest = self.solve(boxes_of(self.ranks, part), clock)
            self.covered += len(part)
            self.proved.append(fewest.bound)
            if not clock.expired or not deadline.expired:  # else it had no fair chance
                self._resize(fewest, clock.elapsed)
            yield AddedUp(self.covered, Bounds.of_parts(self.proved).errors)

    def _resize(self, fewest: Fewest, seconds: float) -> None:
        if fewest.proved and seconds < self.quickly:
            self.size = int(GROWTH * self.size)
        elif not fewest.proved:
            self.size = max(LEAST, int(self.size / GROWTH))

    def _begin_again(self) -> None:
        """Put the boxes in another order, and take more time for larger parts."""
        self.order = self.chance.permutation(len(self.ranks))
        self.covered, self.proved = 0, []
        self.quickly *= 2


def boxes_of(ranks: Ranks, rows: NDArray[np.intp]) -> Boxes:
    """Return some boxes, with their ranks for numbers."""
    lower = ranks.lower[:, rows].T.astype(np.float64)
    upper = lower if ranks.lower is ranks.upper else ranks.upper[:, rows].T.astype(np.float64)
    weight, cluster = ranks.weight[rows], ranks.cluster[rows]
    return Boxes(lower, upper, weight, cluster, ranks.clusters, ranks.axes)
