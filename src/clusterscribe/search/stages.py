"""Which solver a problem needs, and what it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from clusterscribe.clock import Clock
from clusterscribe.errors import hint
from clusterscribe.feature import Feature
from clusterscribe.parameters import Parameters
from clusterscribe.problem.boxes import Boxes
from clusterscribe.progress import Listener
from clusterscribe.search.axis.two_stages import Settings, TwoStages
from clusterscribe.search.goal import Goal
from clusterscribe.search.rows.encode import Encoded
from clusterscribe.search.rows.subject import Subject

if TYPE_CHECKING:
    from clusterscribe.search.columns.column_stages import ObliqueStages, Shape

FEW_NAMES = 3


def stages_for(
    data: Encoded, parameters: Parameters, clock: Clock, listener: Listener
) -> TwoStages | ObliqueStages:
    """Return the solver for conditions of one feature, or of several."""
    settings = settings_for(data, parameters)
    return stages_on(data.boxes, parameters, settings, clock, listener, names=data.features)


def stages_on(
    boxes: Boxes,
    parameters: Parameters,
    settings: Settings,
    clock: Clock,
    listener: Listener,
    *,
    names: Sequence[Feature],
) -> TwoStages | ObliqueStages:
    """Return the solver for boxes; `names` are their features, for whoever has to be told."""
    shape = shape_for(boxes, parameters)
    if shape is None:
        return TwoStages(boxes, settings, clock, listener)
    from clusterscribe.search.columns.column_stages import ObliqueStages

    stages = ObliqueStages(boxes, settings, shape, clock, listener)
    warn_if_hopeless(parameters, stages, names)
    return stages


def shape_for(boxes: Boxes, parameters: Parameters) -> Shape | None:
    """Return the class of half-spaces, or None where conditions are on one feature each."""
    varying = (boxes.lower.min(axis=0) < boxes.upper.max(axis=0)).sum()
    if parameters.max_terms == 1 or varying <= 1:
        return None
    from clusterscribe.search.columns.column_stages import Shape

    return Shape(
        parameters.max_terms, parameters.max_coefficient, parameters.scale, parameters.jobs
    )


def warn_if_hopeless(
    parameters: Parameters, stages: ObliqueStages, names: Sequence[Feature]
) -> None:
    """Say so where there are half-spaces of which nothing can be proved."""
    blurred = stages.geometry.blurred.tolist()
    if blurred:
        columns = ", ".join(repr(names[d].column) for d in blurred[:FEW_NAMES])
        more = f" and {len(blurred) - FEW_NAMES} more" if len(blurred) > FEW_NAMES else ""
        hint(
            f"the numbers of {columns}{more} are too large or too fine to be added up with others, "
            "so that nothing is proved about conditions of several features; leave these columns "
            "out, or use max_terms=1"
        )
    elif not stages.reach.complete:
        largest = ", ".join(f"{w} for {t} features" for t, w in stages.reach.largest.items())
        hint(
            f"max_terms={parameters.max_terms} with max_coefficient={parameters.max_coefficient} "
            "allows too many conditions to enumerate: weights are tried up to "
            f"{largest}, and nothing is proved about the rest; smaller values of either can be "
            "proved"
        )


def settings_for(subject: Subject, parameters: Parameters) -> Settings:
    """Return what the solver is asked for, in whole units of weight."""
    return Settings(
        goal=Goal.of(parameters.complexity_weight, parameters.sparsity_weight),
        max_errors=subject.unit.budget(parameters.max_errors, subject.total),
        error_slack=parameters.error_slack,
        seed=parameters.seed,
        workers=parameters.workers,
        error_unit=subject.unit.amount(1),
        rounding=subject.unit.rounding,
    )
