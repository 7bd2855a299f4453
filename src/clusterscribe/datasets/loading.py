"""Load a data set: its table in its own units, and the reference clustering of its rows."""

from __future__ import annotations

from numbers import Integral
from typing import Any, get_args

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from clusterscribe.datasets.catalogue import facts
from clusterscribe.datasets.finding import Found, find
from clusterscribe.datasets.labels import by_k_means, labels_path, read_labels, write_labels
from clusterscribe.datasets.tidy import Column
from clusterscribe.datasets.variants import View, matrix, view
from clusterscribe.datasets.words import DataSet, Facts, LabelsFrom, Variant
from clusterscribe.description.frame import Backend
from clusterscribe.errors import InputError, hint


def load(
    name: str,
    variant: Variant = "paper",
    clusters: int | None = None,
    backend: Backend = "pyarrow",
) -> DataSet:
    """Load one of the paper's data sets with its reference clustering.

    `variant="paper"` has the columns that the paper's tables were computed from, "clean" those
    that its text describes; they differ for zoo, wine and framingham. `clusters` is the
    paper's number unless given. Numbers are not scaled and categories are texts.
    """
    known = facts(name)
    _check_choice("variant", variant, get_args(Variant))
    _check_choice("backend", backend, get_args(Backend))
    wanted = _check_clusters(clusters, known)
    found = find(known)
    shown = view(known, found.content, variant)
    labels, labels_from = _labels(known, found, shown, variant, wanted)
    return DataSet(
        name=name,
        variant=variant,
        table=_frame(shown.columns, backend),
        labels=labels,
        source=found.source,
        labels_from=labels_from,
    )


def _check_choice(parameter: str, value: object, known: tuple[str, ...]) -> None:
    if value not in known:
        choices = ", ".join(map(repr, known))
        raise InputError(f"{parameter} must be one of {choices}, not {value!r}")


def _check_clusters(clusters: object, known: Facts) -> int:
    if clusters is None:
        return known.clusters
    if isinstance(clusters, Integral) and 2 <= int(clusters) <= known.rows:
        return int(clusters)
    raise InputError(
        f"clusters must be a whole number from 2 to {known.rows:,}, the rows of {known.name!r}, "
        f"or None for the paper's {known.clusters}, not {clusters!r}"
    )


def _labels(
    known: Facts, found: Found, shown: View, variant: Variant, clusters: int
) -> tuple[NDArray[np.int64], LabelsFrom]:
    path = found.folder and labels_path(found.folder, known, variant, clusters)
    if path and path.is_file():
        return read_labels(path, known.rows, clusters), "file"
    labels = by_k_means(matrix(shown), clusters)
    if path and found.cached:
        try:
            write_labels(path, labels)
        except InputError as error:
            hint(f"the rows of {known.name!r} are clustered again next time: {error}")
    return labels, "k-means"


def _frame(columns: dict[str, Column], backend: Backend) -> Any:  # noqa: ANN401
    try:
        return nw.from_dict(
            {name: _plain(column) for name, column in columns.items()}, backend=backend
        ).to_native()
    except ImportError:
        raise InputError(
            f"backend={backend!r} needs {backend}, which is not installed; install it or name "
            "another backend"
        ) from None


def _plain(column: Column) -> list[str] | list[int] | list[float]:
    """Return texts, whole numbers where all are whole, or numbers."""
    if column.dtype != object and (column == np.round(column)).all():
        column = column.astype(np.int64)
    values: list[str] | list[int] | list[float] = column.tolist()
    return values
