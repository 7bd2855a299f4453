"""How much room a value takes on an axis, and bins that no bound cuts in two."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

JITTERED = 60  # steps on an axis, up to which dots are jittered
JITTER = 0.32  # how far at most, as a share of the room of a value
BINS = 24  # about as many on an axis
SINGLE = 64  # integers, up to which each has a bin of its own


@dataclass(frozen=True, slots=True)
class Grid:
    """Where values can be, and where bounds are drawn between them.

    Here any number may occur and takes no room.
    """

    @property
    def middle(self) -> float:
        """How far beyond a value the middle of its room is."""
        return 0.0

    def least(self, bound: float) -> float:
        """Return the least value that satisfies a lower bound, or the bound."""
        return bound

    def most(self, bound: float) -> float:
        """Return the largest value that satisfies an upper bound, or the bound."""
        return bound

    def start(self, bound: float) -> float:
        """Return where the room of the values above a lower bound starts."""
        return bound

    def end(self, bound: float) -> float:
        """Return where the room of the values below an upper bound ends; the end is excluded."""
        return math.nextafter(bound, math.inf)

    def jitter(self, length: float) -> float:
        """Return how far a dot may move within the room of its value on an axis of this length."""
        return 0.0 * length


@dataclass(frozen=True, slots=True)
class Steps(Grid):
    """Integers, which reach half a step to both sides, or days, which reach to the next one."""

    before: float
    after: float

    @property
    def middle(self) -> float:
        """How far beyond a value the middle of its room is."""
        return (self.after - self.before) / 2

    def least(self, bound: float) -> float:
        """Return the integer at or above a bound."""
        return float(math.ceil(bound)) if abs(bound) < 2**63 else bound

    def most(self, bound: float) -> float:
        """Return the integer at or below a bound."""
        return float(math.floor(bound)) if abs(bound) < 2**63 else bound

    def start(self, bound: float) -> float:
        """Return where the room of an integer starts."""
        return bound - self.before

    def end(self, bound: float) -> float:
        """Return where the room of an integer ends."""
        return bound + self.after

    def jitter(self, length: float) -> float:
        """Let dots move unless there are too many values."""
        return JITTER if length <= JITTERED else 0.0


@dataclass(frozen=True, slots=True)
class Few(Grid):
    """A few numbers, such as 0 and 1: each has as much room as the nearest two leave.

    A bound in the room of a value is drawn at the end of that room; any other one where it is.
    """

    values: tuple[float, ...]  # two or more, rising

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

    def start(self, bound: float) -> float:
        """Return the start of a room that is allowed, the end of one that is not, or the bound."""
        low, value, high = self._room_around(bound)
        return low if bound <= value else high

    def end(self, bound: float) -> float:
        """Return the end of a room that is allowed, the start of one that is not, or the bound."""
        low, value, high = self._room_around(bound)
        return high if bound >= value else low

    def jitter(self, length: float) -> float:
        """Let dots move: there are never too many values."""
        return min(JITTER * self.step, length)

    def _room_around(self, bound: float) -> tuple[float, float, float]:
        """Return the room that a bound lies in and its value; between rooms, the bound itself."""
        for value, (low, high) in zip(self.values, self.rooms, strict=True):
            if low < bound < high:
                return low, value, high
        return bound, bound, bound


INTEGERS, DAYS, FINE = Steps(0.5, 0.5), Steps(0.0, 1.0), Grid()


def bin_edges(low: float, high: float, cuts: Iterable[float], grid: Grid) -> NDArray[np.float64]:
    """Return the edges of about equally wide bins, one of them at each cut.

    Where values are few, each has a bin around it, and what is between them is empty.
    """
    stops = [low, *sorted(cut for cut in set(cuts) if low < cut < high), high]
    if isinstance(grid, Few):
        ends = [end for room in grid.rooms for end in room if low < end < high]
        return np.unique([*stops, *ends])
    width = (high - low) / BINS
    is_whole = isinstance(grid, Steps)
    if is_whole and high - low <= SINGLE:
        width = 1.0
    pieces = []
    for start, end in pairwise(stops):
        piece = np.linspace(start, end, max(1, round((end - start) / width)) + 1)
        pieces.append(np.round(piece - start) + start if is_whole else piece)
    return np.unique(np.concatenate(pieces))
