"""The balls that one cluster may have: candidates for the prototype, and radii that can matter.

For each candidate the rows are in the order of their distance. A ball may end after a place in
that order if some radius keeps the next row out (see `distances.py`); and
it is no worse to end right after a member of the cluster and right before another row, so only
such ends remain.

A row is *violated* by a ball if it is a member outside or another row inside. With a cost for
each row, the costs of all balls around a candidate are sums along the order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from clusterscribe.baselines.prototypes.distances import Distances

Costs = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Choice:
    """One ball: a candidate, and the place in its order after which the ball ends."""

    candidate: int
    end: int


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """All balls that one cluster may have."""

    member: NDArray[np.bool_]  # of each row
    order: NDArray[np.int32]  # candidates x rows: the rows, the nearest first
    ends: NDArray[np.bool_]  # candidates x rows: whether a ball may end after this place
    candidates: NDArray[np.int64]  # the number of each candidate, whichever are left

    def costs(self, cost: Costs) -> Costs:
        """Cost of the rows violated by the ball of each candidate and end; inf where none is."""
        signed = np.where(self.member, -cost, cost)
        total = np.cumsum(signed[self.order], axis=1)
        total += cost[self.member].sum()
        total[~self.ends] = np.inf
        return total

    def cheapest(self, cost: Costs) -> Choice:
        """Return a ball of the smallest cost."""
        best = int(np.argmin(self.costs(cost)))
        return Choice(*divmod(best, self.order.shape[1]))

    def violated(self, choice: Choice) -> NDArray[np.bool_]:
        """Whether each row is violated by a ball."""
        violated = self.member.copy()
        inside = self.order[choice.candidate, : choice.end + 1]
        violated[inside] = ~self.member[inside]
        return violated

    def only(self, ends: NDArray[np.bool_]) -> Choices:
        """Keep these ends alone, and the candidates that have any."""
        left = ends.any(axis=1)
        return Choices(self.member, self.order[left], ends[left], self.candidates[left])

    def around(self, line: int, cost: Costs) -> Choice:
        """Return the cheapest ball around one candidate."""
        alone = replace(self, order=self.order[[line]], ends=self.ends[[line]])
        return replace(alone.cheapest(cost), candidate=line)


def choices_of(distances: Distances, member: NDArray[np.bool_]) -> Choices:
    """List the balls by the distances of all rows from the candidates."""
    order = distances.order()
    ends = _useful(distances.apart(order), member[order])
    return Choices(member, order.astype(np.int32), ends, np.arange(len(order)))


def _useful(apart: NDArray[np.bool_], member: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Keep the ends after a group of equal distance with a member and before one with another row.

    One at least stays for each candidate, as the candidate itself is in its first group.
    """
    has_member = _in_group(apart, member)
    has_other = _in_group(apart, ~member)
    before_other = np.concatenate([has_other[:, 1:], np.ones((len(apart), 1), dtype=bool)], axis=1)
    return np.asarray(apart & has_member & before_other)


def _in_group(apart: NDArray[np.bool_], wanted: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """For each place, whether any place between the same two ends is wanted."""
    lines, places = apart.shape
    starts = np.concatenate([np.ones((lines, 1), dtype=bool), apart[:, :-1]], axis=1)
    group = np.cumsum(starts.ravel()) - 1
    found = np.zeros(group[-1] + 1, dtype=bool)
    found[group[wanted.ravel()]] = True
    return np.asarray(found[group].reshape(lines, places))
