"""A band for each subject of the conditions of a cluster."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description import HalfSpace, Label
from clusterscribe.feature import Feature
from clusterscribe.pictures.band import Band, LevelBand
from clusterscribe.pictures.bins import counts, edges_of
from clusterscribe.pictures.intervals import allowed_values, bounds_of, grid_of
from clusterscribe.pictures.level_band import level_band
from clusterscribe.pictures.rows import Rows
from clusterscribe.pictures.scale import axis_of, drawn_range
from clusterscribe.pictures.subjects import Category, Sum, alternatives_of, subjects_of
from clusterscribe.pictures.words import conditions_on, title_of


def bands(rows: Rows, label: Label) -> tuple[Band | LevelBand, ...]:
    """Return a band for each column, and each sum of columns, that the conditions are about."""
    return tuple(
        level_band(rows, label, subject)
        if isinstance(subject, Category)
        else _band(rows, label, subject)
        for subject in subjects_of(rows.part(label))
    )


def numbers_of(rows: Rows, subject: Feature | Sum) -> NDArray[np.float64]:
    """Return the number of each row."""
    if isinstance(subject, Feature):
        return rows.values(subject)
    features = [term.feature for term in subject.terms]
    return HalfSpace(subject.terms, 0.0).level({f: rows.values(f) for f in features})


def _band(rows: Rows, label: Label, subject: Feature | Sum) -> Band:
    region, grid = rows.part(label), grid_of(subject)
    values, weights = numbers_of(rows, subject), rows.judgement.weights
    own = _Group.of(values, weights, rows.own(label))
    others = _Group.of(values, weights, rows.others(label))
    allowed = allowed_values(alternatives_of(region), subject)
    low, high = drawn_range(own.values, others.values, bounds_of(allowed), grid)
    ends = [(max(low, grid.start(first)), min(high, grid.end(last))) for first, last in allowed]
    edges = edges_of(low, high, [end for interval in ends for end in interval], grid)
    feature = subject if isinstance(subject, Feature) else None
    return Band(
        label,
        conditions_on(region, subject, rows.naming),
        axis_of(title_of(subject, rows.naming), low, high, feature),
        edges,
        own.shares(edges),
        others.shares(edges),
        tuple(ends),
        own.missing,
        others.missing,
        (own.least < low or others.least < low, own.most > high or others.most > high),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """The rows of a cluster, or all others, whose value is known."""

    values: NDArray[np.float64]
    weights: NDArray[np.float64] | None
    total: float  # rows, or their weight; also those whose value is missing

    @classmethod
    def of(
        cls,
        values: NDArray[np.float64],
        weights: NDArray[np.float64] | None,
        chosen: NDArray[np.bool_],
    ) -> _Group:
        known = values[chosen]
        weight = None if weights is None else weights[chosen]
        total = len(known) if weight is None else float(weight.sum())
        is_known = ~np.isnan(known)
        if not is_known.all():
            known = known[is_known]
            weight = None if weight is None else weight[is_known]
        return cls(known, weight, total)

    @property
    def missing(self) -> float:
        """The share of rows whose value is missing."""
        known = len(self.values) if self.weights is None else float(self.weights.sum())
        return (self.total - known) / self.total if self.total else 0.0

    @property
    def least(self) -> float:
        return float(self.values.min()) if len(self.values) else math.inf

    @property
    def most(self) -> float:
        return float(self.values.max()) if len(self.values) else -math.inf

    def shares(self, edges: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the share of all rows in each bin."""
        amounts = counts(self.values, self.weights, edges)
        return amounts / self.total if self.total else amounts
