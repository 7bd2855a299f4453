"""From a table with its clusters to an answer: all rows, rows as needed, or groups."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from clusterscribe.clock import Clock
from clusterscribe.description.words import wording
from clusterscribe.errors import InfeasibleError, hint
from clusterscribe.grouping.names import scheme_of
from clusterscribe.grouping.scheme import Grouping
from clusterscribe.parameters import Parameters
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.scaling import Scaling
from clusterscribe.progress import Listener
from clusterscribe.proof import Bounds, StopReason
from clusterscribe.search.answer import Answer, BudgetNotMetError
from clusterscribe.search.axis.two_stages import Settings
from clusterscribe.search.rows.all_rows import AllRows
from clusterscribe.search.rows.encode import Encoded, numbers_of
from clusterscribe.search.rows.grouped import GroupedSearch
from clusterscribe.search.rows.lazy import Found, LazySearch, Stages
from clusterscribe.search.rows.memory import RowsInMemory
from clusterscribe.search.rows.subject import Subject
from clusterscribe.search.stages import settings_for, shape_for, stages_for, stages_on

if TYPE_CHECKING:
    from clusterscribe.search.axis.two_stages import TwoStages
    from clusterscribe.search.columns.column_stages import ObliqueStages

LARGE = 100_000  # rows from which on it pays to look at few of them
# Seconds, measured: to read and rank all rows, and to fit the tree that no answer is worse than
SECONDS_A_CELL = 2e-7
SECONDS_A_SPLIT = 2.5e-7  # of a cell, each time that a tree doubles its leaves
LAZY = 0.5  # of the time, for lazy rows that do not come to an end
LEAST_LAZY = 0.5  # seconds of it, even where all rows will need more than there are
INTERRUPTED = "interrupted: this is the best description so far"


@dataclass(frozen=True, slots=True)
class _FewRows:
    """What looking at few rows led to."""

    found: Found | None
    bounds: Bounds  # of all rows
    why_not: str  # why it may not have come to an end


def solve(
    subject: Subject, parameters: Parameters, clock: Clock, listener: Listener
) -> tuple[Encoded, Answer]:
    """Return the best answer, and the rows that it was made of."""
    scheme = scheme_of(parameters.grouping)
    if scheme is not None:
        data, answer = _grouped(subject, scheme, parameters, clock, listener)
        return data, _because(answer, "it was asked for")
    if parameters.grouping == "lazy":
        return _lazily_first(subject, parameters, clock, listener, why="it was asked for")
    if parameters.grouping == "auto" and len(subject.cluster) >= LARGE:
        why = f"there are {LARGE:,} rows or more"
        return _lazily_first(subject, parameters, clock, listener, why=why)
    data, answer = _plainly(subject, parameters, clock, listener)
    is_small = parameters.grouping == "auto"
    return data, _because(answer, "the table is small" if is_small else "it was asked for")


def _lazily_first(
    subject: Subject, parameters: Parameters, clock: Clock, listener: Listener, *, why: str
) -> tuple[Encoded, Answer]:
    """Return what few rows lead to and, where that is not proved, the better of it and all rows."""
    few = _lazily(subject, parameters, clock, listener)
    found = few.found
    if found is not None and _is_final(subject, found.answer, parameters, clock):
        return found.data, _because(found.answer, why)
    try:
        data, answer = _plainly(subject, parameters, clock, listener)
    except InfeasibleError:
        if found is None or not _meets_budget(subject, found.answer, parameters):
            raise
        return found.data, _because(found.answer, why)
    except KeyboardInterrupt:  # before there was anything to improve on all rows
        if found is None or not _meets_budget(subject, found.answer, parameters):
            raise
        hint(INTERRUPTED)
        return found.data, _because(replace(found.answer, stop_reason=StopReason.INTERRUPTED), why)
    if found is None or not _is_better(found.answer, answer, parameters):
        return data, _because(replace(answer, bounds=answer.bounds & few.bounds), few.why_not)
    bounds = found.answer.bounds & answer.bounds
    known = replace(found.answer, bounds=bounds, stop_reason=answer.stop_reason)
    return found.data, _because(known, why)


def _is_final(subject: Subject, answer: Answer, parameters: Parameters, clock: Clock) -> bool:
    """Whether all rows need not be solved, or cannot be any more and would not save an error."""
    if answer.optimal or answer.stop_reason == StopReason.INTERRUPTED:
        return True
    fewest = answer.errors <= answer.error_bound
    return clock.expired and fewest and _meets_budget(subject, answer, parameters)


def _because(answer: Answer, why: str) -> Answer:
    """Note why the solver saw the rows that it saw; they were all rows if nobody said otherwise."""
    return replace(answer, statistics={"rows": "all", **answer.statistics, "rows_why": why})


def _is_better(one: Answer, other: Answer, parameters: Parameters) -> bool:
    """Whether an answer is better than another one, that of all rows.

    Within the budget, or the slack of both where none was given, the shorter one is; else the
    one with fewer errors.
    """
    if other.optimal:
        return False
    slack = (1 + parameters.error_slack) * one.errors
    is_close = parameters.max_errors is not None or other.errors <= slack
    if is_close and one.errors <= other.budget:
        return (one.objective, one.errors) < (other.objective, other.errors)
    return parameters.max_errors is None and one.errors < other.errors


def _meets_budget(subject: Subject, answer: Answer, parameters: Parameters) -> bool:
    """Whether an answer is within the budget, if one was given."""
    limit = settings_for(subject, parameters).max_errors
    return limit is None or answer.errors <= limit


def _plainly(
    subject: Subject, parameters: Parameters, clock: Clock, listener: Listener
) -> tuple[Encoded, Answer]:
    data = numbers_of(subject)
    stages = stages_for(data, parameters, clock, listener)
    try:
        stages.run()
    except KeyboardInterrupt:
        hint(INTERRUPTED)
    try:
        return data, stages.answer()
    except BudgetNotMetError as failure:
        raise infeasible(data, parameters, failure, stages.stop_reason) from None


def _lazily(subject: Subject, parameters: Parameters, clock: Clock, listener: Listener) -> _FewRows:
    """Return what looking at few rows leads to."""
    rows = RowsInMemory(subject, parameters.seed)
    all_rows = _seconds_for_all_rows(subject)
    share = min(LAZY * clock.remaining, max(LEAST_LAZY, clock.remaining - all_rows))

    def stages(data: Encoded, limit: Clock) -> Stages:
        return stages_for(data, parameters, limit, listener)

    search = LazySearch(
        rows,
        stages,
        parameters.placement,
        Clock(share),
        limit=settings_for(subject, parameters).max_errors,
        row_weight=subject.total / len(subject.cluster),
    )
    try:
        search.run()
        if search.is_worth_more and math.isfinite(clock.limit):
            search.clock = Clock(clock.remaining)
            search.run()
        # all rows would take so long whatever the limit: better go on with few of them
        if search.is_promising and clock.remaining < all_rows:
            search.clock = Clock(all_rows)
            search.run()
    except KeyboardInterrupt:
        if search.best is None:
            raise
        hint(INTERRUPTED)
        stopped = replace(search.best.answer, stop_reason=StopReason.INTERRUPTED)
        if not _meets_budget(subject, stopped, parameters):
            failure = BudgetNotMetError(stopped.errors, stopped.error_bound)
            raise infeasible(subject, parameters, failure, StopReason.INTERRUPTED) from None
        return _FewRows(replace(search.best, answer=stopped), search.bounds, INTERRUPTED)
    except BudgetNotMetError:  # all rows will tell what can be met
        return _FewRows(None, search.bounds, "few rows do not tell which budget can be met")
    why_not = "few rows came to no end in their share of the time"
    if search.is_hopeless:
        why_not = "too many errors cannot be avoided to take in all of their rows"
    return _FewRows(search.best, search.bounds, why_not)


def _seconds_for_all_rows(subject: Subject) -> float:
    """Return how long it takes until there is any answer to all rows, whatever the time limit."""
    cells = len(subject.cluster) * len(subject.features)
    doublings = math.log2(max(2, len(subject.clusters.labels)))
    return cells * (SECONDS_A_CELL + SECONDS_A_SPLIT * doublings)


def _grouped(
    subject: Subject, scheme: Grouping, parameters: Parameters, clock: Clock, listener: Listener
) -> tuple[Encoded, Answer]:
    """Return what groups lead to, judged on all rows; all rows where a budget is not met so."""
    data = numbers_of(subject)
    # bounds on the errors of boxes do not hold for rows
    settings = replace(settings_for(subject, parameters), parts=False)

    def stages(boxes: Boxes, wanted: Settings, limit: Clock) -> TwoStages | ObliqueStages:
        return stages_on(boxes, parameters, wanted, limit, listener, names=data.features)

    scaled = shape_for(data.boxes, parameters) is not None
    rows = AllRows(data, Scaling.of(data.boxes, parameters.scale) if scaled else None)
    search = GroupedSearch(rows, scheme, stages, settings=settings, clock=clock, listener=listener)
    try:
        search.run()
    except KeyboardInterrupt:
        hint(INTERRUPTED)
        if not search.meets_budget:
            failure = BudgetNotMetError(search.fewest, rows.error_bound)
            raise infeasible(data, parameters, failure, search.stop_reason) from None
    if search.meets_budget:
        return data, search.answer()
    return _plainly(subject, parameters, clock, listener)


def infeasible(
    subject: Subject, parameters: Parameters, failure: BudgetNotMetError, stop_reason: StopReason
) -> InfeasibleError:
    """Say that a budget was not met, and which one would be."""
    fewest, bound = subject.at_most(failure.fewest), subject.at_least(failure.bound)
    asked = f"max_errors={parameters.max_errors}"
    if failure.fewest == failure.bound:
        least = wording.count(bound, "error", proven=True)
        message = f"{asked} cannot be met: every description makes at least {least}"
    else:
        message = (
            f"{asked} was not met before the end ({stop_reason}): the best description found makes "
            f"{wording.count(fewest, 'error')}, and at least {wording.at_least(bound)} cannot be "
            "avoided"
        )
    # a whole number, as a float would be taken for a share of the rows
    enough = math.ceil(fewest)
    return InfeasibleError(
        f"{message}; allow max_errors={enough} or more", fewest, proved=bound >= fewest
    )
