"""Our own descriptions, and the baselines of this package, as rules."""

from __future__ import annotations

from typing import Any

from benchmarks.peers.runners.given import NAME, Given, Offers
from benchmarks.segments.measure import warm_up_all
from clusterscribe import IMMDescriber, Result, describe
from clusterscribe.baselines.prototypes.prototype_describer import PrototypeDescriber
from clusterscribe.description import Ball, Description, HalfSpace, Polyhedron, Region, Union
from clusterscribe.feature import Feature


def polyhedra(given: Given, **parameters: Any) -> Offers:  # noqa: ANN401
    """Describe the table with the fewest errors, and then as short as possible."""
    warm_up_all()
    frame = given.frame
    yield None
    description, result = describe(
        frame, given.labels, error_slack=0, time_limit=given.limit, random_state=0, **parameters
    )
    yield offer(description, result)


def imm(given: Given, leaves: int = 1) -> Offers:
    """Separate the means of the clusters, with so many leaves for each cluster on average."""
    frame = given.frame
    model = IMMDescriber(max_leaves=leaves * given.clusters)
    yield None
    model.fit(frame, given.labels)
    yield offer(model.description_, model.result_)


def prototypes(given: Given) -> Offers:
    """Choose a typical row and a radius for each cluster."""
    PrototypeDescriber(time_limit=5).fit([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1])  # libraries
    frame = given.frame
    model = PrototypeDescriber(time_limit=given.limit, random_state=0)
    yield None
    model.fit(frame, given.labels)
    yield offer(model.description_, model.result_)


def offer(description: Description, result: Result) -> dict[str, Any]:
    """Return a description as rules, with what is proved of it."""
    return {
        "rules": [rules_of(part) for part in description.parts],
        "said_errors": result.errors,
        "error_bound": result.error_bound,
        "bound": result.bound,
        "status": str(result.status),
    }


def rules_of(part: Region) -> list[list[Any]]:
    """Return the rules of one cluster."""
    if isinstance(part, Union):
        return [conditions_of(one) for one in part.polyhedra]
    return [conditions_of(part)]


def conditions_of(part: Polyhedron | Ball) -> list[Any]:
    """Return the conditions of one polyhedron or ball."""
    if isinstance(part, Ball):
        shares = [
            [place_of(term.feature), term.weight, centre, centre + term.span]
            for term, centre in zip(part.terms, part.centre, strict=True)
        ]
        return [{"shares": shares, "radius": part.radius}]
    return [condition_of(space) for space in part.half_spaces]


def condition_of(space: HalfSpace) -> Any:  # noqa: ANN401
    """Return a half-space, as a bound if it has one feature."""
    if space.is_threshold:
        (term,) = space.terms
        sign = "<=" if term.weight > 0 else ">="
        return [place_of(term.feature), sign, term.weight * space.bound]
    shares = [[place_of(term.feature), term.weight, term.zero, term.one] for term in space.terms]
    return {"shares": shares, "at_most": space.bound}


def place_of(feature: Feature) -> int:
    """Return the place of the column of a feature."""
    return int(feature.column.removeprefix(NAME))
