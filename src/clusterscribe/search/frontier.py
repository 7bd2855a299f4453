"""From a table and labels to the frontier."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from clusterscribe.clock import Clock
from clusterscribe.description import Label, Noise
from clusterscribe.errors import hint
from clusterscribe.frontiers.frontier import Frontier, Point
from clusterscribe.parameters import Parameters, check
from clusterscribe.progress import Listener, silent
from clusterscribe.proof import StopReason
from clusterscribe.search.axis.axis_frontier import FrontierSearch
from clusterscribe.search.describing import described
from clusterscribe.search.outcome import bound_on_errors
from clusterscribe.search.rows.encode import Encoded, encode
from clusterscribe.search.stages import settings_for, shape_for, warn_if_hopeless

if TYPE_CHECKING:
    from clusterscribe.search.columns.column_frontier import ObliqueFrontier


def frontier(
    X: object,
    labels: object,
    *,
    objective: str | tuple[float, float] = "complexity",
    max_terms: int = 1,
    max_coefficient: int = 1,
    scale: str = "minmax",
    placement: str = "round",
    time_limit: float | None = 60.0,
    n_jobs: int | None = None,
    random_state: object = None,
    noise_label: Label = None,
    noise: Noise = "outside",
    sample_weight: object = None,
    features: Iterable[str] | None = None,
    exclude: Iterable[str] | None = None,
    listener: Listener | None = None,
) -> Frontier:
    """Describe the clusters of a table for every useful number of errors.

    The first point has the fewest errors of all, the last one condition a cluster (one
    feature, where features are counted); between them is every length for which more errors
    buy anything. With `max_terms` above 1 the frontier of one feature a condition is the
    start, and no point is worse than that. `time_limit` is for the whole frontier; all else is
    as for `describe`. Ctrl-C returns the points so far.
    """
    parameters = check(
        objective=objective,
        max_terms=max_terms,
        max_coefficient=max_coefficient,
        scale=scale,
        error_slack=0.0,
        placement=placement,
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
    search = _search(data, parameters, clock, listener or silent)
    try:
        search.run()
    except KeyboardInterrupt:
        hint("interrupted: these are the points so far")
    points = []
    for answer in search.answers():
        description, result = described(data, answer, parameters, clock)
        fewest = bound_on_errors(data, answer, answer.fewest_as_short, result.errors)
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
