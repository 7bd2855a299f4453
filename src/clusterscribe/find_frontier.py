"""From a table and labels to the frontier."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from clusterscribe.clock import Clock
from clusterscribe.describing import baseline_of, described
from clusterscribe.description.export.made import record
from clusterscribe.errors import hint
from clusterscribe.frontiers.frontier import Frontier
from clusterscribe.frontiers.point import Point
from clusterscribe.parameters import LabelledTable, Parameters
from clusterscribe.progress import Listener, by_weight
from clusterscribe.proof import StopReason
from clusterscribe.search.answer import Answer
from clusterscribe.search.outcome import figures_of
from clusterscribe.search.rows.encode import Encoded, encode
from clusterscribe.search.rows.source import Found
from clusterscribe.search.schedule import DEFAULT, Schedule
from clusterscribe.search.settings import settings_for
from clusterscribe.search.task import Task
from clusterscribe.search.wishes.conflict import conflict_of
from clusterscribe.search.wishes.right_rows import right_rows_of, without_right_rows


def find_frontier(
    data: LabelledTable,
    parameters: Parameters,
    listener: Listener,
    schedule: Schedule = DEFAULT,
    *,
    known: Found | None = None,
) -> Frontier:
    """Describe the clusters of a table for every useful number of errors.

    `known` is what a search for a description of the same table has found: no point is worse.
    """
    clock = Clock(parameters.time_limit)
    listener = by_weight(data.weights is not None or parameters.class_weight is not None, listener)
    data = without_right_rows(data, parameters)
    rows = encode(data, parameters.class_weight, parameters.constraints)
    right = right_rows_of(rows, parameters.constraints)
    task = Task(rows, parameters, clock, listener, schedule, right)
    search = task.frontier(rows.boxes, rows.seen)
    if known is not None:
        search.take(known.answer)
    try:
        search.run()
    except KeyboardInterrupt:
        hint("interrupted: these are the points so far")
    if search.broken:
        raise conflict_of(rows, parameters, search.is_impossible)
    interrupted = search.stop_reason == StopReason.INTERRUPTED
    found = _frontier(rows, search.answers(), parameters, clock, interrupted=interrupted)
    return found.as_made(record(data, parameters))


def known_frontier(found: Found, parameters: Parameters, *, interrupted: bool = False) -> Frontier:
    """Return what a search for a description has found on the way, as a frontier."""
    answer, settings = found.answer, settings_for(found.data, parameters)
    floor = settings.goal.least_with(len(found.data.clusters.labels))
    answers = [answer.at(step, settings.covering(step.errors)) for step in answer.useful(floor)]
    parameters = replace(parameters, max_errors=None)
    return _frontier(found.data, answers, parameters, Clock(None), interrupted=interrupted)


def _frontier(
    rows: Encoded,
    answers: Iterable[Answer],
    parameters: Parameters,
    clock: Clock,
    *,
    interrupted: bool,
) -> Frontier:
    """Evaluate all answers on the rows, the fewest errors first."""
    points: list[Point] = []
    answers = list(answers)
    baseline = baseline_of(rows, answers[0])
    for answer in reversed(answers):
        description, result = described(rows, answer, parameters, clock)
        # the next point is the shorter one to name
        shorter = points[-1].result.as_alternative() if points else None
        result = replace(result, baseline=baseline, shorter=shorter)
        figures = figures_of(rows, answer, parameters, result.errors, result.objective)
        points.append(Point(description, result, figures.fewest(result.objective)))
    return Frontier(tuple(reversed(points)), parameters.objective_name, interrupted)
