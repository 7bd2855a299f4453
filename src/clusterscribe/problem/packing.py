"""Rows of small whole numbers as single numbers, so that equal rows are found by one sort."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

LARGEST_NUMBER = 2**62


def pack(rows: int, columns: Iterable[tuple[NDArray[np.int_], int]]) -> NDArray[np.int64]:
    """Return a number a row that is equal exactly for rows that agree in every column.

    Each column comes with the count of its possible values, 0, 1, ..., and is a digit of
    the number. Where that would not fit into a machine word, the numbers so far are
    replaced by their positions among themselves.
    """
    number, count = np.zeros(rows, dtype=np.int64), 1
    for column, values in columns:
        if count > LARGEST_NUMBER // max(1, values):
            distinct, number = np.unique(number, return_inverse=True)
            count = len(distinct)
        number = number * values + column
        count *= values
    return number
