"""The solver for half-spaces of several features: column generation in two stages.

    start           the exact answer for one feature a condition, which is never made worse
    stage one       the fewest errors e* (skipped if a budget is given and already met)
    stage two       the shortest description within the budget:
                    relaxation by column generation, integer master over the columns found,
                    then the certificate: all columns that could still improve the answer
    ties            the other measure, then errors, over the columns found; then margins

Bounds hold for all half-spaces of the class, or they are not claimed: the relaxation that
guides the search where errors are allowed (each member cut off at most once) is replaced by
a valid one before its value counts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.parameters import Scale
from clusterscribe.pricing.compiling import compilation
from clusterscribe.pricing.directions import directions
from clusterscribe.pricing.oblique import Reach
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import Geometry, Polyhedra, all_columns, columns_of, moved
from clusterscribe.problem.finishing import widened, without_idle_columns
from clusterscribe.problem.merging import merge_equal, unavoidable_errors
from clusterscribe.problem.scaling import Scaling
from clusterscribe.progress import Listener
from clusterscribe.proof import Bounds, StopReason
from clusterscribe.search.answer import Answer, BudgetNotMetError
from clusterscribe.search.axis.two_stages import Settings, TwoStages, allowed_errors
from clusterscribe.search.columns.certificate import trivial_bounds
from clusterscribe.search.columns.choosing import Chooser
from clusterscribe.search.columns.column_generation import ColumnGeneration, Effort
from clusterscribe.search.columns.column_ties import break_ties
from clusterscribe.search.columns.restricted_master import LiveRelaxation
from clusterscribe.search.columns.shortest import Shortest
from clusterscribe.search.columns.workbench import Workbench
from clusterscribe.search.goal import FEWEST_ERRORS, Goal, tie_breaks
from clusterscribe.search.incumbent import Incumbent, value_of

# Shares of the time that is left
AXIS_PARALLEL = 0.3
STAGE_ONE = 0.5
PROVING = 0.3
TIES = 0.2  # of the time that it took until then
WORTHWHILE = 0.05  # of an error, by which a column should lower the guide of stage one
# Seconds
LEAST_PASS = 2.0  # left, for which stage one is worth another try
LEAST_TIES = 2.0
QUICKLY = 2.0  # done, the start has its ties broken
MOST_FINISHING = 2.0
READABLE = 10  # largest weight of a column that is turned to a wider margin
FIRST_ROUND = 60.0  # where there is no time limit
MOST_ROUNDS = 200  # iterations kept in the statistics


@dataclass(frozen=True, slots=True)
class Shape:
    """The class of half-spaces, and how many tasks of pricing run at once."""

    max_terms: int
    max_coefficient: int
    scale: Scale = "minmax"
    n_jobs: int = 2


class ObliqueStages:
    """One run of the algorithm above; `run` may be interrupted, `answer` always works.

    `axis` is the axis-parallel search, if somebody has made it already.
    """

    def __init__(
        self,
        boxes: Boxes,
        settings: Settings,
        shape: Shape,
        clock: Clock,
        listener: Listener,
        *,
        axis: TwoStages | None = None,
    ) -> None:
        self.settings = settings
        self.shape = shape
        self.clock = clock
        self.listener = listener
        axis_clock = Clock(self._share(AXIS_PARALLEL))
        # what is proved of errors with one feature a condition does not hold with several
        of_axis = replace(settings, parts=False)
        self.axis = axis or TwoStages(boxes, of_axis, axis_clock, listener)
        merged, ranks = merge_equal(boxes, self.axis.ranks)
        self.scaling = Scaling.of(merged, shape.scale)
        self.geometry = Geometry.of(merged, ranks, self.scaling)
        features = len(self.geometry.varying)
        reach = Reach.of(features, shape.max_terms, shape.max_coefficient)
        self.reach = reach if not len(self.geometry.blurred) else replace(reach, complete=False)
        self.error_bound = unavoidable_errors(ranks)
        self.effort = Effort()
        self.known: Polyhedra | None = None
        self.first: Incumbent | None = None
        self.second: Incumbent | None = None
        self.shortest: Shortest | None = None
        chooser = Chooser(clock, self.effort, settings.seed, settings.workers)
        self.bench = Workbench(self.geometry, self.reach, chooser, shape.n_jobs)
        self.stop_reason = StopReason.INTERRUPTED
        self.stage_one_cut_short = False  # by its share of the time
        self.went_through = False  # all half-spaces, or tried to: once is enough
        self.statistics: dict[str, Any] = {"tree_errors": self.axis.tree_errors}

    def begin_with(self, known: Answer) -> None:
        """Take an answer to other boxes over the same features and scale as a start."""
        self.known = moved(known.polyhedra, known.values, self.axis.values)
        self.axis.begin_with(known)

    def run(self, ties: bool = True) -> None:
        """Work until everything is proven or the time is over, and break ties if asked to."""
        compiled = compilation()  # goes on while the axis-parallel problem is solved
        if not self.axis.has_run:
            self.axis.run(ties=False)
            if self.axis.clock.elapsed < QUICKLY:
                self.axis.break_ties()
        first = self._begin()
        ready = compiled.wait(self.clock)
        while True:
            before = first.errors
            if ready:
                self._find_fewest_errors(first)
                self._prove_fewest_errors(first)
            self._find_shortest(first)
            if not (ready and self._is_worth_another_pass(first, before)):
                break
        if ties:
            self._choose_among_ties()
        if self.second is not None:
            self.finish(self.second, Clock(MOST_FINISHING))
        self.stop_reason = self._end()

    def break_ties(self) -> None:
        """Make the answer the best also in what is asked for second, and finish it."""
        self._choose_among_ties()
        if self.second is not None:
            self.finish(self.second, Clock(MOST_FINISHING))

    def _is_worth_another_pass(self, first: Incumbent, before: int) -> bool:
        """Whether stage one was cut short by its share of the time, and time is left."""
        if self.settings.max_errors is not None or first.errors <= self.error_bound:
            return False
        # without a time limit, no news has to be the end
        news = first.errors < before or np.isfinite(self.clock.limit)
        return self.stage_one_cut_short and news and self.clock.remaining > LEAST_PASS

    def answer(self) -> Answer:
        """Return the best answer so far, whatever stopped the work."""
        first = self.first or self._begin()
        limit = self.settings.max_errors
        if limit is not None and first.errors > limit:
            raise BudgetNotMetError(first.errors, min(self.error_bound, first.errors))
        best = self.second or self._axis_parallel() or first
        if self.stop_reason == StopReason.INTERRUPTED:
            best.offer(without_idle_columns(self.geometry, best.polyhedra, best.errors))
        objective = value_of(self.settings.goal, best.polyhedra, best.errors)
        bound = 0 if self.second is None else min(int(best.bound), objective)
        budget = best.errors if best.budget is None else best.budget
        self.statistics |= self.effort.to_dict()
        return Answer(
            polyhedra=tuple(tuple(sorted(part)) for part in best.polyhedra),
            values=self.axis.values,
            scaling=self.scaling,
            errors=best.errors,
            budget=budget,
            objective=objective,
            bounds=Bounds(self.error_bound).with_least(budget, bound),
            optimal=self._proved,
            stop_reason=self.stop_reason,
            statistics=self.statistics,
        )

    def fewest(self) -> Answer:
        """Return the answer with the fewest errors so far, whatever its length."""
        first = self.first or self._begin()
        return replace(
            self.answer(),
            polyhedra=tuple(tuple(sorted(part)) for part in first.polyhedra),
            errors=first.errors,
            objective=value_of(self.settings.goal, first.polyhedra, first.errors),
            optimal=False,
        )

    # ---- the start ------------------------------------------------------------------

    def _begin(self) -> Incumbent:
        """Take over the axis-parallel answer: the one with the fewest errors."""
        self.statistics["axis_parallel"] = self._axis_figures()
        goals = (FEWEST_ERRORS, self.settings.goal)
        self.first = self.incumbent("fewest errors", goals, columns_of(self.axis.first.best))
        if self.axis.second is not None:
            short = columns_of(self.axis.second.best)
            self.first.offer(short)
            self.bench.remember(short)
        if self.known is not None:
            self.first.offer(self.known)
            self.bench.remember(self.known)
        self.bench.remember(self.first.polyhedra)
        return self.first

    def _axis_parallel(self) -> Incumbent | None:
        """Return the short axis-parallel answer, for whoever stops before stage two."""
        search, goal = self.axis.second, self.settings.goal
        if search is None or self.first is None or self.first.errors < self.axis.first.errors:
            return None
        goals, short = (goal, *tie_breaks(goal)), columns_of(search.best)
        return self.incumbent("shortest description", goals, short, self.axis.budget)

    def _axis_figures(self) -> dict[str, Any]:
        search = self.axis.second or self.axis.first
        return {
            "errors": search.errors,
            "complexity": search.best.complexity,
            "sparsity": search.best.sparsity,
            "stop_reason": self.axis.stop_reason,
            "seconds": round(self.clock.elapsed, 3),
        }

    def incumbent(
        self, stage: str, goals: tuple[Goal, ...], start: Polyhedra, budget: int | None = None
    ) -> Incumbent:
        """Return an answer to begin a stage with."""
        return Incumbent(
            self.geometry,
            start,
            self.clock,
            self.listener,
            stage,
            goals,
            budget,
            self.settings.error_unit,
        )

    # ---- stage one ------------------------------------------------------------------

    @property
    def _target(self) -> int:
        """Errors with which stage one is done: the budget, or as few as are proved to be needed."""
        limit = self.settings.max_errors
        return self.error_bound if limit is None else limit

    def _find_fewest_errors(self, first: Incumbent) -> None:
        first.raise_bound(self.error_bound)
        if first.errors <= self._target:
            return
        share = STAGE_ONE if self.settings.max_errors is None else 1.0
        relaxation = LiveRelaxation(
            self.bench.pool, FEWEST_ERRORS, None, most_cut=first.errors - 1, interest=WORTHWHILE
        )
        generation = ColumnGeneration(relaxation, self.bench.cascade(), first, self.effort)
        try:
            deadline = Clock(self._share(share))
            self.bench.alternate(generation, deadline, enough=lambda: first.errors <= self._target)
            self.stage_one_cut_short = deadline.expired
        finally:
            self._note("stage_one", generation)

    def _prove_fewest_errors(self, first: Incumbent) -> None:
        """Where all half-spaces make a short list, the integer master settles stage one."""
        if first.errors <= self._target or self.went_through:
            return
        self.went_through = True
        limit, chooser = Clock(self._share(PROVING)), self.bench.chooser
        # better answers lose fewer members than there are errors now
        pool = self.bench.pool_of_everything(first, first.errors - 1, limit)
        if pool is None:
            return
        outcome = chooser.prove(pool, None, lambda master: master.errors, first, limit)
        if outcome is not None and outcome.found:
            bound = outcome.value if outcome.optimal else outcome.bound
            first.raise_bound(bound)
            self.error_bound = max(self.error_bound, min(first.errors, int(first.bound)))

    def _budget(self, first: Incumbent) -> int:
        return allowed_errors(
            self.settings,
            first.errors,
            total=self.geometry.ranks.total_weight,
            worst=self.axis.tree_errors,
            proved=first.errors <= self.error_bound,
        )

    # ---- stage two ------------------------------------------------------------------

    def _find_shortest(self, first: Incumbent) -> None:
        goal, budget = self.settings.goal, self._budget(first)
        if first.errors > budget or (self.second is not None and self.second.budget == budget):
            return
        goals = (goal, *tie_breaks(goal))
        second = self.incumbent("shortest description", goals, first.polyhedra, budget)
        if self.second is not None:
            second.offer(self.second.polyhedra)
        self.second = second
        if self.axis.second is not None:
            second.offer(columns_of(self.axis.second.best))
        if self.known is not None:
            second.offer(self.known)
        second.raise_bound(sum(trivial_bounds(self.geometry.ranks, goal, budget)))
        if not goal.complexity and budget <= self.axis.budget:
            # a description of one feature is axis-parallel, however many terms there may be
            second.raise_bound(min(self.axis.objective_bound, 2 * goal.sparsity))
        if second.closed or self.clock.expired:
            return
        self.shortest = Shortest(self.bench, second)
        try:
            self.shortest.run(Clock(self._share(1.0)))
        finally:
            self._note("stage_two", self.shortest.generation)
            self.statistics["columns_listed"] = self.shortest.listed

    # ---- ties and the end -----------------------------------------------------------

    def _choose_among_ties(self) -> None:
        if self.second is None or self.clock.expired:
            return
        seconds = min(self._share(1.0), max(LEAST_TIES, TIES * self.clock.elapsed))
        proved = break_ties(self.bench, self.second, self.shortest, seconds)
        self.statistics["ties_proved"] = proved

    def finish(self, best: Incumbent, clock: Clock) -> None:
        """Leave nothing idle, and turn every column to its widest margin."""
        best.offer(without_idle_columns(self.geometry, best.polyhedra, best.errors))
        terms = {len(column.features) for column in all_columns(best.polyhedra)} - {1}
        rays = {t: directions(t, min(READABLE, self.reach.largest[t])).weights for t in terms}
        turned = widened(self.geometry, best.polyhedra, rays, clock)
        if self.geometry.errors(turned) == best.errors:
            # a wider column may do the work of another one
            best.hold(without_idle_columns(self.geometry, turned, best.errors))

    @property
    def _proved(self) -> bool:
        if self.second is None or self.first is None:
            return False
        fewest_known = self.settings.max_errors is not None or self.first.errors <= self.error_bound
        return fewest_known and self.second.closed

    def _end(self) -> StopReason:
        """Say why the work ended."""
        if self._proved:
            return StopReason.OPTIMAL
        if self.clock.expired or self.stage_one_cut_short:
            return StopReason.TIME_LIMIT
        return StopReason.NO_COLUMN

    # ---- tools ----------------------------------------------------------------------

    def _share(self, share: float) -> float:
        """Return a share of the time that is left, also where there is no limit."""
        if np.isfinite(self.clock.limit):
            return share * self.clock.remaining
        return np.inf if share == 1.0 else FIRST_ROUND

    def _note(self, stage: str, generation: ColumnGeneration) -> None:
        rounds = generation.rounds
        self.statistics[stage] = {
            "iterations": len(rounds),
            "relaxation": round(rounds[-1].relaxation, 6) if rounds else None,
            "relaxation_closed": generation.closed,
            "columns": len(self.bench.pool),
            "rounds": [last.to_dict() for last in rounds[-MOST_ROUNDS:]],
        }
