"""Which part of an axis is drawn: all bounds and most rows, but not the last outlier."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from clusterscribe.feature import Feature
from clusterscribe.pictures.axis import Axis
from clusterscribe.pictures.intervals import Grid, Interval
from clusterscribe.pictures.ticks import ticks_of

ENOUGH = 20_000  # rows, to choose a range from
TAIL = 0.005  # share of rows that may lie beyond each end of an axis
WORTH = 1.5  # a range that is longer by less than this factor is drawn whole
MARGIN = 0.04  # room beyond the last bound or row
LARGEST = 8e307  # so that the length of a range is a number


def axis_of(title: str, low: float, high: float, feature: Feature | None) -> Axis:
    """Make an axis with round ticks."""
    return Axis(title, low, high, ticks_of(low, high, feature), feature)


def drawn_range(
    own: NDArray[np.float64], others: NDArray[np.float64], bounds: Iterable[float], grid: Grid
) -> Interval:
    """Return the ends of an axis for values of a cluster, of all other rows, and bounds."""
    marks = [float(np.clip(bound, -LARGEST, LARGEST)) for bound in bounds]
    extent = _typical([_thinned(own), _thinned(others)])
    low, high = min([extent[0], *marks]), max([extent[1], *marks])
    room = MARGIN * (high - low)
    if grid.is_whole:
        room = max(1.0, math.ceil(room))
    if low == high:
        room = room or 0.05 * abs(low) or 1.0
    # the end of a bar needs no room unless a bound is near to it
    near = [any(abs(mark - end) < room for mark in marks) for end in (low, high)]
    fine = not grid.is_whole
    low = low - room if near[0] or fine else low
    high = high + room if near[1] or fine else high
    return grid.start(low), grid.end(high) if grid.is_whole else high


def _typical(samples: list[NDArray[np.float64]]) -> Interval:
    """Return a range with all but the outermost rows of each sample, or all of them if near."""
    known = [sample for sample in samples if len(sample)]
    if not known:
        return 0.0, 1.0
    low = min(float(np.quantile(sample, TAIL, method="lower")) for sample in known)
    high = max(float(np.quantile(sample, 1 - TAIL, method="higher")) for sample in known)
    first, last = min(float(s.min()) for s in known), max(float(s.max()) for s in known)
    if last - first <= WORTH * (high - low) or low == high:
        return first, last
    return low, high


def _thinned(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the numbers among the values, of many only some."""
    step = max(1, len(values) // ENOUGH)
    few = values[::step]
    few = few[np.isfinite(few)]
    return np.clip(few, -LARGEST, LARGEST)
