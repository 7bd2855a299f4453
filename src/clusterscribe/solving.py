"""From a table with its clusters to an answer: all rows at once, or rows as they are needed."""

from __future__ import annotations

import math
from dataclasses import replace

from clusterscribe.clock import Clock
from clusterscribe.description import wording
from clusterscribe.encode import Encoded, numbers_of
from clusterscribe.errors import InfeasibleError, hint
from clusterscribe.lazy.memory import RowsInMemory
from clusterscribe.lazy.search import LazySearch
from clusterscribe.parameters import Parameters
from clusterscribe.progress import Listener
from clusterscribe.solver.answer import Answer, BudgetNotMetError
from clusterscribe.stages import stages_for
from clusterscribe.subject import Subject

LARGE = 100_000  # rows from which on it pays to look at few of them
LAZY = 0.5  # of the time, for lazy rows that do not come to an end


def solve(
    subject: Subject, parameters: Parameters, clock: Clock, listener: Listener
) -> tuple[Encoded, Answer]:
    """Return the best answer, and the rows as the solver saw them."""
    if parameters.grouping == "lazy" or (
        parameters.grouping == "auto" and len(subject.cluster) >= LARGE
    ):
        found = _lazily(subject, parameters, clock, listener)
        if found is not None:
            return found
    return _plainly(subject, parameters, clock, listener)


def _plainly(
    subject: Subject, parameters: Parameters, clock: Clock, listener: Listener
) -> tuple[Encoded, Answer]:
    data = numbers_of(subject)
    stages = stages_for(data, parameters, clock, listener)
    try:
        stages.run()
    except KeyboardInterrupt:
        hint("interrupted: this is the best description so far")
    try:
        return data, stages.answer()
    except BudgetNotMetError as failure:
        raise _infeasible(data, parameters, failure, stages.stop_reason) from None


def _lazily(
    subject: Subject, parameters: Parameters, clock: Clock, listener: Listener
) -> tuple[Encoded, Answer] | None:
    """Return the proved best, or None if looking at few rows does not lead there."""
    rows = RowsInMemory(subject, parameters.seed)
    share = clock.remaining if parameters.grouping == "lazy" else LAZY * clock.remaining
    search = LazySearch(
        rows,
        lambda data, limit: stages_for(data, parameters, limit, listener),
        parameters.placement,
        Clock(share),
    )
    search.run()
    best = search.best
    return best.data, replace(
        best.answer,
        statistics={
            **best.answer.statistics,
            "rounds": search.rounds,
            "rows_taken": int(rows.taken.sum()),
        },
    )


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
