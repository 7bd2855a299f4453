"""Columns: the half-spaces among which the master problem chooses, each for one cluster.

A column of one feature counts in ranks, so that it is exact in any unit: `weights` is
(1,) or (-1,) and `bound` the last rank inside, turned inwards (see `Ranks.inward`). A
column of several features counts in scaled values, and a row is inside if its score, the
weighted sum, is at most `bound`.

Which of two scores is larger is certain only if they differ by more than the noise of their
direction (see `tolerance.py`). This module says what a column does for an answer; what a proof
has to take into account is in `levels.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.axes import Axes
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks
from clusterscribe.problem.scaling import Scaling
from clusterscribe.tolerance import MOST_STEPS, noise

FEW_VALUES = 8  # of a feature
FINEST = 2.0**-1000  # difference of two shares that does not vanish beside a share of 1


@dataclass(frozen=True, slots=True, order=True)
class Direction:
    """Features in increasing order, with integer weights that have no common divisor."""

    features: tuple[int, ...]
    weights: tuple[int, ...]

    @property
    def is_single(self) -> bool:
        """Whether the direction is that of one feature."""
        return len(self.features) == 1


@dataclass(frozen=True, slots=True, order=True)
class Column:
    """A half-space for one cluster."""

    cluster: int
    direction: Direction
    bound: float

    @property
    def features(self) -> tuple[int, ...]:
        """The features with a weight."""
        return self.direction.features

    @property
    def complexity(self) -> int:
        """Number of features plus one."""
        return len(self.direction.features) + 1

    @property
    def loose_first(self) -> tuple[Direction, float]:
        """Sorts columns by direction, and from loose to tight."""
        return self.direction, -self.bound


# The columns of each polyhedron, in the order of the clusters that they belong to. Each cluster has
# at least one, and one without columns, which contains every box, is the only one of its cluster.
Polyhedra: TypeAlias = tuple[tuple[Column, ...], ...]


@dataclass(frozen=True)
class Geometry:
    """Boxes as columns see them: ranks, and scaled corners (features x boxes).

    `steps` is the number of whole steps that make 1 for each feature, a power of two, or 0 where
    shares are rounded.
    """

    ranks: Ranks
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    steps: NDArray[np.int64]
    holes: NDArray[np.bool_] | None = None  # features x boxes: a sum with one of them is missing

    @classmethod
    def of(cls, boxes: Boxes, ranks: Ranks, scaling: Scaling) -> Geometry:
        """Scale boxes; plain rows keep one corner for both."""
        lower = np.ascontiguousarray(scaling.shares(boxes.lower).T)
        holes = None if boxes.holes is None else np.ascontiguousarray(boxes.holes.T)
        if boxes.lower is boxes.upper:
            return cls(ranks, lower, lower, scaling.steps(boxes.lower), holes)
        upper = np.ascontiguousarray(scaling.shares(boxes.upper).T)
        return cls(ranks, lower, upper, scaling.steps(boxes.lower, boxes.upper), holes)

    @classmethod
    def unscaled(cls, boxes: Boxes, ranks: Ranks) -> Geometry:
        """Return boxes for columns of one feature each, which only count in ranks."""
        lower = boxes.lower.T
        upper = lower if boxes.lower is boxes.upper else boxes.upper.T
        return cls(ranks, lower, upper, np.zeros(ranks.features, dtype=np.int64))

    def __len__(self) -> int:
        return len(self.ranks)

    def on(self, features: Sequence[int]) -> Geometry:
        """Return the same boxes with these features only, in this order."""
        kept = list(features)
        lower = self.lower[kept]
        upper = lower if self.lower is self.upper else self.upper[kept]
        holes = None if self.holes is None else self.holes[kept]
        return Geometry(self.ranks.on(kept), lower, upper, self.steps[kept], holes)

    @cached_property
    def sizes(self) -> NDArray[np.float64]:
        """The largest share of each feature, whatever its sign."""
        lower, upper = np.abs(self.lower), np.abs(self.upper)
        sizes: NDArray[np.float64] = np.maximum(lower, upper).max(axis=1, initial=0.0)
        return sizes

    @cached_property
    def blurred(self) -> NDArray[np.int64]:
        """The features of which sums lose some values, so that nothing is proved of these sums.

        Their values are too large to be added up, or so close that their shares are the same, or
        would be beside the largest ones.
        """
        shares = np.concatenate([self.lower, self.upper], axis=1)
        if self.lower is self.upper:
            shares = self.lower
        finest = FINEST * max(1.0, float(self.sizes.max(initial=0.0)))
        blurred = []
        for d, row in enumerate(shares):
            distinct = np.unique(row)
            is_fine = np.diff(distinct).min(initial=np.inf) < finest and not self.steps[d]
            if is_fine or len(distinct) < self.ranks.sizes[d]:
                blurred.append(d)
        return np.array(blurred, dtype=np.int64)

    def noise(self, direction: Direction) -> float:
        """Return the distance that scores keep from a bound: what rounding may do to them."""
        if direction.is_single:
            return 0.0
        features, weights = list(direction.features), np.array([direction.weights], dtype=float)
        return float(noise(self.sizes[features], weights)[0])

    def is_exact(self, direction: Direction) -> bool:
        """Whether scores in a direction are exact: ranks, or not too many whole steps."""
        if direction.is_single:
            return True
        return sum(map(abs, direction.weights)) <= self._heaviest(direction.features)

    def _heaviest(self, features: tuple[int, ...]) -> float:
        """Return the largest sum of weights with which scores of some features are exact."""
        if features not in self._known_heaviest:
            chosen = list(features)
            steps = int(self.steps[chosen].max()) if self.steps[chosen].all() else 0
            size = max(1.0, float(self.sizes[chosen].max()))
            self._known_heaviest[features] = MOST_STEPS / (steps * size) if steps else 0.0
        return self._known_heaviest[features]

    @cached_property
    def _known_heaviest(self) -> dict[tuple[int, ...], float]:
        return {}

    @cached_property
    def varying(self) -> NDArray[np.int64]:
        """The features that can distinguish rows in a sum."""
        spread = self.upper.max(axis=1, initial=-np.inf) > self.lower.min(axis=1, initial=np.inf)
        axes = self.ranks.axes
        may_add_up = True if axes is None else ~axes.alone
        return np.flatnonzero(spread & (self.ranks.sizes > 1) & may_add_up)

    def missing(self, features: Sequence[int]) -> NDArray[np.bool_] | None:
        """Return the boxes of which a sum of these features is missing; None where there is none.

        Groups of rows have holes in the same places.
        """
        if self.holes is None:
            return None
        missing: NDArray[np.bool_] = np.logical_or.reduce(self.holes[list(features)], axis=0)
        return missing

    def unsearched(self, scaling: Scaling, terms: int, largest: int) -> list[int]:
        """Return the features with one value that make a difference to sums; none is searched.

        Where they are scaled by their own range, no sum can have them. Where they are not, one
        could: it shuts out whatever is missing, and beside two others the value decides how
        their sum is rounded.
        """
        is_same = self.upper.max(axis=1, initial=-np.inf) <= self.lower.min(axis=1, initial=np.inf)
        matters = np.zeros(len(is_same), dtype=bool)
        if terms > 2 and terms * largest > self._heaviest(tuple(range(len(is_same)))):
            matters |= self.sizes > 0
        if self.holes is not None:
            matters |= self.holes.any(axis=1)
        axes = self.ranks.axes
        if axes is not None:
            matters &= ~axes.alone
        return np.flatnonzero(is_same & matters & (scaling.one != scaling.zero)).tolist()

    @cached_property
    def few_values(self) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """How many scaled values a feature has if they are few, else 0; and which one each box has.

        Boxes that agree in such features are one box to a sum of them.
        """
        levels = np.zeros(self.ranks.features, dtype=np.int64)
        codes = np.zeros((self.ranks.features, len(self)), dtype=np.uint8)
        few = self.ranks.sizes <= FEW_VALUES if self.lower is self.upper else ()
        for d in np.flatnonzero(few).tolist():
            values, code = np.unique(self.lower[d], return_inverse=True)
            if len(values) <= FEW_VALUES:
                levels[d], codes[d] = len(values), code
        return levels, codes

    def scores(self, direction: Direction, cluster: int) -> NDArray[np.float64]:
        """Return what is compared with the bound: the far corner of members, else the near one."""
        member = self.ranks.cluster == cluster
        if direction.is_single:
            inner, outer = self.ranks.inward(direction.features[0], direction.weights[0] > 0)
            return np.where(member, inner, outer).astype(np.float64)
        scores = self._corner(direction, far=False)
        if self.lower is not self.upper:
            scores = np.where(member, self._corner(direction, far=True), scores)
        missing = self.missing(direction.features)
        return scores if missing is None else np.where(missing, np.inf, scores)

    def corners(self, direction: Direction, cluster: int) -> NDArray[np.float64]:
        """Return the shares that scores are made of, terms x boxes."""
        member = self.ranks.cluster == cluster
        features = list(direction.features)
        if self.lower is self.upper:
            return self.lower[features]
        rising = np.array(direction.weights)[:, None] > 0
        return np.where(rising == member, self.upper[features], self.lower[features])

    def _corner(self, direction: Direction, far: bool) -> NDArray[np.float64]:
        total = np.zeros(len(self))
        for d, weight in zip(direction.features, direction.weights, strict=True):
            total += weight * (self.upper if (weight > 0) == far else self.lower)[d]
        return total

    def outside(self, column: Column) -> NDArray[np.bool_]:
        """Which boxes a column cuts off: members not wholly inside, outsiders wholly outside."""
        outside: NDArray[np.bool_] = self.scores(column.direction, column.cluster) > column.bound
        return outside

    def wrong(self, polyhedra: Polyhedra) -> NDArray[np.bool_]:
        """Which boxes are not correctly described."""
        wrong = np.zeros(len(self), dtype=bool)
        for cluster, parts in by_owner(polyhedra).items():
            wrong |= self.inside_any(parts) != (self.ranks.cluster == cluster)
        return wrong

    def inside_any(self, parts: Iterable[tuple[Column, ...]]) -> NDArray[np.bool_]:
        """Which boxes are inside any of the polyhedra of one cluster."""
        inside = np.zeros(len(self), dtype=bool)
        for columns in parts:
            outside = np.zeros(len(self), dtype=bool)
            for column in columns:
                outside |= self.outside(column)
            inside |= ~outside
        return inside

    def excess(self, polyhedra: Polyhedra, errors: int) -> int:
        """Return by how much an answer with so many errors breaks limits, 0 if it keeps to them."""
        limits = self.ranks.limits
        owners = owners_of(polyhedra)
        over = limits.over([len(columns) for columns in polyhedra], owners)
        over += forbidden(polyhedra, self.ranks.axes) + self.broken_wishes(polyhedra)
        if not limits.bind_within(errors):
            return over
        outside = [self._outside_own(*of_cluster) for of_cluster in by_owner(polyhedra).items()]
        return over + limits.lacking(outside)

    def broken_wishes(self, polyhedra: Polyhedra) -> int:
        """Return by how much an answer breaks wishes, 0 if it keeps to all."""
        ranks = self.ranks
        if not ranks.has_wishes:
            return 0

        def inside() -> NDArray[np.bool_]:
            owned = by_owner(polyhedra)
            return np.array([self.inside_any(owned[k]) for k in range(ranks.clusters)])

        some = [column for column in all_columns(polyhedra) if self.outside(column).any()]
        return ranks.wishes.excess(used_features((tuple(some),)), inside, ranks.to_judge)

    def _outside_own(self, cluster: int, parts: list[tuple[Column, ...]]) -> int:
        """Weight of the boxes of a cluster that are in none of its polyhedra."""
        outside = ~self.inside_any(parts) & (self.ranks.cluster == cluster)
        return int(self.ranks.weight[outside].sum())

    def errors(self, polyhedra: Polyhedra) -> int:
        """Weight of the boxes that are not correctly described."""
        return int(self.ranks.weight[self.wrong(polyhedra)].sum())


def columns_of(ranges: Ranges) -> Polyhedra:
    """Write an axis-parallel answer as columns: one polyhedron for each cluster."""
    return tuple(columns_of_one(ranges, k, k) for k in range(len(ranges.low)))


def columns_of_one(ranges: Ranges, place: int, cluster: int) -> tuple[Column, ...]:
    """Write one of several ranges as the columns of a cluster."""
    columns = []
    for d in np.flatnonzero(ranges.has_low[place]).tolist():
        inward = float(ranges.sizes[d] - 1 - ranges.low[place, d])
        columns.append(Column(cluster, Direction((d,), (-1,)), inward))
    for d in np.flatnonzero(ranges.has_high[place]).tolist():
        columns.append(Column(cluster, Direction((d,), (1,)), float(ranges.high[place, d])))
    return tuple(sorted(columns))


def ranges_of(polyhedra: Polyhedra, sizes: NDArray[np.int64]) -> Ranges:
    """Write columns of one feature each as ranges; of two on one side, the tighter counts."""
    ranges = Ranges.everything(len(polyhedra), sizes)
    for k, column in [(k, column) for k, part in enumerate(polyhedra) for column in part]:
        (d,), inside = column.features, int(column.bound)
        if column.direction.weights[0] > 0:
            ranges.high[k, d] = min(ranges.high[k, d], inside)
        else:
            ranges.low[k, d] = max(ranges.low[k, d], int(sizes[d]) - 1 - inside)
    return ranges


def moved(
    polyhedra: Polyhedra, old: list[NDArray[np.float64]], new: list[NDArray[np.float64]]
) -> Polyhedra:
    """Express columns over the ranks of other values: rows of either stay on their side.

    A bound becomes the loosest one that still keeps out all old values beyond it.
    """
    return tuple(tuple(_moved(column, old, new) for column in part) for part in polyhedra)


def _moved(
    column: Column, old: list[NDArray[np.float64]], new: list[NDArray[np.float64]]
) -> Column:
    if not column.direction.is_single or column.bound < 0:
        return column
    (d,), inside = column.features, int(column.bound)
    if column.direction.weights[0] > 0:
        bound = int(np.searchsorted(new[d], old[d][inside + 1])) - 1
    else:
        bound = len(new[d]) - 1 - int(np.searchsorted(new[d], old[d][len(old[d]) - 1 - inside]))
    return replace(column, bound=float(bound))


def admitted(direction: Direction, axes: Axes | None) -> Direction | None:
    """Return a direction on axes that may have its signs; None if axes do not allow it."""
    if axes is None:
        return direction
    pairs = zip(direction.features, direction.weights, strict=True)
    swapped = [axes.instead(axis, weight) for axis, weight in pairs]
    features = tuple(axis for axis in swapped if axis is not None)
    if len(features) < len(swapped) or not axes.allow(features, direction.weights):
        return None
    return Direction(features, direction.weights)


def opened(polyhedra: Polyhedra, axes: Axes | None) -> Polyhedra:
    """Return an answer without the columns that axes do not allow.

    One that gives a cluster up does so on the other side.
    """
    if axes is None or not forbidden(polyhedra, axes):
        return polyhedra
    owners = owners_of(polyhedra)
    return assembled(
        (owner, tuple(column for one in part if (column := _opened(one, axes)) is not None))
        for owner, part in zip(owners, polyhedra, strict=True)
    )


def _opened(column: Column, axes: Axes) -> Column | None:
    weights = column.direction.weights
    if axes.allow(column.features, weights):
        return column
    if column.bound >= 0 or not column.direction.is_single:
        return None
    return replace(column, direction=Direction(column.features, (-weights[0],)))


def forbidden(polyhedra: Polyhedra, axes: Axes | None) -> int:
    """Count the columns that axes do not allow."""
    if axes is None:
        return 0
    return sum(not axes.allow(c.features, c.direction.weights) for c in all_columns(polyhedra))


def owners_of(polyhedra: Polyhedra) -> list[int]:
    """Return the cluster of each polyhedron; those without columns belong to all that are left."""
    named = {part[0].cluster for part in polyhedra if part}
    clusters = len(named) + sum(not part for part in polyhedra)
    left = iter(sorted(set(range(clusters)) - named))
    return [part[0].cluster if part else next(left) for part in polyhedra]


def by_owner(polyhedra: Polyhedra) -> dict[int, list[tuple[Column, ...]]]:
    """Return the polyhedra of each cluster, in the order of the clusters."""
    owned: dict[int, list[tuple[Column, ...]]] = {}
    for cluster, part in sorted(zip(owners_of(polyhedra), polyhedra, strict=True)):
        owned.setdefault(cluster, []).append(part)
    return owned


def assembled(parts: Iterable[tuple[int, tuple[Column, ...]]]) -> Polyhedra:
    """Put polyhedra, each with its cluster, in order, none of them twice.

    One without columns is all that its cluster needs.
    """
    different = set(parts)
    whole = {cluster for cluster, part in different if not part}
    return tuple(part for cluster, part in sorted(different) if not part or cluster not in whole)


def with_part(polyhedra: Polyhedra, place: int, part: tuple[Column, ...]) -> Polyhedra:
    """Put another polyhedron in a place; one without columns is all that its cluster needs."""
    owners = owners_of(polyhedra)
    pairs = list(zip(owners, polyhedra, strict=True))
    pairs[place] = owners[place], part
    return assembled(pairs)


def all_columns(polyhedra: Polyhedra) -> list[Column]:
    """Return the columns of all clusters."""
    return [column for columns in polyhedra for column in columns]


def complexity(polyhedra: Polyhedra) -> int:
    """Sum of the complexities of all columns."""
    return sum(column.complexity for column in all_columns(polyhedra))


def used_features(polyhedra: Polyhedra) -> frozenset[int]:
    """Return the features that any column uses."""
    return frozenset(d for column in all_columns(polyhedra) for d in column.features)


def renumbered(polyhedra: Polyhedra, features: Sequence[int] | Mapping[int, int]) -> Polyhedra:
    """Return columns on the features of `Geometry.on` as columns on the original ones.

    A mapping of features goes either way.
    """

    def original(column: Column) -> Column:
        chosen = tuple(features[d] for d in column.features)
        return replace(column, direction=Direction(chosen, column.direction.weights))

    return tuple(tuple(original(column) for column in part) for part in polyhedra)
