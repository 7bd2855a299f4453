"""The reference clustering of a data set: from the user's file, or by k-means as in the paper.

What k-means gives is kept in the cache folder, wherever the table came from: tables are checked,
so that the name of a set stands for its content.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from clusterscribe.datasets.finding import Found
from clusterscribe.datasets.folders import cache_folder, csv_in
from clusterscribe.datasets.labels import (
    by_k_means,
    labels_stem,
    partition_digest,
    read_labels,
    write_labels,
)
from clusterscribe.datasets.variants import matrix, view
from clusterscribe.datasets.words import Facts, LabelsFrom, Variant
from clusterscribe.errors import InputError, hint


def reference(
    known: Facts, found: Found, variant: Variant, clusters: int
) -> tuple[NDArray[np.int64], LabelsFrom]:
    """Return the labels of the rows, and where they came from.

    A file of the user's must have the clusters of the paper, where it has any. k-means of another
    scikit-learn may find others, which is only said.
    """
    stem, digest = labels_stem(known, variant, clusters), known.partition(variant, clusters)
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
            "as another version of scikit-learn may, so that figures on them do not compare with "
            f"those on the reference{again}"
        )
    return labels, "k-means"


def _kept(folder: Path, stem: str) -> Path | None:
    try:
        return csv_in(folder, stem)
    except InputError:  # it cannot be looked into; that it cannot be written to will be said
        return None


def _keep(path: Path, labels: NDArray[np.int64], known: Facts) -> None:
    try:
        write_labels(path, labels)
    except InputError as error:
        hint(f"the rows of {known.name!r} are clustered again next time: {error}")
