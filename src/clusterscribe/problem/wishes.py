"""What a description as a whole has to keep to: wishes, in the numbers of axes and clusters.

Unlike limits on one polyhedron at a time (`limits.py`), some wishes are broken by dropping a
condition or by loosening a bound, so that what holds with limits need not hold with them:

    required    a column needs a condition, also where it is idle
    separate    a bound that excludes own rows alone may keep two polyhedra apart
    exclusive   a column that is as good as another one may not be used beside a third
    most wrong  loosening and dropping what cuts off no outsider only makes rows right
    right rows  likewise

So the complete lists of bounds (`ladders.py`) have every bound on required columns and for clusters
that are to be separate, whether it excludes an outsider or not. Whoever drops or replaces
conditions for other reasons has to ask whether the outcome is broken.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Columns: TypeAlias = tuple[tuple[int, ...], ...]  # the axes of each column


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the conditions of all clusters together have to keep to.

    Each `required` column has a condition on one of its axes at least; of each `exclusive` group of
    columns one at most has any. No row is inside the polyhedra of both clusters of a `separate`
    pair. Of each cluster rows of at most `most_wrong` are wrong (None, or no entry: any weight).
    """

    required: Columns = ()
    exclusive: tuple[Columns, ...] = ()
    separate: tuple[tuple[int, int], ...] = ()
    most_wrong: tuple[int | None, ...] = ()

    @property
    def are_none(self) -> bool:
        """Whether there are no wishes."""
        return self == NO_WISHES

    @property
    def of_some_rows(self) -> Wishes:
        """What may be asked of some of the rows, so that what is proved of them holds for all."""
        return Wishes(exclusive=self.exclusive)

    @property
    def concern_rows(self) -> bool:
        """Whether all rows have to be looked at to say whether a description keeps to them."""
        return replace(self, exclusive=()) != NO_WISHES

    def want_every_bound(self, cluster: int, axis: int) -> bool:
        """Whether a bound may be of use that excludes no outsider but rows of the own cluster."""
        is_required = any(axis in column for column in self.required)
        return is_required or any(cluster in pair for pair in self.separate)

    def spare(self, cluster: int, weight: int) -> int:
        """Return how much of a cluster may be wrong, where it is no more than a weight."""
        most = self.most_wrong[cluster] if self.most_wrong else None
        return weight if most is None else min(weight, most)

    def unused(self, used: Collection[int]) -> int:
        """Count the required columns without a condition, and exclusive ones too many."""
        lacking = sum(1 for column in self.required if not any(d in used for d in column))
        return lacking + sum(
            max(0, sum(1 for column in group if any(d in used for d in column)) - 1)
            for group in self.exclusive
        )

    def excess(
        self,
        used: Collection[int],
        inside: Callable[[], NDArray[np.bool_]],
        rows: RowsToJudge,
    ) -> int:
        """Return by how much an answer breaks wishes, 0 if it keeps to all.

        `used` are the axes in conditions that exclude some row; `inside` says for each
        cluster and row whether it is inside the polyhedra of the cluster, and is only asked where
        that matters.
        """
        broken = self.unused(used)
        if not (self.separate or self.most_wrong or rows.right is not None):
            return broken
        where = inside()
        member = rows.cluster == np.arange(len(where))[:, None]
        wrong = (where != member).any(axis=0)
        if rows.right is not None:
            broken += int(rows.weight[wrong & rows.right].sum())
        for k, most in enumerate(self.most_wrong):
            if most is not None:
                broken += max(0, int(rows.weight[wrong & member[k]].sum()) - most)
        for one, other in self.separate:
            broken += int(rows.weight[where[one] & where[other]].sum())
        return broken


@dataclass(frozen=True, slots=True)
class RowsToJudge:
    """The rows that a description is judged on, and which of them must be right."""

    weight: NDArray[np.int64]
    cluster: NDArray[np.int64]
    right: NDArray[np.bool_] | None = None


NO_WISHES = Wishes()
