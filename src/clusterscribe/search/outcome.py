"""What was reached and what is proven, in the units of the user.

All figures come from rows that were held against the description, never from the solver.
"""

from __future__ import annotations

from typing import Protocol

from clusterscribe.description import Description, Proof
from clusterscribe.parameters import Parameters
from clusterscribe.proof import Status, StopReason
from clusterscribe.result import Result
from clusterscribe.search.answer import Answer
from clusterscribe.search.goal import Goal
from clusterscribe.search.rows.encode import Encoded
from clusterscribe.search.statistics import Statistics


class Judged(Protocol):
    """All rows held against a description."""

    @property
    def errors(self) -> float:
        """Rows (or their weight) that are not correctly described."""

    @property
    def accuracy(self) -> float:
        """Share of rows that are correctly described."""


def result_of(
    data: Encoded,
    description: Description,
    answer: Answer,
    judged: Judged,
    parameters: Parameters,
    *,
    seconds: float,
) -> Result:
    """Put together what was reached and what is proven."""
    complexity, sparsity = description.complexity, description.sparsity
    goal = Goal.of(parameters.complexity_weight, parameters.sparsity_weight)
    weights = (parameters.complexity_weight, parameters.sparsity_weight)
    objective = weights[0] * complexity + weights[1] * sparsity
    is_exact = goal.is_exact and (data.unit.is_exact or not answer.budget)
    within = data.unit.within(answer.budget) if data.weight is not None else answer.budget
    # weights that were rounded may sum to a little more than what something is proved for
    is_covered = judged.errors <= within or data.unit.is_exact
    bound = _bound(goal, answer, objective) if is_covered else 0.0
    return Result(
        status=Status.OPTIMAL if answer.optimal and is_exact else Status.FEASIBLE,
        errors=judged.errors,
        accuracy=judged.accuracy,
        complexity=complexity,
        sparsity=sparsity,
        columns=len(description.used_columns),
        objective=objective,
        bound=bound,
        gap=(objective - bound) / objective if objective else 0.0,
        error_bound=bound_on_errors(data, answer, answer.error_bound, judged.errors),
        max_errors=max(judged.errors, within),
        stop_reason=answer.stop_reason
        if is_exact or not answer.optimal
        else StopReason.ROUNDED_WEIGHTS,
        seconds=seconds,
        statistics=_statistics(data, answer, parameters),
    )


def proof_of(result: Result, parameters: Parameters) -> Proof:
    """Return what a description says of its own proof."""
    return Proof(
        status=result.status,
        objective=parameters.objective_name,
        value=result.objective,
        bound=result.bound,
        max_errors=result.max_errors,
        error_bound=result.error_bound,
        max_terms=parameters.max_terms,
        max_coefficient=parameters.max_coefficient,
    )


def bound_on_errors(data: Encoded, answer: Answer, bound: int, errors: float) -> float:
    """Return a bound on errors that holds for the weights themselves."""
    if bound >= answer.errors and data.unit.is_exact:
        return errors
    return min(errors, data.at_least(bound))


def _bound(goal: Goal, answer: Answer, objective: float) -> float:
    """Return a bound on the objective in the weights of the user."""
    if answer.bound == answer.objective and goal.is_exact:
        return objective
    return min(objective, answer.bound * goal.unit)


def _statistics(data: Encoded, answer: Answer, parameters: Parameters) -> Statistics:
    statistics: Statistics = {**answer.statistics, "objective": parameters.objective_name}
    if "tree_errors" in statistics:  # of a tree that was fitted to all rows
        statistics["tree_errors"] = data.amount(statistics["tree_errors"])
    return statistics
