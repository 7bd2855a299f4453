"""A number of each row laid out on an axis.

An axis shows all bounds and most rows, but not the last outlier.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from clusterscribe.charts.data.axis import Axis, ticks_at, ticks_of
from clusterscribe.charts.data.by_label import MANY, Distribution, Floats, Mask
from clusterscribe.charts.data.grid import DAYS, FINE, INTEGERS, Few, Grid, Steps
from clusterscribe.charts.data.rows import Rows
from clusterscribe.charts.data.subjects import (
    Alternative,
    Interval,
    Sum,
    allowed_values,
    alternatives_of,
)
from clusterscribe.charts.data.words import title_of
from clusterscribe.description.core import HalfSpace, Label
from clusterscribe.feature import Feature, Kind

TAIL = 0.005  # share of rows that may lie beyond each end of an axis
WORTH = 1.5  # a range that is longer by no more than this factor is drawn whole
MARGIN = 0.04  # room beyond the last bound or row
LARGEST = 8e307  # so that the length of a range is a number
THINNEST = 1 / 24  # bar of one of a few values, as a share of the range


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """A feature with numbers, or a sum of features, on the axis of a cluster."""

    axis: Axis
    distribution: Distribution
    grid: Grid
    allowed: list[Interval]  # values that the conditions of the cluster allow


def laid_out(rows: Rows, label: Label, subject: Feature | Sum) -> Layout:
    """Make an axis for the rows of a cluster, all others, and bounds.

    Its ticks are at round places or, where values are few, at these values.
    """
    groups = [rows.own_labels(label), rows.other_labels(label)]
    return _laid_out(rows, subject, groups, alternatives_of(rows.part(label)))


def laid_out_for_all(rows: Rows, subject: Feature | Sum) -> Layout:
    """Make an axis on which every cluster can be seen, whatever its bounds are.

    Descriptions of the same rows so share it; a bound beyond its ends is not on it.
    """
    groups = [rows.own_labels(part.label) for part in rows.description.parts]
    return _laid_out(rows, subject, [*groups, rows.counted_labels()], ())


def all_alternatives(rows: Rows) -> tuple[Alternative, ...]:
    """Return the half-spaces of all clusters."""
    parts = rows.description.parts
    return tuple(spaces for part in parts for spaces in alternatives_of(part))


def _laid_out(
    rows: Rows, subject: Feature | Sum, groups: Sequence[Mask], ways: Sequence[Alternative]
) -> Layout:
    distribution = _distribution(rows, subject)
    grid = _grid(rows, subject, distribution)
    allowed = allowed_values(ways, subject, grid)
    bounds = [_finite(end) for interval in allowed for end in interval if math.isfinite(end)]
    if isinstance(grid, Few):
        low, high = min(grid.values[0], *bounds, math.inf), max(grid.values[-1], *bounds, -math.inf)
    else:
        low, high = _range(distribution, groups, bounds)
    low, high = _with_margin(low, high, allowed, grid)
    feature = subject if isinstance(subject, Feature) else None
    ticks = ticks_at(grid.values) if isinstance(grid, Few) else ticks_of(low, high, feature)
    axis = Axis(title_of(subject, rows.naming), low, high, ticks)
    return Layout(axis, distribution, grid, allowed)


def numbers_of(rows: Rows, subject: Feature | Sum) -> Floats:
    """Return the number of each row."""
    if isinstance(subject, Feature):
        return rows.values(subject)
    features = [term.feature for term in subject.terms]
    return HalfSpace(subject.terms, 0.0).level({f: rows.values(f) for f in features})


def _distribution(rows: Rows, subject: Feature | Sum) -> Distribution:
    """Return the sorted numbers; those of features are kept."""
    if isinstance(subject, Feature):
        return rows.sheet.distribution(subject)
    return rows.sheet.by_label.distribution(numbers_of(rows, subject))


def _grid(rows: Rows, subject: Feature | Sum, distribution: Distribution) -> Grid:
    """Return how much room the values of a subject take."""
    kind = subject.kind if isinstance(subject, Feature) else None
    match kind:
        case Kind.DATE:
            return DAYS
        case Kind.DATETIME:
            return FINE
    if kind is Kind.INTEGER or (isinstance(subject, Sum) and subject.is_whole):
        return INTEGERS
    values = distribution.different(rows.counted_labels(), MANY)
    if values is None or len(values) < 2 or not np.isfinite(values[-1] - values[0]):
        return FINE
    grid = Few(values)
    return grid if grid.step >= THINNEST * (values[-1] - values[0]) else FINE


def _range(distribution: Distribution, groups: Sequence[Mask], bounds: Sequence[float]) -> Interval:
    """Return a range with all bounds and all but the outermost rows, or all of them if near."""
    samples = [sample for sample in map(distribution.sample, groups) if len(sample)]
    lows = [_finite(np.quantile(sample, TAIL, method="lower")) for sample in samples]
    highs = [_finite(np.quantile(sample, 1 - TAIL, method="higher")) for sample in samples]
    if not (lows or bounds):
        return 0.0, 1.0
    low, high = min([*lows, *bounds]), max([*highs, *bounds])
    least, most = distribution.extremes(np.logical_or.reduce(groups))
    least, most = min(low, _finite(least)), max(high, _finite(most))
    return (least, most) if low == high or most - least <= WORTH * (high - low) else (low, high)


def _with_margin(low: float, high: float, allowed: Sequence[Interval], grid: Grid) -> Interval:
    """Widen a range a little, so that bounds do not coincide with its ends.

    A few values have room around them already, unless a bound is beyond the last one.
    """
    room = MARGIN * (high - low) or 0.05 * abs(low) or 1.0
    match grid:
        case Steps():
            many, room = room > 1, float(math.ceil(room))
        case Few():
            many, room = False, grid.step
        case _:
            return low - room, high + room
    below = room if many or any(-math.inf < first <= low for first, _ in allowed) else 0.0
    above = room if many or any(high <= last < math.inf for _, last in allowed) else 0.0
    return grid.start(low - below), grid.end(high + above)


def _finite(value: float) -> float:
    return float(min(max(value, -LARGEST), LARGEST))
