"""What was reached and what is proven, in the units of the user.

All figures come from rows that the description was evaluated on, never from the solver.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Protocol

from clusterscribe.contrast import Contrast
from clusterscribe.description import Description, Proof
from clusterscribe.description.core import Polyhedron, Union
from clusterscribe.description.words import wording
from clusterscribe.errors import OverBudgetWarning, hint
from clusterscribe.feature import Feature
from clusterscribe.parameters import Parameters
from clusterscribe.problem.weights import decimal_or_fraction
from clusterscribe.proof import CappedBound, DescriptionClass, Ending, Figures
from clusterscribe.result import Result
from clusterscribe.search.answer import Answer
from clusterscribe.search.goal import Goal
from clusterscribe.search.rows.encode import Encoded
from clusterscribe.search.settings import Weighted, least_inside
from clusterscribe.search.solver_version import solver_version
from clusterscribe.search.statistics import Statistics
from clusterscribe.search.wishes.resolve import Resolver
from clusterscribe.wish import wishes_of


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
    objective = objective_of(description, parameters)
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


def objective_of(description: Description, parameters: Parameters) -> float:
    """Return the objective of a description, by what its columns cost."""
    complexity: Fraction | int = description.complexity
    sparsity: Fraction | int = description.sparsity
    costs = {c: decimal_or_fraction(cost) for c, cost in parameters.constraints.costs.items()}
    if costs:
        # what a column costs beyond, or below, the one that it counts otherwise
        beyond = [costs.get(f.column, Fraction(1)) - 1 for f in _terms_of(description)]
        complexity += sum(beyond, Fraction(0))
        counted = {feature.counted for feature in description.features}
        used = [costs.get(feature.column, Fraction(1)) for feature in counted]
        sparsity = sum(used, Fraction(0))
    weights = (parameters.complexity_weight, parameters.sparsity_weight)
    return weights[0] * _plain(complexity) + weights[1] * _plain(sparsity)


def _terms_of(description: Description) -> Iterator[Feature]:
    """Yield the features of all conditions, as often as they are in one."""
    for part in description.parts:
        for polyhedron in part.polyhedra if isinstance(part, Union) else (part,):
            if isinstance(polyhedron, Polyhedron):
                for half_space in polyhedron.half_spaces:
                    yield from (term.feature for term in half_space.terms)


def _plain(amount: Fraction | int) -> float:
    """Return a whole number as it is, and any other as the nearest floating-point number."""
    return int(amount) if amount == int(amount) else float(amount)


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
    rows: Weighted,
    result: Result,
    parameters: Parameters,
    contrast: Contrast | None = None,
    without: tuple[str, ...] = (),
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
        recall_is_met_within=_recall_is_met_within(rows, parameters),
        capped=result.capped,
        max_polyhedra=parameters.max_polyhedra,
        contrast=contrast,
        without=without,
        wishes=wishes_of(parameters.constraints),
    )


def _recall_is_met_within(rows: Weighted, parameters: Parameters) -> float:
    """Return how much may be wrong without any cluster falling short of its share inside."""
    if not parameters.min_recall:
        return 0.0
    wished = Resolver(rows, parameters.constraints)
    own = {wished.cluster("min_recall", label) for label in parameters.constraints.min_recall}
    shares = [parameters.min_recall] * len(rows.cluster_totals)
    pairs = enumerate(zip(rows.cluster_totals, least_inside(rows, shares), strict=True))
    spare = [total - least for k, (total, least) in pairs if k not in own]
    return rows.unit.within(min(spare, default=rows.total))


def _goal(parameters: Parameters) -> Goal:
    """Return the goal, as far as its unit is concerned: what columns cost makes that smaller."""
    costs = [decimal_or_fraction(cost) for cost in parameters.constraints.costs.values()]
    goal = Goal.of(parameters.complexity_weight, parameters.sparsity_weight)
    return goal.with_costs(costs, costs)


def _descriptions(asked: Parameters) -> DescriptionClass:
    return DescriptionClass(
        asked.max_terms,
        asked.max_coefficient,
        asked.scale,
        asked.max_conditions,
        asked.min_recall,
        asked.max_polyhedra,
        wishes_of(asked.constraints),
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
