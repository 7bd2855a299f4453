"""Ranks: boxes in which every number is replaced by its position among the values.

An axis-parallel half-space `x <= b` or `x >= b` only asks on which side of a bound a value
lies, so the exact solver for `max_terms=1` never needs the numbers themselves. Ranks make it
exact, fast (counting replaces sorting) and independent of units and scaling.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.axes import Axes
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.limits import NO_LIMITS, Limits
from clusterscribe.problem.wishes import NO_WISHES, RowsToJudge, Wishes


@dataclass(frozen=True, slots=True)
class Ranks:
    """Corners of boxes as ranks; `lower` and `upper` are features x rows.

    `sizes[d]` is the number of different values of feature d, so ranks run from 0 to
    `sizes[d] - 1`. For plain rows `lower` and `upper` are the same array. `limits` and `wishes`
    are those that every answer has to keep to, and the rows in `right`, if any, must be right.
    `axes` say which conditions it may have; without them, both sides of every feature may be
    bounded.
    """

    lower: NDArray[np.int32]
    upper: NDArray[np.int32]
    sizes: NDArray[np.int64]
    weight: NDArray[np.int64]
    cluster: NDArray[np.int64]
    clusters: int
    limits: Limits = NO_LIMITS
    axes: Axes | None = None
    wishes: Wishes = NO_WISHES
    right: NDArray[np.bool_] | None = None

    def __len__(self) -> int:
        return len(self.weight)

    @property
    def features(self) -> int:
        """Number of features."""
        return len(self.sizes)

    @property
    def total_weight(self) -> int:
        """Sum of all weights: the number of rows when no weights were given."""
        return int(self.weight.sum())

    @property
    def cluster_weights(self) -> NDArray[np.int64]:
        """The weight of each cluster."""
        weights = np.zeros(self.clusters + 1, dtype=np.int64)
        np.add.at(weights, self.cluster, self.weight)  # noise, which is -1, goes to the last place
        return weights[: self.clusters]

    @property
    def has_wishes(self) -> bool:
        """Whether there is more to keep to than limits on each polyhedron."""
        return self.right is not None or not self.wishes.are_none

    @property
    def to_judge(self) -> RowsToJudge:
        """The rows as wishes see them."""
        return RowsToJudge(self.weight, self.cluster, self.right)

    @property
    def without_wishes(self) -> Ranks:
        """The same boxes and limits; whatever is proved of them holds with wishes, too."""
        return replace(self, wishes=NO_WISHES, right=None) if self.has_wishes else self

    def spare(self, cluster: int, errors: int) -> int:
        """Return the weight of a cluster that may be outside where so much may be wrong."""
        return self.wishes.spare(cluster, self.limits.spare(cluster, errors))

    @property
    def least_inside(self) -> list[int]:
        """The weight of each cluster that has to be inside its own polyhedron."""
        return self.limits.least_inside(self.cluster_weights.tolist())

    def on(self, features: list[int]) -> Ranks:
        """Return the same boxes with these features only, without wishes."""
        lower = self.lower[features]
        upper = lower if self.lower is self.upper else self.upper[features]
        axes = None if self.axes is None else self.axes.on(features)
        plain = self.without_wishes  # they number other axes
        return replace(plain, lower=lower, upper=upper, sizes=self.sizes[features], axes=axes)

    @property
    def sides(self) -> Axes:
        """The axes, whether any of them is special or not."""
        return self.axes or Axes.plain(self.features)

    def is_open(self, feature: int, high: bool) -> bool:
        """Whether a feature may have bounds on one side."""
        return self.axes is None or self.axes.open(feature, high)

    def feature_of(self, axis: int) -> int:
        """Return the feature that an axis is of: axes of one feature count once."""
        return axis if self.axes is None else int(self.axes.feature[axis])

    def of_rows(self, rows: NDArray[np.intp]) -> Ranks:
        """Return some of the rows, which are no boxes, with limits that are about as strict.

        Wishes are left out: some are not kept to by fewer rows.
        """
        lower = np.ascontiguousarray(self.lower[:, rows])
        weight, cluster = self.weight[rows], self.cluster[rows]
        plain = self.without_wishes
        some = replace(plain, lower=lower, upper=lower, weight=weight, cluster=cluster)
        shares = some.cluster_weights / np.maximum(1, self.cluster_weights)
        return replace(some, limits=self.limits.of_shares(shares.tolist()))

    def inward(self, feature: int, high: bool) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Ranks of members and of outsiders for one side, turned so that a bound is `<=`.

        A member is inside a half-space if its farthest corner is, an outsider outside if
        its nearest corner is. For the low side (`x >= b`) ranks are mirrored.
        """
        if high:
            return self.upper[feature], self.lower[feature]
        top = self.sizes[feature] - 1
        member = (top - self.lower[feature]).astype(np.int32)
        if self.lower is self.upper:
            return member, member
        return member, (top - self.upper[feature]).astype(np.int32)


def rank(boxes: Boxes) -> tuple[Ranks, list[NDArray[np.float64]]]:
    """Return the ranks of the boxes and, for each feature, its values in increasing order."""
    rows, features = boxes.lower.shape
    plain = boxes.lower is boxes.upper
    lower = np.empty((features, rows), dtype=np.int32)
    upper = lower if plain else np.empty((features, rows), dtype=np.int32)
    values = []
    for d in range(features):
        column = boxes.lower[:, d]
        if plain:
            distinct, lower[d] = np.unique(column, return_inverse=True)
        else:
            distinct = np.unique(np.concatenate([column, boxes.upper[:, d]]))
            lower[d] = np.searchsorted(distinct, column)
            upper[d] = np.searchsorted(distinct, boxes.upper[:, d])
        values.append(distinct)
    sizes = np.array([len(v) for v in values], dtype=np.int64)
    ranks = Ranks(lower, upper, sizes, boxes.weight, boxes.cluster, boxes.clusters)
    return replace(ranks, axes=boxes.axes), values
