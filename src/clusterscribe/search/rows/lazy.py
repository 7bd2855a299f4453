"""Solve on some rows, judge on all, take in what goes wrong, until both agree.

    start       some rows of each cluster, and those where a feature is least or most in it
    solve       the rows taken so far, exactly
    judge       all rows, from the description alone
    take in     rows that are wrongly described, some of every kind

A description makes no more errors on some of the rows than on all of them, so what is proved
of the rows taken is proved of all. Where the errors are the same, the best description
of the rows taken is the best of all. Where no budget was given, the slack counts from the fewest
errors there are: a description that makes no more has to be found on all rows as well.

The rows taken are not asked to have a share of each cluster inside, as they are no fair sample.
Where an answer has too little inside on all rows, few rows come to no end.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol

from clusterscribe.clock import Clock
from clusterscribe.description import Description
from clusterscribe.problem.columns import owners_of, with_part
from clusterscribe.proof import Bounds, StopReason
from clusterscribe.search.answer import Answer
from clusterscribe.search.incumbent import value_of
from clusterscribe.search.rows.decode import decode
from clusterscribe.search.rows.encode import Encoded
from clusterscribe.search.rows.reading import reading_of
from clusterscribe.search.rows.source import Found
from clusterscribe.search.rows.starting import begin_with_description
from clusterscribe.search.solve import Stages, solve
from clusterscribe.search.staircase import Step
from clusterscribe.search.statistics import Statistics
from clusterscribe.search.task import Task


class Evaluation(Protocol):
    """A description evaluated on all rows."""

    @property
    def errors(self) -> int:
        """The weight of wrongly described rows, in whole units."""

    @property
    def outside_own(self) -> Sequence[int]:
        """For each cluster the weight of its rows outside its own polyhedron."""


class Rows(Protocol):
    """All rows of a table, in memory or not, of which some are taken."""

    @property
    def share(self) -> float:
        """The share of all rows that is taken."""

    def encoded(self) -> Encoded:
        """Return the numbers of the rows taken so far."""

    def evaluate(self, description: Description) -> Evaluation:
        """Evaluate a description on all rows."""

    def take_in(self, evaluation: Any) -> int:  # noqa: ANN401  (what `evaluate` returned)
        """Take in some of the wrongly described rows, and return how many."""


class LazySearch:
    """One search; `run` may be interrupted, and `best` is there once a round is over.

    `row_weight` is what a row weighs on average, in whole units as all errors are.
    """

    def __init__(self, rows: Rows, task: Task, *, row_weight: float) -> None:
        self.rows = rows
        self.task = task
        self.schedule = task.schedule.rows
        self.limit = task.settings.max_errors  # the budget, if one was given
        self.limits = task.settings.limits(task.rows.cluster_totals)
        self.too_many = self.schedule.too_many_errors * row_weight
        self.best: Found | None = None
        self.rounds = 0
        self.errors_taken = 0  # of the last description, on the rows taken
        self.bounds = Bounds()  # of all rows: whatever was proved of any rows taken
        self.fewest_errors: float = math.inf  # of any description, on all rows

    def run(self, clock: Clock, *, even_if_hopeless: bool = False) -> None:
        """Go round until both agree and that is proved, or the time is over."""
        patience = min(self.schedule.least_round, clock.remaining)  # a first look
        while True:
            found, disagreeing = self._round(patience)
            gives_up = self.is_hopeless and not even_if_hopeless
            if found.answer.optimal or clock.expired or gives_up:
                return
            taken_in = sum([self.rows.take_in(evaluation) for evaluation in disagreeing])
            if found.lacking and not taken_in:  # few rows do not tell what is to be inside
                return
            if taken_in:
                patience = self._patience(clock)
            elif math.isinf(patience) or found.answer.stop_reason == StopReason.STALLED:
                return  # more time for the same rows would bring no news
            else:  # nothing to take in, but not proved: the same rows for longer
                patience = min(clock.remaining, max(2 * patience, self._patience(clock)))

    def _round(self, patience: float) -> tuple[Found, list[Evaluation]]:
        """Solve the rows taken so far; return what comes out, and what all rows do not bear out."""
        self.rounds += 1
        data = self.rows.encoded()
        settings = self.task.settings.of_some_rows
        stages = self.task.stages(data.boxes, data.seen, Clock(patience), settings)
        begin_with_description(stages, data, self.task.start)
        stages.read_by(reading_of(data, self.task.parameters.placement))
        try:
            solve(stages, ties=False)
        except KeyboardInterrupt:
            self.judged(data, stages.answer())
            raise
        answer = stages.answer()
        disagreeing: list[Evaluation] = []
        spends_slack = answer.errors > answer.error_bound
        if answer.optimal and spends_slack and not self._is_borne_out(answer):
            disagreeing += self._disagreement(data, stages.fewest())[1]
        found, more = self._disagreement(data, answer)
        disagreeing += more
        if found.answer.optimal:
            self._break_ties(data, stages)
        return found, disagreeing

    def _disagreement(self, data: Encoded, answer: Answer) -> tuple[Found, list[Evaluation]]:
        """Evaluate an answer on all rows; return that too if they show more errors."""
        evaluation, found = self.judged(data, answer)
        return found, [] if evaluation.errors == answer.errors else [evaluation]

    def _is_borne_out(self, answer: Answer) -> bool:
        """Whether the errors that its budget was made of are known to be the fewest of all rows."""
        return self.limit is not None or self.fewest_errors <= answer.error_bound

    def _break_ties(self, data: Encoded, stages: Stages) -> None:
        """Prefer what is best in all respects on the rows taken, if it is right on all rows."""
        stages.break_ties()
        stages.finish()
        _, found = self.judged(data, stages.answer())
        if found.answer.optimal:
            self.best = found

    def judged(self, data: Encoded, answer: Answer) -> tuple[Evaluation, Found]:
        """Evaluate an answer on all rows, and keep it if it is the best so far."""
        description = decode(data, answer, self.task.parameters.placement)
        evaluation = self.rows.evaluate(description)
        agreed = evaluation.errors == answer.errors
        lacking = self.limits.lacking(evaluation.outside_own)
        if not lacking:
            self.fewest_errors = min(self.fewest_errors, evaluation.errors)
        self.bounds &= answer.bounds.of_more_rows()
        self.errors_taken = answer.errors
        optimal = agreed and answer.optimal and self._is_borne_out(answer) and not lacking
        is_shaken = answer.stop_reason == StopReason.OPTIMAL and not optimal
        of_all = replace(
            answer,
            errors=evaluation.errors,
            budget=max(answer.budget, self.limit or 0, evaluation.errors),
            asked=self.limit,
            # others were only counted on the rows taken
            others=(Step(evaluation.errors, answer.objective, answer.polyhedra),),
            tree=None,  # it was fitted to the rows taken, and says nothing of all rows
            bounds=self.bounds,
            optimal=optimal,
            stop_reason=StopReason.TIME_LIMIT if is_shaken else answer.stop_reason,
            statistics=self._statistics(data, answer),
        )
        found = Found(data, of_all, lacking)
        if self.best is None or self._rating(found) < self._rating(self.best):
            self.best = found
        return evaluation, found

    def with_enough_inside(self, found: Found) -> Found:
        """Drop conditions of clusters that have too little inside, until all have enough."""
        while found.lacking:
            fewer = [self.judged(found.data, answer)[1] for answer in self._with_one_less(found)]
            found = min(fewer, key=self._rating)
        return found

    def _with_one_less(self, found: Found) -> Iterator[Answer]:
        """Yield an answer without each condition of clusters that have too little inside."""
        polyhedra, most = found.answer.polyhedra, self.limits.most_outside
        description = decode(found.data, found.answer, self.task.parameters.placement)
        outside = self.rows.evaluate(description).outside_own
        for place, (k, columns) in enumerate(zip(owners_of(polyhedra), polyhedra, strict=True)):
            for left_out in columns if outside[k] > most[k] else ():
                rest = tuple(column for column in columns if column != left_out)
                fewer = with_part(polyhedra, place, rest)
                objective = value_of(self.task.settings.goal, fewer, 0, found.data.boxes.axes)
                yield replace(found.answer, polyhedra=fewer, objective=objective, optimal=False)

    def _statistics(self, data: Encoded, answer: Answer) -> Statistics:
        known: Statistics = {
            **answer.statistics,
            "rows": "lazy",
            "rows_taken": len(data.boxes),
            "rounds": self.rounds,
        }
        known.pop("tree_errors", None)  # of the rows taken, as is the tree itself
        return known

    @property
    def is_hopeless(self) -> bool:
        """Whether there are so many errors that most of their rows would have to be taken in."""
        return self.errors_taken / self.rows.share > self.too_many

    @property
    def is_promising(self) -> bool:
        """Whether nothing is proved yet, and may still be."""
        if self.best is not None and (self.best.answer.optimal or self.best.lacking):
            return False
        return not self.is_hopeless

    @property
    def is_worth_more(self) -> bool:
        """Whether no description makes fewer errors, and only its length is left to prove."""
        if self.best is None or not self.is_promising:
            return False
        return self.best.answer.errors <= self.bounds.errors

    def _patience(self, clock: Clock) -> float:
        share = max(self.schedule.least_round, self.schedule.round * clock.remaining)
        return min(clock.remaining, share)

    def _rating(self, found: Found) -> tuple[int, bool, int, int]:
        """Order what was found: with enough inside, proved first, then by errors and length.

        Within a budget that was given, the shorter one is better; else the one with fewer errors.
        """
        answer = found.answer
        if self.limit is not None and answer.errors <= self.limit:
            return found.lacking, not answer.optimal, 0, answer.objective
        return found.lacking, not answer.optimal, answer.errors, answer.objective
