"""The frontier as a chart: errors against length, what is proved and what is open."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from clusterscribe.charts.data.axis import Tick, round_numbers
from clusterscribe.charts.data.figures import grouped
from clusterscribe.description.core import BaseDescription
from clusterscribe.errors import InputError
from clusterscribe.result import Result

MANY = 30.0  # errors, from which a wide range has steps of ten
WIDE = 10.0  # times as many errors at the high end as at the low one


@dataclass(frozen=True, slots=True)
class Stop:
    """One description of the frontier."""

    errors: float
    value: float  # of what is minimised
    fewest_errors: float  # proved: nothing as short makes fewer
    bound: float  # proved: nothing with as few errors is shorter
    proved: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """The stops, the fewest errors first, and which one is chosen."""

    objective: str  # what is minimised, in words
    stops: tuple[Stop, ...]
    chosen: int | None = None


@runtime_checkable
class Described(Protocol):
    """A point of a frontier."""

    @property
    def description(self) -> BaseDescription:
        """What each cluster is."""

    @property
    def result(self) -> Result:
        """What was reached, and what is proved."""

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
        """What is minimised, in words."""

    def choose(self, *, knee: bool = ...) -> Described:
        """Return the knee of the frontier."""


def curve(
    points: Iterable[Described], objective: str, chosen: Described | int | None = None
) -> Curve:
    """Make a chart of points that are in order, the fewest errors first.

    `chosen` is one of them, or its place.
    """
    points = list(points)
    if isinstance(chosen, Described):
        if chosen not in points:
            raise InputError("chosen must be a point of this frontier, such as `choose` returns")
        chosen = points.index(chosen)
    elif chosen is not None and not 0 <= chosen < len(points):
        raise InputError(
            f"chosen must be the place of one of the {len(points)} points, counted from 0, "
            f"not {chosen!r}"
        )
    stops = (
        Stop(p.result.errors, p.result.objective, p.fewest_errors, p.result.bound, p.proved)
        for p in points
    )
    return Curve(objective, tuple(stops), chosen)


def proved_ends(length: bool, errors: bool, objective: str) -> str:
    """Say which is proved: that nothing is shorter, that nothing as short makes fewer errors."""
    if length and errors:
        return "proved"
    if length:
        plain = objective in ("complexity", "sparsity")
        return f"only {objective if plain else 'the weighted sum'} proved"
    return "only errors proved" if errors else "not proved"


def proved_of(point: Described, objective: str) -> str:
    """Say what is proved of a point of a frontier."""
    result = point.result
    length = point.proved or result.bound >= result.objective
    errors = point.proved or point.fewest_errors >= result.errors
    return proved_ends(length, errors, objective)


@dataclass(frozen=True, slots=True)
class Errors:
    """An axis of errors: even steps or, where few and many are to be seen, steps of ten."""

    low: float
    high: float
    in_tens: bool

    @classmethod
    def of(cls, stops: Sequence[Stop]) -> Errors:
        """Lay out the errors of stops, and near ones that are not ruled out."""
        low, high = ends_of([(stop.errors, stop.fewest_errors) for stop in stops])
        if high >= max(MANY, WIDE * low):
            return cls(low, high, in_tens=True)
        return cls(low, high if high > low else low + 1, in_tens=False)

    def place(self, errors: float) -> float:
        """Return where errors are on the axis."""
        return math.log10(1 + errors) if self.in_tens else errors

    def ticks(self) -> list[Tick]:
        """Return ticks at round numbers of errors."""
        return [Tick(self.place(value), grouped(value)) for value in self.values()]

    def values(self) -> list[float]:
        """Return round numbers of errors in the range."""
        return _tens(self.low, self.high) if self.in_tens else even(self.low, self.high)


def ends_of(values: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the ends of an axis for what was found, each with what is proved at least.

    What is proved may be far below: it has no more room than what was found, so that the curve is
    never squeezed into a corner, and whiskers that reach further leave the frame.
    """
    found = [value for value, _ in values]
    low, high = min(found), max(found)
    floor = low - (high - low or max(1.0, low / 4))
    return min([low, *(bound for _, bound in values if bound >= floor)]), high


def even(low: float, high: float) -> list[float]:
    """Return round numbers from low to high, integers unless there is no room for any."""
    return round_numbers(low, high, whole=high - low >= 1)


def _tens(low: float, high: float, most: int = 7) -> list[float]:
    """Return powers of ten from low to high, and 2 and 5 times them where there are few.

    After 0 comes 10: there is no room for 1 between them.
    """
    powers = range(0 if low else 1, math.ceil(math.log10(high)) + 1)
    for sizes in ((1, 2, 5), (1,)):
        values = [0.0, *(size * 10.0**power for power in powers for size in sizes)]
        within = [value for value in values if low <= value <= high]
        if len(within) <= most:
            break
    return within
