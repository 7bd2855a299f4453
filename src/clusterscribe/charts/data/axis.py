"""One axis of a picture: a feature of the table, or the sum of a condition, and its range."""

from __future__ import annotations

from dataclasses import dataclass

from clusterscribe.feature import Feature


@dataclass(frozen=True, slots=True)
class Tick:
    """A place on an axis, and what stands beside it."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Axis:
    """A title in the table's own units, the range that is drawn, and round places in it."""

    title: str
    low: float
    high: float  # above low
    ticks: tuple[Tick, ...]
    feature: Feature | None  # None: the sum of several features
