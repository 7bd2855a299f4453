"""Which solver a problem needs, and what it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clusterscribe.clock import Clock
from clusterscribe.encode import Encoded
from clusterscribe.errors import hint
from clusterscribe.parameters import Parameters
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.weights import whole_budget, whole_weights
from clusterscribe.progress import Listener
from clusterscribe.solver.axis_parallel import Settings, TwoStages
from clusterscribe.solver.goal import Goal
from clusterscribe.subject import Subject

if TYPE_CHECKING:
    from clusterscribe.pricing.oblique import Reach
    from clusterscribe.solver.oblique import ObliqueStages, Shape


def stages_for(
    data: Encoded, parameters: Parameters, clock: Clock, listener: Listener
) -> TwoStages | ObliqueStages:
    """Return the solver for conditions of one feature, or of several."""
    exact = None if parameters.max_terms == 1 else as_they_came(data)
    settings = settings_for(data, parameters)
    return stages_on(data.boxes, parameters, settings, clock, listener, exact=exact)


def stages_on(
    boxes: Boxes,
    parameters: Parameters,
    settings: Settings,
    clock: Clock,
    listener: Listener,
    *,
    exact: Boxes | None = None,
) -> TwoStages | ObliqueStages:
    """Return the solver for boxes; `exact` are those with the numbers as they came."""
    shape = shape_for(boxes, parameters)
    if shape is None:
        return TwoStages(boxes, settings, clock, listener)
    from clusterscribe.solver.oblique import ObliqueStages

    stages = ObliqueStages(boxes, settings, shape, clock, listener, exact=exact)
    warn_if_hopeless(parameters, stages.reach)
    return stages


def shape_for(boxes: Boxes, parameters: Parameters) -> Shape | None:
    """Return the class of half-spaces, or None where conditions are on one feature each."""
    varying = (boxes.lower.min(axis=0) < boxes.upper.max(axis=0)).sum()
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


def settings_for(subject: Subject, parameters: Parameters) -> Settings:
    """Return what the solver is asked for, in whole units of weight."""
    objective = np.array([parameters.complexity_weight, parameters.sparsity_weight])
    (complexity, sparsity), unit = whole_weights(objective)
    return Settings(
        goal=Goal(complexity=int(complexity), sparsity=int(sparsity), unit=unit),
        max_errors=whole_budget(parameters.max_errors, subject.total, subject.unit),
        error_slack=parameters.error_slack,
        seed=parameters.seed,
        workers=parameters.workers,
        error_unit=subject.unit,
    )
