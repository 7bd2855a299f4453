"""The two stages for axis-parallel half-spaces (`max_terms=1`), over the complete list of them.

Column generation is not needed: under an error budget the useful bounds are a complete
list (`problem/ladders.py`), and every better answer makes that list shorter.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.columns import all_columns, columns_of, moved, ranges_of
from clusterscribe.problem.idle import thinned, without_idle
from clusterscribe.problem.improve import (
    bounding_ranges,
    fewest_conditions,
    fewest_errors,
)
from clusterscribe.problem.limits import NO_LIMITS
from clusterscribe.problem.quick_bound import ConditionsNeeded
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import rank
from clusterscribe.problem.reduce import Reduced, Reducer
from clusterscribe.problem.repair import excess, first_answer, repaired
from clusterscribe.problem.scaling import Scaling
from clusterscribe.problem.tree import fit_tree
from clusterscribe.progress import Listener, Snapshot, silent
from clusterscribe.proof import Bounds, StopReason
from clusterscribe.search.answer import Answer, Columns, Draft
from clusterscribe.search.axis.clause_prover import can_be_limited, can_be_written
from clusterscribe.search.axis.clause_ties import ClauseTies, Narrow
from clusterscribe.search.axis.few_conditions import FewConditions
from clusterscribe.search.axis.gap import (
    GapCloser,
    is_time_to_reduce,
    shorter_ones,
    too_large,
)
from clusterscribe.search.axis.master import Master
from clusterscribe.search.axis.parts import Fewest, Parts
from clusterscribe.search.axis.wide import WideSearch
from clusterscribe.search.found import Finds
from clusterscribe.search.goal import FEWEST_ERRORS, tie_breaks
from clusterscribe.search.incumbent import Incumbent, RangeEncoding
from clusterscribe.search.integer import Runner
from clusterscribe.search.settings import Settings
from clusterscribe.search.stages import EncodedStages
from clusterscribe.search.statistics import Seconds, Stage
from clusterscribe.search.ties import break_ties, margin_costs
from clusterscribe.search.wishes.meeting import Meeting


class AxisStages(EncodedStages[Ranges]):
    """The two stages; they may be interrupted, and `answer` always works.

    Each stage has an incumbent of its own, so that stage one can go on looking for fewer errors
    after stage two has found the shortest description for the fewest so far.
    """

    def __init__(self, boxes: Boxes, settings: Settings, clock: Clock, listener: Listener) -> None:
        self.boxes = boxes
        ranks, self.values = rank(boxes)
        self.scaling: Scaling | None = None  # there are no sums
        self.ranks = settings.of_all_rows(ranks)
        super().__init__(RangeEncoding(self.ranks), settings, clock, listener)
        self.schedule = settings.schedule.axis
        self.runner = Runner(clock, settings.seed, settings.workers)
        self.reduce = Reducer(self.ranks)
        self.few = FewConditions(self.ranks, settings, self.runner)
        self.conditions_needed = ConditionsNeeded(self.ranks)
        fitted = fit_tree(self.ranks, settings.seed)
        self.tree, self.paths = fitted.ranges.tightened(self.ranks), fitted.paths
        self.tree_errors = self.tree.errors(self.ranks)
        self.wide: WideSearch | None = None
        if self.ranks.lower is self.ranks.upper:
            # groups of rows are no points, and have no best responses
            self.wide = WideSearch(boxes, self.ranks, self.values, self.tree, settings)
        start = first_answer(self.ranks, self.tree, settings.seed)
        self._first = self.incumbent("fewest errors", (FEWEST_ERRORS, settings.goal), start)
        self.known: Ranges | None = None
        self.objective_bound = 0
        self.settled: NDArray[np.bool_] | None = None
        self.is_impossible = False  # to keep to all wishes
        self.parts = Parts(self.ranks, self._fewest_of_part, settings.seed)
        self.passes = 0
        self.before: tuple[int, float] | None = None  # errors and their bound, a pass ago
        self.stage_one = clock
        self.statistics["tree_errors"] = self.tree_errors

    @property
    def first(self) -> Incumbent[Ranges]:
        """The answer with the fewest errors: at first the tree."""
        return self._first

    def begin_with(self, known: Columns) -> None:
        """Take an answer to other boxes over the same features as a start, before `solve`."""
        if all(column.direction.is_single for column in all_columns(known.polyhedra)):
            here = moved(known.polyhedra, known.values, self.values)
            self.known = ranges_of(here, self.ranks.sizes)
            self.first.offer(self.known)

    def _draft(self, answer: Ranges) -> Draft:
        return Draft(self.encoding.columns(answer), self.values, None)

    def is_worth_another_pass(self) -> bool:
        """Whether the fewest errors are not proved, and time and news are left to try again.

        The time that a given budget could get, it got at once; if it is met only now, there is a
        short answer within it to choose, however little time is left.
        """
        if self.settings.max_errors is not None:
            return self._is_met_late
        is_news, self.before = self._is_news, (self.first.errors, self.first.bound)
        if self._fewest_known or not is_news:
            return False
        return self.clock.remaining > self.schedule.least_pass and self._is_time

    @property
    def _is_news(self) -> bool:
        """Whether the last pass has moved more than the bound, and that by next to nothing."""
        if self.before is None:
            return True
        errors, bound = self.before
        least = self.schedule.worthwhile * self.first.errors
        return self.first.errors < errors or self.first.bound - bound > least

    def answer(self) -> Answer:
        """Return the best answer so far, whatever stopped the work."""
        if self.second is None:
            # interrupted in stage one, where the length has not been looked at yet
            self.first.offer(without_idle(self.ranks, self.first.best, self.first.errors))
        best = self.second or self.first
        if not self.has_run:
            self._take_better_ones(best)
        return Answer(
            polyhedra=self.encoding.columns(best.best),
            values=self.values,
            scaling=None,
            errors=best.errors,
            budget=self.budget,
            objective=self._objective,
            bounds=self.bounds,
            optimal=self._proved,
            stop_reason=self.stop_reason,
            statistics=self.statistics,
            capped=self.few.capped,
            others=self.finds.steps,
            shorter=self.shorter if self.has_run else self._next_shorter(self.finds, best),
            tree=self.paths,
            asked=self.settings.max_errors,
            broken=best.broken,
            is_impossible=self.is_impossible,
        )

    @property
    def error_bound(self) -> int:
        """Proven lower bound on the errors of any description."""
        return min(int(self.first.bound), self.first.errors)

    @property
    def bounds(self) -> Bounds:
        """What both stages have proved."""
        return Bounds(self.error_bound).with_least(self.budget, self._bound)

    @property
    def _objective(self) -> int:
        return (self.second or self.first).value_in(self.settings.goal)

    @property
    def _bound(self) -> int:
        """Proven lower bound on the objective within the budget."""
        return min(self.objective_bound, self._objective)

    @property
    def _proved(self) -> bool:
        """Whether both gaps are closed; a given budget that is met leaves only one gap."""
        if self.second is None or self.second.broken:
            return False
        shortest = self._bound == self._objective
        return shortest and self._fewest_known and self.budget == self._budget()

    def finish(self) -> None:
        """Leave shorter answers behind, and say why the work ended."""
        self._find_shorter_ones()
        is_over = self.clock.remaining <= self.schedule.least_pass or not self._is_time
        if self._proved:
            self.stop_reason = StopReason.OPTIMAL
        else:
            self.stop_reason = StopReason.TIME_LIMIT if is_over else StopReason.STALLED

    @property
    def _fewest_known(self) -> bool:
        """Whether no fewer errors are asked for, or fewer are proved to be impossible."""
        is_given = self.settings.max_errors is not None
        is_met = is_given and self.settings.is_met_by(self.first.errors)
        return (is_met and not self.first.broken) or self.first.closed

    @property
    def _is_time(self) -> bool:
        """Whether there is time for more than local search on what there is."""
        return is_time_to_reduce(self.ranks, self.clock.remaining, self.schedule)

    def closer(
        self, best: Incumbent[Ranges], clock: Clock | None = None, *, tight: bool = False
    ) -> GapCloser:
        """Return what brings an answer and its bound together, by another clock if one is given."""
        # another pass of stage one takes other ways
        seed = self.settings.seed + (self.passes if best is self.first else 0)
        runner = replace(self.runner, clock=clock or self.clock, seed=seed % 2**31)
        wide = self.wide if best is self.first else None
        return GapCloser(
            best,
            self.reduce,
            runner,
            self.schedule,
            tight=tight,
            least_errors=self.error_bound,
            wide=wide,
        )

    # ---- the start --------------------------------------------------------------------

    def start(self) -> None:
        """Look around a little: a smaller first bound makes every later list shorter."""
        self.first.tell()
        if self.first.errors and not self.clock.expired:
            self._improve_the_tree()
        if self.first.broken and self.ranks.has_wishes:
            self._keep_to_wishes()
        self.stage_one = Clock(self.schedule.stage_one * self.clock.remaining)

    def _keep_to_wishes(self) -> None:
        """Find any answer that keeps to all wishes: all else begins with one."""
        meeting = Meeting(self.ranks, self.first, self.runner, self.schedule, self._fewest_with)
        limit = Clock(self.schedule.keeping_to_wishes * self.clock.remaining)
        self.is_impossible = meeting.is_impossible(limit)

    def _fewest_with(self, weight: NDArray[np.int64], clock: Clock) -> Ranges:
        """Look for few errors where rows have other weights, whatever rows wishes are about."""
        boxes = replace(self.boxes, weight=weight)
        totals = replace(self.ranks, weight=weight).cluster_weights.tolist()
        before = self.ranks.cluster_weights.tolist()
        triples = zip(self.settings.least_inside, totals, before, strict=False)
        inside = tuple(-(-least * total // max(1, old)) for least, total, old in triples)
        some = replace(self.settings.of_some_rows, max_errors=None, parts=False)
        stages = AxisStages(boxes, replace(some, least_inside=inside), clock, silent)
        stages.start()
        stages.find_fewest_errors()
        return stages.first.best

    def _improve_the_tree(self) -> None:
        if not self._is_time:
            if self.wide is not None:
                self.wide.begin(self.first, self.clock)
            box = repaired(self.ranks, thinned(self.ranks, bounding_ranges(self.ranks)))
            clock = Clock(self.schedule.start * self.clock.remaining)
            self.first.offer(fewest_errors(self.ranks, [self.first.best, box], clock))
        elif not self._improve_without_limits():
            problem = self.reduce(self.first.errors)
            if self.wide is not None and too_large(problem, self.schedule):
                self.wide.begin(self.first, self.clock)  # the search itself is stage one
            else:
                self.first.offer(self._improved(problem, self.first.best))

    def _improve_without_limits(self) -> bool:
        """Improve a tree that breaks limits; say whether the outcome keeps to them.

        Fewer errors leave more of each cluster inside, and no limits leave more ways there.
        """
        if not excess(self.ranks, self.tree, self.tree_errors):
            return False
        problem = Reducer(replace(self.ranks, limits=NO_LIMITS))(self.tree_errors)
        if too_large(problem, self.schedule):
            return False
        free = self._improved(problem, self.tree)
        self.first.offer(repaired(self.ranks, free))
        return not excess(self.ranks, free, free.errors(self.ranks))

    def _improved(self, problem: Reduced, start: Ranges) -> Ranges:
        """Return what local search makes of a start, and of the boxes around the clusters."""
        box = repaired(problem.ranks, thinned(problem.ranks, bounding_ranges(problem.ranks)))
        limit, thorough = self._a_little(problem), too_large(problem, self.schedule)
        starts = [problem.express(start), box]
        return problem.restore(fewest_errors(problem.ranks, starts, limit, thorough))

    def _a_little(self, problem: Reduced) -> Clock:
        """Time for local search, short where there will be a model."""
        share = self.schedule.start * self.clock.remaining
        if too_large(problem, self.schedule):
            return Clock(share)
        is_touching = self.few.is_touching(self.first.errors)
        return Clock(min(share, self.schedule.a_little if is_touching else self.schedule.a_moment))

    # ---- stage one --------------------------------------------------------------------

    def find_fewest_errors(self) -> None:
        """Stage one, or another pass of it; nothing to do if a given budget is met already."""
        first, limit, began = self.first, self.settings.max_errors, self.clock.elapsed
        if self.is_impossible:
            return
        closer = self.closer(first)
        try:
            if limit is None:
                self.few.search_asked(first, closer)
                closer.run(self.schedule.stage_one * self.clock.remaining)
            elif not self._is_met(limit):
                share = self.schedule.meeting_a_budget
                closer.run(share * self.clock.remaining, lambda: self._is_met(limit))
        finally:
            self._note("stage_one", closer, began)
        if self.wide is not None and not self._fewest_known:
            self.wide.begin(first, self.clock)
        self.passes += 1

    def _is_met(self, limit: int) -> bool:
        return self.first.errors <= limit and not self.first.broken

    def prove_fewest_errors(self) -> None:
        """Bound the fewest errors: of few conditions, and of any number by parts of the rows."""
        if self._fewest_known or self.is_impossible or not self.settings.parts:
            return
        self.few.search_afterwards(self.first)
        seconds = self.schedule.parts * self.clock.remaining
        if self.passes == 1:
            # where local search found nothing more before its time was over, parts get the rest,
            # but no more than has been spent
            seconds += min(self.stage_one.remaining, self.clock.elapsed)
        elif np.isinf(self.clock.limit):
            return
        for known in self.parts.add_up(Clock(min(seconds, self.schedule.longest_parts))):
            if known.errors > self.first.bound:
                self.first.raise_bound(known.errors)
                self.statistics["parts"] = known._asdict()
            self.first.rows, self.first.candidates = len(self.ranks), 0
            self.first.tell()
            if self.first.closed:
                return

    def _fewest_of_part(self, boxes: Boxes, clock: Clock) -> Fewest:
        """Look for the fewest errors of some boxes, and nothing else."""
        settings = replace(self.settings.of_some_rows, max_errors=None)
        stages = AxisStages(boxes, settings, clock, silent)
        stages.wide = None  # what is asked for is a bound
        stages.start()
        stages.find_fewest_errors()
        return Fewest(stages.error_bound, stages.first.closed)

    @property
    def budget(self) -> int:
        """The errors that are allowed: those of stage two, once it has begun."""
        second = self.second
        return self._budget() if second is None or second.budget is None else second.budget

    def _budget(self) -> int:
        return self.settings.allowed(
            self.first.errors,
            total=self.ranks.total_weight,
            worst=self._worst,
            proved=self.first.closed,
        )

    @property
    def _worst(self) -> int:
        """Errors of the best tree with one leaf per cluster, which no answer is worse than."""
        return self.tree_errors if self.wide is None else self.wide.fewest

    # ---- stage two --------------------------------------------------------------------

    def find_shortest(self) -> None:
        """Stage two, from the answer with the fewest errors and any earlier short one."""
        goal, budget, began = self.settings.goal, self._budget(), self.clock.elapsed
        is_done = self.second is not None and budget == self.budget
        if is_done or self.first.broken:
            return
        goals = (goal, *tie_breaks(goal))
        second = self.incumbent("shortest description", goals, self.first.best, budget)
        second.hopeful = self._fewest_known
        if self.second is not None:
            second.offer(self.second.best)
        if self.known is not None:
            second.offer(self.known)
        self.second, self.objective_bound = second, 0
        closer = self.closer(second, tight=self._is_tight(budget))
        try:
            if not self._is_time:
                second.offer(without_idle(self.ranks, second.best, budget))
            else:
                second.raise_bound(self.quick_bound(budget))
                self._shorten(second)
            if self.settings.max_errors is not None:
                closer.refute(self.schedule.first_look * self.clock.remaining)
                self.shorten_fewer_errors(second)
                if self._is_met_late:
                    return  # the next pass shortens within the budget
            self.few.shorten(second, budget, closer)
            closer.run(self.clock.remaining)
        finally:
            self.first.offer(second.best)
            self.settled = closer.settled
            self.objective_bound = int(second.bound)
            self._note("stage_two", closer, began)

    def _is_tight(self, budget: int) -> bool:
        """Whether the budget is close to the fewest errors, as far as is known."""
        close = budget - self.error_bound <= self.schedule.tight * budget
        hard_to_meet = self.settings.max_errors is not None and self.first.bound > 0
        return close or hard_to_meet

    def _note(self, stage: Stage, closer: GapCloser, began: float) -> None:
        """Keep the figures of a stage; its seconds add up over passes."""
        is_first = stage == "stage_one"
        name: Seconds = "stage_one_seconds" if is_first else "stage_two_seconds"
        spent = self.clock.elapsed - began
        self.statistics[stage] = closer.statistics
        self.statistics[name] = round(self.statistics.get(name, 0.0) + spent, 3)

    def quick_bound(self, budget: int) -> int:
        """Bound the goal by the conditions that each cluster needs in any case."""
        conditions = int(self.conditions_needed.within(budget).sum())
        return self.settings.goal.least_with(conditions)

    def _shorten(self, second: Incumbent[Ranges]) -> None:
        """Drop features, then conditions, while the budget allows: a quick first answer."""
        problem = self.reduce(self.budget)
        limit = self._a_little(problem)
        short = problem.express(second.best)
        if self.settings.goal.sparsity > self.settings.goal.complexity:
            short = fewest_conditions(problem.ranks, short, self.budget, True, limit)
        short = fewest_conditions(problem.ranks, short, self.budget, False, limit)
        second.offer(problem.restore(short))

    def shorten_fewer_errors(self, second: Incumbent[Ranges]) -> None:
        """Begin with the fewest errors instead, where a given budget has not led to a proof soon.

        Within the fewest errors little is left to choose, and clauses soon find the shortest
        description. A looser budget leaves so much that a solver may not even come across that one.
        """
        clock = Clock(self.schedule.fewer_errors * self.clock.remaining)
        if second.closed or self.first.closed or not self._is_time:
            return
        if not can_be_written(self.reduce(self.first.errors), self.schedule, clock.remaining):
            return
        settings = replace(self.settings, max_errors=None, error_slack=0.0, parts=False)
        stages = AxisStages(self.boxes, settings, clock, self._hear_within)
        stages.read, stages.wide = self.read, None  # clauses or nothing
        stages.first.offer(self.first.best)
        try:
            stages.find_fewest_errors()
            if stages.first.closed:
                stages.find_shortest()
        finally:
            self.first.offer(stages.first.best)
            self.first.raise_bound(stages.first.bound)
            for step in stages.finds.steps:
                second.offer(self.encoding.answer(step.polyhedra))
        self._shorten(second)
        second.tell()

    def _hear_within(self, snapshot: Snapshot) -> None:
        """Pass on what a search within this one reports, at the time of this one."""
        self.listener(replace(snapshot, seconds=self.clock.elapsed))

    @property
    def floor(self) -> int:
        """The value of one condition per cluster, or of one feature."""
        return self.settings.goal.least_with(self.ranks.clusters)

    def _find_shorter_ones(self) -> None:
        """Drop one condition after the other, so that it is known what a shorter answer costs."""
        best, goal, clock = self.second or self.first, self.settings.goal, self._for_shorter_ones()
        made = Finds(goal)
        for answer in chain(
            [self.tree], shorter_ones(self.ranks, best.best, goal, self.floor, clock)
        ):
            self.keep(answer, made)
        self._leave_nothing_idle(clock)
        self._note_shorter(made, best, proved=self._proved and not clock.expired)

    def _leave_nothing_idle(self, clock: Clock) -> None:
        """Drop what solvers left in answers on the way, which makes some of them shorter."""
        for step in self.finds.steps:
            if not clock.expired:
                answer = self.encoding.answer(step.polyhedra)
                self.keep(without_idle(self.ranks, answer, step.errors), self.finds)

    def keep(self, answer: Ranges, finds: Finds, *, equal: bool = False) -> None:
        """Keep an answer among what was found, if it keeps to all limits."""
        errors, axes = answer.errors(self.ranks), self.ranks.axes
        value = self.settings.goal.value(answer, 0, axes)
        if not self.encoding.excess(answer, errors):
            finds.take(errors, value, partial(columns_of, answer), equal=equal)

    def _for_shorter_ones(self) -> Clock:
        """Return the time for that; on few rows there is some even when the time is over."""
        schedule = self.schedule
        share = max(schedule.least_shorter, schedule.shorter * self.clock.elapsed)
        if is_time_to_reduce(self.ranks, schedule.least_shorter, schedule):
            return Clock(max(schedule.shorter_in_any_case, min(share, self.clock.remaining)))
        return Clock(min(share, self.clock.remaining) if self._is_time else 0.0)

    # ---- ties -------------------------------------------------------------------------

    def break_ties(self) -> None:
        """Make the answer lexicographically best; without a proof, at least not idle."""
        second = self.second
        if second is None:
            return
        if self._bound < self._objective or not self._is_time:
            second.offer(without_idle(self.ranks, second.best, self.budget))
            return
        problem = self.reduce(self.budget, self.settled)
        if too_large(problem, self.schedule, self.clock.remaining):
            self._shorten(second)
            return
        seconds = max(self.schedule.least_ties, self.clock.elapsed)
        limit = Clock(min(self.clock.remaining, seconds))
        self.statistics["ties_broken"] = self.settle_ties(second, problem, self.error_bound, limit)

    def settle_ties(
        self, best: Incumbent[Ranges], problem: Reduced, error_bound: int, limit: Clock
    ) -> int:
        """Make an answer lexicographically best within its budget; return the levels proven."""
        costs: Sequence[Sequence[int]]
        costs = margin_costs(problem, self.values, best.best.complexity // 2)
        settled, narrow = self._tied_by_clauses(best, problem, error_bound, limit)
        if narrow is not None:
            problem, costs = narrow.problem, narrow.costs(costs)
        master = Master(problem)
        master.model.add(master.errors <= best.budget)
        best.rows, best.candidates = len(problem.ranks), problem.candidates
        return break_ties(
            master,
            best,
            replace(self.runner, clock=limit),
            limit,
            margins=lambda: master.step_costs(costs),
            error_bound=error_bound,
            is_complete=True,
            settled=settled,
        )

    def _tied_by_clauses(
        self, best: Incumbent[Ranges], problem: Reduced, error_bound: int, limit: Clock
    ) -> tuple[int, Narrow | None]:
        """Settle all goals and leave out what no tied answer has, as far as clauses do that."""
        spare = max(0, (best.budget or 0) - error_bound)
        if not can_be_written(problem, self.schedule, limit.remaining):
            return 0, None
        if not can_be_limited(problem, spare, self.schedule):
            return 0, None
        with closing(ClauseTies(problem, self.schedule)) as ties:
            return ties.settle(best, limit), ties.narrow(limit)
