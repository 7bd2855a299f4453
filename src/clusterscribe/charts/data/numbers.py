"""The number of each row that an axis shows: a feature, or a sum of features; and its grid."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clusterscribe.charts.data.distribution import MANY, Distribution
from clusterscribe.charts.data.grid import DAYS, FINE, WHOLE, Few, Grid
from clusterscribe.charts.data.rows import Rows
from clusterscribe.charts.data.subjects import Sum
from clusterscribe.description.core import HalfSpace
from clusterscribe.feature import Feature, Kind

THINNEST = 1 / 24  # bar of one of them, as a share of all


def numbers_of(rows: Rows, subject: Feature | Sum) -> NDArray[np.float64]:
    """Return the number of each row."""
    if isinstance(subject, Feature):
        return rows.values(subject)
    features = [term.feature for term in subject.terms]
    return HalfSpace(subject.terms, 0.0).level({f: rows.values(f) for f in features})


def distribution_of(rows: Rows, subject: Feature | Sum) -> Distribution:
    """Return the numbers in order; those of features are kept."""
    if isinstance(subject, Feature):
        return rows.sheet.distribution(subject)
    return rows.sheet.by_label.distribution(numbers_of(rows, subject))


def grid_of(rows: Rows, subject: Feature | Sum, spread: Distribution) -> Grid:
    """Return how much room the values of a subject take."""
    if isinstance(subject, Sum):
        return WHOLE if subject.is_whole else _fine_or_few(rows, spread)
    match subject.kind:
        case Kind.DATE:
            return DAYS
        case Kind.INTEGER:
            return WHOLE
        case Kind.DATETIME:
            return FINE
        case _:
            return _fine_or_few(rows, spread)


def _fine_or_few(rows: Rows, spread: Distribution) -> Grid:
    values = spread.different(rows.labels_that_count(), MANY)
    if values is None or len(values) < 2 or not np.isfinite(values[-1] - values[0]):
        return FINE
    grid = Few(values)
    return grid if grid.step >= THINNEST * (values[-1] - values[0]) else FINE
