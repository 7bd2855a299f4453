"""Rows of an engine on both sides of a bound that are one value."""

from __future__ import annotations

from collections.abc import Iterator

from clusterscribe.description import Description
from clusterscribe.engine.asking import ask
from clusterscribe.engine.expressions import Expression, double
from clusterscribe.engine.inside import level_of
from clusterscribe.engine.loading import ibis
from clusterscribe.engine.survey import Survey
from clusterscribe.lazy.splits import thresholds

NEITHER = 2


def rows_beside_splits(
    survey: Survey, description: Description, closeness: float
) -> Iterator[Expression]:
    """Yield for each such bound the rows next to it: of kind 0 inside, of kind 1 outside."""
    bounds = list(thresholds(description))
    if not bounds:
        return
    numbers = survey.numbers(survey.rows, description.features)
    levels = [level_of(bound.half_space, numbers) for bound in bounds]
    asked = {}
    for place, (bound, level) in enumerate(zip(bounds, levels, strict=True)):
        inside = level <= double(bound.half_space.bound)
        within = inside & (survey.rows.cluster == bound.cluster) if bound.is_of_sum else inside
        asked[f"in{place}"] = level.max(where=within)
        asked[f"out{place}"] = level.min(where=~inside)
    (found,) = ask(survey.rows.aggregate(**asked), "bounds were looked at").to_pylist()
    for place, (bound, level) in enumerate(zip(bounds, levels, strict=True)):
        ends = found[f"in{place}"], found[f"out{place}"]
        if bound.is_split(*ends, closeness):
            sides = [(level == double(end), side) for side, end in enumerate(ends)]
            kind = ibis().cases(*sides, else_=NEITHER).cast("int64")
            rows = survey.rows.mutate(kind=kind)
            yield rows.filter(rows.kind != NEITHER)
