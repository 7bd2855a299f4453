"""From a table and choices to what is described: rows, columns, labels, and what was left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe.app.choices import Choices
from clusterscribe.app.clustering import (
    NOISE,
    Clustered,
    by_hdbscan,
    by_k_means,
    matrix_of,
    smallest_cluster,
    suggest,
)
from clusterscribe.errors import InputError
from clusterscribe.feature import Kind
from clusterscribe.table import Table, as_table
from clusterscribe.table.column import Numbers, Unusable
from clusterscribe.table.label_values import distinct_labels
from clusterscribe.table.selection import quoted

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """The rows and columns to describe, and in words what was done to get there."""

    table: pa.Table  # the rows that are described, with the columns that they are described by
    rows: NDArray[np.bool_]  # which rows of the whole table these are
    labels: Any
    noise_label: Any
    how: str  # the clusters came about
    is_clustered: bool  # rather than labelled by a column of the table
    remarks: tuple[str, ...]


def prepare(whole: pa.Table, choices: Choices) -> Prepared:
    """Leave out what was chosen and what cannot be described, and find the labels."""
    import pyarrow as pa

    remarks: list[str] = []
    columns = _columns(whole, choices, remarks)
    rows = np.ones(len(whole), dtype=bool)
    if choices.incomplete == "rows":
        rows &= _complete_rows(as_table(whole), columns, remarks)
    if choices.source == "column":
        rows &= _labelled_rows(whole.column(choices.label_column), remarks)
    if not rows.any():
        raise InputError(
            "no row is left: each lacks a number or a label; leave out the columns with missing "
            "numbers instead of the rows"
        )
    if not rows.all():
        remarks.append(f"Row numbers count the {int(rows.sum()):,} rows that are left.")
    table = whole.select(columns).filter(pa.array(rows))
    if choices.source == "column":
        labels = whole.column(choices.label_column).filter(pa.array(rows))
        noise = _noise_label(labels, choices.noise_label)
        how = f"the column {choices.label_column!r}"
        return Prepared(table, rows, labels, noise, how, False, tuple(remarks))
    found = _clustered(as_table(table), choices, remarks)
    noise = NOISE if choices.source == "hdbscan" else None
    return Prepared(table, rows, found.labels, noise, found.how, True, tuple(remarks))


def _columns(whole: pa.Table, choices: Choices, remarks: list[str]) -> list[str]:
    """Return the columns to describe by."""
    table = as_table(whole)
    away = {*choices.left_out, choices.label_column}
    columns = [name for name in table.columns if name not in away]
    if choices.incomplete == "columns":
        incomplete = [name for name in columns if not _complete(table, name).all()]
        columns = [name for name in columns if name not in incomplete]
        if incomplete:
            remarks.append(f"Left out, as numbers are missing: {quoted(incomplete)}.")
    if not columns:
        raise InputError("no column is left to describe the clusters with; leave out fewer")
    return columns


def _complete_rows(table: Table, columns: Sequence[str], remarks: list[str]) -> NDArray[np.bool_]:
    complete = np.ones(len(table), dtype=bool)
    for name in columns:
        complete &= _complete(table, name)
    missing = len(table) - int(complete.sum())
    if missing:
        remarks.append(
            f"{missing:,} of {len(table):,} rows are left out, as a number or date is missing."
        )
    return complete


def _complete(table: Table, name: str) -> NDArray[np.bool_]:
    """Say which rows have a value where one is needed; a missing category is one of its own."""
    column = table.read(table.positions[name])
    if isinstance(column, Unusable) or not isinstance(column, Numbers):
        return np.ones(len(table), dtype=bool)
    return np.isfinite(column.values) | (column.kind is Kind.BOOLEAN)


def _labelled_rows(labels: pa.ChunkedArray, remarks: list[str]) -> NDArray[np.bool_]:
    import pyarrow as pa
    import pyarrow.compute as pc

    if pa.types.is_nested(labels.type):
        raise InputError("the label column holds lists or records; choose another one")
    labelled: NDArray[np.bool_] = ~np.asarray(pc.is_null(labels, nan_is_null=True))
    missing = len(labels) - int(labelled.sum())
    if missing:
        remarks.append(f"{missing:,} of {len(labels):,} rows are left out, as they have no label.")
    return labelled


def _noise_label(labels: pa.ChunkedArray, text: str) -> Any:  # noqa: ANN401
    """Return the label that is written like this."""
    if not text:
        return None
    values = distinct_labels(labels).values
    for value in values:
        if str(value) == text:
            return value
    raise InputError(
        f"no row has the noise label {text!r}; there are {quoted([str(v) for v in values])}"
    )


def _clustered(table: Table, choices: Choices, remarks: list[str]) -> Clustered:
    matrix = matrix_of(table, table.columns)
    if choices.source == "hdbscan":
        return by_hdbscan(matrix, choices.smallest or smallest_cluster(len(matrix)))
    clusters = choices.clusters
    if clusters is None:
        suggestion = suggest(matrix)
        remarks.append(suggestion.reason)
        clusters = suggestion.clusters
    return by_k_means(matrix, clusters)
