"""Where the rows of a search come from: all of them, few as they are needed, groups, an engine."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Protocol

from clusterscribe.description.words import wording
from clusterscribe.errors import InfeasibleError
from clusterscribe.proof import StopReason
from clusterscribe.search.answer import Answer, BudgetNotMetError
from clusterscribe.search.rows.encode import Encoded
from clusterscribe.search.rows.subject import Subject
from clusterscribe.search.statistics import Statistics
from clusterscribe.search.task import Task

INTERRUPTED = "interrupted: this is the best description so far"


@dataclass(frozen=True, slots=True)
class Found:
    """The best answer, its errors counted on all rows, and the rows that it was made of."""

    data: Encoded
    answer: Answer
    lacking: int = 0  # weight that clusters should have inside their own polyhedra and have not

    def because(self, why: str) -> Found:
        """Note which rows the solver saw, all where nothing else is known, and why these."""
        known: Statistics = {"rows": "all", **self.answer.statistics, "rows_why": why}
        return replace(self, answer=replace(self.answer, statistics=known))


class RowSource(Protocol):
    """Gives stages the rows that they need, and evaluates what they find on all rows."""

    def search(self) -> Found:
        """Return the best answer; an interrupt returns the best so far, with a remark."""


def infeasible(
    subject: Subject, task: Task, failure: BudgetNotMetError, stop_reason: StopReason
) -> InfeasibleError:
    """Say that a budget was not met, and which one would be."""
    fewest, bound = subject.at_most(failure.fewest), subject.at_least(failure.bound)
    asked = f"max_errors={task.parameters.max_errors}"
    if failure.fewest == failure.bound:
        least = wording.count(bound, "error", proven=True)
        every = f"every description{_asked(task, failure.bound)}"
        message = f"{asked} cannot be met: {every} makes at least {least}"
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


def _asked(task: Task, errors: int) -> str:
    """Say what descriptions were asked to keep to, without which they might make fewer errors."""
    most, share = task.parameters.max_conditions, task.parameters.min_recall
    limits = []
    binding = task.settings.limits(task.rows.cluster_totals).bind_within(errors - 1)
    if most is not None:
        limits.append(f"at most {wording.count(most, 'condition')} per cluster")
    if binding:
        limits.append(f"at least {wording.percent(share)} of every cluster inside")
    return f" with {' and '.join(limits)}" if limits else ""
