"""Clusters for a table that has none: k-means or HDBSCAN, and how many k-means should look for.

Numbers, dates and times are scaled to equal spread; each level of a category is a column of
0 and 1. On long tables a sample is clustered, and every other row follows it: to the nearest
centre with k-means, to the nearest row of the sample with HDBSCAN.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.errors import InputError
from clusterscribe.feature import Kind
from clusterscribe.table import Table
from clusterscribe.table.column import Levels

NOISE = -1  # HDBSCAN's label of rows in no cluster
MOST_SUGGESTED = 10  # clusters that a person can keep apart
MOST_LEVELS = 50  # of a category that says something about distance
JUDGED = 2_000  # rows: the silhouette looks at every pair of them
CLUSTERED = 10_000  # rows: HDBSCAN needs seconds for these and hours for a million
RESTARTS = 10
FEWER_RESTARTS = 3  # where numbers of clusters are compared

Matrix = NDArray[np.float64]
Codes = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A number of clusters, and what speaks for it."""

    clusters: int
    reason: str


@dataclass(frozen=True, slots=True)
class Clustered:
    """The cluster of every row, 1, 2, ... in order of their first row, and how it was found."""

    labels: Codes
    how: str


def matrix_of(table: Table, columns: Sequence[str]) -> Matrix:
    """Return the columns as numbers between which distances make sense."""
    blocks = [block for name in columns for block in _blocks(table, name)]
    if not blocks:
        raise InputError(
            "no column is left to find clusters with: columns with one value, or with more than "
            f"{MOST_LEVELS} categories, do not count; leave out fewer columns"
        )
    return np.column_stack(blocks)


def suggest(matrix: Matrix) -> Suggestion:
    """Return the number of clusters with the highest mean silhouette, on a sample of the rows."""
    from sklearn.metrics import pairwise_distances, silhouette_score

    sample = matrix[_sample(len(matrix), JUDGED)]
    different = len(np.unique(sample, axis=0))
    most = min(MOST_SUGGESTED, different - 1)
    if most < 2:
        return Suggestion(2, "There are too few different rows to compare numbers of clusters.")
    apart = pairwise_distances(sample)
    scores: dict[int, float] = {}
    for clusters in range(2, most + 1):
        labels = _k_means(sample, clusters, FEWER_RESTARTS).labels_
        scores[clusters] = float(silhouette_score(apart, labels, metric="precomputed"))
    best = max(scores, key=lambda clusters: scores[clusters])
    rows = f"{len(sample):,} sampled rows" if len(sample) < len(matrix) else "the rows"
    return Suggestion(
        best,
        f"Of 2 to {most} clusters, {best} keep {rows} furthest apart: a mean silhouette of "
        f"{scores[best]:.2f}, where 1 is well apart and 0 is not apart at all.",
    )


def smallest_cluster(rows: int) -> int:
    """Return how many rows HDBSCAN should at least call a cluster: one row in fifty."""
    return max(5, rows // 50)


def by_k_means(matrix: Matrix, clusters: int) -> Clustered:
    """Put every row into one of so many clusters."""
    chosen = _sample(len(matrix), CLUSTERED)
    different = len(np.unique(matrix[chosen], axis=0))
    if not 2 <= clusters <= different:
        raise InputError(
            f"k-means cannot find {clusters:,} clusters among {different:,} different rows; "
            "ask for fewer, or leave out fewer columns"
        )
    labels = _k_means(matrix[chosen], clusters, RESTARTS).predict(matrix)
    how = f"k-means with {clusters} clusters, the best of {RESTARTS} starts"
    if len(chosen) < len(matrix):
        how += f", on {len(chosen):,} sampled rows; all others go to the nearest centre"
    return Clustered(_numbered(labels), how)


def by_hdbscan(matrix: Matrix, smallest: int) -> Clustered:
    """Find clusters of at least so many rows; rows in none are NOISE."""
    from sklearn.cluster import HDBSCAN

    rows = len(matrix)
    if not 2 <= smallest <= rows:
        raise InputError(
            f"the smallest cluster of HDBSCAN must have from 2 to {rows:,} rows, not {smallest:,}"
        )
    chosen = _sample(rows, CLUSTERED)
    fewest = max(2, round(smallest * len(chosen) / rows))
    found = HDBSCAN(min_cluster_size=fewest, copy=True).fit(matrix[chosen]).labels_
    if (found == NOISE).all():
        raise InputError(
            f"HDBSCAN found no cluster of {smallest:,} rows or more; allow smaller ones, or "
            "choose k-means"
        )
    how = f"HDBSCAN with clusters of at least {smallest:,} rows"
    if len(chosen) == rows:
        return Clustered(_numbered(found), how)
    how += f", on {len(chosen):,} sampled rows; all others follow the nearest of them"
    return Clustered(_numbered(_nearest(matrix[chosen], found, matrix)), how)


def _k_means(matrix: Matrix, clusters: int, restarts: int) -> Any:  # noqa: ANN401
    from sklearn.cluster import KMeans
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    # so few rows are not worth waiting for other threads
    with threadpool_limits(1):
        return KMeans(clusters, n_init=restarts, random_state=0).fit(matrix)


def _nearest(sample: Matrix, labels: Codes, matrix: Matrix) -> Codes:
    from sklearn.neighbors import KNeighborsClassifier

    nearest: Codes = KNeighborsClassifier(1).fit(sample, labels).predict(matrix)
    return nearest


def _blocks(table: Table, name: str) -> list[Matrix]:
    """Return a column as one column of numbers, or one for each level; none if it says nothing."""
    column = table.column(name)
    if isinstance(column, Levels):
        codes = np.unique(column.codes)
        if not 2 <= len(codes) <= MOST_LEVELS:
            return []
        return [(column.codes == code).astype(np.float64) for code in codes]
    values = column.values
    if column.kind is Kind.BOOLEAN:
        values = np.nan_to_num(values, nan=0.5)  # not given: between no and yes
    spread = values.std()
    if not spread > 0:
        return []
    return [values if column.kind is Kind.BOOLEAN else (values - values.mean()) / spread]


def _sample(rows: int, most: int) -> Codes:
    """Return the places of at most so many rows, always the same ones."""
    if rows <= most:
        return np.arange(rows)
    return np.sort(np.random.default_rng(0).choice(rows, most, replace=False))


def _numbered(labels: Codes) -> Codes:
    """Give clusters the numbers 1, 2, ... in the order of their first row; noise stays noise."""
    found, first = np.unique(labels, return_index=True)
    in_order = [label for label in found[np.argsort(first)] if label != NOISE]
    number = {int(label): place + 1 for place, label in enumerate(in_order)}
    number[NOISE] = NOISE
    return np.array([number[int(label)] for label in found])[np.searchsorted(found, labels)]
