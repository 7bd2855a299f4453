"""The frontier as a picture: errors against length, what is proved and what is open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from clusterscribe.description.core import BaseDescription
from clusterscribe.errors import InputError
from clusterscribe.result import Result


@dataclass(frozen=True, slots=True)
class Stop:
    """One description of the frontier."""

    errors: float
    accuracy: float
    value: float  # of what is made small
    complexity: int
    sparsity: int
    fewest_errors: float  # proved: nothing as short makes fewer
    bound: float  # proved: nothing with as few errors is shorter
    proved: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """The stops, the fewest errors first, and which one is chosen."""

    objective: str  # what is made small, in words
    stops: tuple[Stop, ...]
    chosen: int | None = None


class Described(Protocol):
    """A point of a frontier."""

    @property
    def description(self) -> BaseDescription:
        """What each cluster is."""

    @property
    def result(self) -> Result:
        """What was reached, and what is proven."""

    @property
    def fewest_errors(self) -> float:
        """Proved: nothing as short makes fewer errors."""

    @property
    def proved(self) -> bool:
        """Whether nothing shorter is within its errors, and nothing as short makes fewer."""


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
        """Return the knee of the frontier."""


def curve(points: Iterable[Described], objective: str, chosen: int | None = None) -> Curve:
    """Make a picture of points that are in order, the fewest errors first."""
    stops = tuple(
        Stop(
            point.result.errors,
            point.result.accuracy,
            point.result.objective,
            point.result.complexity,
            point.result.sparsity,
            point.fewest_errors,
            point.result.bound,
            point.proved,
        )
        for point in points
    )
    if chosen is not None and not 0 <= chosen < len(stops):
        raise InputError(
            f"chosen must be the place of one of the {len(stops)} points, from 0 on, not {chosen!r}"
        )
    return Curve(objective, stops, chosen)
