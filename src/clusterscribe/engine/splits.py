"""Rows of an engine on both sides of a bound that are one value."""

from __future__ import annotations

from collections.abc import Iterator

from clusterscribe.description import Description
from clusterscribe.engine.asking import ask
from clusterscribe.engine.expressions import Expression, double
from clusterscribe.engine.inside import inside
from clusterscribe.engine.loading import ibis
from clusterscribe.engine.survey import Survey
from clusterscribe.lazy.splits import is_split, thresholds

NEITHER = 2


def rows_beside_splits(survey: Survey, description: Description) -> Iterator[Expression]:
    """Yield for each such bound the rows next to it: of kind 0 inside, of kind 1 outside."""
    bounds = list(thresholds(description))
    if not bounds:
        return
    numbers = survey.numbers(survey.rows, description.features)
    asked = {}
    for place, bound in enumerate(bounds):
        number, within = numbers[bound.feature], inside(bound.half_space, numbers)
        below = bound.half_space.terms[0].weight > 0  # the rows inside
        asked[f"in{place}"] = number.max(where=within) if below else number.min(where=within)
        asked[f"out{place}"] = number.min(where=~within) if below else number.max(where=~within)
    (found,) = ask(survey.rows.aggregate(**asked), "bounds were looked at").to_pylist()
    for place, bound in enumerate(bounds):
        ends = found[f"in{place}"], found[f"out{place}"]
        if is_split(*ends):
            number = numbers[bound.feature]
            sides = [(number == double(end), side) for side, end in enumerate(ends)]
            kind = ibis().cases(*sides, else_=NEITHER).cast("int64")
            rows = survey.rows.mutate(kind=kind)
            yield rows.filter(rows.kind != NEITHER)
