"""The frontier as a picture: errors against length, what is proved and what is open."""

from __future__ import annotations

from dataclasses import dataclass


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
