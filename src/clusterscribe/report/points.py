"""The descriptions that a report switches between, and the one that was asked for among them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from clusterscribe.charts.data.curve import Described
from clusterscribe.description import Description
from clusterscribe.errors import InputError
from clusterscribe.proof import Status, StopReason
from clusterscribe.result import Result


@runtime_checkable
class FrontierLike(Protocol):
    """Points along a frontier, the fewest errors first."""

    @property
    def points(self) -> Sequence[Described]:
        """The points."""

    @property
    def objective(self) -> str:
        """What is made small, in words."""

    def choose(self, *, knee: bool = ...) -> Described:
        """Return the point from which on less length costs the most."""


@dataclass(frozen=True, slots=True)
class Known:
    """A description as a point, with all that is proved of it by any search."""

    description: Description
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
    frontier: FrontierLike, description: Description, result: Result | None, errors: float | None
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


def _place_of(description: Description, points: Sequence[Described]) -> int | None:
    same = (i for i, point in enumerate(points) if point.description.parts == description.parts)
    return next(same, None)


def _says_more(result: Result | None, description: Description, point: Described) -> bool:
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


def _asked(points: Sequence[Described], description: Description, result: Result) -> Known:
    """Return a description as a point, with all that is proved of it.

    What no longer description undercuts in errors, it does not undercut either; nor is it
    shorter than what is proved within more errors.
    """
    same = [point for point in points if _is_about_the_same(point.description, description)]
    longer = [p.fewest_errors for p in same if p.result.objective >= result.objective]
    looser = [p.result.bound for p in same if p.result.errors >= result.errors]
    within_budget = [p.result.bound for p in same if p.result.errors >= result.max_errors]
    # all points of a frontier share one bound on the errors of any description
    at_all = max(result.error_bound, min((p.result.error_bound for p in same), default=0.0))
    known = _known(
        description,
        # the whole budget is what the text speaks of, so it is what the page speaks of as well
        replace(result, bound=max(result.bound, *within_budget, 0.0), error_bound=at_all),
        fewest_errors=max(at_all, *longer, 0.0),
        bound=max(result.bound, *looser, 0.0),
    )
    # alone it has nothing to add, and may be of another measure than the frontier
    return known if same else replace(known, description=description)


def _informed(point: Described, description: Description, result: Result) -> Described:
    """Add to a point what the search for the description that was asked for has proved.

    Its bound on errors is about every description, that on length about all within its budget.
    """
    if not _is_about_the_same(point.description, description):
        return point
    own = point.result
    bound = max(own.bound, result.bound) if own.errors <= result.max_errors else own.bound
    at_all = max(own.error_bound, result.error_bound)
    if at_all == own.error_bound and min(bound, own.objective) == own.bound:
        return point
    informed = replace(own, error_bound=at_all)
    return _known(point.description, informed, max(point.fewest_errors, at_all), bound)


def _known(description: Description, result: Result, fewest_errors: float, bound: float) -> Known:
    """Return a point with these bounds; the bound of `result` is that within its whole budget."""
    fewest = min(result.errors, fewest_errors)
    bound = min(result.objective, bound)
    at_all = min(result.errors, result.error_bound)
    budget = result.max_errors if result.bound >= bound else result.errors
    proved = fewest >= result.errors and bound >= result.objective
    result = replace(result, bound=bound, error_bound=at_all, max_errors=budget)
    return Known(_saying(description, result, proved), result, fewest, proved)


def _saying(description: Description, result: Result, proved: bool) -> Description:
    """Return a description whose own sentences say no less than its point."""
    proof = description.proof
    if proof is None:
        return description
    proof = replace(
        proof,
        status=Status.OPTIMAL if proved else proof.status,
        bound=result.bound,
        max_errors=result.max_errors,
        error_bound=result.error_bound,
    )
    return replace(description, proof=proof)


def _is_about_the_same(one: Description, other: Description) -> bool:
    """Whether what is proved of two descriptions is about one class of descriptions and rows."""
    if one.proof is None or other.proof is None or _counted(one) != _counted(other):
        return False
    return one.proof.kind == other.proof.kind and one.proof.objective == other.proof.objective


def _counted(description: Description) -> tuple[object, ...]:
    """Return by what a table is known again: its columns, its noise, the rows of each label."""
    rows = {tally.label: tally.rows for tally in description.tallies or ()}
    return description.columns, description.noise, description.noise_label, rows


def _is_no_better(one: Result, other: Result) -> bool:
    return one.errors >= other.errors and one.objective >= other.objective


def _measured(
    description: Description, result: Result | None, objective: str, errors: float | None
) -> Result:
    """Return a result whose value and bound are of what the frontier makes small."""
    if result is None:
        return _result_of(description, objective, errors)
    proof = description.proof
    if proof is None or proof.objective == objective:
        return result
    # a bound on features says nothing of complexity, but one on errors holds whatever is small
    other = _result_of(description, objective, result.errors)
    return replace(other, accuracy=result.accuracy, error_bound=result.error_bound)


def _result_of(description: Description, objective: str, errors: float | None) -> Result:
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
