"""What a shorter description would cost, where conditions may have several features."""

from __future__ import annotations

from collections.abc import Iterator

from clusterscribe.clock import Clock
from clusterscribe.problem.columns import Geometry, Polyhedra, all_columns
from clusterscribe.problem.idle import without_idle_columns
from clusterscribe.search.goal import Goal
from clusterscribe.search.incumbent import value_of


def shorter_columns(
    geometry: Geometry, polyhedra: Polyhedra, goal: Goal, floor: int, clock: Clock
) -> Iterator[Polyhedra]:
    """Yield ever shorter answers down to the floor: each without the column that matters least."""
    axes = geometry.ranks.axes
    while value_of(goal, polyhedra, 0, axes) > floor and not clock.expired:
        polyhedra = min(_without_one(polyhedra), key=geometry.errors)
        polyhedra = without_idle_columns(geometry, polyhedra, geometry.errors(polyhedra))
        yield polyhedra


def _without_one(polyhedra: Polyhedra) -> Iterator[Polyhedra]:
    for column in all_columns(polyhedra):
        yield tuple(tuple(c for c in part if c != column) for part in polyhedra)
