"""From a table and labels to a description and a result: the whole flow in one place.

    table + labels -> encode -> boxes -> two stages -> ranges -> decode -> description
                                                                        -> judged on the raw rows

Every figure of the result is counted again on the raw rows, from the description alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from clusterscribe.clock import Clock
from clusterscribe.decode import decode
from clusterscribe.description import (
    Description,
    Label,
    Noise,
    Proof,
)
from clusterscribe.description.tally import Judgement, judge, tallied
from clusterscribe.encode import Encoded
from clusterscribe.parameters import Parameters, check
from clusterscribe.progress import Listener, silent
from clusterscribe.result import Result
from clusterscribe.solver.answer import Answer
from clusterscribe.solving import solve
from clusterscribe.subject import read_subject


def describe(
    X: object,
    labels: object,
    *,
    objective: str | tuple[float, float] = "complexity",
    max_terms: int = 1,
    max_coefficient: int = 1,
    max_errors: int | float | None = None,
    error_slack: float = 0.05,
    grouping: object = "auto",
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
    subject = read_subject(
        X,
        labels,
        features=features,
        exclude=exclude,
        sample_weight=sample_weight,
        noise_label=noise_label,
        noise=noise,
    )
    data, answer = solve(subject, parameters, clock, listener or silent)
    return described(data, answer, parameters, clock)


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
    errors = int(data.whole[wrong].sum())
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
