"""`describe_table`: the whole flow for a table that stays where it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from clusterscribe.clock import Clock
from clusterscribe.contrast import contrast_of
from clusterscribe.described import Described
from clusterscribe.description import Description, Label, Noise
from clusterscribe.description.export.made import record
from clusterscribe.engine.asking import ibis, is_table
from clusterscribe.engine.counting import Counted, count
from clusterscribe.engine.search import RowsOfEngine
from clusterscribe.engine.survey import Survey, survey
from clusterscribe.errors import InputError
from clusterscribe.parameters import LabelledTable, Missing, Parameters, check
from clusterscribe.progress import Listener, silent
from clusterscribe.result import Alternative, Result
from clusterscribe.search.answer import Answer
from clusterscribe.search.outcome import proof_of, result_of, warn_if_over_budget
from clusterscribe.search.rows.decode import decode
from clusterscribe.search.rows.encode import Encoded
from clusterscribe.search.schedule import DEFAULT, Schedule
from clusterscribe.search.task import Task
from clusterscribe.table.shape import quoted


def describe_table(
    table: object,
    labels: str,
    *,
    weights: str | None = None,
    features: Iterable[str] | None = None,
    exclude: Iterable[str] | None = None,
    noise_label: Label = None,
    noise: Noise = "outside",
    missing: Missing = "outside",
    cluster: Label = None,
    against: Label = None,
    listener: Listener | None = None,
    **parameters: object,
) -> Described:
    """Describe the clusters of a table of Ibis; return the description and what is proven of it.

    `labels` and `weights` name columns of the table. All else is as for `describe`.

    Parameters
    ----------
    table : table of Ibis
        The rows, wherever they are.
    labels : str
        The column with the cluster label.
    weights : str or None
        The column with the weights.
    features : iterable of str or None
        The columns to describe with; None is all that can describe.
    exclude : iterable of str or None
        Columns to leave out.
    noise_label : object or None
        The label of rows that belong to no cluster, such as -1 from DBSCAN.
    noise : "outside" or "ignore"
        Noise rows must lie outside every polyhedron, or do not count.
    missing : "outside" or "error"
        A missing number or date meets no condition, or is refused.
    cluster : object or None
        The label of a cluster to describe alone, against all others.
    against : object or None
        With `cluster`: the label of the only other cluster whose rows count.
    listener : callable or None
        Called with a `Snapshot` whenever there is progress.
    **parameters : object
        As for `describe`.

    Returns
    -------
    Described
        The description and the result, a pair by name.

    """
    ibis()
    if not is_table(table):
        raise InputError(
            f"table must be a table of Ibis, not {type(table).__name__}; open a file with "
            "open_table, and give anything else to describe"
        )
    data = LabelledTable(
        table=table,
        labels=labels,
        weights=weights,
        features=features,
        exclude=exclude,
        noise_label=noise_label,
        noise=noise,
        missing=missing,
        contrast=contrast_of(cluster, against),
    )
    return Described(*describe_in_engine(data, check(**parameters), listener or silent))


def describe_in_engine(
    data: LabelledTable,
    parameters: Parameters,
    listener: Listener,
    schedule: Schedule = DEFAULT,
) -> tuple[Description, Result]:
    """Describe a table of Ibis, whose labels and weights are columns of it."""
    _refuse_groups(parameters)
    _refuse_certificate(parameters)
    _refuse_wishes(parameters)
    clock = Clock(parameters.time_limit)
    known = survey(data, parameters.class_weight, parameters.constraints)
    task = Task(known, parameters, clock, listener, schedule)
    found = RowsOfEngine(known, task).search()
    rows, answer = found.data, found.answer
    description = decode(rows, answer, parameters.placement)
    counted = count(known, description)
    _check_against_search(answer, counted, description)
    result = result_of(rows, description, answer, counted, parameters, seconds=clock.elapsed)
    result = replace(result, shorter=_shorter(known, rows, answer, parameters.min_recall))
    warn_if_over_budget(rows, answer, result, parameters)
    proof = proof_of(known, result, parameters, known.contrast, known.unwanted)
    made = record(data, parameters)
    description = replace(description, tallies=counted.tallies, proof=proof, made=made)
    return description, replace(result, proof=proof)


def _shorter(known: Survey, rows: Encoded, answer: Answer, min_recall: float) -> Alternative | None:
    """Count the shorter answer on all rows; on these it may have too little inside."""
    if answer.shorter is None:
        return None
    other = decode(rows, replace(answer, polyhedra=answer.shorter.polyhedra), "tight")
    counted = count(known, other)
    tallies = counted.tallies[: len(other.parts)]
    if any(tally.inside < min_recall * tally.rows for tally in tallies):
        return None
    return Alternative(counted.errors, other.complexity, other.sparsity)


def _refuse_groups(parameters: Parameters) -> None:
    if parameters.grouping not in ("auto", "lazy"):
        raise InputError(
            f"grouping={parameters.grouping!r} needs all rows in memory, and those of a table in "
            "an engine stay there; leave grouping at 'auto'"
        )


def _refuse_certificate(parameters: Parameters) -> None:
    if parameters.certificate:
        raise InputError(
            "a certificate needs all rows in memory, and those of a table in an engine stay there; "
            "leave certificate out, or give the rows to describe"
        )


def _refuse_wishes(parameters: Parameters) -> None:
    """Refuse wishes that have to be kept by all rows at once, which stay in the engine."""
    names = ("require", "max_errors", "separate", "right_rows")
    asked = [name for name in names if len(getattr(parameters.constraints, name))]
    if asked:
        raise InputError(
            f"constraints: {quoted(asked)} {'need' if len(asked) > 1 else 'needs'} all rows in "
            "memory, and those of a table in an engine stay there; leave "
            f"{'them' if len(asked) > 1 else 'it'} out, or give the rows to describe (on the "
            "command line --engine memory)"
        )


def _check_against_search(answer: Answer, counted: Counted, description: Description) -> None:
    """Refuse to answer at all if all rows do not bear out what the search says."""
    if counted.whole_errors != answer.errors or description.complexity != answer.complexity:
        raise RuntimeError(
            f"the description has {counted.whole_errors} errors and complexity "
            f"{description.complexity} on all rows, but {answer.errors} and {answer.complexity} "
            "were expected: the table changed meanwhile, or this is a fault in clusterscribe"
        )
