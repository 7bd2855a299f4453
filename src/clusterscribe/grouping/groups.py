"""Groups of rows, and the boxes around them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.errors import InputError
from clusterscribe.grouping.schemes import Grouping
from clusterscribe.problem.boxes import Boxes
from clusterscribe.problem.merging import pack
from clusterscribe.problem.ranks import Ranks
from clusterscribe.problem.scaling import Scaling


@dataclass(frozen=True)
class Groups:
    """The group of each row: 0, 1, ..., each of them with rows of one cluster (or noise)."""

    number: NDArray[np.intp]

    @classmethod
    def of(cls, scheme: Grouping, rows: Boxes, ranks: Ranks) -> Groups:
        """Group the rows of each cluster; rows that are equal are always together."""
        own = (ranks.cluster + 1, ranks.clusters + 1)
        digits = [(ranks.lower[d], int(size)) for d, size in enumerate(ranks.sizes) if size > 1]
        _, first, kind = np.unique(
            pack(len(ranks), [own, *digits]), return_index=True, return_inverse=True
        )
        scaling, cluster = Scaling.of(rows, "minmax"), rows.cluster[first]
        number, count = np.empty(len(first), dtype=np.intp), 0
        for k in np.unique(cluster):
            places = np.flatnonzero(cluster == k)
            scaled = scaling.shares(rows.lower[first[places]])
            found = _checked(scheme.group(scaled, len(places) / len(first)), len(places))
            distinct, own_number = np.unique(found, return_inverse=True)
            number[places] = count + own_number
            count += len(distinct)
        return cls(number[kind])

    def __len__(self) -> int:
        return int(self.number.max(initial=-1)) + 1

    def weight(self, rows: Boxes) -> NDArray[np.int64]:
        """Return the weight of each group."""
        return self.sums(rows.weight)

    def sums(self, amounts: NDArray[np.int64] | NDArray[np.bool_]) -> NDArray[np.int64]:
        """Add up whole amounts, one a row, over each group."""
        # sums of floats are exact: whole weights are kept far below 2**53
        return np.bincount(self.number, weights=amounts, minlength=len(self)).astype(np.int64)

    def boxes(self, rows: Boxes) -> Boxes:
        """Return the smallest box around each group; rows come with equal corners."""
        order = np.argsort(self.number, kind="stable")
        starts = np.flatnonzero(np.diff(self.number[order], prepend=-1))
        lower = np.empty((len(starts), rows.features))
        upper = np.empty_like(lower)
        for d in range(rows.features):
            column = rows.lower[order, d]
            lower[:, d] = np.minimum.reduceat(column, starts)
            upper[:, d] = np.maximum.reduceat(column, starts)
        if (lower == upper).all():
            upper = lower
        first = order[starts]
        cluster = rows.cluster[first]
        return rows.like(lower, upper, self.weight(rows), cluster, rows.holes_of(first))


def _checked(numbers: object, rows: int) -> NDArray[np.integer]:
    """Check what a scheme returned: a whole number for each row."""
    try:
        found = np.asarray(numbers)
    except ValueError:  # lists of different lengths
        raise InputError(
            f"grouping must return a number for each of the {rows} rows of a cluster, not lists "
            "of different lengths"
        ) from None
    if found.shape != (rows,):
        raise InputError(
            f"grouping must return a number for each of the {rows} rows of a cluster, not an "
            f"array of shape {found.shape}"
        )
    if found.dtype.kind not in "iu":
        raise InputError(
            f"grouping must return whole numbers, one for each row, not values of type "
            f"{found.dtype}"
        )
    return found
