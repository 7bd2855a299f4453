"""A budget that was not met, in one sentence."""

from __future__ import annotations

import math

from clusterscribe.description.words import wording
from clusterscribe.errors import InfeasibleError
from clusterscribe.proof import StopReason
from clusterscribe.search.answer import BudgetNotMetError
from clusterscribe.search.rows.subject import Subject
from clusterscribe.search.task import Task


def infeasible(
    subject: Subject, task: Task, failure: BudgetNotMetError, stop_reason: StopReason
) -> InfeasibleError:
    """Say that a budget was not met, and which one would be."""
    fewest, bound = subject.at_most(failure.fewest), subject.at_least(failure.bound)
    asked = f"max_errors={task.parameters.max_errors}"
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
