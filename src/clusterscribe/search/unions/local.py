"""Local search for unions, as far as there is any: on rows, and once it is compiled."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from clusterscribe.clock import Clock
from clusterscribe.problem.columns import Polyhedra, all_columns
from clusterscribe.search.axis.wide import compilation
from clusterscribe.search.incumbent import Incumbent
from clusterscribe.search.integer import never
from clusterscribe.search.schedule import UnionSchedule
from clusterscribe.search.unions.losses import shortened
from clusterscribe.search.unions.union_encoding import UnionEncoding

if TYPE_CHECKING:  # compiled, which should not delay those who do not need it
    from clusterscribe.search.unions.union_search import UnionSearch

AN_ERROR = 1  # what a condition costs at least, where an answer is to stay as short as it is


class LocalSearch:
    """Looks for fewer errors and for shorter answers; groups of rows are no points for it."""

    def __init__(self, encoding: UnionEncoding, seed: int, schedule: UnionSchedule) -> None:
        self.encoding = encoding
        self.ranks = encoding.geometry.ranks
        self.seed = seed
        self.schedule = schedule
        self.is_possible = self.ranks.lower is self.ranks.upper
        if self.is_possible:
            compilation()  # meanwhile

    def find_fewer_errors(
        self, first: Incumbent[Polyhedra], deadline: Clock, enough: Callable[[], bool] = never
    ) -> None:
        """Improve the answer with one feature per condition."""
        if self._can_improve(first.best, deadline):
            self._search.run(first, deadline, enough)

    def shorten(self, second: Incumbent[Polyhedra], budget: int, deadline: Clock) -> None:
        """Look for shorter answers within a budget of errors."""
        goal = second.goals[0]
        second.offer(shortened(self.encoding, second.best, goal, budget, deadline))
        second.tell()
        if not self._can_improve(second.best, deadline):
            return
        for answer in self._search.shorten(second, deadline):
            second.offer(answer)
            second.offer(shortened(self.encoding, answer, goal, budget, deadline))
            second.tell()
            if second.closed or self.encoding.errors(answer) > 2 * budget:
                break
        self._alternate(second, budget, deadline)

    def _alternate(self, second: Incumbent[Polyhedra], budget: int, deadline: Clock) -> None:
        """Move bounds to better places, which leaves room to drop something, and so on."""
        value = None
        while value != second.value and not (deadline.expired or second.closed):
            value = second.value
            moved = self._search.polished(second.best, AN_ERROR, deadline)
            for answer in (moved, self._search.polished(second.best, 0, deadline)):
                second.offer(shortened(self.encoding, answer, second.goals[0], budget, deadline))
            second.tell()

    def _can_improve(self, answer: Polyhedra, deadline: Clock) -> bool:
        is_axis = all(column.direction.is_single for column in all_columns(answer))
        return self.is_possible and is_axis and compilation().wait(deadline)

    @cached_property
    def _search(self) -> UnionSearch:
        from clusterscribe.search.unions.union_search import UnionSearch

        return UnionSearch(self.ranks, self.encoding.polyhedra, self.seed, self.schedule)
