"""The two stages for half-spaces of several features, by column generation.

Bounds hold for all half-spaces of the class, or they are not claimed: the relaxation that
guides the search where errors are allowed (each member cut off at most once) is replaced by
a valid one before its value counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.description import Description
from clusterscribe.pricing.compiling import compilation
from clusterscribe.pricing.directions import directions
from clusterscribe.pricing.oblique import Reach
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import Geometry, Polyhedra, all_columns, columns_of, moved
from clusterscribe.problem.idle import without_idle_columns
from clusterscribe.problem.margins import widened
from clusterscribe.problem.merging import merge_equal, unavoidable_errors
from clusterscribe.problem.scaling import Scaling
from clusterscribe.progress import Listener, about
from clusterscribe.proof import Bounds, CappedBound, DescriptionClass, StopReason
from clusterscribe.search.answer import Answer, Columns, Draft
from clusterscribe.search.axis.axis_stages import AxisStages
from clusterscribe.search.columns.certificate import trivial_bounds
from clusterscribe.search.columns.column_generation import ColumnGeneration
from clusterscribe.search.columns.column_tools import ColumnTools
from clusterscribe.search.columns.pool import Pool
from clusterscribe.search.columns.restricted_master import RestrictedMaster
from clusterscribe.search.columns.shorter_columns import shorter_columns
from clusterscribe.search.columns.shortest import Shortest
from clusterscribe.search.columns.stopping import Round
from clusterscribe.search.found import Finds
from clusterscribe.search.goal import FEWEST_ERRORS, tie_breaks
from clusterscribe.search.incumbent import ColumnEncoding, Incumbent, value_of
from clusterscribe.search.integer import Runner
from clusterscribe.search.settings import Settings
from clusterscribe.search.slanted.slant_compilation import compilation as compilation_of_slanted
from clusterscribe.search.solve import generate_and_choose, solve
from clusterscribe.search.stages import EncodedStages
from clusterscribe.search.statistics import Stage, StartStatistics
from clusterscribe.search.whole.compiling import compilation as compilation_of_whole

if TYPE_CHECKING:  # compiled, which should not delay those who do not need it
    from clusterscribe.search.slanted.slanted_stage import SlantedStage

MOST_ROUNDS = 200  # iterations kept in the statistics


class ColumnStages(EncodedStages[Polyhedra]):
    """The two stages; they may be interrupted, and `answer` always works.

    `axis` is the axis-parallel search, if it exists already.
    """

    def __init__(
        self,
        boxes: Boxes,
        settings: Settings,
        descriptions: DescriptionClass,
        clock: Clock,
        listener: Listener,
        *,
        axis: AxisStages | None = None,
    ) -> None:
        self.schedule = settings.schedule.columns
        axis_clock = Clock(self._share(clock, self.schedule.axis_parallel))
        # what is proved of errors with one feature per condition does not hold with several
        of_axis = replace(settings, parts=False)
        of_one = about("one feature each", listener)
        self.axis = axis or AxisStages(boxes, of_axis, axis_clock, of_one)
        merged, ranks = merge_equal(boxes, self.axis.ranks)
        self.scaling = Scaling.of(merged, descriptions.scale or "minmax")
        self.geometry = Geometry.of(merged, ranks, self.scaling)
        super().__init__(ColumnEncoding(self.geometry), settings, clock, listener)
        features = len(self.geometry.varying)
        self.max_terms, largest = descriptions.max_terms, descriptions.max_coefficient
        reach = Reach.of(features, self.max_terms, largest)
        self.unsearched = self.geometry.unsearched(self.scaling, self.max_terms, largest)
        is_whole = not len(self.geometry.blurred) and not self.unsearched
        self.reach = reach if is_whole else replace(reach, complete=False)
        self.error_bound = unavoidable_errors(ranks)
        self.known: Polyhedra | None = None
        self._first: Incumbent[Polyhedra] | None = None
        self.shortest: Shortest | None = None
        runner, pool = Runner(clock, settings.seed, settings.workers), Pool(self.geometry)
        self.tools = ColumnTools(
            self.geometry, self.reach, runner, self.schedule, settings.jobs, pool
        )
        self.compiled = False  # without compiled pricing the answer for one feature stays
        self.has_slanted = False
        self.bounded = False  # for few conditions
        self.capped: CappedBound[int] | None = None
        self.errors_before = 0  # this pass
        self.stage_one_cut_short = False  # by its share of the time
        self.went_through = False  # all half-spaces, or tried to: once is enough
        self.statistics["tree_errors"] = self.axis.tree_errors

    def begin_with(self, known: Columns) -> None:
        """Take an answer to other boxes over the same features and scale as a start."""
        self.known = moved(known.polyhedra, known.values, self.axis.values)
        self.axis.begin_with(known)

    def read_by(self, read: Callable[[Columns], Description]) -> None:
        """Let whoever hears of progress read the best answer so far, from the start on."""
        super().read_by(read)
        self.axis.read_by(read)

    def _draft(self, answer: Polyhedra) -> Draft:
        return Draft(self.encoding.columns(answer), self.axis.values, self.scaling)

    @property
    def first(self) -> Incumbent[Polyhedra]:
        """The answer with the fewest errors: at first the axis-parallel one."""
        if self._first is None:
            self._first = self._begin()
        return self._first

    def is_worth_another_pass(self) -> bool:
        """Whether stage one was cut short by its share of the time, and time is left."""
        if self.settings.max_errors is not None:
            return self._is_met_late
        if self.first.errors <= self.error_bound:
            return False
        # without a time limit, no news has to be the end
        is_news = self.first.errors < self.errors_before or np.isfinite(self.clock.limit)
        is_open = self.compiled and self.stage_one_cut_short and is_news
        return bool(is_open and self.clock.remaining > self.schedule.least_pass)

    def answer(self) -> Answer:
        """Return the best answer so far, whatever stopped the work."""
        best = self.second or self._axis_parallel() or self.first
        if not self.has_run:
            self._take_better_ones(best)
            best.offer(without_idle_columns(self.geometry, best.best, best.errors))
        objective = best.value_in(self.settings.goal)
        bound = 0 if self.second is None else min(int(best.bound), objective)
        budget = best.errors if best.budget is None else best.budget
        self.statistics.update(self.tools.effort.to_dict())
        return Answer(
            polyhedra=self.encoding.columns(best.best),
            values=self.axis.values,
            scaling=self.scaling,
            errors=best.errors,
            budget=budget,
            objective=objective,
            bounds=Bounds(self.error_bound).with_least(budget, bound),
            optimal=self._proved,
            stop_reason=self.stop_reason,
            statistics=self.statistics,
            capped=self.capped,
            others=self.finds.steps,
            shorter=self.shorter if self.has_run else self._next_shorter(self.finds, best),
            tree=self.axis.paths,
            asked=self.settings.max_errors,
            broken=best.broken,
        )

    # ---- the start ------------------------------------------------------------------

    def start(self) -> None:
        """Solve the axis-parallel problem, while pricing is compiled beside it."""
        compiled, slanted = compilation(), compilation_of_slanted()
        if not self.axis.has_run:
            solve(self.axis, ties=False)
            if self.axis.clock.elapsed < self.schedule.quickly:
                self.axis.break_ties()
        self._first = self._begin()
        self.compiled = compiled.wait(self.clock) and slanted.wait(self.clock)

    def _begin(self) -> Incumbent[Polyhedra]:
        """Take over the axis-parallel answer: the one with the fewest errors."""
        self.statistics["axis_parallel"] = self._axis_figures()
        self.finds.take_all(self.axis.finds.steps)
        goals = (FEWEST_ERRORS, self.settings.goal)
        first = self.incumbent("fewest errors", goals, columns_of(self.axis.first.best))
        others = [] if self.known is None else [self.known]
        if self.axis.second is not None:
            others.insert(0, columns_of(self.axis.second.best))
        for answer in others:
            first.offer(answer)
            self.tools.remember(answer)
        self.tools.remember(first.best)
        return first

    def _axis_parallel(self) -> Incumbent[Polyhedra] | None:
        """Return the short axis-parallel answer, for whoever stops before stage two."""
        second, goal = self.axis.second, self.settings.goal
        if second is None or self.first.errors < self.axis.first.errors:
            return None
        goals, short = (goal, *tie_breaks(goal)), columns_of(second.best)
        return self.incumbent("shortest description", goals, short, self.axis.budget)

    def _axis_figures(self) -> StartStatistics:
        best = self.axis.second or self.axis.first
        return {
            "errors": best.errors,
            "complexity": best.best.complexity,
            "sparsity": best.best.sparsity(self.axis.ranks.axes),
            "stop_reason": self.axis.stop_reason,
            "seconds": round(self.clock.elapsed, 3),
        }

    # ---- stage one ------------------------------------------------------------------

    @property
    def _target(self) -> int:
        """Errors with which stage one is done: the budget, or as few as are proved to be needed."""
        limit = self.settings.max_errors
        return self.error_bound if limit is None else max(limit, self.error_bound)

    @property
    def _is_met(self) -> bool:
        return self.first.errors <= self._target and not self.first.broken

    def find_fewest_errors(self) -> None:
        """Generate columns that lower the errors, and choose among them."""
        first, self.errors_before = self.first, self.first.errors
        first.raise_bound(self.error_bound)
        if self._is_met or not self.compiled:
            return
        schedule, is_given = self.schedule, self.settings.max_errors is not None
        self._slant()
        if self._has_many_rows:
            self._prove_by_cones()  # column generation takes all its time on so many
        if self._is_met:
            return
        share = schedule.meeting_a_budget if is_given else schedule.stage_one
        relaxation = RestrictedMaster(
            self.tools.pool,
            FEWEST_ERRORS,
            None,
            most_cut=first.errors - 1,
            interest=self.schedule.worthwhile,
            at_best=False,  # it is a guide and no bound: what may be is of no use to an answer
        )
        effort = self.tools.effort
        generation = ColumnGeneration(relaxation, self.tools.cascade(), first, effort)
        try:
            deadline = Clock(self._share(self.clock, share))
            generate_and_choose(self.tools, generation, deadline, enough=lambda: self._is_met)
            self.stage_one_cut_short = deadline.expired
        finally:
            self._note("stage_one", generation, generation.rounds)

    def _slant(self) -> None:
        """Look for fewer errors by local search, once."""
        stage = self.slanted
        if stage is not None and not self.has_slanted:
            self.has_slanted = True
            slanted = self.settings.schedule.slanted
            share = slanted.stage_one if self._is_touching else slanted.few_errors
            limit = Clock(self._share(self.clock, share))
            stage.find_fewer_errors(self.first, limit, lambda: self._is_met)
            self.tools.remember(self.first.best)

    @property
    def _is_touching(self) -> bool:
        """Whether so many rows are wrong with one feature that local search gets further."""
        many = self.settings.schedule.axis.touching * self.geometry.ranks.total_weight
        return self.axis.first.errors > many

    @property
    def _has_many_rows(self) -> bool:
        return len(self.geometry) >= self.settings.schedule.slanted.many_rows

    @cached_property
    def slanted(self) -> SlantedStage | None:
        """Local search over slanted conditions; groups of rows have none."""
        from clusterscribe.search.slanted.slanted_stage import SlantedStage

        is_plain = self.geometry.lower is self.geometry.upper
        if not is_plain or not self.reach.largest or not self.compiled:
            return None
        settings = self.settings
        return SlantedStage(self.geometry, self.reach, settings)

    def prove_fewest_errors(self) -> None:
        """Bound the fewest errors, once: of all half-spaces, and of one or two per cluster."""
        if self._is_met or self.went_through or not self.compiled:
            return
        self.went_through = True
        self._prove_by_list()
        self._prove_by_cones()

    def _prove_by_list(self) -> None:
        """Where all half-spaces make a short list, the integer master settles stage one."""
        first = self.first
        limit = Clock(self._share(self.clock, self.schedule.proving))
        # better answers lose fewer members than there are errors now
        pool = self.tools.pool_of_everything(first, first.errors - 1, limit)
        if pool is None:
            return
        outcome = self.tools.prove(pool, lambda master: master.errors, first, limit)
        if outcome is not None:
            first.raise_bound(outcome.proved)
            self.error_bound = max(self.error_bound, min(first.errors, int(first.bound)))

    def _prove_by_cones(self) -> None:
        """Bound the errors of few conditions, once: as many as were asked for, or as there are."""
        stage, schedule = self.slanted, self.settings.schedule.slanted
        asked = self.geometry.ranks.limits.max_conditions
        conditions = asked or max(map(len, self.first.best))
        if stage is None or self.bounded or self._is_met:
            return
        if not self.settings.parts:  # several polyhedra begin here, for which it does not hold
            return
        if self.unsearched:  # cones do not know of such sums either
            return
        if asked is None and self._has_many_rows and not self._is_touching:
            return  # the time is better spent on fewer errors
        share = schedule.bounding if asked else schedule.bounding_afterwards
        limit = Clock(self._share(self.clock, share))
        is_possible = stage.can_bound(conditions, self.max_terms, limit)
        if not is_possible or not compilation_of_whole().wait(limit):
            return
        self.bounded = True
        errors = stage.least_errors(self.first, conditions, self.max_terms, limit)
        if asked is None:
            self.capped = CappedBound(conditions, errors)
        else:
            self.first.raise_bound(errors)
            self.error_bound = max(self.error_bound, errors)

    def _budget(self) -> int:
        return self.settings.allowed(
            self.first.errors,
            total=self.geometry.ranks.total_weight,
            worst=self.axis.tree_errors,
            proved=self.first.errors <= self.error_bound,
        )

    # ---- stage two ------------------------------------------------------------------

    def find_shortest(self) -> None:
        """Shorten the answer within the budget, from all that is known."""
        first, goal, budget = self.first, self.settings.goal, self._budget()
        if self.second is not None and self.second.budget == budget:
            return
        if first.broken:
            return
        goals = (goal, *tie_breaks(goal))
        second = self.incumbent("shortest description", goals, first.best, budget)
        if self.second is not None:
            second.offer(self.second.best)
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
        if self.slanted is not None and self.has_slanted:
            slanted = self.settings.schedule.slanted
            share = slanted.stage_two if self._is_touching else slanted.few_errors
            self.slanted.shorten(second, budget, Clock(self._share(self.clock, share)))
            self.tools.remember(second.best)
        self.shortest = Shortest(self.tools, second)
        try:
            self.shortest.run(Clock(self._share(self.clock, 1.0)))
        finally:
            first.offer(second.best)
            self._note("stage_two", self.shortest.generation, self.shortest.rounds)
            self.statistics["columns_listed"] = self.shortest.listed

    # ---- ties and the end -----------------------------------------------------------

    def break_ties(self) -> None:
        """Make the answer the best also in what is asked for second.

        The choice is proved where the columns of all equally short answers make a list; otherwise
        it is the best among the columns found.
        """
        if self.second is not None and not self.clock.expired:
            spent = self.schedule.ties * self.clock.elapsed
            seconds = min(self._share(self.clock, 1.0), max(self.schedule.least_ties, spent))
            half = Clock(seconds / 2)
            is_all = self.shortest is not None and self.shortest.add_all_of_the_best(half)
            settled = self.tools.break_ties(self.second, Clock(seconds), self.error_bound)
            self.statistics["ties_proved"] = settled and is_all

    def finish(self) -> None:
        """Leave nothing idle, and say why the work ended."""
        if self.second is not None:
            self.polish(self.second, Clock(self.schedule.most_finishing))
        polished = self.second and self.second.best
        self._find_shorter_ones()
        if self.second is not None and self.second.best is not polished:
            # a better one was found on the way
            self.polish(self.second, Clock(self.schedule.most_finishing))
            self.shorter = self._next_shorter(self.finds, self.second)
        self.stop_reason = self._end()

    @property
    def floor(self) -> int:
        """The value of one condition per cluster, or of one feature."""
        return self.axis.floor

    def _find_shorter_ones(self) -> None:
        """Drop one column after the other, so that it is known what a shorter answer costs."""
        best, goal = self.second or self.first, self.settings.goal
        clock = Clock(min(self.schedule.most_finishing, self.clock.remaining))
        made = Finds(goal)
        made.take_all([] if self.axis.shorter is None else [self.axis.shorter])
        for answer in shorter_columns(self.geometry, best.best, goal, self.floor, clock):
            errors = self.encoding.errors(answer)
            if not self.encoding.excess(answer, errors):
                value = value_of(goal, answer, errors, self.geometry.ranks.axes)
                made.take(errors, value, partial(self.encoding.columns, answer))
        self._note_shorter(made, best, proved=self._proved and not clock.expired)

    def polish(self, best: Incumbent[Polyhedra], clock: Clock) -> None:
        """Leave nothing idle, and turn every column to its widest margin."""
        best.offer(without_idle_columns(self.geometry, best.best, best.errors))
        terms = {len(column.features) for column in all_columns(best.best)} - {1}
        readable = self.schedule.readable
        rays = {t: directions(t, min(readable, self.reach.largest[t])).weights for t in terms}
        turned = widened(self.geometry, best.best, rays, clock)
        is_as_good = self.geometry.errors(turned) == best.errors
        if is_as_good and self.geometry.excess(turned, best.errors) <= best.broken:
            # a wider column may do the work of another one
            best.hold(without_idle_columns(self.geometry, turned, best.errors))

    @property
    def _proved(self) -> bool:
        if self.second is None:
            return False
        # after an interrupt, the short answer may be of a pass that allowed more errors
        is_of_this_pass = self.second.budget == self._budget()
        return self._is_met and self.second.closed and is_of_this_pass

    def _end(self) -> StopReason:
        """Say why the work ended."""
        if self._proved:
            return StopReason.OPTIMAL
        if self.clock.expired or self.stage_one_cut_short:
            return StopReason.TIME_LIMIT
        if (self.second or self.first).is_stalled(proving=True):
            return StopReason.STALLED
        return StopReason.NO_COLUMN

    # ---- tools ----------------------------------------------------------------------

    def _share(self, clock: Clock, share: float) -> float:
        """Return a share of the time that is left, also where there is no limit."""
        if np.isfinite(clock.limit):
            return share * clock.remaining
        return np.inf if share == 1.0 else self.schedule.first_round

    def _note(self, stage: Stage, generation: ColumnGeneration, rounds: Sequence[Round]) -> None:
        proving = generation.rounds  # a guide's relaxation bounds nothing
        self.statistics[stage] = {
            "iterations": len(rounds),
            "relaxation": round(proving[-1].relaxation, 6) if proving else None,
            "relaxation_closed": generation.closed,
            "columns": len(self.tools.pool),
            "rounds": [last.to_dict() for last in rounds[-MOST_ROUNDS:]],
        }
