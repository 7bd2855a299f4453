"""What was reached and what is proven, in the units of the user.

All figures come from rows that the description was evaluated on, never from the solver.
"""

from __future__ import annotations

import math
from typing import Protocol

from clusterscribe.contrast import Contrast
from clusterscribe.description import Description, Proof
from clusterscribe.description.words import wording
from clusterscribe.errors import OverBudgetWarning, hint
from clusterscribe.parameters import Parameters
from clusterscribe.proof import CappedBound, DescriptionClass, Ending, Figures
from clusterscribe.result import Result
from clusterscribe.search.answer import Answer
from clusterscribe.search.goal import Goal
from clusterscribe.search.rows.encode import Encoded
from clusterscribe.search.settings import Weighted, least_inside
from clusterscribe.search.solver_version import solver_version
from clusterscribe.search.statistics import Statistics


class Judged(Protocol):
    """All rows, evaluated with a description."""

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
    weights = (parameters.complexity_weight, parameters.sparsity_weight)
    objective = weights[0] * complexity + weights[1] * sparsity
    figures = figures_of(data, answer, parameters, judged.errors, objective)
    within = max(judged.errors, _within(data, answer.budget))
    bound = figures.least(within)
    ending = _ending(data, answer, parameters)
    return Result(
        status=ending.status,
        errors=judged.errors,
        accuracy=judged.accuracy,
        complexity=complexity,
        sparsity=sparsity,
        columns=len(description.used_columns),
        objective=objective,
        bound=bound,
        gap=(objective - bound) / objective if objective else 0.0,
        error_bound=figures.errors,
        max_errors=_within(data, answer.asked or 0) if answer.is_over else within,
        stop_reason=ending.reason,
        seconds=seconds,
        statistics=_statistics(data, answer, parameters),
        capped=_capped(data, answer, judged.errors),
    )


def figures_of(
    data: Encoded, answer: Answer, parameters: Parameters, errors: float, objective: float
) -> Figures:
    """Turn what is proved of an answer in whole units into the units of the user.

    `errors` and `objective` are those of the answer as they were counted on the rows. Everything
    is lowered by the worst that rounding to whole units can have done.
    """
    goal, is_exact = _goal(parameters), data.unit.is_exact

    def at_least(units: int) -> float:
        # exact units are the weights, however a sum of floating-point numbers was rounded
        return errors if is_exact and units >= answer.errors else data.at_least(units)

    within = _within(data, answer.budget)
    if is_exact and answer.errors <= answer.budget:
        within = max(errors, within)
    is_met = goal.is_exact and answer.bound >= answer.objective
    least = objective if is_met else answer.bound * goal.unit
    # where a unit of the goal stands for a little more, what is no longer may have more units
    as_short = objective if goal.is_exact else answer.objective * goal.unit
    figures = (
        Figures(_descriptions(parameters), parameters.objective_name, at_least(answer.error_bound))
        .with_least(within, least)
        .with_fewest(as_short, at_least(answer.fewest_as_short))
    )
    return figures.met_by(errors, objective)


def _capped(data: Encoded, answer: Answer, errors: float) -> CappedBound[float] | None:
    """Return what is proved of few conditions, where it says more than what is proved of any."""
    capped = answer.capped
    if capped is None or capped.errors <= answer.error_bound:
        return None
    is_met = data.unit.is_exact and capped.errors == answer.errors
    return CappedBound(capped.max_conditions, errors if is_met else data.at_least(capped.errors))


def warn_if_over_budget(
    data: Encoded, answer: Answer, result: Result, parameters: Parameters
) -> None:
    """Say that a budget was not met, how close the answer comes, and which budget would do."""
    if not result.over_budget:
        return
    asked = f"max_errors={parameters.max_errors}"
    found = wording.count(result.errors, "error")
    if result.error_bound >= result.errors:
        words = (
            f"{asked} cannot be met: every description of this kind makes at least {found}, as "
            "this one does"
        )
    else:
        words = (
            f"{asked} was not met ({result.stop_reason}): this description makes {found}, and at "
            f"least {wording.at_least(result.error_bound)} cannot be avoided"
        )
    # a whole number, as a float would be taken for a share of the rows
    enough = math.ceil(data.at_most(answer.errors))
    hint(f"{words}; max_errors={enough} would do", OverBudgetWarning)


def proof_of(
    rows: Weighted, result: Result, parameters: Parameters, contrast: Contrast | None = None
) -> Proof:
    """Return what a description of all these rows says of its own proof."""
    return Proof(
        status=result.status,
        objective=parameters.objective_name,
        value=result.objective,
        bound=result.bound,
        max_errors=result.bounded_within,
        error_bound=result.error_bound,
        max_terms=parameters.max_terms,
        max_coefficient=parameters.max_coefficient,
        max_conditions=parameters.max_conditions,
        min_recall=parameters.min_recall,
        recall_is_met_within=_recall_is_met_within(rows, parameters.min_recall),
        capped=result.capped,
        max_polyhedra=parameters.max_polyhedra,
        contrast=contrast,
    )


def _recall_is_met_within(rows: Weighted, min_recall: float) -> float:
    """Return how much may be wrong without any cluster falling short of its share inside."""
    if not min_recall:
        return 0.0
    pairs = zip(rows.cluster_totals, least_inside(rows, min_recall), strict=True)
    return rows.unit.within(min(total - least for total, least in pairs))


def _goal(parameters: Parameters) -> Goal:
    return Goal.of(parameters.complexity_weight, parameters.sparsity_weight)


def _descriptions(asked: Parameters) -> DescriptionClass:
    return DescriptionClass(
        asked.max_terms,
        asked.max_coefficient,
        asked.scale,
        asked.max_conditions,
        asked.min_recall,
        asked.max_polyhedra,
    )


def _within(data: Encoded, budget: int) -> float:
    """Return the largest weight that is certainly within a budget."""
    return budget if data.weight is None else data.unit.within(budget)


def _ending(data: Encoded, answer: Answer, parameters: Parameters) -> Ending:
    ending = Ending(answer.optimal and not answer.is_over, answer.stop_reason)
    is_exact = _goal(parameters).is_exact and (data.unit.is_exact or not answer.budget)
    return ending if is_exact else ending.of_rounded_weights()


def _statistics(data: Encoded, answer: Answer, parameters: Parameters) -> Statistics:
    statistics: Statistics = {
        **answer.statistics,
        "objective": parameters.objective_name,
        "ortools": solver_version(),
    }
    if "tree_errors" in statistics:  # of a tree that was fitted to all rows
        statistics["tree_errors"] = data.amount(statistics["tree_errors"])
    return statistics
