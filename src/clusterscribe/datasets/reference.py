"""The reference clustering of a data set: from the user's file, or by k-means as in the paper.

What k-means finds is kept in the cache folder, wherever the table came from: tables are checked,
so the name of a set stands for its content.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.datasets.catalogue import Facts, Variant
from clusterscribe.datasets.finding import Found
from clusterscribe.datasets.folders import cache_folder, csv_in, read_cells, write_rows
from clusterscribe.datasets.tidy import UnfitError
from clusterscribe.datasets.variants import matrix, view
from clusterscribe.errors import InputError, hint

LabelsFrom: TypeAlias = Literal["file", "k-means"]

RESTARTS = 100
LARGEST = np.iinfo(np.int64).max


def reference(
    known: Facts, found: Found, variant: Variant, clusters: int
) -> tuple[NDArray[np.int64], LabelsFrom]:
    """Return the labels of the rows, and where they came from.

    A file of the user's must have the clusters of the paper, where the paper has any. k-means of
    another version of scikit-learn may find others, which is only a warning.
    """
    mark = "_clean" if variant == "clean" and known.two_variants else ""
    stem, digest = f"labels{mark}_k{clusters}", known.partition(variant, clusters)
    path = found.folder and csv_in(found.folder / known.name, stem)
    if path is not None:
        return read_labels(path, known.rows, clusters, digest), "file"
    cache = cache_folder()
    kept = cache and _kept(cache / known.name, stem)
    if kept is not None:
        labels = read_labels(kept, known.rows, clusters)
    else:
        labels = by_k_means(matrix(view(known, found.content, variant)), clusters)
        if cache is not None:
            _keep(cache / known.name / f"{stem}.csv", labels, known)
    if digest is not None and partition_digest(labels) != digest:
        again = f"; remove {str(kept)!r} to have the rows clustered again" if kept else ""
        hint(
            f"k-means found other clusters of {known.name!r} than the reference clustering has, "
            "as another version of scikit-learn may, so figures for them are not comparable with "
            f"those for the reference{again}"
        )
    return labels, "k-means"


def _kept(folder: Path, stem: str) -> Path | None:
    try:
        return csv_in(folder, stem)
    except InputError:  # the folder cannot be read; a hint will say that it cannot be written
        return None


def _keep(path: Path, labels: NDArray[np.int64], known: Facts) -> None:
    try:
        write_labels(path, labels)
    except InputError as error:
        hint(f"the rows of {known.name!r} will be clustered again next time: {error}")


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
        labels = _by_appearance(np.array([_label(row) for row in cells.rows], dtype=np.int64))
        if labels.max() + 1 != clusters:
            raise UnfitError(f"it has {labels.max() + 1} clusters instead of {clusters}")
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
    """Return the SHA-256 of which rows belong together, however the clusters are numbered."""
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


def _label(row: list[str]) -> int:
    if len(row) != 1:
        raise UnfitError(f"{','.join(row)[:40]!r} in it is more than one label")
    try:
        label = int(row[0])
    except ValueError:
        raise UnfitError(f"{row[0][:40]!r} in it is not an integer") from None
    if abs(label) > LARGEST:
        raise UnfitError(f"{row[0][:40]!r} in it is too large a number")
    return label
