"""The search for a description of a table in an engine.

    lazy rows    solve on the rows fetched, hold all rows against it, fetch what is wrong
    a sample     where too many errors cannot be avoided: a larger sample, for the time left
    a tree       the tree with a leaf a cluster, fitted to that sample
    lazy rows    once more, where the sample shows that few rows go wrong after all

All that is found is held against all rows; the best of it is the answer. What is proved of rows
that were fetched is proved of all rows.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import replace

from clusterscribe.clock import Clock
from clusterscribe.engine.rows import RowsInEngine
from clusterscribe.engine.survey import Survey
from clusterscribe.errors import hint
from clusterscribe.parameters import Parameters
from clusterscribe.problem.columns import columns_of
from clusterscribe.problem.ranks import rank
from clusterscribe.problem.tree import tree_ranges
from clusterscribe.progress import Listener
from clusterscribe.proof import Bounds, StopReason
from clusterscribe.search.answer import Answer, BudgetNotMetError
from clusterscribe.search.axis.two_stages import Settings
from clusterscribe.search.rows.encode import Encoded
from clusterscribe.search.rows.lazy import Found, LazySearch, Stages
from clusterscribe.search.solve import INTERRUPTED, LAZY, infeasible
from clusterscribe.search.stages import settings_for, stages_on

SAMPLE = 50_000  # rows, where lazy rows come to no end
PASSES = 4  # over all rows, to take the first of them
LAST = 5  # passes that are still to come when the time is over


class EngineSearch:
    """One search; `run` may be interrupted, and returns the best so far then."""

    def __init__(
        self, survey: Survey, parameters: Parameters, clock: Clock, listener: Listener
    ) -> None:
        self.survey = survey
        self.parameters = parameters
        self.listener = listener
        began = clock.elapsed
        self.rows = RowsInEngine(survey, parameters.seed)
        reserve = LAST * (clock.elapsed - began) / PASSES
        self.clock = Clock(max(0.0, clock.remaining - reserve))
        self.settings = self._settings(self.rows.encoded())
        lazily = Clock(LAZY * self.clock.remaining)
        self.lazy = LazySearch(
            self.rows,
            self._stages,
            parameters.placement,
            lazily,
            limit=self.settings.max_errors,
            row_weight=survey.total / sum(survey.extremes.size.values()),
        )
        self.few_errors = self.lazy.too_many
        self.tree_errors: int | None = None

    def run(self) -> Found:
        """Return the best description, by its errors on all rows."""
        try:
            with suppress(BudgetNotMetError):  # the sample may show what can be met
                self.lazy.run()
            if not self._is_proved:
                self._sampled()
            if self._is_worth_another_try:
                self.lazy.clock, self.lazy.too_many = self.clock, math.inf
                with suppress(BudgetNotMetError):
                    self.lazy.run()
        except KeyboardInterrupt:
            if self.lazy.best is None:
                raise
            hint(INTERRUPTED)
            return self._answer(self.lazy.best, StopReason.INTERRUPTED)
        return self._answer(self.lazy.best)

    @property
    def _is_proved(self) -> bool:
        return self.lazy.best is not None and self.lazy.best.answer.optimal

    @property
    def _is_worth_another_try(self) -> bool:
        """Whether the sample shows that few rows go wrong, where lazy rows had given up."""
        best = self.lazy.best
        few = best is not None and best.answer.errors <= self.few_errors
        return few and not self._is_proved and not self.clock.expired

    def _settings(self, data: Encoded) -> Settings:
        """Return what is asked for; a share of the rows is a share of all rows."""
        budget = self.survey.unit.budget(self.parameters.max_errors, self.survey.total)
        return replace(settings_for(data, self.parameters), max_errors=budget)

    def _stages(self, data: Encoded, limit: Clock, settings: Settings | None = None) -> Stages:
        settings = settings or self.settings
        return stages_on(
            data.boxes, self.parameters, settings, limit, self.listener, names=data.features
        )

    # ---- a sample, where there are too many errors ------------------------------------

    def _sampled(self) -> None:
        """Describe a larger sample, and hold all rows against that.

        Rows at the ends of clusters, and rows that were wrong, are no part of it: they would
        count for as much as rows that stand for thousands. Only where features are scaled by
        their ranges do the ends have to be there.
        """
        sample = self.rows.sample(SAMPLE)
        if self.parameters.max_terms > 1 and self.rows.ends is not None:
            sample.add(self.rows.ends)
        data = sample.encoded()
        self._judge_the_tree(data)
        for budget in self._budgets(sample.whole / self.survey.total):
            self._judge_the_sample(data, budget)
            best, limit = self.lazy.best, self.settings.max_errors
            if best is not None and (limit is None or best.answer.errors <= limit):
                return

    def _budgets(self, share: float) -> list[int | None]:
        """Return the budgets to try: the share of the sample, then whatever is needed."""
        limit = self.settings.max_errors
        return [None] if limit is None else [math.floor(limit * share), None]

    def _judge_the_sample(self, data: Encoded, budget: int | None) -> None:
        settings = replace(self.settings, max_errors=budget)
        stages = self._stages(data, Clock(self.clock.remaining), settings)
        try:
            stages.run(ties=False)
            answer = stages.answer()
        except BudgetNotMetError:
            return
        except KeyboardInterrupt:
            with suppress(BudgetNotMetError):
                self.lazy.judged(data, replace(stages.answer(), optimal=False))
            raise
        if budget != self.settings.max_errors:  # it is no proof for the budget that was given
            answer = replace(answer, optimal=False)
        self.lazy.judged(data, answer)

    def _judge_the_tree(self, data: Encoded) -> None:
        """Hold all rows against the tree with a leaf a cluster."""
        ranks, values = rank(data.boxes)
        ranges = tree_ranges(data.boxes, values)
        errors = ranges.errors(ranks)
        answer = Answer(
            polyhedra=columns_of(ranges),
            values=values,
            scaling=None,
            errors=errors,
            budget=errors,
            objective=self.settings.goal.value(ranges, errors),
            bounds=Bounds(),
            optimal=False,
            stop_reason=StopReason.TIME_LIMIT,
            statistics={"tree_errors": errors},
        )
        _, found = self.lazy.judged(data, answer)
        self.tree_errors = found.answer.errors

    # ---- the end ----------------------------------------------------------------------

    def _answer(self, best: Found | None, stop_reason: StopReason | None = None) -> Found:
        """Return the best with what is known at the end, or refuse a budget that is not met."""
        if best is None:
            raise RuntimeError("no description was held against all rows")
        answer, limit = best.answer, self.settings.max_errors
        bounds = answer.bounds & self.lazy.bounds
        reason = stop_reason or answer.stop_reason
        if limit is not None and answer.errors > limit:
            failure = BudgetNotMetError(answer.errors, min(answer.errors, bounds.errors))
            raise infeasible(best.data, self.parameters, failure, reason)
        why = "the table stays in its engine"
        statistics = {**answer.statistics, "rows": "engine", "rows_why": why}
        if self.tree_errors is not None:
            statistics["tree_errors"] = self.tree_errors
        known = replace(answer, bounds=bounds, stop_reason=reason, statistics=statistics)
        return replace(best, answer=known)
