"""A band for each subject of the conditions of a cluster."""

from __future__ import annotations

from clusterscribe.charts.data.band import Band, LevelBand
from clusterscribe.charts.data.bins import edges_of
from clusterscribe.charts.data.intervals import allowed_values, pieces_of
from clusterscribe.charts.data.level_band import level_band
from clusterscribe.charts.data.numbers import distribution_of, grid_of
from clusterscribe.charts.data.rows import Rows
from clusterscribe.charts.data.scale import axis_of
from clusterscribe.charts.data.subjects import (
    Category,
    Subject,
    Sum,
    alternatives_of,
    subject_of,
    subjects_of,
)
from clusterscribe.charts.data.words import conditions_on
from clusterscribe.description.core import Label
from clusterscribe.feature import Feature, Kind
from clusterscribe.table.column import Levels


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
        return _band_of(rows, label, Category(column))
    return _band_of(rows, label, Feature(column, found.kind, zoned=found.zoned))


def _band_of(rows: Rows, label: Label, subject: Subject) -> Band | LevelBand:
    if isinstance(subject, Category):
        return level_band(rows, label, subject)
    return _band(rows, label, subject)


def _band(rows: Rows, label: Label, subject: Feature | Sum) -> Band:
    region, spread = rows.part(label), distribution_of(rows, subject)
    grid = grid_of(rows, subject, spread)
    own = rows.labels_that_are(label)
    others = rows.labels_that_count() & ~own
    allowed = allowed_values(alternatives_of(region), subject, grid)
    axis = axis_of(rows, label, subject, allowed, spread=spread, grid=grid)
    pieces = pieces_of(allowed, grid, axis.low, axis.high)
    edges = edges_of(axis.low, axis.high, [end for piece in pieces for end in piece], grid)
    least, most = spread.extremes(own | others)
    return Band(
        label,
        conditions_on(region, subject, rows.naming),
        axis,
        edges,
        spread.shares(own, edges),
        spread.shares(others, edges),
        tuple(pieces),
        spread.missing(own),
        spread.missing(others),
        (least < axis.low, most > axis.high),
    )
