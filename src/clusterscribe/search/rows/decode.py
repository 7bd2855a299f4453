"""The way back: from columns to half-spaces in the units of the table."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description import Description, HalfSpace, Placement, Polyhedron, Term, place
from clusterscribe.feature import Feature
from clusterscribe.problem.columns import Column
from clusterscribe.problem.scaling import Scaling
from clusterscribe.search.answer import Answer
from clusterscribe.search.rows.encode import Encoded


def decode(data: Encoded, answer: Answer, placement: Placement) -> Description:
    """Return the description that an answer stands for, its thresholds placed."""
    polyhedra = [
        Polyhedron(label, tuple(_half_spaces(data, answer, columns)))
        for label, columns in zip(data.clusters.labels, answer.polyhedra, strict=True)
    ]
    placed = place(polyhedra, data.values, len(data.boxes), placement)
    return Description(
        columns=data.table.columns,
        parts=placed,
        noise_label=data.clusters.noise_label,
        noise=data.noise,
    )


def _half_spaces(data: Encoded, answer: Answer, columns: tuple[Column, ...]) -> Iterator[HalfSpace]:
    for column in columns:
        if column.direction.is_single:
            (d,) = column.features
            yield _single(data, data.features[d], column, answer.values[d])
        elif answer.scaling is not None:
            yield _weighted(data, column, answer.scaling)


def _weighted(data: Encoded, column: Column, scaling: Scaling) -> HalfSpace:
    """Turn weights over scaled values into terms that know their scale."""
    terms = tuple(
        Term(data.features[d], weight, float(scaling.zero[d]), float(scaling.one[d]))
        for d, weight in zip(column.features, column.direction.weights, strict=True)
    )
    return HalfSpace(terms, column.bound)


def _single(
    data: Encoded, feature: Feature, column: Column, distinct: NDArray[np.float64]
) -> HalfSpace:
    """Turn a bound on ranks, counted inwards, into a bound on values."""
    inside = int(column.bound)
    if inside < 0:  # a cluster that was given up
        return _without_rows(feature, data)
    if column.direction.weights[0] > 0:
        return _at_most(feature, float(distinct[inside]))
    return _at_least(feature, float(distinct[len(distinct) - 1 - inside]))


def _without_rows(feature: Feature, data: Encoded) -> HalfSpace:
    """Return a half-space beyond all values, on the side where there is still a number."""
    if feature.kind.is_binary:
        return _at_most(feature, -1.0)
    below = math.nextafter(data.values[feature].min(), -math.inf)
    if math.isfinite(below):
        return _at_most(feature, below)
    return _at_least(feature, math.nextafter(data.values[feature].max(), math.inf))


def _at_most(feature: Feature, bound: float) -> HalfSpace:
    return HalfSpace((Term(feature, 1),), bound)


def _at_least(feature: Feature, bound: float) -> HalfSpace:
    return HalfSpace((Term(feature, -1),), -bound)
