"""The integer master for prototypes, in order encoding.

Each cluster has candidates for its prototype, and each candidate a ladder of balls from small
to large. The literal `reach[p][s]` says "p is the prototype, and its ball is at least as large
as step s". With `wrong[i]` for each row, the errors to be made small are

    the sum of weight[i] wrong[i], where

    reach[p][s + 1]  implies  reach[p][s]                          (a ball is one step)
    exactly one reach[p][0]  in each cluster                       (one prototype)
    reach[p][first step with i inside]  implies  wrong[i]          for rows of other clusters
    wrong[i]  or  some reach[p][first step with i inside]          for rows of the cluster
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model

from clusterscribe.clock import Clock
from clusterscribe.search.cp_sat import Outcome, run

Steps: TypeAlias = tuple[tuple[int, int], ...]  # for each cluster, its candidate and step


@dataclass(frozen=True, slots=True, eq=False)
class Ladders:
    """The balls that one cluster may have."""

    member: NDArray[np.bool_]  # of each row
    steps: NDArray[np.int64]  # of each candidate, how many: at least one
    first: NDArray[np.int64]  # candidates x rows: the first step with the row inside, or `steps`


class PrototypeMaster:
    """The model of all clusters."""

    def __init__(self, clusters: Sequence[Ladders], weight: NDArray[np.int64]) -> None:
        self.clusters = clusters
        self.model = cp_model.CpModel()
        self.wrong = [self.model.new_bool_var("") for _ in range(len(weight))]
        self.reach = [self._ladders(ladders) for ladders in clusters]
        for ladders, reach in zip(clusters, self.reach, strict=True):
            self._add_members(ladders, reach)
            for first, literals in zip(ladders.first, reach, strict=True):
                self._add_others(first, ladders.member, literals)
        self.model.minimize(cp_model.LinearExpr.weighted_sum(self.wrong, weight.tolist()))

    def suggest(self, steps: Steps) -> None:
        """Start the search from an answer."""
        self.model.clear_hints()
        for (candidate, step), reach in zip(steps, self.reach, strict=True):
            for p, literals in enumerate(reach):
                for s, literal in enumerate(literals):
                    self.model.add_hint(literal, p == candidate and s <= step)

    def solve(
        self,
        clock: Clock,
        seconds: float,
        *,
        on_solution: Callable[[Steps], object],
        seed: int = 0,
        workers: int | None = None,
    ) -> Outcome:
        """Search until the optimum is proved, for so many seconds at most."""

        def hand_on(value: Callable[[Any], bool]) -> None:
            on_solution(self._read(value))

        return run(
            self.model,
            clock,
            seconds,
            on_solution=hand_on,
            seed=seed,
            workers=workers,
        )

    def _read(self, value: Callable[[Any], bool]) -> Steps:
        answer = []
        for reach in self.reach:
            chosen = next(p for p, literals in enumerate(reach) if value(literals[0]))
            answer.append((chosen, sum(map(value, reach[chosen])) - 1))
        return tuple(answer)

    def _ladders(self, ladders: Ladders) -> list[list[Any]]:
        reach = []
        for steps in ladders.steps.tolist():
            literals = [self.model.new_bool_var("") for _ in range(steps)]
            for smaller, larger in pairwise(literals):
                self.model.add_implication(larger, smaller)
            reach.append(literals)
        self.model.add_exactly_one([literals[0] for literals in reach])
        return reach

    def _add_members(self, ladders: Ladders, reach: Sequence[Sequence[Any]]) -> None:
        for row in np.flatnonzero(ladders.member).tolist():
            first = ladders.first[:, row]
            if not first.any():  # inside whatever is chosen
                continue
            inside = np.flatnonzero(first < ladders.steps).tolist()
            clause = [reach[p][first[p]] for p in inside]
            self.model.add_bool_or([*clause, self.wrong[row]])

    def _add_others(
        self, first: NDArray[np.int64], member: NDArray[np.bool_], literals: Sequence[Any]
    ) -> None:
        order = np.argsort(first, kind="stable")
        order = order[~member[order]]
        bounds = np.searchsorted(first[order], np.arange(len(literals) + 1))
        for step, (start, end) in enumerate(pairwise(bounds.tolist())):
            inside = [self.wrong[i] for i in order[start:end].tolist()]
            if inside:
                self.model.add_bool_and(inside).only_enforce_if(literals[step])
