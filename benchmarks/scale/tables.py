"""The tables, made on the spot from a seed, in pieces where they are large."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from benchmarks.data import mixture
from benchmarks.scale.cases import ONE_HOT, OVERLAPPING, ScaleCase

PIECE = 500_000  # rows that are made at once
DEVIATION = 0.15
LEVELS = 10  # of each of the variables behind one-hot columns
INFORMATIVE = 3  # columns in which overlapping clusters differ
CALIBRATING = 200_000  # rows by which centres are placed so that clusters overlap as they should
SEED = 1


def table_of(case: ScaleCase) -> tuple[Any, NDArray[np.int64]]:
    """Return the table of a case and its labels."""
    if case.table == ONE_HOT:
        return one_hot(case.rows, case.columns, case.relabelled)
    if case.table == OVERLAPPING:
        return mixture(case.clusters, INFORMATIVE, case.rows, case.columns, SEED)
    table = np.empty((case.rows, case.columns), np.float32 if case.is_single else np.float64)
    labels, start = np.empty(case.rows, dtype=np.int64), 0
    for rows, own in separable(case.rows, case.columns, case.clusters):
        table[start : start + len(own)] = rows
        labels[start : start + len(own)] = own
        start += len(own)
    return table, labels


def separable(
    rows: int, columns: int, clusters: int, seed: int = SEED
) -> Iterator[tuple[NDArray[np.float64], NDArray[np.int64]]]:
    """Yield pieces of round Gaussian clusters, every row labelled by the nearest centre."""
    random = np.random.default_rng(seed)
    centres = random.uniform(-1, 1, size=(clusters, columns))
    for start in range(0, rows, PIECE):
        count = min(PIECE, rows - start)
        piece = centres[random.integers(clusters, size=count)]
        piece += random.normal(scale=DEVIATION, size=(count, columns))
        squares = np.stack([((piece - centre) ** 2).sum(axis=1) for centre in centres])
        yield piece, squares.argmin(axis=0)


def overlapping(
    rows: int, columns: int, clusters: int, seed: int = SEED
) -> Iterator[tuple[NDArray[np.float64], NDArray[np.int64]]]:
    """Yield pieces of round clusters that overlap, around the centres of a smaller table."""
    table, labels = mixture(clusters, INFORMATIVE, CALIBRATING, columns, seed)
    centres = np.stack([table[labels == k].mean(axis=0) for k in range(clusters)])
    random = np.random.default_rng(seed)
    for start in range(0, rows, PIECE):
        own = random.integers(clusters, size=min(PIECE, rows - start))
        yield centres[own] + random.normal(size=(len(own), columns)), own


def one_hot(
    rows: int, columns: int, relabelled: float, seed: int = SEED
) -> tuple[sparse.csr_matrix, NDArray[np.int64]]:
    """Make columns that are one-hot by tens, and labels by rules on two of the variables.

    All variables are drawn uniformly from their ten levels. The rules: 0, 1 or 2 if the first
    variable is 0, 1 or 2; else 3 if the second is 0; else 4. A share of the labels is then
    drawn anew.
    """
    random = np.random.default_rng(seed)
    variables = columns // LEVELS
    levels = random.integers(LEVELS, size=(rows, variables))
    places = levels + LEVELS * np.arange(variables)
    starts = np.arange(0, rows * variables + 1, variables)
    ones = np.ones(rows * variables)
    table = sparse.csr_matrix((ones, places.ravel(), starts), shape=(rows, columns))
    first, second = levels[:, 0], levels[:, 1]
    labels = np.select([first <= 2, second == 0], [first, np.full(rows, 3)], 4)
    drawn = random.random(rows) < relabelled
    labels[drawn] = random.integers(5, size=int(drawn.sum()))
    return table, labels
