"""Labels of rows: in files, by k-means as in the paper, and the digest of a partition."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from clusterscribe.datasets.folders import read_cells, write_rows
from clusterscribe.datasets.words import Facts, UnfitError, Variant
from clusterscribe.errors import InputError

RESTARTS = 100
LARGEST = np.iinfo(np.int64).max


def labels_stem(known: Facts, variant: Variant, clusters: int) -> str:
    """Return the name of the file with the labels of a variant and a number of clusters."""
    mark = "_clean" if variant == "clean" and known.two_variants else ""
    return f"labels{mark}_k{clusters}"


def read_labels(
    path: Path, rows: int, clusters: int, digest: str | None = None
) -> NDArray[np.int64]:
    """Read a file of labels that fits the rows, the number of clusters and the digest, if any."""
    try:
        cells = read_cells(path)
        if cells.names != ("cluster",):
            raise UnfitError("it must have one column, 'cluster'")
        if len(cells.rows) != rows:
            raise UnfitError(f"it has {len(cells.rows):,} labels for {rows:,} rows")
        labels = _by_appearance(np.array([_whole(row) for row in cells.rows], dtype=np.int64))
        if len(np.unique(labels)) != clusters:
            raise UnfitError(f"it has {len(np.unique(labels))} clusters instead of {clusters}")
        if digest is not None and partition_digest(labels) != digest:
            raise UnfitError(
                f"its clusters are not those of the reference clustering (their checksum is "
                f"{partition_digest(labels)[:12]}... instead of {digest[:12]}...)"
            )
    except UnfitError as error:
        raise InputError(
            f"{str(path)!r} cannot be used as labels: {error}; replace it, or remove it to have "
            "the rows clustered again"
        ) from error
    return labels


def write_labels(path: Path, labels: NDArray[np.int64]) -> None:
    """Write a file of labels, whole or not at all."""
    write_rows(path, [("cluster",), *((label,) for label in labels.tolist())])


def partition_digest(labels: NDArray[np.int64]) -> str:
    """Return the SHA-256 of which rows belong together, whatever the numbers of the clusters."""
    lines = "".join(f"{label}\n" for label in _by_appearance(labels).tolist())
    return hashlib.sha256(lines.encode()).hexdigest()


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


def _whole(row: list[str]) -> int:
    if len(row) != 1:
        raise UnfitError(f"{','.join(row)[:40]!r} in it is more than one label")
    try:
        label = int(row[0])
    except ValueError:
        raise UnfitError(f"{row[0][:40]!r} in it is no whole number") from None
    if abs(label) > LARGEST:
        raise UnfitError(f"{row[0][:40]!r} in it is too large a number")
    return label
