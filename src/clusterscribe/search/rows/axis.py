"""The axes of a table: how the numbers of a feature come before the search, and the way back.

Mostly an axis has the numbers of its feature. Where values are missing, or bounds have to use cut
points, each side of the feature is an axis of its own (see `problem/axes.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from clusterscribe.constraints import Constraints
from clusterscribe.errors import InputError
from clusterscribe.feature import Feature, Kind
from clusterscribe.problem.axes import Axes
from clusterscribe.search.rows.cut_points import cut_points


@dataclass(frozen=True, slots=True)
class Axis:
    """A feature as the search sees it: which sides may be bounded, and where.

    `fill` is the number that a missing value counts as; None where none is missing. `cuts` are the
    values that bounds have to use, in increasing order.
    """

    feature: Feature
    low: bool = True
    high: bool = True
    fill: float | None = None
    cuts: tuple[float, ...] = ()

    def numbers(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return what the search sees of the numbers of the feature."""
        filled = values if self.fill is None else np.where(np.isnan(values), self.fill, values)
        if not self.cuts:
            return filled
        # the number of cut points that a value is beyond, as seen from the side of the bounds
        beyond = np.searchsorted(np.array(self.cuts), filled, "left" if self.high else "right")
        return beyond.astype(np.float64)

    def bound(self, seen: float) -> float:
        """Return the bound on values that is a bound on what the search sees of them."""
        if not self.cuts:
            return seen
        return self.cuts[int(seen) if self.high else int(seen) - 1]

    @property
    def is_whole(self) -> bool:
        """Whether the search sees the numbers as they are."""
        return self.fill is None and not self.cuts


def axes_of(
    features: Sequence[Feature],
    constraints: Constraints,
    ends: Callable[[Feature], tuple[float, float]],
) -> tuple[Axis, ...]:
    """Return the axes of features; `ends` are the least and largest known number of one."""
    _refuse_categories(features, constraints)
    with_holes = {feature.column for feature in features if feature.is_hole}
    return tuple(
        axis
        for feature in features
        for axis in _axes_of_one(feature, constraints, feature.column in with_holes, ends)
    )


def filled_axes(
    features: Sequence[Feature], middle: Callable[[Feature], float]
) -> tuple[Axis, ...]:
    """Return one axis per feature; what is missing counts as the middle of what is known.

    That is for methods whose trees have two sides at every split. Their descriptions are judged by
    the rows as they are, all the same.
    """
    with_holes = {feature.column for feature in features if feature.is_hole}
    return tuple(
        Axis(feature, fill=middle(feature))
        if feature.column in with_holes and feature.kind is not Kind.LEVEL
        else Axis(feature)
        for feature in features
    )


def _refuse_categories(features: Sequence[Feature], constraints: Constraints) -> None:
    """Refuse wishes about bounds on columns that have none."""
    numbers = {feature.column for feature in features if feature.kind is not Kind.LEVEL}
    categories = {feature.column for feature in features} - numbers
    for wish in ("bounds", "cut_points"):
        for column in getattr(constraints, wish):
            if column in categories:
                raise InputError(
                    f"constraints: {wish} names column {column!r}, which holds categories and has "
                    "no bounds; leave it out there"
                )


def sides_of(axes: Sequence[Axis]) -> Axes | None:
    """Return what the search has to know of axes; None where they are plain features."""
    place: dict[Feature, int] = {}
    for axis in axes:
        place.setdefault(axis.feature.counted, len(place))
    sides = Axes(
        low=np.array([axis.low for axis in axes], dtype=bool),
        high=np.array([axis.high for axis in axes], dtype=bool),
        feature=np.array([place[axis.feature.counted] for axis in axes], dtype=np.int64),
        alone=np.array([bool(axis.cuts) for axis in axes], dtype=bool),
    )
    return None if sides.are_plain else sides


def holes_of(
    axes: Sequence[Axis], values: Mapping[Feature, NDArray[np.float64]]
) -> NDArray[np.bool_] | None:
    """Return which numbers are missing (rows x axes); None where none can be."""
    if all(axis.fill is None for axis in axes):
        return None
    return np.column_stack([np.isnan(values[axis.feature]) for axis in axes])


def _axes_of_one(
    feature: Feature,
    constraints: Constraints,
    has_holes: bool,
    ends: Callable[[Feature], tuple[float, float]],
) -> Iterator[Axis]:
    """Yield the axes of one feature: that of upper bounds first, where there are two."""
    wanted = constraints.bounds.get(feature.column)
    is_level = feature.kind is Kind.LEVEL
    low = wanted != "at most" or is_level
    high = wanted != "at least" or is_level
    whole = Axis(feature, low, high)
    cuts = () if is_level else cut_points(feature, constraints.cut_points.get(feature.column, ()))
    if is_level or not (has_holes or cuts):
        yield whole
        return
    least, most = ends(feature)
    if high:
        yield replace(whole, low=False, fill=most if has_holes else None, cuts=cuts)
    if low:
        yield replace(whole, high=False, fill=least if has_holes else None, cuts=cuts)
