"""What is to be described: a table, the cluster and weight of every row, and the features.

Everything here is linear in the rows and reads a column at a time; no numbers are kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from clusterscribe.constraints import NO_CONSTRAINTS, Constraints
from clusterscribe.contrast import Contrast
from clusterscribe.errors import hint
from clusterscribe.feature import Feature
from clusterscribe.parameters import ClassWeight, Label, LabelledTable, Noise
from clusterscribe.problem.boxes import NOISE
from clusterscribe.problem.weights import Unit, whole_weights
from clusterscribe.search.rows.axis import Axis, axes_of
from clusterscribe.search.rows.class_weight import row_factors, whole_factors
from clusterscribe.table import (
    Clusters,
    Distinct,
    Table,
    as_table,
    cluster_codes,
    describing_columns,
    looks_like_dbscan,
    read_labels,
    row_weights,
    values_of,
)
from clusterscribe.table.contrasts import concerned, found_contrast, only_one, weights_that_count


@dataclass(frozen=True, slots=True)
class Subject:
    """A table with its clusters. Rows without weight and ignored noise do not count.

    `counted` says which rows of the table are left; `cluster` and `whole` have an entry for
    each of these.
    """

    table: Table
    labels: Distinct
    weight: NDArray[np.float64] | None  # of every row of the table; None: each is one
    features: tuple[Feature, ...]
    clusters: Clusters  # of the rows with weight
    counted: NDArray[np.bool_]
    cluster: NDArray[np.int64]  # NOISE for noise and others that must lie outside
    whole: NDArray[np.int64]  # weights in whole units
    unit: Unit  # what a whole unit stands for
    noise: Noise | None
    contrast: Contrast | None  # None: all clusters are described
    unwanted: tuple[str, ...]  # columns that are not to be described with
    axes: tuple[Axis, ...]  # of the features, as the search sees them

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the table, all of them."""
        return tuple(self.table.columns)

    @property
    def seen(self) -> tuple[Feature, ...]:
        """The feature of each axis."""
        return tuple(axis.feature for axis in self.axes)

    @property
    def total(self) -> int:
        """The weight of all rows that count, in whole units."""
        return int(self.whole.sum())

    @property
    def cluster_totals(self) -> tuple[int, ...]:
        """The weight of each cluster, in whole units."""
        return tuple(
            int(self.whole[self.cluster == code].sum()) for code in range(len(self.clusters.labels))
        )

    def numbers(
        self, features: Iterable[Feature], rows: NDArray[np.intp] | None = None
    ) -> dict[Feature, NDArray[np.float64]]:
        """Return the numbers of features for all rows that count, or for some of these."""
        if rows is not None:
            places = rows if self.counted.all() else np.flatnonzero(self.counted)[rows]
            return values_of(self.table.take(places), features)
        columns = values_of(self.table, features)
        if self.counted.all():
            return columns
        return {feature: column[self.counted] for feature, column in columns.items()}

    def amount(self, whole: float) -> float:
        """Turn whole units of weight into weight: a count where there are no weights."""
        return int(whole) if self.weight is None else self.unit.amount(whole)

    def at_least(self, whole: int) -> float:
        """Turn a proven number of whole units into a weight that is proven, too."""
        return whole if self.weight is None else self.unit.at_least(whole)

    def at_most(self, whole: int) -> float:
        """Turn whole units into a weight that is certainly enough for them."""
        return whole if self.weight is None else self.unit.at_most(whole)


def read_subject(
    data: LabelledTable,
    class_weight: ClassWeight = None,
    constraints: Constraints = NO_CONSTRAINTS,
) -> Subject:
    """Read a table and its labels; find out which rows count and what can be said of them."""
    described = describing_columns(
        as_table(data.table), data.features, data.exclude, data.missing, labels=data.labels
    )
    table, chosen = described.table, described.features
    found = read_labels(data.labels, len(table))
    weight = row_weights(data.weights, len(table))
    contrast = found_contrast(data.contrast, found.values, data.noise_label)
    class_weight = weights_that_count(class_weight, contrast, found.values)
    clusters, counted = counted_rows(found, weight, data.noise_label, data.noise, contrast)
    kept = clusters.codes != NOISE if data.noise == "ignore" else slice(None)
    cluster = clusters.codes[kept]  # of all clusters, by which rows are weighted
    whole, unit = np.ones(len(cluster), dtype=np.int64), Unit()
    if weight is not None and class_weight is None:
        whole, unit = whole_weights(weight[counted])
    if class_weight is not None:
        factors = row_factors(class_weight, clusters)
        plain = np.ones(len(cluster)) if weight is None else weight[counted]
        whole, unit = whole_factors(plain, cluster, factors)
        weight = by_class(weight, found, clusters, class_weight)
    give_hints(found, clusters)
    alone = only_one(clusters, contrast)
    return Subject(
        table=table,
        labels=found,
        weight=weight,
        features=chosen,
        clusters=alone,
        counted=counted,
        cluster=alone.codes[kept],
        whole=whole,
        unit=unit,
        noise=None if clusters.noise_label is None else data.noise,
        axes=axes_of(chosen, constraints, Ends(table, counted)),
        contrast=contrast,
        unwanted=data.unwanted,
    )


@dataclass(frozen=True, slots=True)
class Ends:
    """The least and largest known number of a feature, in all rows that count."""

    table: Table
    counted: NDArray[np.bool_]

    def __call__(self, feature: Feature) -> tuple[float, float]:
        """Look them up; where every number is missing, both are 0."""
        values = values_of(self.table, [feature])[feature][self.counted]
        known = values[~np.isnan(values)]
        return (float(known.min()), float(known.max())) if len(known) else (0.0, 0.0)


def seen_with(subject: Subject, constraints: Constraints) -> Subject:
    """Return the same subject, with the axes that other wishes leave of its features."""
    ends = Ends(subject.table, subject.counted)
    return replace(subject, axes=axes_of(subject.features, constraints, ends))


def counted_rows(
    labels: Distinct,
    weight: NDArray[np.float64] | None,
    noise_label: Label,
    noise: Noise,
    contrast: Contrast | None = None,
) -> tuple[Clusters, NDArray[np.bool_]]:
    """Return the clusters of the rows with weight, and which rows count.

    With a contrast these are the clusters on both sides of it.
    """
    counted = concerned(contrast, labels)
    if weight is not None:
        counted &= weight > 0
    clusters = cluster_codes(labels.of_rows(counted), int(counted.sum()), noise_label, noise)
    if noise == "ignore":
        counted[counted] = clusters.codes != NOISE
    return clusters, counted


def by_class(
    weight: NDArray[np.float64] | None,
    labels: Distinct,
    clusters: Clusters,
    class_weight: ClassWeight,
) -> NDArray[np.float64]:
    """Return the weight of every row, multiplied by the factor of its cluster."""
    weights = np.ones(len(labels.codes)) if weight is None else weight
    *factors, of_noise = row_factors(class_weight, clusters)
    by_label = dict(zip(clusters.labels, factors, strict=True))
    each = [by_label.get(value, of_noise) for value in labels.values]  # or it does not count
    return np.multiply(weights, np.array(each, dtype=np.float64)[labels.codes])


def give_hints(labels: Distinct, clusters: Clusters) -> None:
    """Say what the labels look like, where that may not be what was meant."""
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
