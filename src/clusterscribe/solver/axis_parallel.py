"""The exact solver for axis-parallel half-spaces (`max_terms=1`), in two stages.

    start           a K-leaf tree turned into polyhedra, improved by local search
    stage one       the fewest errors e* (skipped if a budget is given and already met)
    stage two       the shortest description within the budget
    ties            the other measure, then errors, then margins

Column generation is not needed: under an error budget the useful bounds are a complete
list (`problem/ladders.py`), and every better answer makes that list shorter.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.improve import bounding_ranges, fewest_conditions, fewest_errors
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import rank
from clusterscribe.problem.reduce import Reduced, reduce
from clusterscribe.problem.tree import tree_ranges
from clusterscribe.progress import Listener
from clusterscribe.solver.closing import Closing, too_large
from clusterscribe.solver.goal import FEWEST_ERRORS, Goal, tie_breaks
from clusterscribe.solver.margin import margin_costs
from clusterscribe.solver.master import Master
from clusterscribe.solver.search import Search

# Shares of the time that is left
START = 0.1
STAGE_ONE = 0.5
LEAST_TIES = 2.0  # seconds for ties; otherwise no longer than the search itself took


@dataclass(frozen=True, slots=True)
class Settings:
    """What is asked for, in whole units of weight."""

    goal: Goal
    max_errors: int | None = None
    error_slack: float = 0.05
    seed: int = 0
    workers: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found and what is proven about it, in whole units of weight."""

    ranges: Ranges
    values: list[NDArray[np.float64]]
    errors: int
    error_bound: int
    budget: int
    objective: int
    bound: int
    optimal: bool
    stop_reason: str
    statistics: dict[str, Any] = field(default_factory=dict)


class BudgetNotMetError(Exception):
    """No description within the error budget was found."""

    def __init__(self, fewest: int, bound: int) -> None:
        super().__init__(f"fewest errors found: {fewest}, proven bound: {bound}")
        self.fewest = fewest
        self.bound = bound


class TwoStages:
    """One run of the algorithm above; `run` may be interrupted, `answer` always works."""

    def __init__(self, boxes: Boxes, settings: Settings, clock: Clock, listener: Listener) -> None:
        self.settings = settings
        self.clock = clock
        self.ranks, self.values = rank(boxes)
        tree = tree_ranges(boxes, self.values).tightened(self.ranks)
        self.search = Search(self.ranks, tree, clock, listener, settings.seed, settings.workers)
        self.search.begin("start", (FEWEST_ERRORS, settings.goal))
        self.tree_errors = self.search.errors
        self.error_bound = 0
        self.bound = 0
        self.budget: int | None = settings.max_errors
        self.settled: NDArray[np.bool_] | None = None
        self.stop_reason = "interrupted"
        self.statistics: dict[str, Any] = {"tree_errors": self.tree_errors}

    def run(self) -> None:
        """Work until everything is proven or the time is over."""
        self._start()
        self._find_fewest_errors()
        self._find_shortest()
        self._break_ties()
        self.stop_reason = "optimal" if self._proved else "time limit"

    def answer(self) -> Answer:
        """Return the best answer so far, whatever stopped the work."""
        search = self.search
        if self.settings.max_errors is not None and search.errors > self.settings.max_errors:
            raise BudgetNotMetError(search.errors, self.error_bound)
        return Answer(
            ranges=search.best,
            values=self.values,
            errors=search.errors,
            error_bound=self.error_bound,
            budget=search.errors if self.budget is None else self.budget,
            objective=self.settings.goal.value(search.best, search.errors),
            bound=self.bound,
            optimal=self._proved,
            stop_reason=self.stop_reason,
            statistics=self.statistics,
        )

    @property
    def _proved(self) -> bool:
        """Whether both gaps are closed; a given budget leaves only one gap."""
        shortest = self.bound >= self.settings.goal.value(self.search.best, self.search.errors)
        return shortest and self.budget is not None and self._fewest_known

    @property
    def _fewest_known(self) -> bool:
        return self.settings.max_errors is not None or self.statistics.get("fewest_proved", False)

    def _start(self) -> None:
        """Improve the tree a little: a smaller first bound makes every later list shorter."""
        if self.search.errors == 0:
            return
        problem = reduce(self.ranks, self.search.errors)
        starts = [problem.express(self.search.best), bounding_ranges(problem.ranks)]
        limit, thorough = self._a_little(problem), too_large(problem)
        improved = fewest_errors(problem.ranks, starts, limit, thorough)
        self.search.offer(problem.restore(improved))

    def _a_little(self, problem: Reduced) -> Clock:
        """Time for local search; a problem with a model is soon better left to the solver."""
        share = START * self.clock.remaining
        return Clock(share if too_large(problem) else min(share, 1.0))

    def _find_fewest_errors(self) -> None:
        """Stage one, unless a budget is given and met already."""
        search, began = self.search, self.clock.elapsed
        search.begin("fewest errors", (FEWEST_ERRORS, self.settings.goal))
        closing = Closing(search, FEWEST_ERRORS, None)
        try:
            if search.errors == 0:
                pass
            elif self.budget is None:
                closing.run(STAGE_ONE * self.clock.remaining)
            elif search.errors > self.budget:
                closing.run(self.clock.remaining, lambda: search.errors <= (self.budget or 0))
        finally:
            self.error_bound = min(int(search.bound), search.errors)
            self.statistics["stage_one"] = closing.statistics
            self.statistics["stage_one_seconds"] = round(self.clock.elapsed - began, 3)
            self.statistics["fewest_proved"] = self.error_bound == search.errors
        self.budget = self._budget()

    def _budget(self) -> int:
        if self.settings.max_errors is not None:
            return self.settings.max_errors
        errors = self.search.errors
        # the small number keeps 1.05 * 20 = 20.999999999999996 from becoming 20
        allowed = int(np.floor((1 + self.settings.error_slack) * errors + 1e-9))
        if self.error_bound < errors:
            # e* is not known: the slack is not spent on answers worse than the tree
            allowed = min(allowed, max(errors, self.tree_errors))
        return allowed

    def _find_shortest(self) -> None:
        """Stage two."""
        goal, budget, began = self.settings.goal, self.budget, self.clock.elapsed
        if budget is None or self.search.errors > budget:
            return
        self.search.begin("shortest description", (goal, *tie_breaks(goal)), budget)
        closing = Closing(self.search, goal, budget)
        try:
            self._shorten(budget)
            closing.run(self.clock.remaining)
        finally:
            self.bound = min(int(self.search.bound), self.search.value)
            self.settled = closing.settled
            self.statistics["stage_two"] = closing.statistics
            self.statistics["stage_two_seconds"] = round(self.clock.elapsed - began, 3)

    def _shorten(self, budget: int) -> None:
        """Drop conditions or features while the budget allows, for a quick first answer."""
        problem = reduce(self.ranks, budget)
        by_feature = self.settings.goal.sparsity > self.settings.goal.complexity
        known = problem.express(self.search.best)
        limit = self._a_little(problem)
        shorter = fewest_conditions(problem.ranks, known, budget, by_feature, limit)
        self.search.offer(problem.restore(shorter))

    def _break_ties(self) -> None:
        """Settle the other measures one after the other, each with the earlier ones fixed."""
        if not self._proved:
            return
        limit = Clock(min(self.clock.remaining, max(LEAST_TIES, self.clock.elapsed)))
        problem = reduce(self.ranks, self.budget or 0, self.settled)
        if too_large(problem):
            return
        goals = (self.settings.goal, *tie_breaks(self.settings.goal))
        broken = 0
        for focus in range(1, len(goals)):
            self.search.begin("ties", goals, self.budget, focus)
            if self.search.value <= self._least(goals[focus]):
                broken += 1
                continue
            master = self._master(problem, goals[:focus])
            outcome = self.search.minimise(master, master.measure(goals[focus]), limit.remaining)
            if not outcome.optimal:
                break
            broken += 1
        else:
            broken += self._widen(problem, goals, limit)
        self.statistics["ties_broken"] = broken

    def _least(self, goal: Goal) -> int:
        """Return what no description can be below: the proven errors, or a single feature."""
        return self.error_bound if goal.errors else min(1, self.search.best.sparsity)

    def _widen(self, problem: Reduced, goals: tuple[Goal, ...], limit: Clock) -> bool:
        """Take the widest margins among the answers that are equal in everything else."""
        master = self._master(problem, goals)
        margins = master.step_costs(margin_costs(problem, self.values))
        return self.search.choose(master, margins, limit.remaining)

    def _master(self, problem: Reduced, fixed: tuple[Goal, ...]) -> Master:
        """Build the master within the budget, no worse than the best in the fixed goals."""
        master = Master(problem)
        master.model.add(master.errors <= self.budget)
        for goal in fixed:
            reached = goal.value(self.search.best, self.search.errors)
            master.model.add(master.measure(goal) <= reached)
        return master
