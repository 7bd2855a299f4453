"""From a table and choices to the rows, columns and labels that are described."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
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
from clusterscribe.contrast import Contrast, contrast_of
from clusterscribe.errors import InputError
from clusterscribe.feature import Kind
from clusterscribe.table import Table, as_table, cluster_codes
from clusterscribe.table.column import Numbers
from clusterscribe.table.features import facts_of
from clusterscribe.table.labels import distinct_labels
from clusterscribe.table.policy import remark_on, why_left_out
from clusterscribe.table.shape import quoted

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """The rows and columns to describe, and how they were chosen."""

    table: pa.Table  # the rows and columns that are described
    read: Table  # the same, in which texts that are numbers or dates have been read
    rows: NDArray[np.bool_]  # their rows in the whole table
    labels: Any
    noise_label: Any
    how: str  # where the clusters come from
    is_clustered: bool  # found here rather than given by a column
    remarks: tuple[str, ...]

    @property
    def clusters(self) -> list[Any]:
        """The labels of all clusters, without noise."""
        return list(cluster_codes(self.labels, len(self.table), self.noise_label).labels)

    def contrast(self, cluster: str, against: str) -> Contrast | None:
        """Return what is to be described alone, given as text; empty texts are no label."""
        known = {str(label): label for label in self.clusters}
        pair = [known.get(text, text) if text else None for text in (cluster, against)]
        return contrast_of(*pair)


def prepare(whole: pa.Table, choices: Choices) -> Prepared:
    """Leave out what the user chose and what cannot be described, and find the labels."""
    import pyarrow as pa

    remarks: list[str] = []
    everything = _read(as_table(whole), choices, remarks)
    columns = _columns(everything, choices, remarks)
    rows = _rows(whole, everything, columns, choices, remarks)
    table = whole.select(columns).filter(pa.array(rows))
    read = everything.only(columns).take(np.flatnonzero(rows))
    if choices.source == "column":
        labels = whole.column(choices.label_column).filter(pa.array(rows))
        noise = _noise_label(labels, choices.noise_label)
        how = f"the column {choices.label_column!r}"
        return Prepared(table, read, rows, labels, noise, how, False, tuple(remarks))
    found = _clustered(read, choices, remarks)
    noise = NOISE if choices.source == "hdbscan" else None
    return Prepared(table, read, rows, found.labels, noise, found.how, True, tuple(remarks))


def _read(table: Table, choices: Choices, remarks: list[str]) -> Table:
    """Read texts that are numbers or dates; say so, and why the policy leaves columns out."""
    left_out: dict[str, str] = {}
    kept, read = [], {}
    for name in table.columns:
        if name == _labels_in(choices) or name in choices.old_labels:
            continue
        column = table.read(table.positions[name])
        facts, numbers = facts_of(name, column, len(table))
        reason = why_left_out(facts)
        if name in choices.left_out:
            left_out |= {name: reason} if reason else {}
            continue
        kept.append(facts)
        if numbers is not None:
            read[name] = numbers
    said = remark_on(left_out, kept, insist="")
    if said:
        remarks.append(f"{said[:1].upper()}{said[1:]}.")
    if choices.old_labels:
        remarks.append(
            "Left out because they look like labels, and clusters are found anew: "
            f"{quoted(choices.old_labels)}."
        )
    return table.replaced(read)


def _labels_in(choices: Choices) -> str | None:
    """Return the column that holds the clusters; none where they are found anew."""
    return choices.label_column if choices.source == "column" else None


def _columns(table: Table, choices: Choices, remarks: list[str]) -> list[str]:
    """Return the columns to describe with."""
    away = {*choices.left_out, *choices.old_labels, _labels_in(choices)}
    columns = [name for name in table.columns if name not in away]
    if choices.incomplete == "columns":
        incomplete = [name for name in columns if not _complete(table, name).all()]
        columns = [name for name in columns if name not in incomplete]
        if incomplete:
            remarks.append(f"Left out because numbers are missing: {quoted(incomplete)}.")
    if not columns:
        raise InputError("no column is left to describe the clusters with; tick more of them")
    return columns


def _rows(
    whole: pa.Table, table: Table, columns: list[str], choices: Choices, remarks: list[str]
) -> NDArray[np.bool_]:
    """Return which rows can be described."""
    needed = {}  # why rows are left out, and which ones stay
    if choices.incomplete == "rows":
        complete = (_complete(table, name) for name in columns)
        needed["a number or date is missing"] = reduce(np.logical_and, complete)
    else:
        finite = (_finite(table, name) for name in columns)
        needed["a number is infinite"] = reduce(np.logical_and, finite)
    if choices.source == "column":
        needed["they have no label"] = _labelled(whole.column(choices.label_column))
    rows = np.ones(len(whole), dtype=bool)
    for reason, kept in needed.items():
        rows &= kept
        if not kept.all():
            out = f"{len(kept) - int(kept.sum()):,} of {len(kept):,} rows"
            remarks.append(f"{out} are left out because {reason}.")
    if not rows.any():
        raise InputError(
            "no row is left: each lacks a number or a label; leave out the columns with missing "
            "numbers instead of the rows"
        )
    if not rows.all():
        remarks.append(f"Row numbers refer to the {int(rows.sum()):,} rows that are left.")
    return rows


def _complete(table: Table, name: str) -> NDArray[np.bool_]:
    """Return which rows have the value they need; a missing category counts as a value."""
    column = table.read(table.positions[name])
    if not isinstance(column, Numbers):
        return np.ones(len(table), dtype=bool)
    return np.isfinite(column.values) | (column.kind is Kind.BOOLEAN)


def _finite(table: Table, name: str) -> NDArray[np.bool_]:
    """Return which rows hold no infinite number."""
    column = table.read(table.positions[name])
    if not isinstance(column, Numbers):
        return np.ones(len(table), dtype=bool)
    finite: NDArray[np.bool_] = ~np.isinf(column.values)
    return finite


def _labelled(labels: pa.ChunkedArray) -> NDArray[np.bool_]:
    import pyarrow as pa
    import pyarrow.compute as pc

    if pa.types.is_nested(labels.type):
        raise InputError("the label column holds lists or records; choose another one")
    labelled: NDArray[np.bool_] = ~np.asarray(pc.is_null(labels, nan_is_null=True))
    return labelled


def _noise_label(labels: pa.ChunkedArray, text: str) -> Any:  # noqa: ANN401
    """Return the label with this text."""
    if not text:
        return None
    values = distinct_labels(labels).values
    for value in values:
        if str(value) == text:
            return value
    raise InputError(
        f"no row has the noise label {text!r}; the labels are {quoted([str(v) for v in values])}"
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
