"""Which part of an axis is drawn: all bounds and most rows, but not the last outlier."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from clusterscribe.charts.data.axis import Axis
from clusterscribe.charts.data.distribution import Distribution
from clusterscribe.charts.data.grid import Few, Grid, Steps
from clusterscribe.charts.data.intervals import Interval, bounds_of
from clusterscribe.charts.data.rows import Rows
from clusterscribe.charts.data.subjects import Sum
from clusterscribe.charts.data.ticks import ticks_at, ticks_of
from clusterscribe.charts.data.words import title_of
from clusterscribe.description.core import Label
from clusterscribe.feature import Feature

TAIL = 0.005  # share of rows that may lie beyond each end of an axis
WORTH = 1.5  # a range that is longer by no more than this factor is drawn whole
MARGIN = 0.04  # room beyond the last bound or row
LARGEST = 8e307  # so that the length of a range is a number


def axis_of(
    rows: Rows,
    label: Label,
    subject: Feature | Sum,
    allowed: Sequence[Interval],
    *,
    spread: Distribution,
    grid: Grid,
) -> Axis:
    """Make an axis for the rows of a cluster, all others, and bounds.

    Its ticks are round, or where values are few just these.
    """
    own = rows.labels_that_are(label)
    others = rows.labels_that_count() & ~own
    bounds = [_finite(bound) for bound in bounds_of(allowed)]
    if isinstance(grid, Few):
        low, high = min(grid.values[0], *bounds, math.inf), max(grid.values[-1], *bounds, -math.inf)
    else:
        low, high = _range(spread, [own, others], bounds)
    low, high = _with_room(low, high, allowed, grid)
    feature = subject if isinstance(subject, Feature) else None
    ticks = ticks_at(grid.values) if isinstance(grid, Few) else ticks_of(low, high, feature)
    return Axis(title_of(subject, rows.naming), low, high, ticks, feature)


def _range(spread: Distribution, groups: Sequence[np.ndarray], bounds: Sequence[float]) -> Interval:
    """Return a range with all bounds and all but the outermost rows, or all of them if near."""
    samples = [sample for sample in map(spread.sample, groups) if len(sample)]
    lows = [_finite(np.quantile(sample, TAIL, method="lower")) for sample in samples]
    highs = [_finite(np.quantile(sample, 1 - TAIL, method="higher")) for sample in samples]
    if not (lows or bounds):
        return 0.0, 1.0
    low, high = min([*lows, *bounds]), max([*highs, *bounds])
    everyone = spread.extremes(np.logical_or.reduce(groups))
    least, most = min(low, _finite(everyone[0])), max(high, _finite(everyone[1]))
    return (least, most) if low == high or most - least <= WORTH * (high - low) else (low, high)


def _with_room(low: float, high: float, allowed: Sequence[Interval], grid: Grid) -> Interval:
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
