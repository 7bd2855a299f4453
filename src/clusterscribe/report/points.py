"""The descriptions that a report switches between, and the one that was asked for among them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from clusterscribe.charts.data.stops import Described, FrontierLike
from clusterscribe.description.core import BaseDescription
from clusterscribe.errors import InputError
from clusterscribe.proof import DescriptionClass, Figures, Status, StopReason
from clusterscribe.result import Result


@dataclass(frozen=True, slots=True)
class Known:
    """A description as a point, with all that is proved of it by any search."""

    description: BaseDescription
    result: Result
    fewest_errors: float
    proved: bool


@dataclass(frozen=True, slots=True)
class Points:
    """The points, which one was asked for, and which are the last to be left out."""

    points: tuple[Described, ...]
    chosen: int
    objective: str
    landmarks: frozenset[int]  # both ends, the knee and the chosen one


def with_asked(
    frontier: FrontierLike,
    description: BaseDescription,
    result: Result | None,
    errors: float | None,
) -> Points:
    """Put the description that was asked for at its place among the points of a frontier."""
    points: list[Described] = list(frontier.points)
    knee = frontier.choose(knee=True) if points else None
    chosen = _place_of(description, points)
    if chosen is None or _says_more(result, description, points[chosen]):
        found = _measured(description, result, frontier.objective, errors)
        asked = _asked(points, description, found)
        knees = [place for place, point in enumerate(points) if point is knee]
        points = [_informed(point, description, found) for point in points]
        knee = points[knees[0]] if knees else None
        chosen = _put(points, asked)
    landmarks = {0, chosen, len(points) - 1}
    landmarks |= {place for place, point in enumerate(points) if point is knee}
    return Points(tuple(points), chosen, frontier.objective, frozenset(landmarks))


def spread(count: int, landmarks: Iterable[int], most: int) -> tuple[int, ...]:
    """Return the places of at most so many points: the landmarks, then others far and wide."""
    if count <= most:
        return tuple(range(count))
    kept = set(landmarks)
    others = [place for place in range(count) if place not in kept]
    free = max(0, most - len(kept))
    kept |= {others[(2 * i + 1) * len(others) // (2 * free)] for i in range(free)}
    return tuple(sorted(kept))


def _place_of(description: BaseDescription, points: Sequence[Described]) -> int | None:
    same = (i for i, point in enumerate(points) if point.description.parts == description.parts)
    return next(same, None)


def _says_more(result: Result | None, description: BaseDescription, point: Described) -> bool:
    """Whether a result may add to what is proved of a point with the same description."""
    return result is not None and _is_about_the_same(point.description, description)


def _put(points: list[Described], asked: Known) -> int:
    """Put a description where its errors belong; it stands for all points that are no better."""
    result = asked.result
    points[:] = [point for point in points if not _is_no_better(point.result, result)]
    place = sum(
        (point.result.errors, -point.result.objective) < (result.errors, -result.objective)
        for point in points
    )
    points.insert(place, asked)
    return place


def _asked(points: Sequence[Described], description: BaseDescription, result: Result) -> Known:
    """Return a description as a point, with all that is proved of it by any search."""
    same = [point for point in points if _is_about_the_same(point.description, description)]
    own = _proved_by(description, result)
    known = own & _proved_along(same) if same else own
    # the whole budget is what the text speaks of, so it is what the page speaks of as well
    asked = _known(description, replace(result, bound=known.least(result.bounded_within)), known)
    # alone it has nothing to add, and may be of another measure than the frontier
    return asked if same else replace(asked, description=description)


def _informed(point: Described, description: BaseDescription, result: Result) -> Described:
    """Add to a point what the search for the description that was asked for has proved."""
    if not _is_about_the_same(point.description, description):
        return point
    own = _proved_along([point])
    known = own & _proved_by(description, result)
    informed = _known(point.description, point.result, known)
    is_new = known.errors > own.errors or informed.result.bound != point.result.bound
    return informed if is_new else point


def _proved_by(description: BaseDescription, result: Result) -> Figures:
    """Return what a search proved: of the errors of all, and of the length within its budget."""
    figures = Figures(*_about(description), result.error_bound)
    return figures.with_least(result.bounded_within, result.bound)


def _proved_along(points: Sequence[Described]) -> Figures:
    """Return what points prove together that are about the same descriptions and rows."""
    # all points of a frontier share one bound on the errors of any description
    at_all = min(point.result.error_bound for point in points)
    known = Figures(*_about(points[0].description), at_all)
    for point in points:
        known = known.with_least(point.result.errors, point.result.bound)
        known = known.with_fewest(point.result.objective, point.fewest_errors)
    return known


def _known(description: BaseDescription, result: Result, known: Figures) -> Known:
    """Return a point with all that is known; `result.bound` is that within its whole budget."""
    met = known.met_by(result.errors, result.objective)
    fewest, bound = met.fewest(result.objective), met.least(result.errors)
    is_narrowed = result.bound < bound and not result.over_budget
    budget = result.errors if is_narrowed else result.max_errors
    proved = fewest >= result.errors and bound >= result.objective
    result = replace(result, bound=bound, error_bound=met.errors, max_errors=budget)
    return Known(_saying(description, result, proved), result, fewest, proved)


def _saying(description: BaseDescription, result: Result, proved: bool) -> BaseDescription:
    """Return a description whose own sentences say no less than its point."""
    proof = description.proof
    if proof is None:
        return description
    proof = replace(
        proof,
        status=Status.OPTIMAL if proved else proof.status,
        bound=result.bound,
        max_errors=result.bounded_within,
        error_bound=result.error_bound,
    )
    return replace(description, proof=proof)


def _is_about_the_same(one: BaseDescription, other: BaseDescription) -> bool:
    """Whether what is proved of two descriptions is about one class of descriptions and rows."""
    if one.proof is None or other.proof is None:
        return False
    return _about(one) == _about(other) and _counted(one) == _counted(other)


def _about(description: BaseDescription) -> tuple[DescriptionClass | None, str]:
    """Return the class of descriptions that a proof is about, and what they are compared by."""
    proof = description.proof
    return (None, "") if proof is None else (proof.descriptions, proof.objective)


def _counted(description: BaseDescription) -> tuple[object, ...]:
    """Return by what a table is known again: its columns, its noise, the rows of each label."""
    rows = {tally.label: tally.rows for tally in description.tallies or ()}
    return description.columns, description.noise, description.noise_label, rows


def _is_no_better(one: Result, other: Result) -> bool:
    return one.errors >= other.errors and one.objective >= other.objective


def _measured(
    description: BaseDescription, result: Result | None, objective: str, errors: float | None
) -> Result:
    """Return a result whose value and bound are of what the frontier minimises."""
    if result is None:
        return _result_of(description, objective, errors)
    proof = description.proof
    if proof is None or proof.objective == objective:
        return result
    left = _proved_by(description, result).of_other_objective(objective)
    other = _result_of(description, objective, result.errors)
    return replace(other, accuracy=result.accuracy, error_bound=left.errors)


def _result_of(description: BaseDescription, objective: str, errors: float | None) -> Result:
    """Return what can be said of a description without its result: nothing is proved."""
    measures = {"complexity": description.complexity, "sparsity": description.sparsity}
    if errors is None or objective not in measures:
        raise InputError(
            "the description is not a point of the frontier, and where it stands among them is "
            f"not known; give the result of a search for the same objective, {objective}"
        )
    return Result(
        status=Status.FEASIBLE,
        errors=errors,
        accuracy=1.0,
        complexity=description.complexity,
        sparsity=description.sparsity,
        columns=len(description.used_columns),
        objective=measures[objective],
        bound=0.0,
        gap=1.0,
        error_bound=0.0,
        max_errors=errors,
        stop_reason=StopReason.UNKNOWN,
        seconds=0.0,
    )
