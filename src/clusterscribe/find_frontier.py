"""From a table and labels to the frontier."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clusterscribe.clock import Clock
from clusterscribe.describing import described
from clusterscribe.errors import hint
from clusterscribe.frontiers.frontier import Frontier, Point
from clusterscribe.parameters import LabelledTable, Parameters
from clusterscribe.progress import Listener
from clusterscribe.proof import StopReason
from clusterscribe.search.axis.axis_frontier import FrontierSearch
from clusterscribe.search.outcome import bound_on_errors
from clusterscribe.search.rows.encode import Encoded, encode
from clusterscribe.search.stages import settings_for, shape_for, warn_if_hopeless

if TYPE_CHECKING:
    from clusterscribe.search.columns.column_frontier import ObliqueFrontier


def find_frontier(data: LabelledTable, parameters: Parameters, listener: Listener) -> Frontier:
    """Describe the clusters of a table for every useful number of errors."""
    clock = Clock(parameters.time_limit)
    rows = encode(data)
    search = _search(rows, parameters, clock, listener)
    try:
        search.run()
    except KeyboardInterrupt:
        hint("interrupted: these are the points so far")
    points = []
    for answer in search.answers():
        description, result = described(rows, answer, parameters, clock)
        fewest = bound_on_errors(rows, answer, answer.fewest_as_short, result.errors)
        points.append(Point(description, result, fewest))
    interrupted = search.stop_reason == StopReason.INTERRUPTED
    return Frontier(tuple(points), parameters.objective_name, interrupted)


def _search(
    data: Encoded, parameters: Parameters, clock: Clock, listener: Listener
) -> FrontierSearch | ObliqueFrontier:
    settings, shape = settings_for(data, parameters), shape_for(data.boxes, parameters)
    if shape is None:
        return FrontierSearch(data.boxes, settings, clock, listener)
    from clusterscribe.search.columns.column_frontier import ObliqueFrontier

    search = ObliqueFrontier(data.boxes, settings, shape, clock, listener)
    warn_if_hopeless(parameters, search.stages, data.features)
    return search
