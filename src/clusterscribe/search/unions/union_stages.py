"""The two stages for several polyhedra per cluster.

    start         the answer with one polyhedron per cluster, which is never made worse
    stage one     local search over several boxes per cluster, and the integer master
    stage two     the same with ever dearer conditions, then the integer master
    ties          as for one polyhedron, where the integer master comes to an end

The number of polyhedra is not chosen by itself: every condition of every one counts, so that
another one appears only where it pays. What is proved of one polyhedron per cluster is not proved
of several, and no bound is taken over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.description import Description
from clusterscribe.problem.columns import Geometry, Polyhedra, columns_of, moved
from clusterscribe.problem.merging import unavoidable_errors
from clusterscribe.problem.quick_bound import ConditionsNeeded, needs_condition
from clusterscribe.progress import Listener
from clusterscribe.proof import Bounds, CappedBound, StopReason
from clusterscribe.search.answer import Answer, Columns, Draft
from clusterscribe.search.axis.axis_stages import AxisStages
from clusterscribe.search.axis.few_conditions import MOST_CONDITIONS
from clusterscribe.search.found import Finds
from clusterscribe.search.goal import FEWEST_ERRORS, LEAST_COMPLEXITY, tie_breaks
from clusterscribe.search.incumbent import Incumbent
from clusterscribe.search.integer import Runner, never
from clusterscribe.search.settings import Settings
from clusterscribe.search.solve import Stages, solve
from clusterscribe.search.stages import EncodedStages
from clusterscribe.search.unions.local import LocalSearch
from clusterscribe.search.unions.losses import shortened, shorter_ones
from clusterscribe.search.unions.union_encoding import UnionEncoding
from clusterscribe.search.unions.union_exact import ExactUnions
from clusterscribe.search.unions.union_starts import errors_of_tree
from clusterscribe.search.whole.compiling import compilation
from clusterscribe.search.whole.means import Means

if TYPE_CHECKING:  # compiled, which should not delay those who do not need it
    from clusterscribe.search.columns.column_stages import ColumnStages
    from clusterscribe.search.slanted.slanted_stage import SlantedStage

MOST_POLYHEDRA = 8  # beyond which the relaxation says next to nothing


@dataclass(frozen=True, slots=True)
class Beginning:
    """The search for one polyhedron per cluster that several begin with, and what it works on.

    `axis` is its part for one feature per condition, `columns` all of it where there are several.
    """

    geometry: Geometry
    axis: AxisStages
    columns: ColumnStages | None = None


class UnionStages(EncodedStages[Polyhedra]):
    """The two stages; they may be interrupted, and `answer` always works."""

    def __init__(
        self, single: Beginning, settings: Settings, clock: Clock, listener: Listener
    ) -> None:
        self.schedule = settings.schedule.unions
        self.axis, self.columns, self.ranks = single.axis, single.columns, single.geometry.ranks
        self.single: Stages = single.columns or single.axis
        self.scaling = None if single.columns is None else single.columns.scaling
        self.values, self.paths = self.axis.values, self.axis.paths
        self.tree_errors = self.axis.tree_errors
        self.is_axis = single.columns is None
        self.unions = UnionEncoding(single.geometry, settings.max_polyhedra, is_axis=self.is_axis)
        super().__init__(self.unions, settings, clock, listener)
        self.runner = Runner(clock, settings.seed, settings.workers)
        self.local = LocalSearch(self.unions, settings.seed, settings.jobs, self.schedule)
        self.exact: ExactUnions | None = None  # sums make too many candidates to list
        if self.is_axis:
            most, largest = settings.max_polyhedra, self.schedule.largest_model
            self.exact = ExactUnions(self.ranks, most, self.runner, largest)
        self.error_bound = unavoidable_errors(self.ranks)
        self.known: Polyhedra | None = None
        self.flat: Polyhedra | None = (
            None  # the best with one feature per condition, if several may be
        )
        self.errors_before = 0  # this pass
        self.capped: CappedBound[int] | None = None
        self._first: Incumbent[Polyhedra] | None = None
        self.statistics["tree_errors"] = self.tree_errors

    def begin_with(self, known: Columns) -> None:
        """Take an answer to other boxes over the same features as a start."""
        self.known = moved(known.polyhedra, known.values, self.values)
        if len(known.polyhedra) == self.ranks.clusters:
            self.single.begin_with(known)

    def read_by(self, read: Callable[[Columns], Description]) -> None:
        """Let whoever hears of progress read the best answer so far, from the start on."""
        super().read_by(read)
        self.single.read_by(read)

    def _draft(self, answer: Polyhedra) -> Draft:
        return Draft(self.encoding.columns(answer), self.values, self.scaling)

    @property
    def first(self) -> Incumbent[Polyhedra]:
        """The answer with the fewest errors: at first that of one polyhedron per cluster."""
        if self._first is None:
            self._first = self._begin()
        return self._first

    def answer(self) -> Answer:
        """Return the best answer so far, whatever stopped the work."""
        best = self.second or self.first
        if not self.has_run:
            self._take_better_ones(best)
            self._drop_idle(best, Clock(self.schedule.least_finishing))
        second = self.second
        return Answer(
            polyhedra=self.encoding.columns(best.best),
            values=self.values,
            scaling=self.scaling,
            errors=best.errors,
            budget=self._budget() if second is None else second.budget or 0,
            objective=best.value_in(self.settings.goal),
            bounds=self.bounds,
            optimal=self._proved,
            stop_reason=self.stop_reason,
            statistics=self.statistics,
            capped=self.capped if self.ranks.limits.max_conditions is None else None,
            others=self.finds.steps,
            shorter=self.shorter if self.has_run else self._next_shorter(self.finds, best),
            tree=self.paths,
            asked=self.settings.max_errors,
            broken=best.broken,
        )

    # ---- the start --------------------------------------------------------------------

    def start(self) -> None:
        """Solve the problem with one polyhedron per cluster, in a share of the time."""
        solve(self.single, ties=False)
        self._first = self._begin()

    def _begin(self) -> Incumbent[Polyhedra]:
        """Take over what was found with one polyhedron per cluster."""
        fewest, short = self.single.fewest(), self.single.answer()
        self.finds.take_all(short.others)
        first = self.incumbent(
            "fewest errors", (FEWEST_ERRORS, self.settings.goal), fewest.polyhedra
        )
        first.raise_bound(self.error_bound)
        first.offer(short.polyhedra)
        if self.known is not None:
            first.offer(self.known)
        return first

    @cached_property
    def worst(self) -> int:
        """Errors of the best tree with as many leaves as there may be polyhedra, or fewer."""
        if self.ranks.lower is not self.ranks.upper:
            return self.tree_errors
        leaves = self.settings.max_polyhedra * self.ranks.clusters
        larger = errors_of_tree(self.ranks, leaves, self.settings.seed)
        return min(self.tree_errors, larger)

    # ---- stage one --------------------------------------------------------------------

    @property
    def _fewest_proved(self) -> int:
        """Errors that every description is proved to make."""
        return min(self.first.errors, max(self.error_bound, int(self.first.bound)))

    @property
    def bounds(self) -> Bounds:
        """What both stages have proved."""
        bounds, second = Bounds(self._fewest_proved), self.second
        if second is None or second.budget is None:
            return bounds
        return bounds.with_least(second.budget, min(int(second.bound), second.value))

    @property
    def _target(self) -> int:
        """Errors with which stage one is done: the budget, or as few as are proved to be needed."""
        limit = self.settings.max_errors
        return self._fewest_proved if limit is None else max(limit, self._fewest_proved)

    @property
    def _is_met(self) -> bool:
        return self.first.errors <= self._target and not self.first.broken

    def find_fewest_errors(self) -> None:
        """Look for fewer errors, by the integer master and by local search."""
        first, self.errors_before = self.first, self.first.errors
        if self._is_met or self.clock.expired:
            return
        is_given = self.settings.max_errors is not None
        share = self.schedule.meeting_a_budget if is_given else self.schedule.stage_one
        deadline = Clock(self._share(share))
        self._solve(first, self._part(deadline, self.schedule.first_try), lambda: self._is_met)
        if not self._is_met:
            self._search(self._part(deadline, self.schedule.searching))
        if not self._is_met:
            self._solve(first, deadline, lambda: self._is_met)

    def _search(self, deadline: Clock) -> None:
        """Look for fewer errors by local search, from one feature per condition to several."""
        first = self.first
        if self.is_axis:
            self.local.find_fewer_errors(first, deadline, lambda: self._is_met)
            return
        flat = replace(first, start=self.flat or columns_of(self.axis.first.best))
        self.local.find_fewer_errors(flat, self._part(deadline, self.schedule.one_feature))
        self.flat = flat.best
        first.offer(flat.best)
        if self.slanted is not None:
            from clusterscribe.search.unions.slanted_unions import find_fewer_errors

            starts, most = [first.best, flat.best], self.settings.max_polyhedra
            find_fewer_errors(
                self.slanted, first, starts, deadline, most=most, enough=lambda: self._is_met
            )

    @property
    def slanted(self) -> SlantedStage | None:
        """Local search over slanted conditions; groups of rows have none."""
        return None if self.columns is None else self.columns.slanted

    def prove_fewest_errors(self) -> None:
        """Bound the errors of few conditions by whole polyhedra, where they can be searched."""
        first, asked = self.first, self.ranks.limits.max_conditions
        has = asked or min(MOST_CONDITIONS, max(map(len, first.best)))
        is_few = 0 < has <= MOST_CONDITIONS and self.settings.max_polyhedra <= MOST_POLYHEDRA
        is_plain = self.is_axis and self.local.is_possible and self.settings.parts
        is_worth = self.axis.few.is_touching(first.errors) and self.capped is None
        limit = Clock(self._share(self.schedule.proving))
        if self._is_met or not (is_plain and is_few and is_worth and compilation().wait(limit)):
            return
        # compiled, which should not delay those who do not need it
        from clusterscribe.search.unions.union_bound import proved_of_unions

        means = Means(self.runner, self.settings.schedule.whole, self.settings.jobs)
        most, single = self.settings.max_polyhedra, self.axis.first
        self.capped = proved_of_unions(self.ranks, has, single, means, limit, polyhedra=most)
        if self.capped.max_conditions == asked:
            first.raise_bound(self.capped.errors)
            first.tell()

    def is_worth_another_pass(self) -> bool:
        """Whether fewer errors were found in this pass, or could be soon, and time is left."""
        if self._is_met_late:
            return True
        is_news = self.first.errors < self.errors_before or self.local.is_waiting
        is_limited = bool(np.isfinite(self.clock.limit))
        is_open = self.settings.max_errors is None and not self._is_met
        is_time = self.clock.remaining > self.schedule.least_pass
        return is_news and is_limited and is_open and is_time

    def _budget(self) -> int:
        return self.settings.allowed(
            self.first.errors,
            total=self.ranks.total_weight,
            worst=self.worst,
            proved=self.first.errors <= self._fewest_proved,
        )

    # ---- stage two --------------------------------------------------------------------

    def find_shortest(self) -> None:
        """Shorten the answer within the budget, from all that is known."""
        goal, budget = self.settings.goal, self._budget()
        if self.second is not None and self.second.budget == budget:
            return
        if self.first.broken:
            return
        goals = (goal, *tie_breaks(goal))
        second = self.incumbent("shortest description", goals, self.first.best, budget)
        known = [] if self.second is None else [self.second.best]
        for answer in (*known, *(step.polyhedra for step in self.finds.steps)):
            second.offer(answer)
        self.second = second
        second.raise_bound(self.quick_bound(budget))
        if not (second.closed or self.clock.expired):
            self.bring_together(second, Clock(self._share(1.0)))

    def bring_together(self, best: Incumbent[Polyhedra], deadline: Clock) -> None:
        """Work on the answer and its bound, within the budget or below the ceiling it has."""
        self._solve(best, self._part(deadline, self.schedule.first_try))
        if not best.closed:
            self.local.shorten(best, self._part(deadline, self.schedule.shortening))
        if not best.closed and self.slanted is not None and best.budget is not None:
            from clusterscribe.search.unions.slanted_unions import shorten

            shorten(self.slanted, best, best.budget, self._part(deadline, self.schedule.shortening))
        if not best.closed:
            self._solve(best, deadline)

    def _solve(
        self, best: Incumbent[Polyhedra], limit: Clock, enough: Callable[[], bool] = never
    ) -> None:
        if self.exact is not None:
            self.exact.solve(best, limit, enough)

    def quick_bound(self, budget: int) -> int:
        """Bound the goal by the conditions that each cluster needs in any case.

        Without a condition, a cluster contains every row; with one, it is a single half-space. That
        is so however many polyhedra it may have.
        """
        if self.is_axis:
            needed = int(self._needed.within(budget).sum())
        else:
            needed = int(needs_condition(self.ranks, budget).sum())
        return self.settings.goal.least_with(needed)

    @cached_property
    def _needed(self) -> ConditionsNeeded:
        return ConditionsNeeded(self.ranks)

    # ---- ties and the end -------------------------------------------------------------

    def break_ties(self) -> None:
        """Make the answer lexicographically best; without a proof, at least not idle."""
        second = self.second
        if second is None:
            return
        seconds = max(self.schedule.least_ties, self.clock.elapsed)
        limit = Clock(min(self.clock.remaining, seconds))
        if second.closed and not limit.expired:
            levels = self.settle_ties(second, self._fewest_proved, limit)
            if levels is not None:
                self.statistics["ties_broken"] = levels

    def settle_ties(self, best: Incumbent[Polyhedra], error_bound: int, limit: Clock) -> int | None:
        """Make an answer lexicographically best, where there is an integer master."""
        if self.exact is None:
            return None
        return self.exact.settle_ties(best, self.values, error_bound, limit)

    def finish(self) -> None:
        """Leave nothing idle, and say why the work ended."""
        best, schedule = self.second or self.first, self.schedule
        share = max(schedule.finishing, schedule.finishing_share * self.clock.elapsed)
        clock = Clock(min(share, max(schedule.least_finishing, self.clock.remaining)))
        self._drop_idle(best, clock)
        made = Finds(self.settings.goal)
        for answer in shorter_ones(self.unions, best.best, self.settings.goal, clock):
            self.keep(answer, made)
        self._note_shorter(made, best, proved=self._proved and not clock.expired)
        self.stop_reason = self._end()

    def _drop_idle(self, best: Incumbent[Polyhedra], clock: Clock) -> None:
        best.offer(shortened(self.unions, best.best, LEAST_COMPLEXITY, best.errors, clock))

    def keep(self, answer: Polyhedra, finds: Finds, *, equal: bool = False) -> None:
        """Keep an answer among what was found, if it keeps to all limits."""
        errors = self.encoding.errors(answer)
        if not self.encoding.excess(answer, errors):
            value = self.encoding.value(self.settings.goal, answer, 0)
            finds.take(errors, value, partial(self.encoding.columns, answer), equal=equal)

    @property
    def floor(self) -> int:
        """The value of one condition per cluster, or of one feature."""
        return self.axis.floor

    @property
    def _proved(self) -> bool:
        """Whether both gaps are closed, and the budget is still that of stage two."""
        if self.second is None or not self.second.closed:
            return False
        return self._is_met and self.second.budget == self._budget()

    def _end(self) -> StopReason:
        if self._proved:
            return StopReason.OPTIMAL
        is_over = self.clock.remaining <= self.schedule.least_pass
        return StopReason.TIME_LIMIT if is_over else StopReason.STALLED

    # ---- time -------------------------------------------------------------------------

    def _share(self, share: float) -> float | None:
        """Return a share of the time that is left, also where there is no limit."""
        if np.isfinite(self.clock.limit):
            return share * self.clock.remaining
        return None if share == 1.0 else self.schedule.first_round

    def _part(self, whole: Clock, share: float) -> Clock:
        """Return the time for a part of something."""
        is_limited = np.isfinite(whole.limit)
        return Clock(share * whole.remaining if is_limited else self.schedule.first_round)
