"""From a table and labels to a description and a result: the whole flow in one place.

    table + labels -> encode -> boxes -> two stages -> ranges -> decode -> description
                                                                        -> judged on the raw rows

Every figure of the result is counted again on the raw rows, from the description alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from clusterscribe.clock import Clock
from clusterscribe.description import (
    Description,
    Label,
    Noise,
)
from clusterscribe.description.core.tally import Judgement, judge, tallied
from clusterscribe.engine.describe import described_in_engine
from clusterscribe.engine.loading import is_table
from clusterscribe.parameters import Parameters, check
from clusterscribe.progress import Listener, silent
from clusterscribe.result import Result
from clusterscribe.search.answer import Answer
from clusterscribe.search.outcome import proof_of, result_of
from clusterscribe.search.rows.decode import decode
from clusterscribe.search.rows.encode import Encoded
from clusterscribe.search.rows.subject import read_subject
from clusterscribe.search.solve import solve


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
    row. Of a table of Ibis, which stays in its engine, `labels` and `sample_weight` name
    columns. `features` and `exclude` choose the columns to describe with; `listener` is told
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
    if is_table(X):
        return described_in_engine(
            X,
            labels,
            parameters,
            listener or silent,
            weights=sample_weight,
            features=features,
            exclude=exclude,
            noise_label=noise_label,
            noise=noise,
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
    result = result_of(data, description, answer, judgement, parameters, seconds=clock.elapsed)
    tallies, proof = tallied(description, judgement), proof_of(result, parameters)
    return replace(description, tallies=tallies, proof=proof), result


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
