"""A labelled table that many descriptions are held against: each column is read once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from clusterscribe.charts.data.distribution import ByLabel, Distribution
from clusterscribe.charts.data.moments import Moments, moments_of
from clusterscribe.errors import InputError
from clusterscribe.feature import Feature
from clusterscribe.table import Distinct, Table, as_table, read_labels, row_weights, values_of
from clusterscribe.table.column import Column


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A table with its labels and weights, and what has been read and counted of it so far.

    Features that conditions use are kept, also in order. Moments go through all columns, and
    keep sums only.
    """

    table: Table
    labels: Distinct
    weights: NDArray[np.float64] | None
    kept: Table = field(init=False)  # the same table, which keeps the columns that it has read
    by_label: ByLabel = field(init=False)
    _moments: dict[str, tuple[Moments, ...]] = field(init=False, default_factory=dict)
    _distributions: dict[Feature, Distribution] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        by_label = ByLabel.of(self.labels.codes, len(self.labels.values), self.weights)
        object.__setattr__(self, "kept", _keeping(self.table))
        object.__setattr__(self, "by_label", by_label)

    def values(self, feature: Feature) -> NDArray[np.float64]:
        """Return the numbers of a feature for all rows."""
        return values_of(self.kept, [feature])[feature]

    def distribution(self, feature: Feature) -> Distribution:
        """Return the numbers of a feature, sorted within each label."""
        if feature not in self._distributions:
            self._distributions[feature] = self.by_label.distribution(self.values(feature))
        return self._distributions[feature]

    def moments(self, column: str) -> tuple[Moments, ...]:
        """Return the sums of each feature of a column; of a column that cannot be used, none."""
        if column not in self._moments:
            self._moments[column] = self._counted(column)
        return self._moments[column]

    def _counted(self, column: str) -> tuple[Moments, ...]:
        try:
            read = self.table.column(column)
        except InputError:  # a description may leave out columns that hold anything at all
            return ()
        return moments_of(column, read, self.labels, self.weights)


def sheet_of(X: object, labels: object, sample_weight: object, columns: Sequence[str]) -> Sheet:
    """Read a table, its labels and its weights."""
    table = as_table(X, columns)
    return Sheet(table, read_labels(labels, len(table)), row_weights(sample_weight, len(table)))


def _keeping(table: Table) -> Table:
    """Return the table, which now reads each column only once."""
    columns: dict[int, Column] = {}

    def read(position: int) -> Column:
        if position not in columns:
            columns[position] = table.read(position)
        return columns[position]

    return Table(table.columns, table.rows, read)
