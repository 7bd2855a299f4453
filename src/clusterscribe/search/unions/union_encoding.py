"""How answers of several polyhedra per cluster are evaluated."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from clusterscribe.problem.columns import (
    Column,
    Geometry,
    Polyhedra,
    assembled,
    by_owner,
    opened,
    owners_of,
)
from clusterscribe.search.goal import Goal
from clusterscribe.search.incumbent import value_of

MOST_CELLS = 400_000_000  # rows times columns that are remembered


class UnionEncoding:
    """Evaluates answers on the rows, and remembers what each column cuts off.

    `polyhedra` is the most that a cluster may have. With one feature per condition (`is_axis`)
    every condition has a complexity of two.
    """

    def __init__(self, geometry: Geometry, polyhedra: int, *, is_axis: bool) -> None:
        self.geometry = geometry
        self.polyhedra = polyhedra
        self.is_axis = is_axis
        self.weight = geometry.ranks.weight
        clusters = np.arange(geometry.ranks.clusters)
        self.members = geometry.ranks.cluster == clusters[:, None]
        self._outside: dict[Column, NDArray[np.bool_]] = {}

    def __len__(self) -> int:
        return len(self.geometry)

    @property
    def total(self) -> int:
        """The weight of all rows."""
        return self.geometry.ranks.total_weight

    def inside(self, part: tuple[Column, ...]) -> NDArray[np.bool_]:
        """Return which rows are inside one polyhedron."""
        outside = np.zeros(len(self), dtype=bool)
        for column in part:
            outside |= self._cut_off(column)
        return ~outside

    def inside_any(self, parts: list[tuple[Column, ...]]) -> NDArray[np.bool_]:
        """Return which rows are inside any of the polyhedra of one cluster."""
        inside = np.zeros(len(self), dtype=bool)
        for part in parts:
            inside |= self.inside(part)
        return inside

    def errors(self, answer: Polyhedra) -> int:
        """Return the weight of the rows that are wrong."""
        wrong = np.zeros(len(self), dtype=bool)
        for cluster, parts in by_owner(answer).items():
            wrong |= self.inside_any(parts) != self.members[cluster]
        return int(self.weight[wrong].sum())

    def excess(self, answer: Polyhedra, errors: int) -> int:
        """Return by how much an answer with so many errors breaks limits."""
        limits, owned = self.geometry.ranks.limits, by_owner(answer)
        over = limits.over([len(part) for part in answer], owners_of(answer))
        over += sum(max(0, len(parts) - self.polyhedra) for parts in owned.values())
        over += self.geometry.broken_wishes(answer)
        if not limits.bind_within(errors):
            return over
        outside = [
            int(self.weight[self.members[k] & ~self.inside_any(parts)].sum())
            for k, parts in owned.items()
        ]
        return over + limits.lacking(outside)

    def normal(self, answer: Polyhedra) -> Polyhedra:
        """Leave out polyhedra that hold no row of their cluster, as long as there is another."""
        answer = opened(answer, self.geometry.ranks.axes)
        kept = [(k, part) for k, part in self._pairs(answer) if self._holds_members(k, part)]
        named = {k for k, _ in kept}
        kept += [(k, part) for k, part in self._pairs(answer) if k not in named]
        return assembled(kept)

    def columns(self, answer: Polyhedra) -> Polyhedra:
        """Return all polyhedra and their columns in one order."""
        return assembled((k, tuple(sorted(part))) for k, part in self._pairs(answer))

    def answer(self, polyhedra: Polyhedra) -> Polyhedra:
        """Return the columns as they are."""
        return polyhedra

    def value(self, goal: Goal, answer: Polyhedra, errors: int) -> int:
        """Return the value of a goal."""
        return value_of(goal, answer, errors, self.geometry.ranks.axes)

    def step(self, goal: Goal) -> int:
        """Return what all values of a goal are multiples of."""
        return goal.step if self.is_axis else goal.finest_step

    @staticmethod
    def _pairs(answer: Polyhedra) -> Iterator[tuple[int, tuple[Column, ...]]]:
        return zip(owners_of(answer), answer, strict=True)

    def _holds_members(self, cluster: int, part: tuple[Column, ...]) -> bool:
        return bool((self.inside(part) & self.members[cluster]).any())

    def _cut_off(self, column: Column) -> NDArray[np.bool_]:
        known = self._outside.get(column)
        if known is None:
            if len(self._outside) * len(self) > MOST_CELLS:
                self._outside.clear()
            known = self._outside[column] = self.geometry.outside(column)
        return known
