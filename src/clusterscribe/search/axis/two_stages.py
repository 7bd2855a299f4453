"""The exact solver for axis-parallel half-spaces (`max_terms=1`), in two stages.

    start           a K-leaf tree turned into polyhedra, improved by local search
    stage one       the fewest errors e* (skipped if a budget is given and already met);
                    where they are not proved, a bound from parts of the rows
    stage two       the shortest description within the budget
    ties            the other measure, then errors, then margins

Column generation is not needed: under an error budget the useful bounds are a complete
list (`problem/ladders.py`), and every better answer makes that list shorter.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import floor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import all_columns, columns_of, moved, ranges_of
from clusterscribe.problem.improve import (
    bounding_ranges,
    fewest_conditions,
    fewest_errors,
    without_idle,
)
from clusterscribe.problem.quick_bound import ConditionsNeeded
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import rank
from clusterscribe.problem.reduce import Reduced, Reducer
from clusterscribe.problem.thinning import thinned
from clusterscribe.problem.tree import tree_ranges
from clusterscribe.problem.weights import decimal
from clusterscribe.progress import Listener, silent
from clusterscribe.proof import Bounds, StopReason
from clusterscribe.search.answer import Answer, BudgetNotMetError
from clusterscribe.search.axis.gap import Closing, is_time_to_reduce, too_large
from clusterscribe.search.axis.parts import Fewest, Parts
from clusterscribe.search.axis.state import Search
from clusterscribe.search.goal import FEWEST_ERRORS, Goal, tie_breaks
from clusterscribe.search.ties import Ties

# Shares of the time that is left
START = 0.1
STAGE_ONE = 0.5
PARTS = 0.2
TIGHT = 0.02  # of the budget to spare: it is close to the fewest errors
# Seconds
A_LITTLE = 1.0  # for local search where there is a model; the solver is soon better
LEAST_PASS = 2.0  # left for which stage one is worth another try
LONGEST_PARTS = 60.0  # at a time, for parts of the rows
LEAST_TIES = 2.0  # for ties; otherwise no longer than the search itself took


@dataclass(frozen=True, slots=True)
class Settings:
    """What is asked for, in whole units of weight."""

    goal: Goal
    max_errors: int | None = None
    error_slack: float = 0.05
    seed: int = 0
    workers: int | None = None
    error_unit: float = 1.0  # what a whole unit of errors stands for, in reports of progress
    rounding: int = 0  # units that rounding of weights can make of nothing
    parts: bool = True  # whether a bound on the errors is of use to anybody

    def covering(self, errors: int) -> int:
        """Return the budget within which is whatever weighs no more than so many units."""
        return errors + self.rounding if errors else 0  # rounding makes no weight of nothing


def allowed_errors(settings: Settings, errors: int, *, total: int, worst: int, proved: bool) -> int:
    """Return the budget of stage two: the one given, or the fewest errors and the slack.

    Where the fewest errors are not `proved`, the slack is not spent on answers that are
    worse than `worst`, the errors of the tree.
    """
    if settings.max_errors is not None:
        return settings.max_errors
    allowed = settings.covering(floor((1 + decimal(settings.error_slack)) * errors))
    if not proved:
        allowed = min(allowed, settings.covering(max(errors, worst)))
    return min(allowed, total)


class TwoStages:
    """One run of the algorithm above; `run` may be interrupted, `answer` always works.

    Each stage has a search of its own, so that stage one can go on looking for fewer errors
    after stage two has found the shortest description for the fewest so far.
    """

    def __init__(self, boxes: Boxes, settings: Settings, clock: Clock, listener: Listener) -> None:
        self.settings = settings
        self.clock = clock
        self.listener = listener
        self.ranks, self.values = rank(boxes)
        self.reduce = Reducer(self.ranks)
        self.conditions_needed = ConditionsNeeded(self.ranks)
        tree = tree_ranges(boxes, self.values).tightened(self.ranks)
        self.first = self.search_from(tree, clock)
        self.first.begin("fewest errors", (FEWEST_ERRORS, settings.goal))
        self.second: Search | None = None
        self.known: Ranges | None = None
        self.tree_errors = self.first.errors
        self.budget = self._budget()
        self.objective_bound = 0
        self.settled: NDArray[np.bool_] | None = None
        self.parts = Parts(self.ranks, self._fewest_of_part, settings.seed)
        self.stop_reason = StopReason.INTERRUPTED
        self.statistics: dict[str, Any] = {"tree_errors": self.tree_errors}

    def begin_with(self, known: Answer) -> None:
        """Take an answer to other boxes over the same features as a start, before `run`."""
        if all(column.direction.is_single for column in all_columns(known.polyhedra)):
            here = moved(known.polyhedra, known.values, self.values)
            self.known = ranges_of(here, self.ranks.sizes)
            self.first.offer(self.known)
            self.budget = self._budget()

    def run(self, ties: bool = True) -> None:
        """Work until everything is proven or the time is over, and break ties if asked to."""
        self._improve_the_tree()
        stage_one = Clock(STAGE_ONE * self.clock.remaining)
        self._find_fewest_errors()
        # where local search found nothing more before its time was over, parts get the rest of it
        self._add_up_parts(stage_one.remaining + PARTS * self.clock.remaining)
        self._find_shortest()
        while not self._fewest_known and self.clock.remaining > LEAST_PASS and self._is_time:
            before = self.first.errors, self.first.bound
            self._find_fewest_errors()
            if np.isfinite(self.clock.limit):
                self._add_up_parts(PARTS * self.clock.remaining)
            if self._budget() != self.budget:
                self._find_shortest()
            if np.isinf(self.clock.limit) and before == (self.first.errors, self.first.bound):
                break  # without a time limit, no news has to be the end
        if ties:
            self.break_ties()
        self.stop_reason = self._end()

    @property
    def has_run(self) -> bool:
        """Whether the work came to an end, by itself or by its clock."""
        return self.stop_reason != StopReason.INTERRUPTED

    def answer(self) -> Answer:
        """Return the best answer so far, whatever stopped the work."""
        limit = self.settings.max_errors
        if self.second is None:
            if limit is not None and self.first.errors > limit:
                raise BudgetNotMetError(self.first.errors, self.error_bound)
            # interrupted in stage one, where nobody has looked at the length yet
            self.first.offer(without_idle(self.ranks, self.first.best, self.first.errors))
        search = self.second or self.first
        return Answer(
            polyhedra=columns_of(search.best),
            values=self.values,
            scaling=None,
            errors=search.errors,
            budget=self.budget,
            objective=self._objective,
            bounds=Bounds(self.error_bound).with_least(self.budget, self._bound),
            optimal=self._proved,
            stop_reason=self.stop_reason,
            statistics=self.statistics,
        )

    def fewest(self) -> Answer:
        """Return the answer with the fewest errors so far, whatever its length."""
        first = self.first
        return replace(
            self.answer(),
            polyhedra=columns_of(first.best),
            errors=first.errors,
            objective=self.settings.goal.value(first.best, first.errors),
            optimal=False,
        )

    @property
    def error_bound(self) -> int:
        """Proven lower bound on the errors of any description."""
        return min(int(self.first.bound), self.first.errors)

    @property
    def _objective(self) -> int:
        search = self.second or self.first
        return self.settings.goal.value(search.best, search.errors)

    @property
    def _bound(self) -> int:
        """Proven lower bound on the objective within the budget."""
        return min(self.objective_bound, self._objective)

    @property
    def _proved(self) -> bool:
        """Whether both gaps are closed; a given budget leaves only one gap."""
        shortest = self.second is not None and self._bound == self._objective
        return shortest and self._fewest_known and self.budget == self._budget()

    def _end(self) -> StopReason:
        """Say why the work ended."""
        if self._proved:
            return StopReason.OPTIMAL
        is_over = self.clock.remaining <= LEAST_PASS or not self._is_time
        return StopReason.TIME_LIMIT if is_over else StopReason.TOO_LARGE

    @property
    def _fewest_known(self) -> bool:
        return self.settings.max_errors is not None or self.first.closed

    @property
    def _is_time(self) -> bool:
        """Whether there is time for more than local search on what there is."""
        return is_time_to_reduce(self.ranks, self.clock.remaining)

    def search_from(self, start: Ranges, clock: Clock) -> Search:
        """Return a search that begins with an answer."""
        return Search(
            self.ranks,
            self.reduce,
            start,
            clock,
            self.listener,
            seed=self.settings.seed,
            workers=self.settings.workers,
            error_unit=self.settings.error_unit,
        )

    def _improve_the_tree(self) -> None:
        """Look around a little: a smaller first bound makes every later list shorter."""
        if self.first.errors == 0 or self.clock.expired:
            return
        if not self._is_time:
            starts = [self.first.best, thinned(self.ranks, bounding_ranges(self.ranks))]
            clock = Clock(START * self.clock.remaining)
            self.first.offer(fewest_errors(self.ranks, starts, clock))
            return
        problem = self.reduce(self.first.errors)
        box = thinned(problem.ranks, bounding_ranges(problem.ranks))
        starts = [problem.express(self.first.best), box]
        limit, thorough = self._a_little(problem), too_large(problem)
        improved = fewest_errors(problem.ranks, starts, limit, thorough)
        self.first.offer(problem.restore(improved))

    def _a_little(self, problem: Reduced) -> Clock:
        """Time for local search, short where there will be a model."""
        share = START * self.clock.remaining
        return Clock(share if too_large(problem) else min(share, A_LITTLE))

    def _find_fewest_errors(self) -> None:
        """Stage one, or another pass of it; nothing to do if a given budget is met already."""
        first, limit, began = self.first, self.settings.max_errors, self.clock.elapsed
        closing = Closing(first, FEWEST_ERRORS, None)
        try:
            if limit is None:
                closing.run(STAGE_ONE * self.clock.remaining)
            elif first.errors > limit:
                closing.run(self.clock.remaining, lambda: first.errors <= limit)
        finally:
            self._note("stage_one", closing, began)
        first.seed = (first.seed + 1) % 2**31  # another pass takes other ways

    def _add_up_parts(self, seconds: float) -> None:
        """Bound the fewest errors by those of parts of the rows."""
        if self._fewest_known or not self.settings.parts:
            return
        for known in self.parts.add_up(Clock(min(seconds, LONGEST_PARTS))):
            if known.errors > self.first.bound:
                self.first.raise_bound(known.errors)
                self.statistics["parts"] = known._asdict()
            self.first.tell_of(len(self.ranks))
            if self.first.closed:
                return

    def _fewest_of_part(self, boxes: Boxes, clock: Clock) -> Fewest:
        """Look for the fewest errors of some boxes, and nothing else."""
        settings = replace(self.settings, max_errors=None)
        stages = TwoStages(boxes, settings, clock, silent)
        stages._improve_the_tree()
        stages._find_fewest_errors()
        return Fewest(stages.error_bound, stages.first.closed)

    def _budget(self) -> int:
        return allowed_errors(
            self.settings,
            self.first.errors,
            total=self.ranks.total_weight,
            worst=self.tree_errors,
            proved=self.first.closed,
        )

    def _find_shortest(self) -> None:
        """Stage two, from the answer with the fewest errors and any earlier short one."""
        goal, budget, began = self.settings.goal, self._budget(), self.clock.elapsed
        if self.first.errors > budget:
            return
        search = self.search_from(self.first.best, self.clock)
        search.begin("shortest description", (goal, *tie_breaks(goal)), budget)
        if self.second is not None:
            search.offer(self.second.best)
        if self.known is not None:
            search.offer(self.known)
        self.second, self.budget, self.objective_bound = search, budget, 0
        closing = Closing(search, goal, budget, tight=self._is_tight(budget))
        try:
            if not self._is_time:
                search.offer(without_idle(self.ranks, search.best, budget))
            else:
                search.raise_bound(self.quick_bound(budget))
                self._shorten(search)
            closing.run(self.clock.remaining)
        finally:
            self.settled = closing.settled
            self.objective_bound = int(search.bound)
            self._note("stage_two", closing, began)

    def _is_tight(self, budget: int) -> bool:
        """Whether the budget is close to the fewest errors, as far as anybody knows."""
        close = budget - self.error_bound <= TIGHT * budget
        hard_to_meet = self.settings.max_errors is not None and self.first.bound > 0
        return close or hard_to_meet

    def _note(self, stage: str, closing: Closing, began: float) -> None:
        """Keep the figures of a stage; its seconds add up over passes."""
        name = f"{stage}_seconds"
        spent = self.clock.elapsed - began
        self.statistics[stage] = closing.statistics
        self.statistics[name] = round(self.statistics.get(name, 0.0) + spent, 3)

    def quick_bound(self, budget: int) -> int:
        """Bound the goal by the conditions that each cluster needs in any case."""
        conditions = int(self.conditions_needed.within(budget).sum())
        goal = self.settings.goal
        return 2 * goal.complexity * conditions + goal.sparsity * min(1, conditions)

    def _shorten(self, search: Search) -> None:
        """Drop features, then conditions, while the budget allows: a quick first answer."""
        problem = self.reduce(self.budget)
        limit = self._a_little(problem)
        short = problem.express(search.best)
        if self.settings.goal.sparsity > self.settings.goal.complexity:
            short = fewest_conditions(problem.ranks, short, self.budget, True, limit)
        short = fewest_conditions(problem.ranks, short, self.budget, False, limit)
        search.offer(problem.restore(short))

    def break_ties(self) -> None:
        """Make the answer lexicographically best; without a proof, at least not idle."""
        search = self.second
        if search is None:
            return
        if self._bound < self._objective or not self._is_time:
            search.offer(without_idle(self.ranks, search.best, self.budget))
            return
        problem = self.reduce(self.budget, self.settled)
        if too_large(problem, self.clock.remaining):
            self._shorten(search)
            return
        limit = Clock(min(self.clock.remaining, max(LEAST_TIES, self.clock.elapsed)))
        ties = Ties(search, problem, self.budget)
        self.statistics["ties_broken"] = ties.run(self.values, self.error_bound, limit)
