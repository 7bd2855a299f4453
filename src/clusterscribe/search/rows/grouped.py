"""Solve on groups, judge on rows, split groups where the two differ.

    start       the tree with one leaf per cluster, fitted to all rows: no answer is worse, if the
                tree keeps to all limits
    group       rows that are close together, by the scheme
    solve       the boxes around the groups; a box is right only if the whole of it is
    judge       all rows, by the columns alone
    split       groups that are wrong as boxes and right in part (adaptive grouping, or where
                a given budget is not met yet), and solve again from what is known

The errors on boxes are never below those on the rows, so a budget that holds for the boxes
holds for the rows, and so does the share of a cluster inside. What is proved for boxes is not
proved for rows: another description may be better on the rows and worse on the boxes. Only where
each box is a single point is it the same; otherwise bounds come from counting the rows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.grouping.groups import Groups
from clusterscribe.grouping.schemes import Adaptive, Grouping, name_of
from clusterscribe.problem.columns import Polyhedra
from clusterscribe.progress import Snapshot
from clusterscribe.proof import Bounds, StopReason
from clusterscribe.search.answer import Answer
from clusterscribe.search.found import Finds, next_shorter
from clusterscribe.search.incumbent import value_of
from clusterscribe.search.rows.all_rows import AllRows, Boxed
from clusterscribe.search.rows.cutting import split
from clusterscribe.search.solve import solve
from clusterscribe.search.staircase import Step
from clusterscribe.search.statistics import Statistics
from clusterscribe.search.task import Task


@dataclass(frozen=True, slots=True)
class Judged:
    """An answer in the ranks of all rows, with its errors on these, and on the groups."""

    answer: Answer
    grouped_errors: int
    is_plain: bool = False  # each group was a single point, so that all bounds hold

    @property
    def agreed(self) -> bool:
        """Whether groups and rows tell the same."""
        return self.answer.errors == self.grouped_errors


class GroupedSearch:
    """One search; `run` may be interrupted, and `answer` always works."""

    def __init__(
        self,
        rows: AllRows,
        scheme: Grouping,
        task: Task,
    ) -> None:
        self.rows = rows
        self.scheme = scheme
        self.task = task
        # bounds on the errors of boxes do not hold for rows
        self.settings = replace(task.settings, parts=False)
        self.schedule = task.schedule.rows
        self.clock = task.clock
        self.is_adaptive = isinstance(scheme, Adaptive)
        self.tree = self._answer(rows.start())
        self.tree_errors = rows.cutting(rows.tree()).errors
        self.judged: list[Judged] = []
        self.last: Boxed | None = None
        self.rounds = 0
        self.stop_reason = StopReason.INTERRUPTED

    def run(self) -> None:
        """Go round until groups and rows agree or the time is over; else only once."""
        boxed = Boxed(self.rows, Groups.of(self.scheme, self.rows.boxes, self.rows.ranks))
        if self.is_adaptive and self.tree.errors:
            share = Clock(self.schedule.improving_the_tree * self.clock.remaining)
            self._judge(boxed, self.rows.improved(self.tree.polyhedra, share))
        patience = self._patience()
        while True:
            judged = self._round(boxed, patience)
            if not self._goes_on(judged, patience):
                return
            finer = self._split(self._split(boxed, judged.answer), self._best().answer)
            if len(finer.groups) > len(boxed.groups):
                boxed, patience = finer, self._patience()
            elif judged.answer.stop_reason == StopReason.STALLED:
                self.stop_reason = StopReason.STALLED
                return
            else:  # nothing is left to split, and nothing proved: the same for longer
                patience = min(self.clock.remaining, 2 * patience)

    def answer(self) -> Answer:
        """Return the best answer, with what is proved of it for the rows."""
        best = self._best()
        answer = best.answer
        # what is proved of boxes holds for rows only where the boxes are rows
        bounds = answer.bounds if best.is_plain else Bounds(self.rows.error_bound)
        budget = self._budget(best, proved=bounds.errors >= answer.errors)
        bounds = bounds.with_least(budget, self.rows.objective_bound(self.settings.goal, budget))
        is_short = bounds.least(budget) >= answer.objective
        optimal = is_short and self._fewest_known(best, bounds)
        return replace(
            answer,
            budget=budget,
            bounds=bounds,
            optimal=optimal,
            others=self._others.steps,
            shorter=next_shorter(self._others.steps, answer.errors, answer.objective, self._floor),
            tree=self.rows.fitted.paths,
            asked=self.settings.max_errors,
            stop_reason=StopReason.OPTIMAL if optimal and self.has_run else self.stop_reason,
            statistics=self._statistics(best),
        )

    def _budget(self, best: Judged, *, proved: bool) -> int:
        """Return the budget that bounds on the length are for."""
        answer = best.answer
        if self.settings.max_errors is not None:
            return self._allowed(answer.errors, proved=proved)
        own = max(answer.budget, answer.errors)
        return own if best.is_plain else max(own, self._allowed(answer.errors, proved=proved))

    def _fewest_known(self, best: Judged, bounds: Bounds) -> bool:
        """Whether the budget is made of the fewest errors there are, or was given and met."""
        if self.settings.max_errors is not None and self.meets_budget:
            return True
        return best.answer.optimal if best.is_plain else bounds.errors >= best.answer.errors

    @property
    def has_run(self) -> bool:
        """Whether the work came to an end, by itself or by its clock."""
        return self.stop_reason != StopReason.INTERRUPTED

    @property
    def meets_budget(self) -> bool:
        """Whether any answer is within the budget, if one was given."""
        return self.settings.is_met_by(self.fewest)

    # ---- rounds ---------------------------------------------------------------------

    def _round(self, boxed: Boxed, patience: float) -> Judged:
        """Solve on groups, and evaluate what comes out on all rows."""
        self.rounds += 1
        self.last = boxed
        # where boxes do not meet a budget, the rows of the best answer for them still may
        judged = self._judge_answer(boxed, self._solved(boxed, Clock(patience)))
        self._tell(boxed, judged)
        return judged

    def _solved(self, boxed: Boxed, limit: Clock) -> Answer:
        stages = self.task.stages(boxed.boxes, self.rows.data.seen, limit, self.settings)
        if self.is_adaptive or self.rounds > 1:
            stages.begin_with(self._best().answer)
        try:
            solve(stages, ties=not self.is_adaptive)
        except KeyboardInterrupt:
            self._judge_answer(boxed, stages.answer())
            raise
        return stages.answer()

    def _judge_answer(self, boxed: Boxed, answer: Answer) -> Judged:
        return self._judge(boxed, self.rows.here(answer.polyhedra, answer.values), answer)

    def _judge(self, boxed: Boxed, polyhedra: Polyhedra, found: Answer | None = None) -> Judged:
        """Evaluate an answer on all rows, and take note of it."""
        answer = self._answer(polyhedra, found)
        grouped = boxed.cutting(answer.polyhedra).errors
        judged = Judged(answer, grouped, is_plain=boxed.are_points)
        self.judged.append(judged)
        return judged

    def _split(self, boxed: Boxed, answer: Answer) -> Boxed:
        on_rows, on_groups = (of.cutting(answer.polyhedra) for of in (self.rows, boxed))
        return Boxed(self.rows, split(boxed.groups, on_rows, on_groups.wrong))

    def _goes_on(self, last: Judged, patience: float) -> bool:
        """Say whether there is another round, and if not, why."""
        if self.clock.expired:
            self.stop_reason = StopReason.TIME_LIMIT
        elif self._best().agreed and (last.answer.optimal or np.isinf(patience)):
            self.stop_reason = StopReason.AGREED
        elif not self.is_adaptive and self.meets_budget:
            self.stop_reason = StopReason.SOLVED if last.answer.optimal else last.answer.stop_reason
        elif not self.meets_budget and self.clock.elapsed > self._trying:
            self.stop_reason = StopReason.TIME_LIMIT
        else:
            return True
        return False

    @property
    def _trying(self) -> float:
        """Seconds for groups that do not meet a budget."""
        return self.schedule.trying_groups * self.clock.limit

    def _patience(self) -> float:
        """Return the seconds of a round: all there are, if it is the only one."""
        remaining = self.clock.remaining
        if self.is_adaptive:
            share = max(self.schedule.least_round, self.schedule.round * remaining)
            return min(remaining, share)
        is_free = self.settings.max_errors is None
        return remaining if is_free else self.schedule.trying_groups * remaining

    # ---- answers --------------------------------------------------------------------

    def _answer(self, polyhedra: Polyhedra, found: Answer | None = None) -> Answer:
        """Return an answer for all rows, without the columns that they do not need.

        `found` is what was found on groups, with what is known of it there.
        """
        needed = self.rows.cutting(polyhedra).without_idle()
        errors = self.rows.cutting(needed).errors
        of_rows = Answer(
            polyhedra=needed,
            values=self.rows.values,
            scaling=self.rows.scaling,
            errors=errors,
            budget=errors,
            objective=value_of(self.settings.goal, needed, errors, self.rows.boxes.axes),
            bounds=Bounds(),
            optimal=False,
            stop_reason=StopReason.TIME_LIMIT,
        )
        if found is None:
            return of_rows
        return replace(
            of_rows,
            budget=found.budget,
            bounds=found.bounds,
            optimal=found.optimal,
            stop_reason=found.stop_reason,
            statistics=found.statistics,
        )

    @property
    def fewest(self) -> int:
        """The fewest errors of any answer on all rows."""
        return min([self.tree.errors, *(judged.answer.errors for judged in self.judged)])

    @property
    def _others(self) -> Finds:
        """All answers, by their errors on all rows."""
        found = Finds(self.settings.goal)
        for answer in [self.tree, *(judged.answer for judged in self.judged)]:
            found.take_all([Step(answer.errors, answer.objective, answer.polyhedra)])
        return found

    @property
    def _floor(self) -> int:
        return self.settings.goal.least_with(self.rows.ranks.clusters)

    def _allowed(self, errors: int, *, proved: bool) -> int:
        return self.settings.allowed(
            errors,
            total=self.rows.ranks.total_weight,
            worst=self.tree_errors,
            proved=proved,
        )

    def _best(self) -> Judged:
        """Return the shortest answer within the budget, or within the slack if none was given."""
        allowed = self._allowed(self.fewest, proved=False)

        def rating(judged: Judged) -> tuple[int, int, int]:
            answer = judged.answer
            return max(0, answer.errors - allowed), answer.objective, answer.errors

        best = min([*self.judged, Judged(self.tree, self.tree.errors)], key=rating)
        if self.last is None:
            return best
        # on the groups of today
        return replace(best, grouped_errors=self.last.cutting(best.answer.polyhedra).errors)

    def _statistics(self, best: Judged) -> Statistics:
        ended = "agreed" if best.agreed else self.stop_reason
        groups = 0 if self.last is None else len(self.last.groups)
        return {
            **best.answer.statistics,
            "rows": "grouped",
            "tree_errors": self.tree_errors,
            "grouped_errors": self.rows.data.amount(best.grouped_errors),
            "groups": groups,
            "grouping": {
                "scheme": name_of(self.scheme),
                "groups": groups,
                "rounds": self.rounds,
                "ended": ended,
            },
        }

    def _tell(self, boxed: Boxed, judged: Judged) -> None:
        """Report what the last round has come to on all rows."""
        self.task.listener(
            Snapshot(
                stage=f"errors on all rows, round {self.rounds}",
                rows=len(boxed.groups),
                measure="errors",
                total=self.rows.data.amount(self.rows.data.total),
                candidates=0,
                best=self.rows.data.amount(judged.answer.errors),
                bound=None,
                seconds=self.clock.elapsed,
            )
        )
