"""The search for a description of a table in an engine.

    lazy rows    solve the rows fetched, evaluate the answer on all rows, fetch what is wrong
    a sample     where too many errors cannot be avoided: a larger sample, for the time left
    a tree       the tree with one leaf per cluster, fitted to that sample
    lazy rows    once more, where the sample shows that few rows go wrong after all
    histograms   where clusters touch: a bound for few conditions on all rows (`touching.py`)

All that is found is evaluated on all rows; the best of it is the answer. What is proved of rows
that were fetched is proved of all rows.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.engine.rows import RowsInEngine
from clusterscribe.engine.survey import Survey
from clusterscribe.errors import InputError, hint
from clusterscribe.problem.columns import columns_of
from clusterscribe.problem.ranks import rank
from clusterscribe.problem.tree import tree_ranges
from clusterscribe.proof import Bounds, CappedBound, StopReason
from clusterscribe.search.answer import Answer
from clusterscribe.search.rows.decode import decode
from clusterscribe.search.rows.encode import Encoded
from clusterscribe.search.rows.lazy import LazySearch
from clusterscribe.search.rows.reading import reading_of
from clusterscribe.search.rows.source import INTERRUPTED, Found
from clusterscribe.search.settings import least_inside
from clusterscribe.search.solve import solve
from clusterscribe.search.statistics import Statistics
from clusterscribe.search.task import Task

MOST_CONDITIONS = 2  # of a cluster, of which a bound can be found on all rows
TRIES = 3  # with the share inside of a sample, each time closer to all of it


class RowsOfEngine:
    """The rows of a table in an engine, as a source of rows for the search."""

    def __init__(self, survey: Survey, task: Task) -> None:
        schedule, began = task.schedule.rows, task.clock.elapsed
        self.survey = survey
        self.rows = RowsInEngine(survey, task.parameters.seed, schedule)
        one_pass = (task.clock.elapsed - began) / schedule.first_passes
        self.clock = Clock(max(0.0, task.clock.remaining - schedule.last_passes * one_pass))
        self.task = replace(task, clock=self.clock)
        row_weight = survey.total / sum(survey.extremes.size.values())
        self.lazy = LazySearch(self.rows, self.task, row_weight=row_weight)
        self.tree_errors: int | None = None
        self.sample: Encoded | None = None
        self.capped: CappedBound[int] | None = None

    def search(self) -> Found:
        """Return the best description, by its errors on all rows."""
        try:
            self.lazy.run(Clock(self.task.schedule.rows.lazy * self.clock.remaining))
            if not self._is_proved:
                self._sampled()
            if self._is_worth_another_try:
                self.lazy.run(self.clock, even_if_hopeless=True)
            self._prove()
        except KeyboardInterrupt:
            if self.lazy.best is None:
                raise
            hint(INTERRUPTED)
            best = self.lazy.best
            return self._answer(replace(best, answer=best.answer.interrupted()))
        return self._answer(self.lazy.best)

    @property
    def _is_proved(self) -> bool:
        return self.lazy.best is not None and self.lazy.best.answer.optimal

    @property
    def _is_worth_another_try(self) -> bool:
        """Whether the sample shows that few rows go wrong, where lazy rows had given up."""
        best = self.lazy.best
        few = best is not None and best.answer.errors <= self.lazy.too_many
        return few and not self._is_proved and not self.clock.expired

    # ---- a sample, where there are too many errors ------------------------------------

    def _sampled(self) -> None:
        """Describe a larger sample, and evaluate that on all rows.

        Rows at the ends of clusters, and rows that were wrong, are no part of it: they would
        count for as much as rows that stand for thousands. Only where features are scaled by
        their ranges do the ends have to be there.
        """
        is_scaled = self.task.parameters.max_terms > 1
        self.sample = data = self.rows.large_sample(self._sample_size, with_ends=is_scaled)
        self._judge_the_tree(data)
        for budget in self._budgets(data.total / self.survey.total):
            self._judge_the_sample(data, budget)
            best = self.lazy.best
            if best is not None and not best.answer.is_over:
                break
        self._have_enough_inside(data)

    @property
    def _sample_size(self) -> int:
        """Rows that there are time and memory for."""
        schedule, columns = self.task.schedule.rows, len(self.survey.features)
        doublings = math.log2(max(2, len(self.survey.clusters.labels)))
        each = columns * (schedule.seconds_per_cell + schedule.seconds_per_split * doublings)
        most = min(schedule.largest_sample, schedule.most_cells // columns)
        affordable = min(most, schedule.sampling * self.clock.remaining / each)
        return max(schedule.sample, int(affordable))

    def _have_enough_inside(self, data: Encoded) -> None:
        """Ask more of the sample until all rows have enough of every cluster inside.

        A sample is a fair one, but its share inside is not quite that of all rows. What is proved
        with such a limit on some rows does not hold for all.
        """
        shares = self.task.shares_inside
        for _ in range(TRIES):
            if self.lazy.best is None or not self.lazy.best.lacking or self.clock.expired:
                return
            settings = replace(
                self.task.settings, max_errors=None, least_inside=least_inside(data, shares)
            )
            limit = Clock(self.clock.remaining / TRIES)
            stages = self.task.stages(data.boxes, data.seen, limit, settings)
            solve(stages, ties=False)
            self.lazy.judged(data, _unproved(stages.answer()))
            shares = [(share + 1) / 2 for share in shares]

    def _budgets(self, share: float) -> list[int | None]:
        """Return the budgets to try: the share of the sample, then whatever is needed."""
        limit = self.task.settings.max_errors
        return [None] if limit is None else [math.floor(limit * share), None]

    def _judge_the_sample(self, data: Encoded, budget: int | None) -> None:
        """Describe the sample, which is a fair one, with about the same limits as all rows.

        What is proved with a limit on what is inside does not hold for all rows, unless these are
        all rows.
        """
        is_all = data.total == self.survey.total
        inside = least_inside(data, self.task.shares_inside)
        settings = replace(self.task.settings, max_errors=budget, least_inside=inside)
        stages = self.task.stages(data.boxes, data.seen, self._for_the_sample(), settings)
        stages.read_by(reading_of(data, self.task.parameters.placement))
        try:
            solve(stages, ties=False)
        except KeyboardInterrupt:
            self.lazy.judged(data, _unproved(stages.answer()))
            raise
        answer = stages.answer()
        if inside and not is_all:
            answer = _unproved(answer)
        if budget != self.task.settings.max_errors:  # no proof for the budget that was given
            answer = replace(answer, optimal=False)
        self.lazy.judged(data, answer)

    def _for_the_sample(self) -> Clock:
        """Return the time for a sample: not all where a bound for all rows may follow."""
        share = self.task.schedule.rows.describing_the_sample if self._may_be_bounded else 1.0
        return Clock(share * self.clock.remaining)

    def _judge_the_tree(self, data: Encoded) -> None:
        """Evaluate the tree with one leaf per cluster on all rows.

        Where it has more conditions than were asked for, or breaks wishes, it is no answer.
        """
        ranks, values = rank(data.boxes)
        ranges = tree_ranges(ranks)
        errors = ranges.errors(ranks)
        answer = Answer(
            polyhedra=columns_of(ranges),
            values=values,
            scaling=None,
            errors=errors,
            budget=errors,
            objective=self.task.settings.goal.value(ranges, errors, ranks.axes),
            bounds=Bounds(),
            optimal=False,
            stop_reason=StopReason.TIME_LIMIT,
            statistics={"tree_errors": errors},
        )
        used = set(np.flatnonzero(ranges.used).tolist())
        is_no_answer = self.task.settings.wishes.unused(used)
        if is_no_answer or self.lazy.limits.over(ranges.conditions.tolist()):
            description = decode(data, answer, self.task.parameters.placement)
            self.tree_errors = self.rows.evaluate(description).errors
        else:
            self.tree_errors = self.lazy.judged(data, answer)[1].answer.errors

    # ---- a bound for all rows ---------------------------------------------------------

    @property
    def _may_be_bounded(self) -> bool:
        """Whether there are so few conditions that a bound for them can be found on all rows."""
        asked, most = self.task.parameters, self.task.settings.max_conditions
        few = most is None or most <= MOST_CONDITIONS
        return few and asked.max_terms == 1 and asked.max_polyhedra == 1

    def _prove(self) -> None:
        """Bound the errors of few conditions: those asked for, or as many as the answer has."""
        best, asked = self.lazy.best, self.task.settings.max_conditions
        if best is None or best.answer.optimal or not self._may_be_bounded:
            return
        if self.sample is None or self.sample.total == self.survey.total:
            return  # all that can be proved of these rows is proved
        conditions = asked or max(1, *map(len, best.answer.polyhedra))
        if conditions > MOST_CONDITIONS or self.clock.expired:
            return
        errors = self._bound(conditions, best.answer)
        if errors is None:
            return
        if errors > best.answer.errors and not best.lacking:
            raise RuntimeError(f"{errors} errors were proved, but {best.answer.errors} are enough")
        if asked is None:
            self.capped = CappedBound(conditions, errors)
        else:
            self.lazy.bounds = self.lazy.bounds.with_errors(errors)

    def _bound(self, conditions: int, answer: Answer) -> int | None:
        # compiled, which should not delay those who do not need it
        from clusterscribe.engine.touching import TouchingRows

        assert self.sample is not None
        try:
            rows = TouchingRows(self.survey, self.task, self.sample)
            return rows.error_bound(conditions, answer, self.clock)
        except InputError as error:  # an answer is there, whatever the engine lacks for a bound
            hint(f"no bound was found for all rows: {error}")
            return None

    # ---- the end ----------------------------------------------------------------------

    def _answer(self, best: Found | None) -> Found:
        """Return the best with what is known at the end."""
        if best is None:
            raise RuntimeError("no description was evaluated on all rows")
        best = self.lazy.with_enough_inside(best)
        answer = best.answer
        bounds = answer.bounds & self.lazy.bounds
        statistics: Statistics = {**answer.statistics, "rows": "engine"}
        if self.tree_errors is not None:
            statistics["tree_errors"] = self.tree_errors
        known = replace(answer, bounds=bounds, statistics=statistics)
        if self.capped is not None:
            known = replace(known, capped=self.capped)
        return replace(best, answer=known).because("the table stays in its engine")


def _unproved(answer: Answer) -> Answer:
    """Return an answer to a sample of which nothing is proved for all rows."""
    return replace(answer, bounds=Bounds(), capped=None, optimal=False)
