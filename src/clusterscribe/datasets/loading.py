"""Load a data set: its table in its own units, and the reference clustering of its rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from clusterscribe.datasets.catalogue import Facts, Variant, facts
from clusterscribe.datasets.finding import find
from clusterscribe.datasets.reference import LabelsFrom, reference
from clusterscribe.datasets.tidy import Column
from clusterscribe.datasets.variants import view
from clusterscribe.description.export.frame import Backend, check_backend, native
from clusterscribe.errors import InputError
from clusterscribe.parameters import whole_number


@dataclass(frozen=True, slots=True, eq=False)
class DataSet:
    """A table in its own units with the reference clustering of its rows."""

    name: str
    variant: Variant
    table: Any = field(repr=False)  # pyarrow, pandas or polars
    labels: NDArray[np.int64] = field(repr=False)  # 0, 1, ... in the order of appearance
    source: str  # a folder, "scikit-learn" or an address
    labels_from: LabelsFrom  # a file of the user's, or k-means, now or when first loaded


def load(
    name: str,
    variant: Variant = "paper",
    clusters: int | None = None,
    backend: Backend = "pyarrow",
) -> DataSet:
    """Load one of the paper's data sets with its reference clustering.

    `variant="paper"` has the columns that the paper's tables were computed from, "clean" those
    that its text describes; they differ for zoo, wine and framingham. `clusters` is the
    paper's number unless given. Numbers are not scaled, and categories are texts.

    Parameters
    ----------
    name : str
        One of `datasets.NAMES`.
    variant : "paper" or "clean"
        Which columns.
    clusters : int or None
        How many clusters; None is the number of the paper.
    backend : "pandas", "polars" or "pyarrow"
        Which kind of DataFrame.

    Returns
    -------
    DataSet
        The table and its labels.

    Examples
    --------
    >>> from clusterscribe import datasets
    >>> datasets.load("wine").labels.shape
    (178,)

    """
    known = facts(name)
    if variant not in get_args(Variant):
        variants = ", ".join(map(repr, get_args(Variant)))
        raise InputError(f"variant must be one of {variants}, not {variant!r}")
    check_backend(backend)
    wanted = known.clusters if clusters is None else _checked_clusters(clusters, known)
    found = find(known)
    columns = view(known, found.content, variant).columns
    labels, labels_from = reference(known, found, variant, wanted)
    table = native({column: _plain(values) for column, values in columns.items()}, backend)
    return DataSet(name, variant, table, labels, found.source, labels_from)


def locate(name: str) -> str:
    """Return where a data set comes from, without clustering its rows.

    That is a folder, "scikit-learn" or an address, from which it has then been fetched and
    kept. A data set that cannot be found is an `InputError`, as it is for `load`.

    Parameters
    ----------
    name : str
        One of `datasets.NAMES`.

    Returns
    -------
    str
        A folder, "scikit-learn" or an address.

    """
    return find(facts(name)).source


def _checked_clusters(clusters: object, known: Facts) -> int:
    number = whole_number(clusters)
    if number is not None and 2 <= number <= known.rows:
        return number
    raise InputError(
        f"clusters must be an integer from 2 to {known.rows:,}, the rows of {known.name!r}, "
        f"or None for the paper's {known.clusters}, not {clusters!r}"
    )


def _plain(column: Column) -> list[str] | list[int] | list[float]:
    """Return texts, integers where all numbers are integers, or numbers."""
    if column.dtype != object and (column == np.round(column)).all():
        column = column.astype(np.int64)
    values: list[str] | list[int] | list[float] = column.tolist()
    return values
