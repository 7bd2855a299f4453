"""Rows with labels on every level, read again for a tree that is there already."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.errors import InputError
from clusterscribe.nested.hierarchy import Hierarchy, hierarchy_of
from clusterscribe.nested.label_columns import levels_of_labels
from clusterscribe.nested.level_counts import tallied
from clusterscribe.nested.segment import BaseNestedDescription, LevelTally
from clusterscribe.table import Table, as_table, row_weights


@dataclass(frozen=True, slots=True, eq=False)
class LabelledRows:
    """A table, its segments, and how much each row counts."""

    table: Table
    hierarchy: Hierarchy
    weights: NDArray[np.float64] | None


def labelled_rows(
    nested: BaseNestedDescription, X: object, labels: object, sample_weight: object
) -> LabelledRows:
    """Read rows with one column of labels for each level of a tree."""
    table = as_table(X, nested.columns)
    weights = row_weights(sample_weight, len(table))
    levels = levels_of_labels(labels, len(table))
    if len(levels) != len(nested.levels):
        raise InputError(
            f"labels has {len(levels)} columns, and the tree has {len(nested.levels)} levels; give "
            "one column for each"
        )
    counted = np.arange(len(table)) if weights is None else np.flatnonzero(weights > 0)
    return LabelledRows(table, hierarchy_of(levels, counted, nested.noise_label), weights)


def recounted(
    nested: BaseNestedDescription, X: object, labels: object, sample_weight: object
) -> tuple[LevelTally, ...]:
    """Count the rows that are wrong on each level."""
    rows = labelled_rows(nested, X, labels, sample_weight)
    return tallied(nested, rows.table, rows.hierarchy, rows.weights)
