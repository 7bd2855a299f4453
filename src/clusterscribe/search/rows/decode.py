"""The way back: from columns to half-spaces in the units of the table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from clusterscribe.description import (
    Description,
    HalfSpace,
    Placement,
    Polyhedron,
    Region,
    Term,
    Union,
    place,
)
from clusterscribe.feature import Feature
from clusterscribe.problem.boxes import NOISE
from clusterscribe.problem.columns import Column, owners_of
from clusterscribe.problem.scaling import Scaling
from clusterscribe.problem.tree_paths import Question
from clusterscribe.search.answer import Answer, Columns
from clusterscribe.search.rows.axis import Axis
from clusterscribe.search.rows.encode import Encoded


def decode(data: Encoded, answer: Columns, placement: Placement) -> Description:
    """Return the description that an answer stands for, its thresholds placed."""
    labels, owners = data.clusters.labels, owners_of(answer.polyhedra)
    polyhedra = [
        Polyhedron(labels[owner], tuple(_half_spaces(data, answer, columns)))
        for owner, columns in zip(owners, answer.polyhedra, strict=True)
    ]
    cut = frozenset(axis.feature for axis in data.axes if axis.cuts)
    placed = place(polyhedra, data.values, len(data.boxes), placement, fixed=cut)
    ways: dict[int, list[Polyhedron]] = {}
    for owner, polyhedron in zip(owners, placed, strict=True):
        ways.setdefault(owner, []).append(polyhedron)
    return Description(
        columns=data.table.columns,
        parts=_regions(data, ways),
        noise_label=data.clusters.noise_label,
        noise=data.noise,
        contrast=data.contrast,
    )


def decode_tree(data: Encoded, answer: Answer) -> Description:
    """Return the tree beside an answer: each cluster is the ways to its leaves, as one reads them.

    It is only counted, so that its thresholds are left where the rows end.
    """
    ways: dict[int, list[Polyhedron]] = {}
    for leaf in answer.tree or ():
        if leaf.cluster != NOISE:
            asked = tuple(_answered(data, question, answer) for question in leaf.path)
            label = data.clusters.labels[leaf.cluster]
            ways.setdefault(leaf.cluster, []).append(Polyhedron(label, asked))
    return Description(
        columns=data.table.columns,
        parts=_regions(data, ways),
        noise_label=data.clusters.noise_label,
        noise=data.noise,
        contrast=data.contrast,
    )


def _regions(data: Encoded, ways: Mapping[int, Sequence[Polyhedron]]) -> tuple[Region, ...]:
    """Return what describes each cluster: its one polyhedron, or the union of them."""
    parts: list[Region] = []
    for cluster, label in enumerate(data.clusters.labels):
        there = tuple(ways.get(cluster, ()))
        parts.append(there[0] if len(there) == 1 else Union(label, there))
    return tuple(parts)


def _answered(data: Encoded, question: Question, answer: Answer) -> HalfSpace:
    """Return the side of a question that leads on; every row is on exactly one side."""
    axis, values = data.axes[question.feature], answer.values[question.feature]
    feature = axis.feature
    first = float(values[0])
    last = float(values[question.split - 1]) if question.split else math.nextafter(first, -math.inf)
    if axis.cuts:
        return _beside_cut(axis, int(last), question.is_below)
    if question.is_below:
        return _at_most(feature, last)
    return _at_least(feature, last + 1 if feature.kind.is_whole else math.nextafter(last, math.inf))


def _beside_cut(axis: Axis, place: int, is_below: bool) -> HalfSpace:
    """Return one side of a cut point; the value itself is on the side that may have bounds."""
    cut = axis.cuts[place] if 0 <= place < len(axis.cuts) else math.inf if place > 0 else -math.inf
    if is_below:
        return _at_most(axis.feature, cut if axis.high else math.nextafter(cut, -math.inf))
    return _at_least(axis.feature, math.nextafter(cut, math.inf) if axis.high else cut)


def _half_spaces(
    data: Encoded, answer: Columns, columns: tuple[Column, ...]
) -> Iterator[HalfSpace]:
    for column in columns:
        if column.direction.is_single:
            (d,) = column.features
            yield _single(data, data.axes[d], column, answer.values[d])
        elif answer.scaling is not None:
            yield _weighted(data, column, answer.scaling)


def _weighted(data: Encoded, column: Column, scaling: Scaling) -> HalfSpace:
    """Turn weights over scaled values into terms that know their scale."""
    terms = tuple(
        Term(data.axes[d].feature, weight, float(scaling.zero[d]), float(scaling.one[d]))
        for d, weight in zip(column.features, column.direction.weights, strict=True)
    )
    return HalfSpace(terms, column.bound)


def _single(data: Encoded, axis: Axis, column: Column, distinct: NDArray[np.float64]) -> HalfSpace:
    """Turn a bound on ranks, counted inwards, into a bound on values."""
    inside = int(column.bound)
    if inside < 0:  # a cluster that was given up
        return _without_rows(axis, data)
    if column.direction.weights[0] > 0:
        return _at_most(axis.feature, axis.bound(float(distinct[inside])))
    return _at_least(axis.feature, axis.bound(float(distinct[len(distinct) - 1 - inside])))


def _without_rows(axis: Axis, data: Encoded) -> HalfSpace:
    """Return a half-space beyond all values, on a side where there is still a number."""
    feature = axis.feature
    if feature.kind.is_binary:
        return _at_most(feature, -1.0) if axis.high else _at_least(feature, 2.0)
    known = data.values[feature]
    low, high = float(np.nanmin(known)), float(np.nanmax(known))
    for one in (one for one in data.axes if one.feature == feature and one.cuts):
        if one.high and one.cuts[0] < low:
            return _at_most(feature, one.cuts[0])
        if one.low and one.cuts[-1] > high:
            return _at_least(feature, one.cuts[-1])
    free = next((one for one in data.axes if not one.cuts), None)
    if axis.cuts and free is not None:  # no cut point is beyond all values
        return _without_rows(free, data)
    below = math.nextafter(low, -math.inf)
    if axis.high and (math.isfinite(below) or not axis.low):
        return _at_most(feature, below)
    return _at_least(feature, math.nextafter(high, math.inf))


def _at_most(feature: Feature, bound: float) -> HalfSpace:
    return HalfSpace((Term(feature, 1),), bound)


def _at_least(feature: Feature, bound: float) -> HalfSpace:
    return HalfSpace((Term(feature, -1),), -bound)
