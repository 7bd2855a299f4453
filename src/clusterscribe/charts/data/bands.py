"""A feature in a cluster and among all other rows, and which values the conditions on it allow."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from clusterscribe.charts.data.axis import Axis
from clusterscribe.charts.data.by_label import Floats
from clusterscribe.charts.data.grid import bin_edges
from clusterscribe.charts.data.levels import LevelBand, level_band
from clusterscribe.charts.data.number_axis import laid_out
from clusterscribe.charts.data.rows import Rows
from clusterscribe.charts.data.subjects import (
    Category,
    Subject,
    Sum,
    pieces_of,
    subject_of,
    subjects_of,
)
from clusterscribe.charts.data.words import conditions_on
from clusterscribe.description.core import Label
from clusterscribe.feature import Feature, Kind
from clusterscribe.table.column import Levels


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """A histogram of numbers, dates or sums, as shares of the cluster and of all other rows.

    `allowed` are the values that the conditions of the cluster allow, as intervals in rising
    order, cut to the axis: one for a polyhedron, perhaps several for a union, none where no
    value is allowed. No bin crosses the end of an interval: intervals of integers, and of a few
    values, end half a step beyond the last one, those of days where the day ends. Values beyond
    the axis are counted in the outermost bins, and `beyond` says at which end there are any.
    Missing values are counted apart.
    """

    label: Label
    conditions: tuple[str, ...]  # in words
    axis: Axis
    edges: Floats  # one more than there are bins
    own: Floats
    others: Floats
    allowed: tuple[tuple[float, float], ...]
    own_missing: float = 0.0
    others_missing: float = 0.0
    beyond: tuple[bool, bool] = (False, False)

    def heights(self, shares: Floats) -> Floats:
        """Return the heights of bars whose areas are proportional to the shares.

        Bins differ a little in width, and a wide one must not look like more rows.
        """
        widths = np.diff(self.edges)
        filled = widths[(self.own > 0) | (self.others > 0)]
        usual = np.median(filled if len(filled) else widths)
        heights: Floats = shares * (usual / widths)
        return heights


def bands(rows: Rows, label: Label) -> tuple[Band | LevelBand, ...]:
    """Return a band for each column, and each sum of columns, that the conditions are about."""
    return tuple(_band_of(rows, label, subject) for subject in subjects_of(rows.part(label)))


def band_of_column(rows: Rows, label: Label, column: str) -> Band | LevelBand:
    """Return the band of a column, whether or not there are conditions on it alone."""
    used = next((f for f in rows.part(label).features if f.column == column), None)
    if used is not None:
        return _band_of(rows, label, subject_of(used))
    found = rows.table.column(column)
    if isinstance(found, Levels) or found.kind is Kind.BOOLEAN:
        return level_band(rows, label, Category(column))
    return _band(rows, label, Feature(column, found.kind, zoned=found.zoned))


def _band_of(rows: Rows, label: Label, subject: Subject) -> Band | LevelBand:
    if isinstance(subject, Category):
        return level_band(rows, label, subject)
    return _band(rows, label, subject)


def _band(rows: Rows, label: Label, subject: Feature | Sum) -> Band:
    layout = laid_out(rows, label, subject)
    axis, values = layout.axis, layout.distribution
    pieces = pieces_of(layout.allowed, layout.grid, axis.low, axis.high)
    ends = (end for piece in pieces for end in piece)
    edges = bin_edges(axis.low, axis.high, ends, layout.grid)
    own, others = rows.own_labels(label), rows.other_labels(label)
    least, most = values.extremes(own | others)
    return Band(
        label,
        conditions_on(rows.part(label), subject, rows.naming),
        axis,
        edges,
        values.shares(own, edges),
        values.shares(others, edges),
        tuple(pieces),
        values.missing(own),
        values.missing(others),
        (least < axis.low, most > axis.high),
    )
