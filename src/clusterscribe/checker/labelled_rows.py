"""The rows that claims are about: numbers, clusters and whole weights, straight from the table."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from clusterscribe.checker.refusal import Refused
from clusterscribe.contrast import Contrast
from clusterscribe.description.export.plain import encode
from clusterscribe.feature import Feature
from clusterscribe.parameters import Label, Noise
from clusterscribe.table import (
    NOISE,
    as_table,
    cluster_codes,
    describing_columns,
    read_labels,
    row_weights,
    select_columns,
    values_of,
)
from clusterscribe.table.contrasts import concerned, found_contrast, only_one

LARGEST_TOTAL = 2**52  # of whole weights


@dataclass(frozen=True, slots=True)
class Rows:
    """Values (rows x features), the cluster of every row and its weight in whole units."""

    values: NDArray[np.float64]
    cluster: NDArray[np.int64]
    weight: NDArray[np.int64]
    clusters: int

    def __len__(self) -> int:
        return len(self.cluster)

    @property
    def totals(self) -> list[int]:
        """The weight of each cluster."""
        return [int(self.weight[self.cluster == k].sum()) for k in range(self.clusters)]

    def only(self, rows: NDArray[np.int64]) -> Rows:
        """Return some of the rows; all clusters stay, even those that are left without any."""
        return Rows(self.values[rows], self.cluster[rows], self.weight[rows], self.clusters)


@dataclass(frozen=True, slots=True)
class LabelledRows:
    """The rows of a table that count, with what a certificate must know of the table.

    The fingerprint depends on every number and label, on the names and kinds of the columns, and
    on the weights; not on other columns of the table.
    """

    rows: Rows
    labels: tuple[Label, ...]  # of the clusters
    features: tuple[Feature, ...]
    columns: int  # of the whole table
    fingerprint: str


def read_rows(
    X: object,
    labels: object,
    sample_weight: object = None,
    *,
    columns: Sequence[str] | None = None,
    noise_label: Label = None,
    noise: Noise | None = None,
    contrast: Contrast | None = None,
    unit: Fraction = Fraction(1),
) -> LabelledRows:
    """Read a table; rows without weight and ignored noise do not count.

    With a contrast one cluster is described, and the rows of all others must lie outside, or do not
    count.
    """
    if (noise is None) != (noise_label is None):
        raise Refused("noise has a label and is treated in a way, or there is none")
    if columns is not None and len(set(columns)) < len(columns):
        raise Refused("a column is named twice")
    given = as_table(X, columns)
    if columns is not None:
        select_columns(given.columns, columns)  # refuses what is not there
    # a statement says nothing of missing values, so that there must be none
    described = describing_columns(
        given if columns is None else given.only(columns), columns, missing="error", quiet=True
    )
    table, features = described.table, described.features
    weight = row_weights(sample_weight, len(table))
    found = read_labels(labels, len(table))
    contrast = found_contrast(contrast, found.values, noise_label)
    counted = concerned(contrast, found)
    if weight is not None:
        counted &= weight > 0
    clusters = cluster_codes(
        found.of_rows(counted), int(counted.sum()), noise_label, noise or "outside"
    )
    alone = only_one(clusters, contrast)
    cluster = alone.codes
    if noise == "ignore":
        cluster = cluster[clusters.codes != NOISE]
        counted[counted] = clusters.codes != NOISE
    columns_of = values_of(table, features)
    values = np.column_stack([columns_of[feature][counted] for feature in features])
    whole = np.ones(len(cluster), dtype=np.int64)
    if weight is not None:
        whole = whole_weights(weight[counted], unit)
    elif unit != 1:
        raise Refused(f"rows without weights count 1 each, and not {unit}")
    rows = Rows(values, cluster, whole, len(alone.labels))
    names = [alone.labels[code] if code != NOISE else None for code in cluster.tolist()]
    fingerprint = _fingerprint(rows, features, names, unit)
    return LabelledRows(rows, alone.labels, features, len(given.columns), fingerprint)


def whole_weights(weight: NDArray[np.float64], unit: Fraction) -> NDArray[np.int64]:
    """Return weights in whole units; refuse those that are not multiples of the unit.

    A weight is the decimal number or simple fraction that it was written as: so many units are
    this weight if they are the same floating-point number.
    """
    distinct, place = np.unique(weight, return_inverse=True)
    units = [round(Fraction(w) / unit) for w in distinct.tolist()]
    for number, w in zip(units, distinct.tolist(), strict=True):
        if float(number * unit) != w:
            raise Refused(f"the weight {w!r} is no multiple of the unit {unit}")
    if sum(units) > LARGEST_TOTAL or float(weight.sum() / unit) > LARGEST_TOTAL:
        raise Refused(f"the rows weigh more than {LARGEST_TOTAL:,} units of {unit}")
    whole: NDArray[np.int64] = np.array(units, dtype=np.int64)[place]
    return whole


def _fingerprint(
    rows: Rows, features: Sequence[Feature], names: Sequence[Label], unit: Fraction
) -> str:
    about = [[f.column, f.kind.value, encode(f.level), f.zoned] for f in features]
    digest = hashlib.sha256()
    for part in (about, [encode(name) for name in names], [*unit.as_integer_ratio()]):
        digest.update(json.dumps(part).encode())
    digest.update(np.ascontiguousarray(rows.values + 0.0).tobytes())  # 0.0 and -0.0 are the same
    digest.update(rows.weight.astype("<i8").tobytes())
    return digest.hexdigest()
