"""Halving rows: a k-d tree, in time that is linear in the rows for each of its levels."""

from __future__ import annotations

from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray


def halved(
    rows: NDArray[np.float64], most: float, widest: float, largest: int = 1
) -> NDArray[np.intp]:
    """Halve until there are `most` groups, or none has more than `largest` rows and is too wide."""
    cells = _Cells(rows, widest, largest)
    while cells.waiting and cells.count < most:
        cells.halve_next()
    return cells.numbers()


class _Cells:
    """Groups as spans of rows that are put in order, and which is to be halved next."""

    def __init__(self, rows: NDArray[np.float64], widest: float, largest: int) -> None:
        self.rows = rows.copy()
        self.order = np.arange(len(rows))
        self.widest = widest
        self.largest = largest
        self.starts = [0]
        self.waiting: list[tuple[float, int, int, int]] = []  # width, start, stop, side
        self._wait(0, len(rows))

    @property
    def count(self) -> int:
        return len(self.starts)

    def halve_next(self) -> None:
        _, start, stop, side = heappop(self.waiting)
        rows, order = self.rows[start:stop], self.order[start:stop]
        below = _lower_half(rows[:, side])
        middle = start + int(below.sum())
        self.rows[start:stop] = np.concatenate([rows[below], rows[~below]])
        self.order[start:stop] = np.concatenate([order[below], order[~below]])
        self.starts.append(middle)
        self._wait(start, middle)
        self._wait(middle, stop)

    def numbers(self) -> NDArray[np.intp]:
        starts = np.zeros(len(self.order), dtype=np.intp)
        starts[self.starts] = 1
        numbers = np.empty_like(starts)
        numbers[self.order] = np.cumsum(starts) - 1
        return numbers

    def _wait(self, start: int, stop: int) -> None:
        """Put a group in the queue, unless it is small enough."""
        if stop - start <= self.largest:
            return
        rows = self.rows[start:stop]
        sides = rows.max(axis=0) - rows.min(axis=0)
        diameter = float(np.sqrt((sides**2).sum()))
        if sides.any() and (diameter > self.widest):
            heappush(self.waiting, (-diameter, start, stop, int(sides.argmax())))


def _lower_half(column: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Tell which rows are in the lower half; equal ones stay together, and no half is empty."""
    middle = (len(column) - 1) // 2
    median = np.partition(column, middle)[middle]
    lower: NDArray[np.bool_] = column <= median if median < column.max() else column < median
    return lower
