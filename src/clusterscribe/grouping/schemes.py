"""Schemes that group rows: by halving, by k-means, by linkage, or by a function of one's own."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf, isfinite
from numbers import Real
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from clusterscribe.errors import InputError
from clusterscribe.grouping.halving import halved
from clusterscribe.parameters import whole_number

FEW = 5_000  # rows up to which centres are found with all of them
FOR_A_CENTRE = 5  # rows at least
STEPS = 20
MOST = 5_000  # rows that are linked at once: time and memory grow with their square


@runtime_checkable
class Grouping(Protocol):
    """A scheme that groups rows; any object with such a method will do."""

    def group(self, rows: NDArray[np.float64], share: float) -> ArrayLike:
        """Return a whole number for each row; rows with the same number are one group.

        `rows` are the different rows of one cluster (rows x features), every feature
        scaled to 0..1 by its range in the whole table; `share` is the share of all different
        rows that this cluster has, for schemes that deal out a number of groups.
        """


@dataclass(frozen=True, slots=True)
class TreeGroups:
    """Halve at the median of the widest side, the widest group first.

    `groups` is the most groups of all clusters together (None: as many as it takes). Groups
    whose box has a diagonal of at most `max_diameter` are not halved any further.
    """

    groups: int | None = 2000
    max_diameter: float | None = None

    def group(self, rows: NDArray[np.float64], share: float) -> NDArray[np.intp]:
        """Group the rows of one cluster."""
        if self.groups is None and self.max_diameter is None:
            raise InputError("TreeGroups needs a number of groups, a max_diameter or both")
        most, widest = inf, 0.0
        if self.groups is not None:
            most = dealt(checked_groups("TreeGroups", self.groups), share)
        if self.max_diameter is not None:
            widest = checked_diameter("TreeGroups", self.max_diameter)
        return halved(rows, most, widest)


@dataclass(frozen=True, slots=True)
class KMeansGroups:
    """Group rows around centres; `groups` of all clusters together, dealt out by size.

    In a cluster of more than 5,000 different rows, the centres are those of a sample of
    them; every row goes to the nearest one.
    """

    groups: int = 1000
    seed: int = 0

    def group(self, rows: NDArray[np.float64], share: float) -> NDArray[np.intp]:
        """Group the rows of one cluster."""
        from sklearn.cluster import KMeans

        groups = dealt(checked_groups("KMeansGroups", self.groups), share)
        if groups >= len(rows):
            return np.arange(len(rows))
        means = KMeans(groups, n_init=1, max_iter=STEPS, random_state=self.seed)
        with warnings.catch_warnings():  # centres that have not come to rest are fine here
            warnings.simplefilter("ignore")
            numbers: NDArray[np.intp] = means.fit(self._sample(rows, groups)).predict(rows)
        return numbers

    def _sample(self, rows: NDArray[np.float64], groups: int) -> NDArray[np.float64]:
        enough = max(FEW, FOR_A_CENTRE * groups)
        if len(rows) <= enough:
            return rows
        chance = np.random.default_rng(self.seed)
        return rows[chance.choice(len(rows), enough, replace=False)]


@dataclass(frozen=True, slots=True)
class HierarchicalGroups:
    """Link rows while no two of a group are further apart than `max_diameter`.

    Distances are Euclidean, with every feature scaled to 0..1. A cluster with more than
    5,000 different rows is halved into parts (as `TreeGroups` does), and these are linked.
    """

    max_diameter: float = 0.1

    def group(self, rows: NDArray[np.float64], share: float) -> NDArray[np.intp]:
        """Group the rows of one cluster."""
        diameter = checked_diameter("HierarchicalGroups", self.max_diameter)
        parts = halved(rows, inf, 0.0, largest=MOST)
        numbers, count = np.empty(len(rows), dtype=np.intp), 0
        for part in range(int(parts.max()) + 1):
            places = np.flatnonzero(parts == part)
            linked = _linked(rows[places], diameter)
            numbers[places] = count + linked
            count += int(linked.max()) + 1
        return numbers


def _linked(rows: NDArray[np.float64], diameter: float) -> NDArray[np.intp]:
    if len(rows) == 1:
        return np.zeros(1, dtype=np.intp)
    from scipy.cluster.hierarchy import fcluster, linkage

    numbers: NDArray[np.intp] = fcluster(linkage(rows, "complete"), diameter, "distance")
    return numbers.astype(np.intp) - 1


@dataclass(frozen=True, slots=True)
class Adaptive:
    """Begin with any grouping; split what the answer gets wrong only in part, and go on."""

    start: Grouping = field(default_factory=TreeGroups)

    def group(self, rows: NDArray[np.float64], share: float) -> ArrayLike:
        """Group the rows of one cluster, to begin with."""
        if isinstance(self.start, type) or not isinstance(self.start, Grouping):
            raise InputError(
                f"start of Adaptive must be a grouping such as TreeGroups(), not {self.start!r}"
            )
        return self.start.group(rows, share)


@dataclass(frozen=True, slots=True)
class OwnGroups:
    """Groups by a function from the rows of one cluster to a number for each."""

    function: Callable[[NDArray[np.float64]], ArrayLike]

    def group(self, rows: NDArray[np.float64], share: float) -> ArrayLike:
        """Return what the function makes of the rows."""
        return self.function(rows)


SCHEMES: Mapping[str, type[Grouping]] = {
    "adaptive": Adaptive,
    "hierarchical": HierarchicalGroups,
    "kmeans": KMeansGroups,
    "tree": TreeGroups,
}


def scheme_of(grouping: object) -> Grouping | None:
    """Return the scheme that a checked parameter means; None where rows are not grouped."""
    if grouping is None or isinstance(grouping, str):
        make = SCHEMES.get(grouping or "")
        return None if make is None else make()
    if isinstance(grouping, Grouping):
        return grouping
    return OwnGroups(grouping) if callable(grouping) else None


def name_of(scheme: Grouping) -> str:
    """Return the name of a scheme, for the figures of a result."""
    return next((name for name, kind in SCHEMES.items() if type(scheme) is kind), "own")


def checked_groups(scheme: str, value: object) -> int:
    """Check a number of groups for all clusters together."""
    groups = whole_number(value)
    if groups is None or groups < 1:
        raise InputError(f"groups of {scheme} must be a whole number of at least 1, not {value!r}")
    return groups


def checked_diameter(scheme: str, value: object) -> float:
    """Check a largest diameter, in shares of the range of a feature."""
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if not is_number or not isfinite(value) or value < 0:  # type: ignore[arg-type, operator]
        raise InputError(
            f"max_diameter of {scheme} must be a number of at least 0 (1 is the whole range of a "
            f"feature), not {value!r}"
        )
    return float(value)  # type: ignore[arg-type]


def dealt(groups: int, share: float) -> int:
    """Return how many of all groups a cluster gets: at least one."""
    # the small number keeps a share of 0.29 x 100 = 28.999999999999996 from becoming 28
    return max(1, int(groups * share + 1e-9))
