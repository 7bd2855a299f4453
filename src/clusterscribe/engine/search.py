"""The search for a description of a table in an engine.

    lazy rows    solve the rows fetched, evaluate the answer on all rows, fetch what is wrong
    a sample     where too many errors cannot be avoided: a larger sample, for the time left
    a tree       the tree with one leaf per cluster, fitted to that sample
    lazy rows    once more, where the sample shows that few rows go wrong after all

All that is found is evaluated on all rows; the best of it is the answer. What is proved of rows
that were fetched is proved of all rows.
"""

from __future__ import annotations

import math
from dataclasses import replace

from clusterscribe.clock import Clock
from clusterscribe.engine.rows import RowsInEngine
from clusterscribe.engine.survey import Survey
from clusterscribe.errors import hint
from clusterscribe.problem.columns import columns_of
from clusterscribe.problem.ranks import rank
from clusterscribe.problem.tree import tree_ranges
from clusterscribe.proof import Bounds, StopReason
from clusterscribe.search.answer import Answer
from clusterscribe.search.rows.encode import Encoded
from clusterscribe.search.rows.lazy import LazySearch
from clusterscribe.search.rows.source import INTERRUPTED, Found
from clusterscribe.search.settings import least_inside
from clusterscribe.search.solve import solve
from clusterscribe.search.statistics import Statistics
from clusterscribe.search.task import Task

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

    def search(self) -> Found:
        """Return the best description, by its errors on all rows."""
        try:
            self.lazy.run(Clock(self.task.schedule.rows.lazy * self.clock.remaining))
            if not self._is_proved:
                self._sampled()
            if self._is_worth_another_try:
                self.lazy.run(self.clock, even_if_hopeless=True)
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
        sample = self.rows.sample(self.task.schedule.rows.sample)
        if self.task.parameters.max_terms > 1 and self.rows.ends is not None:
            sample.add(self.rows.ends)
        data = sample.encoded()
        self._judge_the_tree(data)
        for budget in self._budgets(sample.whole / self.survey.total):
            self._judge_the_sample(data, budget)
            best = self.lazy.best
            if best is not None and not best.answer.is_over:
                break
        self._have_enough_inside(data)

    def _have_enough_inside(self, data: Encoded) -> None:
        """Ask more of the sample until all rows have enough of every cluster inside.

        A sample is a fair one, but its share inside is not quite that of all rows. What is proved
        with such a limit on some rows does not hold for all.
        """
        share = self.task.parameters.min_recall
        for _ in range(TRIES):
            if self.lazy.best is None or not self.lazy.best.lacking or self.clock.expired:
                return
            settings = replace(
                self.task.settings, max_errors=None, least_inside=least_inside(data, share)
            )
            limit = Clock(self.clock.remaining / TRIES)
            stages = self.task.stages(data.boxes, data.features, limit, settings)
            solve(stages, ties=False)
            self.lazy.judged(data, replace(stages.answer(), bounds=Bounds(), optimal=False))
            share = (share + 1) / 2

    def _budgets(self, share: float) -> list[int | None]:
        """Return the budgets to try: the share of the sample, then whatever is needed."""
        limit = self.task.settings.max_errors
        return [None] if limit is None else [math.floor(limit * share), None]

    def _judge_the_sample(self, data: Encoded, budget: int | None) -> None:
        settings = replace(self.task.settings.of_some_rows, max_errors=budget)
        limit = Clock(self.clock.remaining)
        stages = self.task.stages(data.boxes, data.features, limit, settings)
        try:
            solve(stages, ties=False)
        except KeyboardInterrupt:
            self.lazy.judged(data, replace(stages.answer(), optimal=False))
            raise
        answer = stages.answer()
        if budget != self.task.settings.max_errors:  # no proof for the budget that was given
            answer = replace(answer, optimal=False)
        self.lazy.judged(data, answer)

    def _judge_the_tree(self, data: Encoded) -> None:
        """Evaluate the tree with one leaf per cluster on all rows."""
        ranks, values = rank(data.boxes)
        ranges = tree_ranges(ranks)
        errors = ranges.errors(ranks)
        answer = Answer(
            polyhedra=columns_of(ranges),
            values=values,
            scaling=None,
            errors=errors,
            budget=errors,
            objective=self.task.settings.goal.value(ranges, errors),
            bounds=Bounds(),
            optimal=False,
            stop_reason=StopReason.TIME_LIMIT,
            statistics={"tree_errors": errors},
        )
        _, found = self.lazy.judged(data, answer)
        self.tree_errors = found.answer.errors

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
        return replace(best, answer=known).because("the table stays in its engine")
