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
    Label,
    Noise,
    Table,
    as_table,
    cluster_codes,
    features_of,
    looks_like_dbscan,
    row_weights,
    select_columns,
    values_of,
)
from clusterscribe.tolerance import snapped


@dataclass(frozen=True, slots=True)
class Encoded:
    """A table as numbers, with what is needed to find the way back."""

    table: Table
    labels: object
    sample_weight: object
    features: tuple[Feature, ...]
    values: dict[Feature, NDArray[np.float64]]  # of the rows that count
    clusters: Clusters
    boxes: Boxes
    unit: float  # what a whole weight of the boxes stands for
    noise_label: Label
    noise: Noise | None

    @property
    def weighted(self) -> bool:
        """Whether errors are sums of weights rather than counts."""
        return self.sample_weight is not None

    def amount(self, whole: float) -> float:
        """Turn whole units of weight into weight: a count where there are no weights."""
        return whole * self.unit if self.weighted else int(whole)


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
    columns = select_columns(table.columns, features, exclude)
    chosen = features_of(table, columns)
    clusters = cluster_codes(labels, len(table), noise_label, noise)
    weight = row_weights(sample_weight, len(table))
    counts = np.ones(len(table), dtype=bool) if weight is None else weight > 0
    if noise == "ignore":
        counts &= clusters.codes != NOISE
    whole, unit = whole_weights(np.ones(len(table)) if weight is None else weight)
    values = {f: column[counts] for f, column in values_of(table, chosen).items()}
    boxes = Boxes.from_rows(
        np.column_stack([_as_ranked(f, values[f]) for f in chosen]),
        clusters.codes[counts],
        len(clusters.labels),
        whole[counts],
    )
    _give_hints(labels, boxes, noise_label)
    return Encoded(
        table=table,
        labels=labels,
        sample_weight=sample_weight,
        features=chosen,
        values=values,
        clusters=clusters,
        boxes=boxes,
        unit=unit,
        noise_label=noise_label,
        noise=None if noise_label is None else noise,
    )


def _as_ranked(feature: Feature, column: NDArray[np.float64]) -> NDArray[np.float64]:
    """Numbers that are one value by the tolerance become one; whole ones are exact already."""
    return snapped(column) if feature.kind is Kind.NUMBER else column


def _give_hints(labels: object, boxes: Boxes, noise_label: Label) -> None:
    if noise_label is None and looks_like_dbscan(labels):
        hint(
            "labels has a cluster -1 beside 0, 1, ..., which is described like any other; if it "
            "marks noise, say noise_label=-1 (on the command line --noise-label=-1)"
        )
    if (boxes.lower == boxes.lower[:1]).all():
        hint(
            "all rows are the same in every column, so that no description can tell the "
            "clusters apart; add columns in which they differ"
        )
