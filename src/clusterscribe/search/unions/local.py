"""Local search for unions, as far as there is any: on rows, and once it is compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from clusterscribe.clock import Clock
from clusterscribe.problem.columns import Polyhedra, all_columns
from clusterscribe.search.axis.few_conditions import MOST_CONDITIONS
from clusterscribe.search.axis.wide import compilation
from clusterscribe.search.incumbent import Incumbent
from clusterscribe.search.integer import never
from clusterscribe.search.schedule import UnionSchedule
from clusterscribe.search.unions.losses import shortened, shorter_ones
from clusterscribe.search.unions.union_encoding import UnionEncoding
from clusterscribe.search.whole.compiling import compilation as compilation_of_whole

if TYPE_CHECKING:  # compiled, which should not delay those who do not need it
    from clusterscribe.search.unions.union_search import UnionSearch

FEW_SHARE = 0.7  # of the time, for whole polyhedra where few conditions were asked for
SHARE = 0.8  # of the time for shorter answers, to look for them; the rest is for moving bounds
AN_ERROR = 1  # what a condition costs at least, where an answer is to stay as short as it is


class LocalSearch:
    """Looks for fewer errors and for shorter answers; groups of rows are no points for it."""

    def __init__(
        self, encoding: UnionEncoding, seed: int, jobs: int, schedule: UnionSchedule
    ) -> None:
        self.encoding = encoding
        self.jobs = jobs
        self.ranks = encoding.geometry.ranks
        self.seed = seed
        self.schedule = schedule
        self.is_possible = self.ranks.lower is self.ranks.upper
        if self.is_possible:
            compilation()  # meanwhile

    @property
    def is_waiting(self) -> bool:
        """Whether there is something to do as soon as it is compiled."""
        return self.is_possible and not compilation().is_done

    def find_fewer_errors(
        self, first: Incumbent[Polyhedra], deadline: Clock, enough: Callable[[], bool] = never
    ) -> None:
        """Improve the answer with one feature per condition."""
        if not self._can_improve(first.best, deadline):
            return
        most = self.ranks.limits.max_conditions
        varies = bool((self.ranks.sizes > 1).any())
        if varies and most is not None and most <= MOST_CONDITIONS:
            self._find_few(first, most, Clock(FEW_SHARE * deadline.remaining), enough)
        if not (first.closed or enough()):
            self._search.run(first, deadline, enough)

    def _find_few(
        self, first: Incumbent[Polyhedra], most: int, deadline: Clock, enough: Callable[[], bool]
    ) -> None:
        """Improve an answer by whole polyhedra of few conditions, where that was asked for."""
        if not compilation_of_whole().wait(deadline):
            return
        from clusterscribe.search.unions.few_unions import FewUnions

        search = FewUnions(self.ranks, most, self.encoding.polyhedra, self.jobs, self.seed)
        for answer in search.improved(first.best, deadline):
            first.offer(answer)
            first.tell()
            if first.closed or enough():
                return

    def shorten(self, second: Incumbent[Polyhedra], deadline: Clock) -> None:
        """Look for better answers of less length: within a budget of errors, or below a ceiling."""
        self._offer_shortened(second, second.best, deadline)
        if not self._can_improve(second.best, deadline):
            return
        for answer in self._shorter_ones(second, deadline):
            second.offer(answer)
            self._offer_shortened(second, answer, deadline)
            if second.closed:
                return
        value = None
        while value != second.value and not (deadline.expired or second.closed):
            value = second.value  # bounds at better places leave room to drop something
            for price in (AN_ERROR, 0):
                moved = self._search.polished(second.best, price, deadline)
                self._offer_shortened(second, moved, deadline)

    def _shorter_ones(self, second: Incumbent[Polyhedra], deadline: Clock) -> Iterator[Polyhedra]:
        """Yield short answers: with about as many errors as are allowed, or of all lengths."""
        if second.budget is None:
            return self.of_all_lengths(second, deadline)
        known = [step.polyhedra for step in second.finds.steps] if second.finds else []
        is_near = [one for one in known if self.encoding.errors(one) <= second.budget]
        limit = Clock(SHARE * deadline.remaining)
        return self._search.shorten([second.best, *is_near[-2:]], second.budget, limit)

    def of_all_lengths(self, best: Incumbent[Polyhedra], deadline: Clock) -> Iterator[Polyhedra]:
        """Yield answers from few errors to few conditions, as far as there is time."""
        if self._can_improve(best.best, deadline):
            yield from self._search.of_all_lengths(best.best, deadline)

    def _offer_shortened(
        self, best: Incumbent[Polyhedra], answer: Polyhedra, deadline: Clock
    ) -> None:
        """Drop from an answer what can be dropped within the budget, or has to be to get below."""
        if best.ceiling is not None:
            goal, ceiling = best.ceiling.goal, best.ceiling.value
            ones = shorter_ones(self.encoding, answer, goal, deadline)
            short = (one for one in ones if self.encoding.value(goal, one, 0) <= ceiling)
            best.offer(next(short, answer))
        if best.budget is not None:
            best.offer(shortened(self.encoding, answer, best.goal, best.budget, deadline))
        best.tell()

    def _can_improve(self, answer: Polyhedra, deadline: Clock) -> bool:
        is_axis = all(column.direction.is_single for column in all_columns(answer))
        return self.is_possible and is_axis and compilation().wait(deadline)

    @cached_property
    def _search(self) -> UnionSearch:
        from clusterscribe.search.unions.union_search import UnionSearch

        return UnionSearch(self.ranks, self.encoding.polyhedra, self.seed, self.schedule)
