"""From a table with its clusters to an answer: all rows at once, or rows as they are needed."""

from __future__ import annotations

import math
from dataclasses import replace

from clusterscribe.clock import Clock
from clusterscribe.description import wording
from clusterscribe.encode import Encoded, numbers_of
from clusterscribe.errors import InfeasibleError, hint
from clusterscribe.lazy.memory import RowsInMemory
from clusterscribe.lazy.search import Found, LazySearch, Stages
from clusterscribe.parameters import Parameters
from clusterscribe.progress import Listener
from clusterscribe.solver.answer import Answer, BudgetNotMetError
from clusterscribe.stages import stages_for
from clusterscribe.subject import Subject

LARGE = 100_000  # rows from which on it pays to look at few of them
LAZY = 0.5  # of the time, for lazy rows that do not come to an end
INTERRUPTED = "interrupted: this is the best description so far"


def solve(
    subject: Subject, parameters: Parameters, clock: Clock, listener: Listener
) -> tuple[Encoded, Answer]:
    """Return the best answer, and the rows as the solver saw them."""
    found = None
    if _is_lazy(subject, parameters):
        found = _lazily(subject, parameters, clock, listener)
        if found is not None and found.answer.stop_reason in ("optimal", "interrupted"):
            return found.data, found.answer
    data, answer = _plainly(subject, parameters, clock, listener)
    if found is None or not _is_better(found.answer, answer):
        return data, answer
    # bounds of all rows hold for every description of them
    return found.data, replace(found.answer, error_bound=answer.error_bound)


def _is_lazy(subject: Subject, parameters: Parameters) -> bool:
    is_large = len(subject.cluster) >= LARGE
    return parameters.grouping == "lazy" or (parameters.grouping == "auto" and is_large)


def _is_better(one: Answer, other: Answer) -> bool:
    """Whether an answer makes fewer errors, or as few and is shorter."""
    return (one.errors, one.objective) < (other.errors, other.objective)


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
        raise _infeasible(data, parameters, failure, stages.stop_reason) from None


def _lazily(
    subject: Subject, parameters: Parameters, clock: Clock, listener: Listener
) -> Found | None:
    """Return what looking at few rows leads to; None where that does not meet a budget."""
    rows = RowsInMemory(subject, parameters.seed)

    def stages(data: Encoded, limit: Clock) -> Stages:
        return stages_for(data, parameters, limit, listener)

    search = LazySearch(rows, stages, parameters.placement, Clock(LAZY * clock.remaining))
    try:
        search.run()
    except KeyboardInterrupt:
        if search.best is None:
            raise
        hint(INTERRUPTED)
    except BudgetNotMetError:  # all rows will tell what can be met
        return None
    return search.best


def _infeasible(
    subject: Subject, parameters: Parameters, failure: BudgetNotMetError, stop_reason: str
) -> InfeasibleError:
    fewest, bound = subject.amount(failure.fewest), subject.amount(failure.bound)
    asked = f"max_errors={parameters.max_errors}"
    least = wording.count(fewest, "error")
    proved = failure.fewest == failure.bound
    if proved:
        message = f"{asked} cannot be met: every description makes at least {least}"
    else:
        message = (
            f"{asked} was not met before the end ({stop_reason}): the best description found makes "
            f"{least}, and at least {wording.number(bound)} cannot be avoided"
        )
    # a whole number, as a float would be taken for a share of the rows
    enough = math.ceil(float(wording.number(fewest)))
    return InfeasibleError(f"{message}; allow max_errors={enough} or more", fewest, proved)
