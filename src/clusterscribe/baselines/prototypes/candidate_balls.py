"""The balls that clusters may have: candidates for the prototype, and radii that can matter.

For each candidate the rows are ordered by their distance. Distances are compared as a ball
compares them: a row is inside if its squared distance is at most the radius times the radius, in
floating-point numbers. So a ball may end after a place in that order if there is a radius whose
square keeps the next row out; and it is no worse to end right after a member of the cluster and
right before another row, so only such ends remain.

A row is *violated* by a ball if it is a member outside or another row inside. With a cost for
each row, the costs of all balls around a candidate are sums along the order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock

AGAIN = 1e-3  # what one more violation of a row that is wrong already costs
SHARE_MOVED = 0.4  # of the clusters, before another ascent

Costs: TypeAlias = NDArray[np.float64]
Squares: TypeAlias = NDArray[np.float64]  # candidates x rows: squared distances
Flags: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Choice:
    """One ball: a candidate, and the place in its order after which the ball ends."""

    candidate: int
    end: int


Balls: TypeAlias = tuple[Choice, ...]  # one for each cluster


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """All balls that one cluster may have."""

    member: Flags  # of each row
    order: NDArray[np.int32]  # candidates x rows: the rows, the nearest first
    ends: Flags  # candidates x rows: whether a ball may end after this place
    candidates: NDArray[np.int64]  # the number of each candidate, whichever are left

    @classmethod
    def of(cls, squares: Squares, member: Flags) -> Choices:
        """List the balls by the squared distances of all rows from the candidates."""
        order = np.argsort(squares, axis=1, kind="stable")
        ends = _useful(separable(squares, order), member[order])
        return cls(member, order.astype(np.int32), ends, np.arange(len(order)))

    def costs(self, cost: Costs) -> Costs:
        """Cost of the rows violated by the ball of each candidate and end; inf where none is."""
        signed = np.where(self.member, -cost, cost)
        total = np.cumsum(signed[self.order], axis=1)
        total += cost[self.member].sum()
        total[~self.ends] = np.inf
        return total

    def cheapest(self, cost: Costs) -> Choice:
        """Return a ball of the smallest cost."""
        return cheapest_of(self.costs(cost))

    def around(self, line: int, cost: Costs) -> Choice:
        """Return the cheapest ball around one candidate."""
        alone = replace(self, order=self.order[[line]], ends=self.ends[[line]])
        return replace(alone.cheapest(cost), candidate=line)

    def violated(self, choice: Choice) -> Flags:
        """Whether each row is violated by a ball."""
        violated = self.member.copy()
        inside = self.order[choice.candidate, : choice.end + 1]
        violated[inside] = ~self.member[inside]
        return violated

    def only(self, ends: Flags) -> Choices:
        """Keep these ends alone, and the candidates that have any."""
        left = ends.any(axis=1)
        return Choices(self.member, self.order[left], ends[left], self.candidates[left])


@dataclass(frozen=True, slots=True, eq=False)
class Ascent:
    """Finds good balls fast: one cluster at a time, all others as they are, until none improves.

    With the balls of the other clusters fixed, the best ball of a cluster is found exactly, over
    all candidates and radii at once. A row that another ball violates already costs next to
    nothing more, but not nothing: of equal answers, the one with fewer violations leaves more room.
    """

    choices: Sequence[Choices]
    weight: NDArray[np.int64]
    clock: Clock

    def errors(self, balls: Balls) -> int:
        """Weight of the rows that are not correctly described."""
        return int(self.weight[self._violated(balls).any(axis=0)].sum())

    def start(self) -> Balls:
        """Return the best ball of each cluster by itself."""
        cost = self.weight.astype(np.float64)
        return tuple(choices.cheapest(cost) for choices in self.choices)

    def climb(self, balls: Balls) -> Balls:
        """Improve one ball at a time until none can be improved, or the time is up."""
        violated = self._violated(balls)
        best = list(balls)
        waiting = list(range(len(best)))
        while waiting and not self.clock.expired:
            cluster = waiting.pop(0)
            cost = self._cost(cluster, violated)
            choice = self.choices[cluster].cheapest(cost)
            found = self.choices[cluster].violated(choice)
            if cost[found].sum() < cost[violated[cluster]].sum() * (1 - 1e-12):
                best[cluster], violated[cluster] = choice, found
                waiting += [k for k in range(len(best)) if k not in {*waiting, cluster}]
        return tuple(best)

    def moved(self, balls: Balls, chance: np.random.Generator) -> Balls:
        """Give some clusters another prototype by chance, with the best radius by itself."""
        moves = chance.random(len(balls)) < SHARE_MOVED
        moves[chance.integers(len(balls))] = True
        cost = self.weight.astype(np.float64)
        return tuple(
            choices.around(int(chance.integers(len(choices.order))), cost) if moves[k] else ball
            for k, (choices, ball) in enumerate(zip(self.choices, balls, strict=True))
        )

    def _cost(self, cluster: int, violated: Flags) -> Costs:
        others = violated.sum(axis=0) > violated[cluster]
        return np.where(others, AGAIN, 1.0) * self.weight

    def _violated(self, balls: Balls) -> Flags:
        return np.array([c.violated(b) for c, b in zip(self.choices, balls, strict=True)])


def cheapest_of(costs: Costs) -> Choice:
    """Return the ball of the smallest cost."""
    return Choice(*divmod(int(np.argmin(costs)), costs.shape[1]))


def separable(squares: Squares, order: NDArray[np.int64]) -> Flags:
    """Whether a ball can have the rows up to each place of the order inside and no others."""
    ordered = np.take_along_axis(squares, order, axis=1)
    radius = np.sqrt(ordered[:, :-1])
    radius = np.where(radius * radius < ordered[:, :-1], np.nextafter(radius, np.inf), radius)
    return _with_last(radius * radius < ordered[:, 1:])


def _useful(apart: Flags, member: Flags) -> Flags:
    """Keep the ends after a group of equal distance with a member and before one with another row.

    At least one stays for each candidate, as the candidate itself is in its first group.
    """
    before_other = _with_last(_in_group(apart, ~member)[:, 1:])
    return np.asarray(apart & _in_group(apart, member) & before_other)


def _in_group(apart: Flags, wanted: Flags) -> Flags:
    """For each place, whether any place between the same two ends is wanted."""
    starts = np.ones_like(apart)
    starts[:, 1:] = apart[:, :-1]
    group = np.cumsum(starts.ravel()) - 1
    found = np.zeros(group[-1] + 1, dtype=bool)
    found[group[wanted.ravel()]] = True
    return np.asarray(found[group].reshape(apart.shape))


def _with_last(flags: Flags) -> Flags:
    """Add a last place to each line, which is always set."""
    return np.concatenate([flags, np.ones((len(flags), 1), dtype=bool)], axis=1)
