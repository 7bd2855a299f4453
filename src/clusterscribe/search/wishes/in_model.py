"""Wishes as constraints of an integer program over complete ladders.

some tight[0] over the ladders of a required column
tight[0]  implies  column[c] for its ladders;  at most one column[c] of an exclusive group
sum of weight[i] wrong[i] over the rows of a cluster  <=  most_wrong
some step that excludes i from the one polyhedron or from the other, for separate clusters
not wrong[i] for rows that must be right (unless they are settled and have no literal)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from ortools.sat.python import cp_model

from clusterscribe.problem.common_rows import rows_in_common
from clusterscribe.problem.ladders import Ladder
from clusterscribe.problem.reduce import Reduced
from clusterscribe.problem.wishes import Columns, Wishes


class Part(NamedTuple):
    """One polyhedron of a model: its ladders, a literal for each step, and whether it is absent."""

    cluster: int
    ladders: Sequence[Ladder]
    tight: Sequence[Sequence[Any]]
    absent: Sequence[Any] = ()  # a literal, where it need not be there


class WishesInModel(NamedTuple):
    """A model that is to keep to wishes."""

    model: cp_model.CpModel
    problem: Reduced
    parts: Sequence[Part]
    wrong: Sequence[Any]  # of boxes; 0 where they are settled

    def add(self, wishes: Wishes) -> None:
        """Add all constraints."""
        for column in wishes.required:
            self.model.add_bool_or(self._loosest(column))
        for group in wishes.exclusive:
            self.model.add_at_most_one(self._columns_in_use(group))
        for cluster, most in enumerate(wishes.most_wrong):
            if most is not None:
                self._limit_wrong(cluster, most)
        for pair in wishes.separate:
            self._separate(pair)
        self._keep_right()

    def _loosest(self, column: Sequence[int]) -> list[Any]:
        """Return literals that there is a condition on a column."""
        return [
            steps[0]
            for part in self.parts
            for ladder, steps in zip(part.ladders, part.tight, strict=True)
            if ladder.feature in column
        ]

    def _columns_in_use(self, group: Columns) -> list[Any]:
        literals = []
        for column in group:
            literal = self.model.new_bool_var("")
            for loosest in self._loosest(column):
                self.model.add_implication(loosest, literal)
            literals.append(literal)
        return literals

    def _limit_wrong(self, cluster: int, most: int) -> None:
        ranks, settled = self.problem.ranks, self.problem.settled
        rows = np.flatnonzero((ranks.cluster == cluster) & ~settled).tolist()
        weights = [int(ranks.weight[i]) for i in rows]
        wrong = cp_model.LinearExpr.weighted_sum([self.wrong[i] for i in rows], weights)
        if sum(weights) > most:
            self.model.add(wrong <= most)

    def _separate(self, pair: tuple[int, int]) -> None:
        ones, others = ([part for part in self.parts if part.cluster == k] for k in pair)
        for both in product(ones, others):
            ladders = [part.ladders for part in both]
            problem, absent = self.problem, [*both[0].absent, *both[1].absent]
            for cutting in rows_in_common(problem.ranks, ladders, pair, problem.settled):
                clause = [
                    part.tight[j][step]
                    for part, steps in zip(both, cutting, strict=True)
                    for j, step in steps
                ]
                self.model.add_bool_or([*clause, *absent])

    def _keep_right(self) -> None:
        right = self.problem.ranks.right
        if right is None:
            return
        for i in np.flatnonzero(right & ~self.problem.settled).tolist():
            self.model.add_bool_or([self.wrong[i].negated()])
