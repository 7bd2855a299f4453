"""From a table and labels to a description and a result: the whole way in one place.

    table + labels -> subject -> search -> answer -> decode -> description -> judged on the raw rows

Every figure of the result is counted again on the raw rows, from the description alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from clusterscribe.background import is_missed
from clusterscribe.clock import Clock
from clusterscribe.description import Description
from clusterscribe.description.core import Judgement, judge, tallied
from clusterscribe.description.export.made import record
from clusterscribe.engine.asking import is_table
from clusterscribe.engine.describe import describe_in_engine
from clusterscribe.errors import hint
from clusterscribe.parameters import LabelledTable, Parameters
from clusterscribe.progress import Listener, by_weight
from clusterscribe.result import Alternative, Result
from clusterscribe.search.answer import Answer
from clusterscribe.search.outcome import proof_of, result_of, warn_if_over_budget
from clusterscribe.search.rows.decode import decode, decode_tree
from clusterscribe.search.rows.encode import Encoded
from clusterscribe.search.rows.source import Found
from clusterscribe.search.rows.sources import rows_for
from clusterscribe.search.rows.subject import by_class, counted_rows, read_subject
from clusterscribe.search.schedule import DEFAULT, Schedule
from clusterscribe.search.task import Task
from clusterscribe.search.wishes.conflict import conflict_of
from clusterscribe.search.wishes.right_rows import right_rows_of, without_right_rows
from clusterscribe.table import row_weights
from clusterscribe.table.contrasts import found_contrast
from clusterscribe.table.labels import distinct_labels
from clusterscribe.table_like import Weights

COMPILING = (
    "part of the search was still being compiled, as happens once after installation, so that "
    "far better descriptions and bounds may be missing; ask again, or with a longer time limit"
)

Kept: TypeAlias = Found  # all that a search has found, for a frontier of the same table


def describe_clusters(
    data: LabelledTable,
    parameters: Parameters,
    listener: Listener,
    schedule: Schedule = DEFAULT,
    *,
    keep: Callable[[Kept], None] | None = None,
    start: Description | None = None,
) -> tuple[Description, Result]:
    """Describe the clusters of a table, wherever it is.

    `keep` is given all that the search for a table in memory has found. `start` is a description
    of the same clusters to begin with: it is judged on the rows and against all wishes first, and
    changes nothing of what is proved.
    """
    listener = by_weight(data.weights is not None or parameters.class_weight is not None, listener)
    if is_table(data.table):
        return describe_in_engine(data, parameters, listener, schedule)
    if parameters.certificate:
        # what few ask for is loaded for them alone
        from clusterscribe.certificates.certify import certified, refuse_uncertifiable

        refuse_uncertifiable(data, parameters)
    clock = Clock(parameters.time_limit)
    data = without_right_rows(data, parameters)
    subject = read_subject(data, parameters.class_weight, parameters.constraints)
    right = right_rows_of(subject, parameters.constraints)
    task = Task(subject, parameters, clock, listener, schedule, right, start)
    found = rows_for(subject, task).search()
    if found.answer.broken:
        raise conflict_of(subject, parameters, found.answer.is_impossible)
    if keep is not None:
        keep(found)
    rows, answer = found.data, found.answer
    description, result = described(rows, answer, parameters, clock)
    if not answer.optimal and is_missed():
        hint(COMPILING)
    baseline, shorter = baseline_of(rows, answer), _shorter(rows, answer, parameters.min_recall)
    result = replace(result, baseline=baseline, shorter=shorter)
    if parameters.certificate:
        description, result = certified(description, result, data, parameters, listener)
    else:
        result = replace(result, proof=description.proof)
    return replace(description, made=record(data, parameters)), result


def described(
    data: Encoded, answer: Answer, parameters: Parameters, clock: Clock
) -> tuple[Description, Result]:
    """Return the description that an answer stands for, judged on the rows, and its result."""
    description = decode(data, answer, parameters.placement)
    judgement = judge(description, data.table, data.labels, data.weight)
    _check_against_solver(data, description, answer, judgement)
    result = result_of(data, description, answer, judgement, parameters, seconds=clock.elapsed)
    warn_if_over_budget(data, answer, result, parameters)
    tallies = tallied(description, judgement)
    proof = proof_of(data, result, parameters, data.contrast, data.unwanted)
    return replace(description, tallies=tallies, proof=proof), result


def weights_of(data: LabelledTable, parameters: Parameters) -> Weights | None:
    """Return the weights by which an answer counts the rows, for whoever counts them again."""
    given: Weights | None = data.weights
    if parameters.class_weight is None:
        return given
    labels = distinct_labels(data.labels)
    weight = row_weights(given, len(labels.codes))
    contrast = found_contrast(data.contrast, labels.values, data.noise_label)
    clusters, _ = counted_rows(labels, weight, data.noise_label, data.noise, contrast)
    return by_class(weight, labels, clusters, parameters.class_weight)


def baseline_of(data: Encoded, answer: Answer) -> Alternative | None:
    """Count the tree with one leaf per cluster, where one was fitted to all rows."""
    if answer.tree is None:
        return None
    tree = decode_tree(data, answer)
    judgement = judge(tree, data.table, data.labels, data.weight)
    tallies = tallied(tree, judgement)[: len(tree.parts)]
    least = min((tally.inside / tally.rows for tally in tallies if tally.rows), default=1.0)
    return replace(_alternative(tree, judgement), least_recall=least)


def _shorter(data: Encoded, answer: Answer, min_recall: float) -> Alternative | None:
    """Count the shorter answer; one that few rows led to may have too little inside on all."""
    if answer.shorter is None:
        return None
    other = decode(data, replace(answer, polyhedra=answer.shorter.polyhedra), "tight")
    judgement = judge(other, data.table, data.labels, data.weight)
    tallies = tallied(other, judgement)[: len(other.parts)]
    is_enough = all(tally.inside >= min_recall * tally.rows for tally in tallies)
    return _alternative(other, judgement) if is_enough else None


def _alternative(other: Description, judgement: Judgement) -> Alternative:
    return Alternative(judgement.errors, other.complexity, other.sparsity)


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
