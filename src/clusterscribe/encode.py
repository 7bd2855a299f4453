"""From a table and labels to boxes, with what is needed to find the way back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.errors import hint
from clusterscribe.feature import Feature, Kind
from clusterscribe.problem.boxes import NOISE, Boxes
from clusterscribe.problem.weights import whole_weights
from clusterscribe.table import (
    Clusters,
    Distinct,
    Label,
    Noise,
    Table,
    as_table,
    cluster_codes,
    features_of,
    looks_like_dbscan,
    read_labels,
    row_weights,
    select_columns,
    values_of,
)
from clusterscribe.tolerance import snapped


@dataclass(frozen=True, slots=True)
class Encoded:
    """A table as numbers, with what is needed to find the way back.

    Rows without weight and ignored noise do not count: `values` and `boxes` are without
    them, and `counted` says which rows of the table are left.
    """

    table: Table
    labels: Distinct
    weight: NDArray[np.float64] | None  # of every row of the table; None: each is one
    counted: NDArray[np.bool_]
    features: tuple[Feature, ...]
    values: dict[Feature, NDArray[np.float64]]
    clusters: Clusters  # of the rows with weight
    boxes: Boxes
    unit: float  # what a whole weight of the boxes stands for
    noise: Noise | None

    def amount(self, whole: float) -> float:
        """Turn whole units of weight into weight: a count where there are no weights."""
        return int(whole) if self.weight is None else whole * self.unit


def encode(
    X: object,
    labels: object,
    *,
    features: Iterable[str] | None = None,
    exclude: Iterable[str] | None = None,
    sample_weight: object = None,
    noise_label: Label = None,
    noise: Noise = "outside",
) -> Encoded:
    """Read a table and its labels; rows that do not count are left out of the boxes."""
    table = as_table(X)
    chosen = features_of(table, select_columns(table.columns, features, exclude))
    found = read_labels(labels, len(table))
    weight = row_weights(sample_weight, len(table))
    clusters, counted = counted_rows(found, weight, noise_label, noise)
    codes = clusters.codes[clusters.codes != NOISE] if noise == "ignore" else clusters.codes
    values = {f: column[counted] for f, column in values_of(table, chosen).items()}
    whole, unit = whole_weights(np.ones(len(codes)) if weight is None else weight[counted])
    boxes = Boxes.from_rows(
        np.column_stack([_as_ranked(f, values[f]) for f in chosen]),
        codes,
        len(clusters.labels),
        whole,
    )
    _give_hints(found, clusters, boxes)
    return Encoded(
        table=table,
        labels=found,
        weight=weight,
        counted=counted,
        features=chosen,
        values=values,
        clusters=clusters,
        boxes=boxes,
        unit=unit,
        noise=None if clusters.noise_label is None else noise,
    )


def counted_rows(
    labels: Distinct, weight: NDArray[np.float64] | None, noise_label: Label, noise: Noise
) -> tuple[Clusters, NDArray[np.bool_]]:
    """Return the clusters of the rows with weight, and which rows count."""
    counted = np.ones(len(labels.codes), dtype=bool) if weight is None else weight > 0
    clusters = cluster_codes(labels.of_rows(counted), int(counted.sum()), noise_label, noise)
    if noise == "ignore":
        counted[counted] = clusters.codes != NOISE
    return clusters, counted


def _as_ranked(feature: Feature, column: NDArray[np.float64]) -> NDArray[np.float64]:
    """Numbers that are one value by the tolerance become one; whole ones are exact already."""
    return snapped(column) if feature.kind is Kind.NUMBER else column


def _give_hints(labels: Distinct, clusters: Clusters, boxes: Boxes) -> None:
    noise_label = clusters.noise_label
    if noise_label is None and looks_like_dbscan(labels):
        hint(
            "labels has a cluster -1 beside 0, 1, ..., which is described like any other; if it "
            "marks noise, say noise_label=-1 (on the command line --noise-label=-1)"
        )
    namesake = next((v for v in labels.values if str(v) == str(noise_label)), noise_label)
    if namesake != noise_label:
        hint(
            f"noise_label is {noise_label!r}, and labels has {namesake!r}, which is another value "
            f"and is described like any other; if it marks noise, say noise_label={namesake!r}"
        )
    if (boxes.lower == boxes.lower[:1]).all():
        hint(
            "all rows are the same in every column, so that no description can tell the "
            "clusters apart; add columns in which they differ"
        )
