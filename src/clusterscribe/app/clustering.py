"""Clusters for a table without labels: k-means or HDBSCAN, and a suggested number for k-means.

Numbers, dates and times are standardised, and a missing one is the mean; each level of a category
is a column of 0 and 1.
Of long tables a sample is clustered, and the other rows are assigned to the nearest centre
(k-means) or to the cluster of the nearest row of the sample (HDBSCAN).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clusterscribe.errors import InputError
from clusterscribe.feature import Kind
from clusterscribe.table import Table
from clusterscribe.table.column import Levels

NOISE = -1  # HDBSCAN's label of rows in no cluster
MOST_SUGGESTED = 10  # clusters that a reader can distinguish
MOST_LEVELS = 50  # of a category that is informative about distance
JUDGED = 2_000  # rows: the silhouette compares every pair of them
CLUSTERED = 10_000  # rows: HDBSCAN needs seconds for these and hours for a million
RESTARTS = 10
FEWER_RESTARTS = 3  # to compare numbers of clusters

Matrix = NDArray[np.float64]
Codes = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A number of clusters, and the reason for it."""

    clusters: int
    reason: str


class Clustered(NamedTuple):
    """The cluster of every row, numbered by their first rows, and how they were found."""

    labels: Codes
    how: str


def matrix_of(table: Table, columns: Sequence[str]) -> Matrix:
    """Return the columns as numbers with meaningful distances."""
    blocks = [block for name in columns for block in _blocks(table, name)]
    if not blocks:
        raise InputError(
            "no column is left to find clusters with: columns with a single value, or with more "
            f"than {MOST_LEVELS} categories, are ignored; leave out fewer columns"
        )
    return np.column_stack(blocks)


def suggest(matrix: Matrix) -> Suggestion:
    """Return the number of clusters with the highest mean silhouette, on a sample of the rows."""
    from sklearn.metrics import pairwise_distances, silhouette_score

    sample = matrix[_sample(len(matrix), JUDGED)]
    different = len(np.unique(sample, axis=0))
    most = min(MOST_SUGGESTED, different - 1)
    if most < 2:
        return Suggestion(2, "There are too few distinct rows to compare numbers of clusters.")
    apart = pairwise_distances(sample)
    scores: dict[int, float] = {}
    for clusters in range(2, most + 1):
        labels = _k_means(sample, clusters, FEWER_RESTARTS).labels_
        scores[clusters] = float(silhouette_score(apart, labels, metric="precomputed"))
    best = max(scores, key=lambda clusters: scores[clusters])
    rows = f"{len(sample):,} sampled rows" if len(sample) < len(matrix) else "the rows"
    return Suggestion(
        best,
        f"Of 2 to {most} clusters, {best} separate {rows} best: a mean silhouette of "
        f"{scores[best]:.2f}, where 1 is well separated and 0 is not separated at all.",
    )


def smallest_cluster(rows: int) -> int:
    """Return the suggested size of the smallest cluster for HDBSCAN: one row in fifty."""
    return max(5, rows // 50)


def by_k_means(matrix: Matrix, clusters: int) -> Clustered:
    """Assign every row to one of this many clusters."""
    chosen = _sample(len(matrix), CLUSTERED)
    different = len(np.unique(matrix[chosen], axis=0))
    if not 2 <= clusters <= different:
        raise InputError(
            f"k-means cannot find {clusters:,} clusters among {different:,} distinct rows; "
            "choose fewer, or leave out fewer columns"
        )
    labels = _k_means(matrix[chosen], clusters, RESTARTS).predict(matrix)
    how = f"k-means with {clusters} clusters, the best of {RESTARTS} starts"
    if len(chosen) < len(matrix):
        how += f", on {len(chosen):,} sampled rows; the others are assigned to the nearest centre"
    return Clustered(_numbered(labels), how)


def by_hdbscan(matrix: Matrix, smallest: int) -> Clustered:
    """Find clusters of at least this many rows; rows in none are NOISE."""
    from sklearn.cluster import HDBSCAN

    rows = len(matrix)
    if not 2 <= smallest <= rows:
        raise InputError(
            f"the smallest cluster of HDBSCAN must have 2 to {rows:,} rows, not {smallest:,}"
        )
    chosen = _sample(rows, CLUSTERED)
    fewest = max(2, round(smallest * len(chosen) / rows))
    found = HDBSCAN(min_cluster_size=fewest, copy=True).fit(matrix[chosen]).labels_
    if (found == NOISE).all():
        raise InputError(
            f"HDBSCAN found no cluster of at least {smallest:,} rows; allow smaller ones, "
            "or choose k-means"
        )
    how = f"HDBSCAN with clusters of at least {smallest:,} rows"
    if len(chosen) == rows:
        return Clustered(_numbered(found), how)
    how += f", on {len(chosen):,} sampled rows; the others join the cluster of the nearest one"
    return Clustered(_numbered(_nearest(matrix[chosen], found, matrix)), how)


def _k_means(matrix: Matrix, clusters: int, restarts: int) -> Any:  # noqa: ANN401
    from sklearn.cluster import KMeans
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    # on so few rows, more threads cost more than they save
    with threadpool_limits(1):
        return KMeans(clusters, n_init=restarts, random_state=0).fit(matrix)


def _nearest(sample: Matrix, labels: Codes, matrix: Matrix) -> Codes:
    from sklearn.neighbors import KNeighborsClassifier

    nearest: Codes = KNeighborsClassifier(1).fit(sample, labels).predict(matrix)
    return nearest


def _blocks(table: Table, name: str) -> list[Matrix]:
    """Return a column as numbers, one block per level of a category; none if it is constant."""
    column = table.column(name)
    if isinstance(column, Levels):
        codes = np.unique(column.codes)
        if not 2 <= len(codes) <= MOST_LEVELS:
            return []
        return [(column.codes == code).astype(np.float64) for code in codes]
    values = column.values
    if column.kind is Kind.BOOLEAN:
        values = np.nan_to_num(values, nan=0.5)  # missing: between no and yes
    known = values[np.isfinite(values)]
    spread = known.std() if len(known) else 0.0
    if not spread > 0:
        return []
    if column.kind is Kind.BOOLEAN:
        return [values]
    return [np.where(np.isfinite(values), (values - known.mean()) / spread, 0.0)]


def _sample(rows: int, most: int) -> Codes:
    """Return the positions of at most this many rows, always the same ones."""
    if rows <= most:
        return np.arange(rows)
    return np.sort(np.random.default_rng(0).choice(rows, most, replace=False))


def _numbered(labels: Codes) -> Codes:
    """Give clusters the numbers 1, 2, ... in the order of their first rows; noise stays."""
    numbered = np.full(len(labels), NOISE)
    inside = labels != NOISE
    _, first, cluster = np.unique(labels[inside], return_index=True, return_inverse=True)
    numbered[inside] = np.argsort(np.argsort(first))[cluster] + 1
    return numbered
