"""The integer master for prototypes, in order encoding.

Each cluster has candidates for its prototype, and each candidate a ladder of balls from small
to large. The literal `reach[p][s]` says "p is the prototype, and its ball is at least as large
as step s". With `wrong[i]` for each row, the errors to be minimised are

    the sum of weight[i] wrong[i], where

    reach[p][s + 1]  implies  reach[p][s]                          (a ball is one step)
    exactly one reach[p][0]  in each cluster                       (one prototype)
    reach[p][first step with i inside]  implies  wrong[i]          for rows of other clusters
    wrong[i]  or  some reach[p][first step with i inside]          for rows of the cluster
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model

from clusterscribe.baselines.baseline import Effort
from clusterscribe.baselines.prototypes.candidate_balls import Balls, Choice, Choices, Flags
from clusterscribe.search.cp_sat import Outcome, run


class PrototypeMaster:
    """The model of all clusters."""

    def __init__(self, choices: Sequence[Choices], weight: NDArray[np.int64]) -> None:
        self.choices = choices
        self.model = cp_model.CpModel()
        self.wrong = [self.model.new_bool_var("") for _ in range(len(weight))]
        self.reach = [self._ladders(c.ends.sum(axis=1).tolist()) for c in choices]
        for c, reach in zip(choices, self.reach, strict=True):
            first = _first_steps(c)
            self._add_members(c.member, first, reach)
            for steps, literals in zip(first, reach, strict=True):
                self._add_others(c.member, steps, literals)
        self.model.minimize(cp_model.LinearExpr.weighted_sum(self.wrong, weight.tolist()))

    def suggest(self, balls: Balls) -> None:
        """Start the search from an answer."""
        for c, reach, ball in zip(self.choices, self.reach, balls, strict=True):
            (chosen,) = np.flatnonzero(c.candidates == ball.candidate).tolist()
            step = int(c.ends[chosen, : ball.end].sum())
            for p, literals in enumerate(reach):
                for s, literal in enumerate(literals):
                    self.model.add_hint(literal, p == chosen and s <= step)

    def solve(
        self, effort: Effort, seconds: float, on_solution: Callable[[Balls], object]
    ) -> Outcome:
        """Search until the optimum is proved, for so many seconds at most."""

        def hand_on(value: Callable[[Any], bool]) -> None:
            on_solution(self._read(value))

        return run(
            self.model,
            effort.clock,
            seconds,
            on_solution=hand_on,
            seed=effort.seed,
            workers=effort.workers,
        )

    def _read(self, value: Callable[[Any], bool]) -> Balls:
        balls = []
        for c, reach in zip(self.choices, self.reach, strict=True):
            chosen = next(p for p, literals in enumerate(reach) if value(literals[0]))
            step = sum(map(value, reach[chosen])) - 1
            end = np.flatnonzero(c.ends[chosen])[step]
            balls.append(Choice(int(c.candidates[chosen]), int(end)))
        return tuple(balls)

    def _ladders(self, sizes: Sequence[int]) -> list[list[Any]]:
        reach = [[self.model.new_bool_var("") for _ in range(size)] for size in sizes]
        for literals in reach:
            for smaller, larger in pairwise(literals):
                self.model.add_implication(larger, smaller)
        self.model.add_exactly_one([literals[0] for literals in reach])
        return reach

    def _add_members(
        self, member: Flags, first: NDArray[np.int64], reach: Sequence[Sequence[Any]]
    ) -> None:
        for row in np.flatnonzero(member).tolist():
            steps = first[:, row].tolist()
            if any(steps):  # else inside whatever is chosen
                pairs = zip(steps, reach, strict=True)
                clause = [literals[step] for step, literals in pairs if step < len(literals)]
                self.model.add_bool_or([*clause, self.wrong[row]])

    def _add_others(self, member: Flags, first: NDArray[np.int64], literals: Sequence[Any]) -> None:
        order = np.argsort(first, kind="stable")
        order = order[~member[order]]
        bounds = np.searchsorted(first[order], np.arange(len(literals) + 1))
        for step, (start, end) in enumerate(pairwise(bounds.tolist())):
            inside = [self.wrong[i] for i in order[start:end].tolist()]
            if inside:
                self.model.add_bool_and(inside).only_enforce_if(literals[step])


def _first_steps(choices: Choices) -> NDArray[np.int64]:
    """Return the first ball of each candidate with each row inside, counted from the smallest."""
    ends = choices.ends.astype(np.int64)
    before = np.cumsum(ends, axis=1) - ends
    first = np.empty_like(before)
    np.put_along_axis(first, choices.order.astype(np.int64), before, axis=1)
    return first
