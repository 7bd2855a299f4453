"""How much room a value takes on an axis, so that no bar is cut by the end of what is let in."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Protocol

SHAKEN = 60  # steps on an axis, up to which dots are shaken
SHAKE = 0.32  # how far at most, as a share of the room of a value


class Grid(Protocol):
    """Where values can be, and where bounds are drawn between them."""

    @property
    def middle(self) -> float:
        """How far beyond a value the middle of its room is."""

    def least(self, bound: float) -> float:
        """Return the least value that a lower bound lets in, or the bound."""

    def most(self, bound: float) -> float:
        """Return the largest value that an upper bound lets in, or the bound."""

    def start(self, bound: float) -> float:
        """Return where the room of what a lower bound lets in starts."""

    def end(self, bound: float) -> float:
        """Return where it ends for an upper bound: what is there is not let in any more."""

    def shake(self, length: float) -> float:
        """Return how far a dot may be moved within the room of its value on so long an axis."""


@dataclass(frozen=True, slots=True)
class Fine:
    """Any number may come, and takes no room."""

    middle: ClassVar[float] = 0.0

    def least(self, bound: float) -> float:
        """Return the bound."""
        return bound

    most = start = least

    def end(self, bound: float) -> float:
        """Return the number right after the bound."""
        return math.nextafter(bound, math.inf)

    def shake(self, length: float) -> float:
        """Leave dots where they are."""
        return 0.0 * length


@dataclass(frozen=True, slots=True)
class Steps:
    """Whole numbers, which reach half a step to both sides, or days, up to the next one."""

    before: float
    after: float

    @property
    def middle(self) -> float:
        """How far beyond a value the middle of its room is."""
        return (self.after - self.before) / 2

    def least(self, bound: float) -> float:
        """Return the whole number at or above a bound."""
        return float(math.ceil(bound)) if abs(bound) < 2**63 else bound

    def most(self, bound: float) -> float:
        """Return the whole number at or below a bound."""
        return float(math.floor(bound)) if abs(bound) < 2**63 else bound

    def start(self, bound: float) -> float:
        """Return where the room of a whole number starts."""
        return bound - self.before

    def end(self, bound: float) -> float:
        """Return where the room of a whole number ends."""
        return bound + self.after

    def shake(self, length: float) -> float:
        """Let dots move where there are not too many values."""
        return SHAKE if length <= SHAKEN else 0.0


@dataclass(frozen=True, slots=True)
class Few:
    """A few numbers, such as 0 and 1: each has as much room as the nearest two leave.

    A bound in the room of a value is drawn at the end of that room; any other one where it is.
    """

    values: tuple[float, ...]  # two or more, rising

    middle: ClassVar[float] = 0.0

    @property
    def step(self) -> float:
        """The room of a value: the least distance between two."""
        return min(high - low for low, high in pairwise(self.values))

    @property
    def rooms(self) -> tuple[tuple[float, float], ...]:
        """Where the room of each value starts and ends; neighbours share what is between them."""
        half = self.step / 2
        ends = [(value - half, value + half) for value in self.values]
        for place, (low, high) in enumerate(pairwise(self.values)):
            if (high - low) <= 2 * half * (1 + 1e-9):  # rounding leaves no gap between two rooms
                between = low + (high - low) / 2
                ends[place] = ends[place][0], between
                ends[place + 1] = between, ends[place + 1][1]
        return tuple(ends)

    def least(self, bound: float) -> float:
        """Return the bound."""
        return bound

    most = least

    def start(self, bound: float) -> float:
        """Return the start of a room that is let in, the end of one that is not, or the bound."""
        for value, (low, high) in zip(self.values, self.rooms, strict=True):
            if low < bound < high:
                return low if bound <= value else high
        return bound

    def end(self, bound: float) -> float:
        """Return the end of a room that is let in, the start of one that is not, or the bound."""
        for value, (low, high) in zip(self.values, self.rooms, strict=True):
            if low < bound < high:
                return high if bound >= value else low
        return bound

    def shake(self, length: float) -> float:
        """Let dots move: there are never too many values."""
        return min(SHAKE * self.step, length)


WHOLE, DAYS, FINE = Steps(0.5, 0.5), Steps(0.0, 1.0), Fine()
