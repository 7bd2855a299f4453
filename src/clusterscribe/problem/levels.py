"""The most that a half-space could do, however rounding turns out: what proofs count with.

Scores that nobody has to round are compared exactly. Other scores that differ by no more than the
noise of their direction may come in either order if they are added up in another way. An answer
does not rely on their order: its bounds keep their distance from the last member inside by the
noise, unless another member is as close. A proof must not rely on it either, so it assumes that
every outsider that close is cut off, and that no member is lost by it. All that is certain at such
a distance, as all rows are evaluated in the same way, is that a box which is at least as far out as
another one in every feature of the sum has no lower score. So an outsider is inside if a member
that is inside is at least as far out in every feature: where no member may be lost, any of them;
else the last one, and all with its score, as only one of these need be inside.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.columns import Column, Direction, Geometry


def outside_at_best(
    geometry: Geometry, column: Column, *, none_lost: bool = False
) -> NDArray[np.bool_]:
    """Return the boxes that a column cuts off if rounding turns out well wherever it matters.

    No half-space in its direction that keeps its last member inside, and no member beyond it,
    cuts off another outsider. With `none_lost` that is said only of half-spaces that keep all
    members inside.
    """
    if geometry.is_exact(column.direction):
        return geometry.outside(column)
    levels = Levels.of(geometry, column.direction, column.cluster)
    return levels.cut_off_within(column.bound, none_lost=none_lost)


@dataclass(frozen=True, slots=True)
class Levels:
    """The scores of all boxes in one direction, as the columns of one cluster see them.

    A half-space is identified by its last member inside, the one with the highest score. Every
    outsider beyond it by more than the noise is cut off; one that is closer may be, unless the
    last member is at least as far out in every feature of the sum.
    """

    geometry: Geometry
    direction: Direction
    cluster: int
    scores: NDArray[np.float64]
    noise: float  # by which bounds keep off the last member inside
    doubt: float  # scores that differ by no more may be in either order

    @classmethod
    def of(cls, geometry: Geometry, direction: Direction, cluster: int) -> Levels:
        """Compute the scores."""
        scores = geometry.scores(direction, cluster)
        noise = geometry.noise(direction)
        doubt = 0.0 if geometry.is_exact(direction) else noise
        return cls(geometry, direction, cluster, scores, noise, doubt)

    @property
    def member(self) -> NDArray[np.bool_]:
        """Which boxes are members."""
        member: NDArray[np.bool_] = self.geometry.ranks.cluster == self.cluster
        return member

    def edges(self, lasts: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return for scores of last members the edge beyond which outsiders may be cut off."""
        if self.doubt == 0.0:
            return lasts
        others, outsiders = self._ordered(~self.member)
        begin = np.searchsorted(others, lasts - self.doubt, side="right")
        end = np.searchsorted(others, lasts, side="right")
        edges = lasts.copy()
        (close,) = np.nonzero(begin < end)
        if not len(close):
            return edges
        own, members = self._ordered(self.member)
        first = np.searchsorted(own, lasts[close], side="left")
        after = np.searchsorted(own, lasts[close], side="right")
        # several members of that score differ, and one of them is inside: who knows which
        least = -_furthest(-self._outward(members), first, after)
        furthest = _furthest(self._outward(outsiders), begin[close], end[close])
        may_be_beyond = (furthest > least).any(axis=0)
        edges[close[may_be_beyond]] -= self.doubt
        return edges

    def _ordered(self, chosen: NDArray[np.bool_]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return the scores of some boxes in ascending order, and which boxes these are."""
        places = np.flatnonzero(chosen)
        places = places[np.argsort(self.scores[places], kind="stable")]
        return self.scores[places], places

    def _outward(self, places: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return how far out some boxes are in every feature of the sum, terms x boxes."""
        signs = np.sign(self.direction.weights)[:, None]
        corners = self.geometry.corners(self.direction, self.cluster)[:, places]
        outward: NDArray[np.float64] = signs * corners
        return outward

    def bounds(self, lasts: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the bounds of columns with these last members, from high scores to low ones.

        A bound keeps off the last member by the noise, unless another member lies in between.
        """
        if self.noise == 0.0:
            return lasts
        members = np.sort(self.scores[self.member])
        next_one = np.searchsorted(members, lasts, side="right")
        beyond = np.append(members, np.inf)[next_one]
        return np.where(beyond > lasts + self.noise, lasts + self.noise, lasts)

    def cut_off_within(self, bound: float, *, none_lost: bool = False) -> NDArray[np.bool_]:
        """Return which boxes are cut off at best by the column with this bound.

        `none_lost` counts only half-spaces that keep all members inside; the column has to, too.
        """
        if self.doubt == 0.0:
            return self.scores > bound
        if none_lost:
            return self._cut_off_within(bound) & ~self._held
        return self._cut_off_within(bound)

    def _cut_off_within(self, bound: float) -> NDArray[np.bool_]:
        inside = self.scores[self.member & (self.scores <= bound)]
        if not len(inside):
            return self.scores > bound - self.doubt
        last = inside.max(keepdims=True)
        edge = self.edges(last)
        cut_off: NDArray[np.bool_] = self.scores > np.where(self.member, last, edge)
        return cut_off

    @property
    def _held(self) -> NDArray[np.bool_]:
        """Which outsiders near the outermost member are inside wherever all members are.

        Some member is at least as far out in every feature.
        """
        held = np.zeros(len(self.scores), dtype=bool)
        last = self.scores[self.member].max(initial=-np.inf)
        if not np.isfinite(last):
            return held
        near = np.abs(self.scores - last) <= self.doubt
        outsiders, members = np.flatnonzero(near & ~self.member), np.flatnonzero(near & self.member)
        kinds, kind = np.unique(self._outward(outsiders), axis=1, return_inverse=True)
        furthest = np.unique(self._outward(members), axis=1)
        below = kinds[:, :, None] <= furthest[:, None, :]
        exceeded: NDArray[np.bool_] = np.any(np.all(below, axis=0), axis=1)
        held[outsiders] = exceeded[kind.ravel()]
        return held


def _furthest(
    outward: NDArray[np.float64], begin: NDArray[np.int64], end: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return for each run of boxes, none empty, the furthest that any is out in each feature."""
    padded = np.pad(outward, ((0, 0), (0, 1)))  # so that a run may end after the last box
    runs = np.column_stack([begin, end]).ravel()
    furthest: NDArray[np.float64] = np.maximum.reduceat(padded, runs, axis=1)[:, ::2]
    return furthest
