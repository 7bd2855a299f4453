"""Whether a description keeps to the limits that are asked for now."""

from __future__ import annotations

from clusterscribe.app.choices import Choices
from clusterscribe.description import Description
from clusterscribe.description.core import all_errors
from clusterscribe.description.core.region import polyhedra_of


def keeps(description: Description, choices: Choices, budget: float | None) -> bool:
    """Whether a description is within limits and budget.

    All else that can be asked for on the page of a report was asked for before as well.
    """
    polyhedra = [polyhedra_of(part) for part in description.parts]
    conditions = [len(each.half_spaces) for some in polyhedra for each in some]
    terms = [
        len(half_space.terms)
        for some in polyhedra
        for each in some
        for half_space in each.half_spaces
    ]
    most = choices.max_conditions
    return (
        (most is None or max(conditions, default=0) <= most)
        and max(terms, default=1) <= choices.max_terms
        and max(map(len, polyhedra), default=1) <= choices.max_polyhedra
        and (budget is None or all_errors(description.tallies or ()) <= budget)
    )
