"""From a table and labels to a description and a result: the whole way in one place.

    table + labels -> subject -> search -> answer -> decode -> description -> judged on the raw rows

Every figure of the result is counted again on the raw rows, from the description alone.
"""

from __future__ import annotations

from dataclasses import replace

from clusterscribe.clock import Clock
from clusterscribe.description import Description
from clusterscribe.description.core import Judgement, judge, tallied
from clusterscribe.engine.asking import is_table
from clusterscribe.engine.describe import describe_in_engine
from clusterscribe.parameters import LabelledTable, Parameters
from clusterscribe.progress import Listener
from clusterscribe.result import Result
from clusterscribe.search.answer import Answer
from clusterscribe.search.outcome import proof_of, result_of
from clusterscribe.search.rows.decode import decode
from clusterscribe.search.rows.encode import Encoded
from clusterscribe.search.rows.sources import rows_for
from clusterscribe.search.rows.subject import by_class, counted_rows, read_subject
from clusterscribe.search.schedule import DEFAULT, Schedule
from clusterscribe.search.task import Task
from clusterscribe.table import row_weights
from clusterscribe.table.labels import distinct_labels


def describe_clusters(
    data: LabelledTable,
    parameters: Parameters,
    listener: Listener,
    schedule: Schedule = DEFAULT,
) -> tuple[Description, Result]:
    """Describe the clusters of a table, wherever it is."""
    if is_table(data.table):
        return describe_in_engine(data, parameters, listener, schedule)
    clock = Clock(parameters.time_limit)
    subject = read_subject(data, parameters.class_weight)
    task = Task(subject, parameters, clock, listener, schedule)
    found = rows_for(subject, task).search()
    return described(found.data, found.answer, parameters, clock)


def described(
    data: Encoded, answer: Answer, parameters: Parameters, clock: Clock
) -> tuple[Description, Result]:
    """Return the description that an answer stands for, judged on the rows, and its result."""
    description = decode(data, answer, parameters.placement)
    judgement = judge(description, data.table, data.labels, data.weight)
    _check_against_solver(data, description, answer, judgement)
    result = result_of(data, description, answer, judgement, parameters, seconds=clock.elapsed)
    tallies, proof = tallied(description, judgement), proof_of(data, result, parameters)
    return replace(description, tallies=tallies, proof=proof), result


def weights_of(data: LabelledTable, parameters: Parameters) -> object:
    """Return the weights by which an answer counts the rows, for whoever counts them again."""
    if parameters.class_weight is None:
        return data.weights
    labels = distinct_labels(data.labels)
    weight = row_weights(data.weights, len(labels.codes))
    clusters, _ = counted_rows(labels, weight, data.noise_label, data.noise)
    return by_class(weight, clusters, parameters.class_weight, len(labels.codes))


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
