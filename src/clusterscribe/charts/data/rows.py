"""A labelled table judged by a description: what all charts of it are counted on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property

import numpy as np

from clusterscribe.charts.data.by_label import (
    ByLabel,
    Distribution,
    Floats,
    Mask,
    Moments,
    moments_of,
)
from clusterscribe.description.core import BaseDescription, Judgement, Label, Region, judge
from clusterscribe.description.words.naming import Naming, naming
from clusterscribe.errors import InputError, did_you_mean
from clusterscribe.feature import Feature, Kind, Level
from clusterscribe.table import Distinct, Table, as_table, read_labels, row_weights, values_of
from clusterscribe.table.column import Unusable
from clusterscribe.table.features import facts_of
from clusterscribe.table.policy import CONSTANT, why_left_out


@dataclass(frozen=True, eq=False)
class Sheet:
    """A table with its labels and weights, and what has been read and counted of it so far.

    Many descriptions share one sheet. Features that conditions use are kept, also in sorted order.
    Moments go through all columns, and keep sums only.
    """

    table: Table
    labels: Distinct
    weights: Floats | None
    _moments: dict[str, tuple[Moments, ...]] = field(init=False, default_factory=dict)
    _distributions: dict[Feature, Distribution] = field(init=False, default_factory=dict)

    @cached_property
    def kept(self) -> Table:
        """The same table, which reads each column only once."""
        return Table(self.table.columns, self.table.rows, cache(self.table.read))

    @cached_property
    def by_label(self) -> ByLabel:
        """The rows in the order of their labels."""
        return ByLabel.of(self.labels.codes, len(self.labels.values), self.weights)

    def values(self, feature: Feature) -> Floats:
        """Return the numbers of a feature for all rows."""
        return values_of(self.kept, [feature])[feature]

    def distribution(self, feature: Feature) -> Distribution:
        """Return the numbers of a feature, sorted within each label."""
        if feature not in self._distributions:
            self._distributions[feature] = self.by_label.distribution(self.values(feature))
        return self._distributions[feature]

    def moments(self, column: str) -> tuple[Moments, ...]:
        """Return the sums of each feature of a column, nothing for one that cannot be used."""
        if column not in self._moments:
            self._moments[column] = self._summed(column)
        return self._moments[column]

    def _summed(self, column: str) -> tuple[Moments, ...]:
        if column not in self.table.positions:
            return ()
        read = self.table.read(self.table.positions[column])
        facts, numbers = facts_of(column, read, len(self.table))
        # what cannot describe, identifiers and free text among it, says nothing here either
        if isinstance(read, Unusable) or why_left_out(facts) not in ("", CONSTANT):
            return ()
        return moments_of(column, numbers or read, self.labels, self.weights)


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Each row of a table, judged by a description."""

    description: BaseDescription
    sheet: Sheet
    judgement: Judgement
    naming: Naming

    @property
    def table(self) -> Table:
        """The table; it keeps the columns that it has read."""
        return self.sheet.kept

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that the description knows and the table has."""
        return tuple(name for name in self.description.columns if name in self.table.positions)

    def values(self, feature: Feature) -> Floats:
        """Return the numbers of a feature for all rows."""
        return self.sheet.values(feature)

    def part(self, label: Label) -> Region:
        """Return what describes a cluster."""
        return self.description.parts[self.place(label)]

    def place(self, label: Label) -> int:
        """Return the place of a cluster among those that are described."""
        known = [part.label for part in self.description.parts]
        if label not in known:
            close = did_you_mean(str(label), map(str, known))
            raise InputError(f"the description has no cluster {label!r}.{close}")
        return known.index(label)

    def own(self, label: Label) -> Mask:
        """Return the rows of a cluster."""
        return np.equal(self.judgement.own, self.place(label)) & self.judgement.counted

    def others(self, label: Label) -> Mask:
        """Return all other rows that count."""
        return np.not_equal(self.judgement.own, self.place(label)) & self.judgement.counted

    def moments(self) -> tuple[Moments, ...]:
        """Return the sums of all features of the table."""
        # integers may have been described and now come as floats: the same feature
        known = {_key(feature): feature for feature in self.description.features}
        found = [m for column in self.columns for m in self.sheet.moments(column)]
        return tuple(replace(m, feature=known.get(_key(m.feature), m.feature)) for m in found)

    def counted_labels(self) -> Mask:
        """Return which labels of the sheet count: all but ignored noise and what is left out."""
        values, contrast = self.sheet.labels.values, self.description.contrast
        concerned = np.array([not contrast or contrast.concerns(one) for one in values], dtype=bool)
        if self.description.noise != "ignore":
            return concerned
        return concerned & ~self.own_labels(self.description.noise_label)

    def own_labels(self, label: Label) -> Mask:
        """Return which labels of the sheet are this one."""
        return np.array([value == label for value in self.sheet.labels.values], dtype=bool)

    def other_labels(self, label: Label) -> Mask:
        """Return which labels of the sheet count and are not this one."""
        return self.counted_labels() & ~self.own_labels(label)


def _key(feature: Feature) -> tuple[str, bool, Level]:
    """Return what a feature is known by, whatever the numbers of its column are."""
    return feature.column, feature.kind is Kind.LEVEL, feature.level


def rows_of(
    description: BaseDescription,
    X: object,
    labels: object,
    sample_weight: object = None,
    feature_names: Mapping[str, str] | None = None,
) -> Rows:
    """Judge the rows of a table by a description."""
    names = naming(feature_names, description.columns)
    table = as_table(X, description.columns)
    count = len(table)
    sheet = Sheet(table, read_labels(labels, count), row_weights(sample_weight, count))
    return judged(description, sheet, names)


def judged(description: BaseDescription, sheet: Sheet, naming: Naming) -> Rows:
    """Judge the rows of a sheet by a description, perhaps another one than before."""
    judgement = judge(description, sheet.kept, sheet.labels, sheet.weights)
    return Rows(description, sheet, judgement, naming)
