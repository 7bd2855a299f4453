"""The rows of a table in memory: all of them, few as they are needed, or groups."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from clusterscribe.clock import Clock
from clusterscribe.errors import InputError, hint
from clusterscribe.grouping.schemes import Grouping, scheme_of
from clusterscribe.problem.scaling import Scaling
from clusterscribe.proof import StopReason
from clusterscribe.search.answer import Answer
from clusterscribe.search.rows.all_rows import AllRows
from clusterscribe.search.rows.encode import numbers_of
from clusterscribe.search.rows.grouped import GroupedSearch
from clusterscribe.search.rows.lazy import LazySearch
from clusterscribe.search.rows.memory import RowsInMemory
from clusterscribe.search.rows.reading import reading_of
from clusterscribe.search.rows.source import INTERRUPTED, Found, RowSource
from clusterscribe.search.rows.starting import begin_with_description
from clusterscribe.search.rows.subject import Subject
from clusterscribe.search.settings import Settings
from clusterscribe.search.solve import solve
from clusterscribe.search.task import Task

ASKED_FOR = "it was asked for"


def rows_for(subject: Subject, task: Task) -> RowSource:
    """Return the rows that were asked for, or those that a table of this size calls for."""
    asked, large = task.parameters.grouping, task.schedule.rows.large
    scheme = scheme_of(asked)
    if scheme is not None:
        refuse_groups(task)
        return GroupsOfRows(subject, task, scheme)
    if concern_rows(task.settings):
        return EveryRow(subject, task, "constraints have to be kept by all rows")
    if asked == "lazy":
        return RowsAsNeeded(subject, task, ASKED_FOR)
    if asked == "auto" and len(subject.cluster) >= large:
        return RowsAsNeeded(subject, task, f"there are {large:,} rows or more")
    return EveryRow(subject, task, "the table is small" if asked == "auto" else ASKED_FOR)


def concern_rows(settings: Settings) -> bool:
    """Whether some of the rows cannot tell whether a description keeps to all wishes."""
    return settings.right is not None or settings.wishes.concern_rows


def refuse_groups(task: Task) -> None:
    """Refuse wishes where groups of rows are described: a box is no row."""
    settings = task.settings
    if concern_rows(settings) or not settings.wishes.are_none or settings.goal.costs:
        raise InputError(
            f"grouping={task.parameters.grouping!r} does not go with constraints other than "
            "bounds, cut_points, max_conditions and min_recall; leave grouping at 'auto'"
        )


@dataclass(frozen=True, slots=True)
class EveryRow:
    """All rows, at once."""

    subject: Subject
    task: Task
    why: str
    known: Answer | None = None  # what few of the rows led to

    def search(self) -> Found:
        """Solve all rows."""
        data = numbers_of(self.subject)
        stages = self.task.stages(data.boxes, data.seen)
        begin_with_description(stages, data, self.task.start)
        # sums of several features are of another scale where there are fewer rows
        if self.known is not None and self.known.scaling is None:
            stages.begin_with(self.known)
        stages.read_by(reading_of(data, self.task.parameters.placement))
        try:
            solve(stages)
        except KeyboardInterrupt:
            hint(INTERRUPTED)
        return Found(data, stages.answer()).because(self.why)


@dataclass(frozen=True, slots=True)
class GroupsOfRows:
    """Groups by a scheme; all rows where a budget is not met that way."""

    subject: Subject
    task: Task
    scheme: Grouping

    def search(self) -> Found:
        """Solve groups, and evaluate what they lead to on all rows."""
        data, task = numbers_of(self.subject), self.task
        scale = task.descriptions(data.boxes).scale
        scaling = None if scale is None else Scaling.of(data.boxes, scale)
        rows = AllRows(data, scaling, task.settings)
        search = GroupedSearch(rows, self.scheme, task)
        try:
            search.run()
        except KeyboardInterrupt:
            hint(INTERRUPTED)
            return Found(data, search.answer()).because(ASKED_FOR)
        found = Found(data, search.answer()).because(ASKED_FOR)
        if not found.answer.is_over:
            return found
        every = EveryRow(self.subject, task, ASKED_FOR).search()
        return found if found.answer.errors < every.answer.errors else every


class RowsAsNeeded:
    """Few rows first; where they prove nothing, the better of what they and all rows lead to."""

    def __init__(self, subject: Subject, task: Task, why: str) -> None:
        self.subject = subject
        self.task = task
        self.why = why
        rows = RowsInMemory(subject, task.parameters.seed, task.schedule.rows)
        row_weight = subject.total / len(subject.cluster)
        self.lazy = LazySearch(rows, task, row_weight=row_weight)

    def search(self) -> Found:
        """Solve few rows, and all of them where that is not the end."""
        found, why_not = self._few_rows()
        if found is not None and not found.lacking and self._is_final(found.answer):
            return found.because(self.why)
        few = None if found is None else self.lazy.with_enough_inside(found)
        try:
            known = None if found is None else found.answer
            every = EveryRow(self.subject, self.task, why_not, known).search()
        except KeyboardInterrupt:  # before there was anything to improve on all rows
            if few is None:
                raise
            hint(INTERRUPTED)
            return _interrupted(few).because(self.why)
        bounds = every.answer.bounds & self.lazy.bounds
        if few is None or not self._is_better(few.answer, every.answer):
            return replace(every, answer=replace(every.answer, bounds=bounds))
        reason = every.answer.stop_reason
        known = replace(few.answer, bounds=few.answer.bounds & bounds, stop_reason=reason)
        return replace(few, answer=known).because(self.why)

    def _few_rows(self) -> tuple[Found | None, str]:
        """Return what few rows lead to, and why they may not have come to an end."""
        lazy, clock, schedule = self.lazy, self.task.clock, self.task.schedule.rows
        all_rows = self._seconds_for_all_rows
        rest = max(schedule.least_lazy, clock.remaining - all_rows)
        try:
            lazy.run(Clock(min(schedule.lazy * clock.remaining, rest)))
            if lazy.is_worth_more and math.isfinite(clock.limit):
                lazy.run(Clock(clock.remaining))
            # all rows would take so long whatever the limit: better go on with few of them
            if lazy.is_promising and clock.remaining < all_rows:
                lazy.run(Clock(all_rows))
        except KeyboardInterrupt:
            return self._stopped(), INTERRUPTED
        if lazy.is_hopeless:
            return lazy.best, "too many errors cannot be avoided to take in all of their rows"
        return lazy.best, "few rows came to no end in their share of the time"

    def _stopped(self) -> Found:
        """Return the best so far after an interrupt."""
        if self.lazy.best is None:
            raise KeyboardInterrupt
        hint(INTERRUPTED)
        return _interrupted(self.lazy.with_enough_inside(self.lazy.best))

    @property
    def _seconds_for_all_rows(self) -> float:
        """How long it takes until there is any answer to all rows, whatever the time limit."""
        subject, schedule = self.subject, self.task.schedule.rows
        cells = len(subject.cluster) * len(subject.features)
        doublings = math.log2(max(2, len(subject.clusters.labels)))
        return cells * (schedule.seconds_per_cell + schedule.seconds_per_split * doublings)

    def _is_final(self, answer: Answer) -> bool:
        """Whether all rows need not be solved, or cannot be and would not save an error."""
        if answer.optimal or answer.stop_reason == StopReason.INTERRUPTED:
            return True
        fewest = answer.errors <= answer.error_bound
        return self.task.clock.expired and fewest

    def _is_better(self, one: Answer, other: Answer) -> bool:
        """Whether an answer is better than another one, that of all rows.

        Where both are within the budget, or the slack of both where none was given, the shorter
        one is; else the one with fewer errors.
        """
        if other.optimal:
            return False
        if one.is_over or other.is_over:
            return one.errors < other.errors
        is_given = self.task.settings.max_errors is not None
        slack = (1 + self.task.parameters.error_slack) * one.errors
        if (is_given or other.errors <= slack) and one.errors <= other.budget:
            return (one.objective, one.errors) < (other.objective, other.errors)
        return one.errors < other.errors


def _interrupted(found: Found) -> Found:
    return replace(found, answer=found.answer.interrupted())
