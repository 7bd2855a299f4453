"""A table held against a description: what all pictures of it are counted on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from clusterscribe.charts.data.moments import Moments
from clusterscribe.charts.data.sheet import Sheet, sheet_of
from clusterscribe.description.core import BaseDescription, Judgement, Label, Region, judge
from clusterscribe.description.words.naming import Naming, naming
from clusterscribe.errors import InputError, did_you_mean
from clusterscribe.feature import Feature
from clusterscribe.table import Table


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

    def values(self, feature: Feature) -> NDArray[np.float64]:
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

    def own(self, label: Label) -> NDArray[np.bool_]:
        """Return the rows of a cluster."""
        return np.equal(self.judgement.own, self.place(label)) & self.judgement.counted

    def others(self, label: Label) -> NDArray[np.bool_]:
        """Return all other rows that count."""
        return np.not_equal(self.judgement.own, self.place(label)) & self.judgement.counted

    def moments(self) -> tuple[Moments, ...]:
        """Return the sums of all features of the table."""
        # whole numbers may have been described and now come as floats: the same feature
        known = {(feature.column, feature.level): feature for feature in self.description.features}
        found = [m for column in self.columns for m in self.sheet.moments(column)]
        return tuple(
            replace(m, feature=known.get((m.feature.column, m.feature.level), m.feature))
            for m in found
        )

    def labels_that_count(self) -> NDArray[np.bool_]:
        """Return which labels of the sheet count: all but ignored noise."""
        if self.description.noise != "ignore":
            return np.ones(len(self.sheet.labels.values), dtype=bool)
        return ~self.labels_that_are(self.description.noise_label)

    def labels_that_are(self, label: Label) -> NDArray[np.bool_]:
        """Return which labels of the sheet are this one."""
        return np.array([value == label for value in self.sheet.labels.values], dtype=bool)


def rows_of(
    description: BaseDescription,
    X: object,
    labels: object,
    sample_weight: object = None,
    *,
    feature_names: Mapping[str, str] | None = None,
    like: Rows | None = None,
) -> Rows:
    """Hold a table against a description.

    `like` is what was made of the same table and another description: the table, its labels
    and its weights are then those, and nothing is read twice.
    """
    names = naming(feature_names, description.columns)
    if like is None:
        sheet = sheet_of(X, labels, sample_weight, description.columns)
    else:
        sheet, names = like.sheet, names if feature_names is not None else like.naming
    judgement = judge(description, sheet.kept, sheet.labels, sheet.weights)
    return Rows(description, sheet, judgement, names)
