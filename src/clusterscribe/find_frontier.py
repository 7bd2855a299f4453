"""From a table and labels to the frontier."""

from __future__ import annotations

from clusterscribe.clock import Clock
from clusterscribe.describing import described
from clusterscribe.errors import hint
from clusterscribe.frontiers.frontier import Frontier
from clusterscribe.frontiers.point import Point
from clusterscribe.parameters import LabelledTable, Parameters
from clusterscribe.progress import Listener
from clusterscribe.proof import StopReason
from clusterscribe.search.outcome import figures_of
from clusterscribe.search.rows.encode import encode
from clusterscribe.search.schedule import DEFAULT, Schedule
from clusterscribe.search.task import Task


def find_frontier(
    data: LabelledTable,
    parameters: Parameters,
    listener: Listener,
    schedule: Schedule = DEFAULT,
) -> Frontier:
    """Describe the clusters of a table for every useful number of errors."""
    clock = Clock(parameters.time_limit)
    rows = encode(data, parameters.class_weight)
    search = Task(rows, parameters, clock, listener, schedule).frontier(rows.boxes, rows.features)
    try:
        search.run()
    except KeyboardInterrupt:
        hint("interrupted: these are the points so far")
    points = []
    for answer in search.answers():
        description, result = described(rows, answer, parameters, clock)
        figures = figures_of(rows, answer, parameters, result.errors, result.objective)
        points.append(Point(description, result, figures.fewest(result.objective)))
    interrupted = search.stop_reason == StopReason.INTERRUPTED
    return Frontier(tuple(points), parameters.objective_name, interrupted)
