"""Features by clusters: how far each cluster lies from the whole, and which conditions say so."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.charts.data.figures import grouped
from clusterscribe.charts.data.marks import mark
from clusterscribe.charts.data.moments import Moments
from clusterscribe.charts.data.rows import Rows
from clusterscribe.description.core import Label
from clusterscribe.description.words import wording
from clusterscribe.feature import Feature, Kind


@dataclass(frozen=True, slots=True, eq=False)
class Heat:
    """Means of clusters minus the mean of all rows, in standard deviations of all rows.

    Features that are used come first, then those in which clusters differ most.
    """

    labels: tuple[Label, ...]
    features: tuple[str, ...]  # in words
    difference: NDArray[np.float64]  # features x clusters; NaN where nothing is known
    means: tuple[tuple[str, ...], ...]  # of each cluster, in the table's units
    marks: tuple[tuple[str, ...], ...]  # see `marks.py`; "" where no condition is on a feature
    left_out: int  # features that are not shown


def heat(rows: Rows, most: int = 20) -> Heat:
    """Hold the mean of each feature in each cluster against the mean of all rows."""
    parts = rows.description.parts
    chosen = [rows.labels_that_are(part.label) for part in parts]
    everyone = rows.labels_that_count()
    found = [(m, differences(m, chosen, everyone)) for m in rows.moments()]
    used = set(rows.description.features)
    found.sort(key=lambda pair: (pair[0].feature not in used, -_largest(pair[1])))
    shown = found[:most]
    return Heat(
        tuple(part.label for part in parts),
        tuple(rows.naming.feature(m.feature) for m, _ in shown),
        np.array([apart for _, apart in shown]).reshape(len(shown), len(parts)),
        tuple(tuple(_in_units(m.mean(its), m.feature) for its in chosen) for m, _ in shown),
        tuple(tuple(mark(part, m.feature) for part in parts) for m, _ in shown),
        len(found) - len(shown),
    )


def differences(
    moments: Moments, chosen: list[NDArray[np.bool_]], everyone: NDArray[np.bool_]
) -> list[float]:
    """Return how far the mean of each cluster is from that of all rows, in their deviations."""
    spread, mean = moments.spread(everyone), moments.mean(everyone)
    apart = [moments.mean(its) - mean for its in chosen]
    return [gap / spread if spread > 0 else 0.0 * gap for gap in apart]


def _largest(apart: list[float]) -> float:
    return max((abs(gap) for gap in apart if not math.isnan(gap)), default=0.0)


def _in_units(mean: float, feature: Feature) -> str:
    """Write a mean: of levels and truth values a share, of dates the day or minute."""
    if math.isnan(mean):
        return ""
    if feature.kind.is_binary:
        return wording.percent(mean)
    if feature.kind is Kind.DATETIME:
        return wording.moment(mean - mean % 60_000_000, feature.kind, feature.zoned)
    return wording.value_of(mean, feature) if feature.kind is Kind.DATE else grouped(mean, 3)
