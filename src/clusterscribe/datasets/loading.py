"""Load a data set: its table in its own units, and the reference clustering of its rows."""

from __future__ import annotations

from typing import get_args

import numpy as np

from clusterscribe.datasets.catalogue import facts
from clusterscribe.datasets.finding import find
from clusterscribe.datasets.reference import reference
from clusterscribe.datasets.tidy import Column
from clusterscribe.datasets.variants import view
from clusterscribe.datasets.words import DataSet, Facts, Variant
from clusterscribe.description.export.frame import Backend, check_backend, native
from clusterscribe.errors import InputError
from clusterscribe.parameters import whole_number


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
    _check_variant(variant)
    check_backend(backend)
    wanted = _check_clusters(clusters, known)
    found = find(known)
    columns = view(known, found.content, variant).columns
    labels, labels_from = reference(known, found, variant, wanted)
    return DataSet(
        name=name,
        variant=variant,
        table=native({column: _plain(columns[column]) for column in columns}, backend),
        labels=labels,
        source=found.source,
        labels_from=labels_from,
    )


def locate(name: str) -> str:
    """Return where a data set comes from, without clustering its rows.

    That is a folder, "scikit-learn" or an address, from which it has then been fetched and
    kept. A data set that cannot be had is an `InputError`, as it is for `load`.
    """
    return find(facts(name)).source


def _check_variant(variant: object) -> None:
    if variant not in get_args(Variant):
        known = ", ".join(map(repr, get_args(Variant)))
        raise InputError(f"variant must be one of {known}, not {variant!r}")


def _check_clusters(clusters: object, known: Facts) -> int:
    if clusters is None:
        return known.clusters
    number = whole_number(clusters)
    if number is not None and 2 <= number <= known.rows:
        return number
    raise InputError(
        f"clusters must be a whole number from 2 to {known.rows:,}, the rows of {known.name!r}, "
        f"or None for the paper's {known.clusters}, not {clusters!r}"
    )


def _plain(column: Column) -> list[str] | list[int] | list[float]:
    """Return texts, whole numbers where all are whole, or numbers."""
    if column.dtype != object and (column == np.round(column)).all():
        column = column.astype(np.int64)
    values: list[str] | list[int] | list[float] = column.tolist()
    return values
