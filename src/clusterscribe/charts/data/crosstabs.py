"""Cross tabulations of all clusters: labels by polyhedra, and features by clusters."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from clusterscribe.charts.data.by_label import Floats, Mask, Moments, totals
from clusterscribe.charts.data.figures import grouped
from clusterscribe.charts.data.rows import Rows
from clusterscribe.charts.data.words import sign
from clusterscribe.description.core import Judgement, Label
from clusterscribe.description.words import wording
from clusterscribe.feature import Feature, Kind


@dataclass(frozen=True, slots=True, eq=False)
class Overlap:
    """Counts (or sums of weights) for each label of a row and each polyhedron.

    A row inside several descriptions is counted in each of them, and once in `several`.
    """

    labels: tuple[Label, ...]  # of rows: those of the polyhedra first, then any others
    polyhedra: tuple[Label, ...]
    inside: Floats  # labels x polyhedra
    none: Floats
    several: Floats
    rows: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Heat:
    """Means of clusters minus the mean of all rows, in standard deviations of all rows.

    Features that are used come first, then those in which clusters differ most.
    """

    labels: tuple[Label, ...]
    features: tuple[str, ...]  # in words
    difference: Floats  # features x clusters; NaN where nothing is known
    means: tuple[tuple[str, ...], ...]  # of each cluster, in the table's units
    marks: tuple[tuple[str, ...], ...]  # of `words.SIGNS`; "" where no condition is on a feature
    left_out: int  # features that are not shown


def overlap(rows: Rows) -> Overlap:
    """Count the rows of each label in each polyhedron, in none and in several."""
    judged = rows.judgement
    homes = judged.inside.sum(axis=1)
    every = _by_label(judged, np.ones(len(judged.own), dtype=bool))
    inside = np.column_stack([_by_label(judged, column) for column in judged.inside.T])
    polyhedra = tuple(part.label for part in rows.description.parts)
    shown = (every > 0) | (np.arange(len(every)) < len(polyhedra))
    return Overlap(
        tuple(label for label, is_shown in zip(judged.labels, shown, strict=True) if is_shown),
        polyhedra,
        inside[shown],
        _by_label(judged, homes == 0)[shown],
        _by_label(judged, homes > 1)[shown],
        every[shown],
    )


def heat(rows: Rows, most: int = 20) -> Heat:
    """Compare the mean of each feature in each cluster with the mean of all rows."""
    parts = rows.description.parts
    chosen = [rows.own_labels(part.label) for part in parts]
    everyone = rows.counted_labels()
    found = [(m, differences(m, chosen, everyone)) for m in rows.moments()]
    used = set(rows.description.features)
    found.sort(key=lambda pair: (pair[0].feature not in used, -_largest(pair[1])))
    shown = found[:most]
    return Heat(
        tuple(part.label for part in parts),
        tuple(rows.naming.feature(m.feature) for m, _ in shown),
        np.array([apart for _, apart in shown]).reshape(len(shown), len(parts)),
        tuple(tuple(_in_units(m.mean(its), m.feature) for its in chosen) for m, _ in shown),
        tuple(tuple(sign(part, m.feature) for part in parts) for m, _ in shown),
        len(found) - len(shown),
    )


def differences(moments: Moments, chosen: list[Mask], everyone: Mask) -> list[float]:
    """Return how far the mean of each cluster is from that of all rows, in their deviations."""
    spread, mean = moments.spread(everyone), moments.mean(everyone)
    apart = [moments.mean(its) - mean for its in chosen]
    return [gap / spread if spread > 0 else 0.0 * gap for gap in apart]


def _by_label(judged: Judgement, chosen: Mask) -> Floats:
    """Count the chosen rows of each label, or sum their weights."""
    chosen = chosen & judged.counted
    weights = None if judged.weights is None else judged.weights[chosen]
    return totals(judged.own[chosen], weights, len(judged.labels))


def _largest(apart: list[float]) -> float:
    return max((abs(gap) for gap in apart if not math.isnan(gap)), default=0.0)


def _in_units(mean: float, feature: Feature) -> str:
    """Write a mean: a share for levels and truth values, the day or minute for dates."""
    if math.isnan(mean):
        return ""
    if feature.kind.is_binary:
        return wording.percent(mean)
    if feature.kind is Kind.DATETIME:
        return wording.moment(mean - mean % 60_000_000, feature.kind, feature.zoned)
    return wording.value_of(mean, feature) if feature.kind is Kind.DATE else grouped(mean, 3)
