"""The reference clustering of a data set: from a file, or by k-means as in the paper."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from clusterscribe.datasets.folders import read_cells, write_rows
from clusterscribe.datasets.words import Facts, UnfitError, Variant
from clusterscribe.errors import InputError

RESTARTS = 100


def labels_path(folder: Path, known: Facts, variant: Variant, clusters: int) -> Path:
    """Return where the labels of a variant and a number of clusters are kept."""
    mark = "_clean" if variant == "clean" and known.two_variants else ""
    return folder / known.name / f"labels{mark}_k{clusters}.csv"


def read_labels(path: Path, rows: int, clusters: int) -> NDArray[np.int64]:
    """Read a file of labels that fits the rows and the number of clusters."""
    try:
        cells = read_cells(path)
        if cells.names != ("cluster",):
            raise UnfitError("it must have one column, 'cluster'")
        if len(cells.rows) != rows:
            raise UnfitError(f"it has {len(cells.rows):,} labels for {rows:,} rows")
        labels = np.array([_whole(row[0]) for row in cells.rows], dtype=np.int64)
        if len(np.unique(labels)) != clusters:
            raise UnfitError(f"it has {len(np.unique(labels))} clusters instead of {clusters}")
    except UnfitError as error:
        raise InputError(
            f"{str(path)!r} cannot be used as labels: {error}; replace it, or remove it to have "
            "the rows clustered again"
        ) from error
    return labels


def write_labels(path: Path, labels: NDArray[np.int64]) -> None:
    """Write a file of labels, whole or not at all."""
    write_rows(path, [("cluster",), *((label,) for label in labels.tolist())])


def by_k_means(matrix: NDArray[np.float64], clusters: int) -> NDArray[np.int64]:
    """Cluster as the paper did: k-means++, the best of 100 starts."""
    from sklearn.cluster import KMeans

    model = KMeans(clusters, init="k-means++", n_init=RESTARTS, random_state=0)
    return _by_appearance(model.fit(matrix).labels_)


def _by_appearance(labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """Renumber the clusters 0, 1, ... in the order in which they first occur."""
    _, first, codes = np.unique(labels, return_index=True, return_inverse=True)
    ranks: NDArray[np.int64] = np.argsort(np.argsort(first))
    return ranks[codes].astype(np.int64)


def _whole(cell: str) -> int:
    try:
        return int(cell)
    except ValueError:
        raise UnfitError(f"{cell[:40]!r} in it is no whole number") from None
