"""From a table and labels to a description and a result: the whole flow in one place.

    table + labels -> encode -> boxes -> two stages -> ranges -> decode -> description
                                                                        -> judged on the raw rows

Every figure of the result is counted again on the raw rows, from the description alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.decode import decode
from clusterscribe.description import (
    Description,
    Label,
    Noise,
    Proof,
    wording,
)
from clusterscribe.description.tally import Judgement, judge, tallied
from clusterscribe.encode import Encoded, encode
from clusterscribe.errors import InfeasibleError, hint
from clusterscribe.parameters import Parameters, check
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.weights import whole_budget, whole_weights
from clusterscribe.progress import Listener, silent
from clusterscribe.result import Result
from clusterscribe.solver.answer import Answer, BudgetNotMetError
from clusterscribe.solver.axis_parallel import Settings, TwoStages
from clusterscribe.solver.goal import Goal

if TYPE_CHECKING:
    from clusterscribe.pricing.oblique import Reach
    from clusterscribe.solver.oblique import ObliqueStages, Shape


def describe(
    X: object,
    labels: object,
    *,
    objective: str | tuple[float, float] = "complexity",
    max_terms: int = 1,
    max_coefficient: int = 1,
    max_errors: int | float | None = None,
    error_slack: float = 0.05,
    grouping: object = None,
    placement: str = "round",
    scale: str = "minmax",
    time_limit: float | None = 60.0,
    n_jobs: int | None = None,
    random_state: object = None,
    noise_label: Label = None,
    noise: Noise = "outside",
    sample_weight: object = None,
    features: Iterable[str] | None = None,
    exclude: Iterable[str] | None = None,
    listener: Listener | None = None,
) -> tuple[Description, Result]:
    """Describe the clusters of a table; return the description and what is proven of it.

    `X` is a table (pandas, polars, pyarrow, NumPy, scipy sparse), `labels` one label a
    row. `features` and `exclude` choose the columns to describe with; `listener` is told
    of progress. Ctrl-C returns the best answer so far, with a warning. All else is as for
    `PolyhedralDescriber`.
    """
    parameters = check(
        objective=objective,
        max_terms=max_terms,
        max_coefficient=max_coefficient,
        max_errors=max_errors,
        error_slack=error_slack,
        grouping=grouping,
        placement=placement,
        scale=scale,
        time_limit=time_limit,
        n_jobs=n_jobs,
        random_state=random_state,
    )
    clock = Clock(parameters.time_limit)
    data = encode(
        X,
        labels,
        features=features,
        exclude=exclude,
        sample_weight=sample_weight,
        noise_label=noise_label,
        noise=noise,
    )
    return described(data, _solve(data, parameters, clock, listener or silent), parameters, clock)


def described(
    data: Encoded, answer: Answer, parameters: Parameters, clock: Clock
) -> tuple[Description, Result]:
    """Return the description that an answer stands for, judged on the rows, and its result."""
    description = decode(data, answer, parameters.placement)
    judgement = judge(description, data.table, data.labels, data.weight)
    _check_against_solver(data, description, answer, judgement)
    result = _result(data, description, answer, judgement, parameters, seconds=clock.elapsed)
    tallies, proof = tallied(description, judgement), _proof(result, parameters)
    return replace(description, tallies=tallies, proof=proof), result


def _solve(data: Encoded, parameters: Parameters, clock: Clock, listener: Listener) -> Answer:
    stages = _stages(data, parameters, clock, listener)
    try:
        stages.run()
    except KeyboardInterrupt:
        hint("interrupted: this is the best description so far")
    try:
        return stages.answer()
    except BudgetNotMetError as failure:
        raise _infeasible(data, parameters, failure, stages.stop_reason) from None


def _stages(
    data: Encoded, parameters: Parameters, clock: Clock, listener: Listener
) -> TwoStages | ObliqueStages:
    settings, shape = settings_for(data, parameters), shape_for(data, parameters)
    if shape is None:
        return TwoStages(data.boxes, settings, clock, listener)
    from clusterscribe.solver.oblique import ObliqueStages

    exact = as_they_came(data)
    stages = ObliqueStages(data.boxes, settings, shape, clock, listener, exact=exact)
    warn_if_hopeless(parameters, stages.reach)
    return stages


def shape_for(data: Encoded, parameters: Parameters) -> Shape | None:
    """Return the class of half-spaces, or None where conditions are on one feature each."""
    varying = (data.boxes.lower.min(axis=0) < data.boxes.upper.max(axis=0)).sum()
    if parameters.max_terms == 1 or varying <= 1:
        return None
    from clusterscribe.solver.oblique import Shape

    return Shape(
        parameters.max_terms, parameters.max_coefficient, parameters.scale, parameters.jobs
    )


def as_they_came(data: Encoded) -> Boxes | None:
    """Return the boxes with the numbers of the table, if any were made one value with others."""
    values = np.column_stack([data.values[feature] for feature in data.features])
    boxes = data.boxes
    if (values == boxes.lower).all():
        return None
    return Boxes.from_rows(values, boxes.cluster, boxes.clusters, boxes.weight)


def warn_if_hopeless(parameters: Parameters, reach: Reach) -> None:
    """Say so where there are more half-spaces than can be gone through."""
    if reach.complete:
        return
    largest = ", ".join(f"{w} for {t} features" for t, w in reach.largest.items())
    hint(
        f"max_terms={parameters.max_terms} with max_coefficient={parameters.max_coefficient} "
        f"allows more conditions than can be gone through: weights are tried up to {largest}, "
        "and nothing is proved about the rest; smaller values of either can be proved"
    )


def settings_for(data: Encoded, parameters: Parameters) -> Settings:
    """Return what the solver is asked for, in whole units of weight."""
    objective = np.array([parameters.complexity_weight, parameters.sparsity_weight])
    (complexity, sparsity), unit = whole_weights(objective)
    return Settings(
        goal=Goal(complexity=int(complexity), sparsity=int(sparsity), unit=unit),
        max_errors=whole_budget(parameters.max_errors, int(data.boxes.weight.sum()), data.unit),
        error_slack=parameters.error_slack,
        seed=parameters.seed,
        workers=parameters.workers,
        error_unit=data.unit,
    )


def _infeasible(
    data: Encoded, parameters: Parameters, failure: BudgetNotMetError, stop_reason: str
) -> InfeasibleError:
    fewest, bound = data.amount(failure.fewest), data.amount(failure.bound)
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


def _result(
    data: Encoded,
    description: Description,
    answer: Answer,
    judgement: Judgement,
    parameters: Parameters,
    *,
    seconds: float,
) -> Result:
    """Put together what was reached and what is proven, in the units of the user."""
    complexity, sparsity = description.complexity, description.sparsity
    weights = (parameters.complexity_weight, parameters.sparsity_weight)
    objective = weights[0] * complexity + weights[1] * sparsity
    scale = objective / answer.objective if answer.objective else 1.0
    bound = objective if answer.bound == answer.objective else answer.bound * scale
    return Result(
        status="optimal" if answer.optimal else "feasible",
        errors=judgement.errors,
        accuracy=judgement.accuracy,
        complexity=complexity,
        sparsity=sparsity,
        columns=len(description.used_columns),
        objective=objective,
        bound=bound,
        gap=(objective - bound) / objective if objective else 0.0,
        error_bound=_error_bound(data, answer, judgement.errors),
        # weights that were rounded may sum to a little less than they are
        max_errors=max(judgement.errors, data.amount(answer.budget)),
        stop_reason=answer.stop_reason,
        seconds=seconds,
        statistics=_statistics(data, answer, parameters),
    )


def _error_bound(data: Encoded, answer: Answer, errors: float) -> float:
    """Return the bound on errors, never above what was reached where weights were rounded."""
    closed = answer.error_bound >= answer.errors
    return errors if closed else min(errors, data.amount(answer.error_bound))


def _statistics(data: Encoded, answer: Answer, parameters: Parameters) -> dict[str, Any]:
    tree_errors = data.amount(answer.statistics["tree_errors"])
    more = {"tree_errors": tree_errors, "objective": parameters.objective_name}
    return {**answer.statistics, **more}


def _check_against_solver(
    data: Encoded, description: Description, answer: Answer, judgement: Judgement
) -> None:
    """Refuse to answer at all if the raw rows do not bear out what the solver says."""
    wrong = ~judgement.correct[data.counted]
    errors = int(data.boxes.weight[wrong].sum())
    if errors != answer.errors or description.complexity != answer.complexity:
        raise RuntimeError(
            f"the description has {data.amount(errors):g} errors and complexity "
            f"{description.complexity} on the rows, but {data.amount(answer.errors):g} and "
            f"{answer.complexity} were expected: this is a fault in clusterscribe, "
            "please report it"
        )


def _proof(result: Result, parameters: Parameters) -> Proof:
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
