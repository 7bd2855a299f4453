"""The master for axis-parallel half-spaces as clauses, for a SAT solver.

The same statements as in `master.py`, of the same reduced problem, with the same literals: steps
of ladders, boxes that are wrong, members that are outside, features in use. What is counted there
is a list of literals and their weights here, and whoever minimises or limits it chooses how.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.checker.formula import Formula
from clusterscribe.problem.clauses import Clauses
from clusterscribe.problem.ladders import Ladder
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.reduce import Reduced
from clusterscribe.search.axis.master import set_bound
from clusterscribe.search.goal import Goal

Weighted: TypeAlias = list[tuple[int, int]]  # literals with weights


class ClauseMaster:
    """The clauses of one reduced problem; measures are weighted literals over it."""

    def __init__(self, problem: Reduced) -> None:
        self.problem = problem
        self.formula = Formula()
        self.first = [self.formula.new(len(ladder)) for ladder in problem.ladders]
        self.wrong = self._new_literals(~problem.settled)
        self.outside = self._outside_literals()
        self.used = {feature: self.formula.new() for feature in self._features}
        self._add_ladders()
        for clauses in problem.clauses:
            self._add_outsiders(clauses)
        self._add_limits()

    @property
    def _features(self) -> list[int]:
        return sorted({ladder.feature for ladder in self.problem.ladders})

    def measure(self, goal: Goal) -> Weighted:
        """Return a goal as literals with weights."""
        counted: Weighted = []
        if goal.errors:
            counted += self._weighed(self.wrong, goal.errors)
        if goal.complexity:
            counted += [(literal, 2 * goal.complexity) for literal in self.first]
        if goal.sparsity:
            counted += [(literal, goal.sparsity) for literal in self.used.values()]
        return counted

    def read(self, model: Sequence[int]) -> Ranges:
        """Return the answer that an assignment stands for."""
        ranks = self.problem.ranks
        answer = Ranges.everything(ranks.clusters, ranks.sizes)
        for ladder, first in zip(self.problem.ladders, self.first, strict=True):
            steps = model[first - 1 : first - 1 + len(ladder)]
            reached = sum(1 for literal in steps if literal > 0)
            if reached:
                set_bound(answer, ladder, ladder.cluster, int(ladder.thresholds[reached - 1]))
        return self.problem.restore(answer)

    def _new_literals(self, boxes: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return new literals for some boxes, and 0 for the others."""
        literals = np.zeros(len(boxes), dtype=np.int64)
        number = int(boxes.sum())
        literals[boxes] = self.formula.new(number) + np.arange(number)
        return literals

    def _outside_literals(self) -> NDArray[np.int64]:
        """Return what is true of a member that is outside: it is wrong, or counted apart."""
        ranks = self.problem.ranks
        binding = np.isin(ranks.cluster, ranks.limits.bind_within(self.problem.budget))
        apart = self._new_literals(binding & ~self.problem.settled)
        for box in np.flatnonzero(apart).tolist():
            self.formula.add(-int(apart[box]), int(self.wrong[box]))
        return np.where(apart > 0, apart, self.wrong)

    def _add_ladders(self) -> None:
        """Let steps imply looser ones, the features that they use, and members outside."""
        for ladder, first in zip(self.problem.ladders, self.first, strict=True):
            for step in range(first, first + len(ladder) - 1):
                self.formula.add(-(step + 1), step)
            self.formula.add(-first, self.used[ladder.feature])
            self._add_members(ladder, first)

    def _add_members(self, ladder: Ladder, first: int) -> None:
        ranks = self.problem.ranks
        members = np.flatnonzero(ranks.cluster == ladder.cluster)
        inner, _ = ranks.inward(ladder.feature, ladder.high)
        step = ladder.first_step(inner[members])
        is_beyond = step < len(ladder)
        steps, boxes = first + step[is_beyond], self.outside[members[is_beyond]]
        for literal, outside in zip(steps.tolist(), boxes.tolist(), strict=True):
            self.formula.add(-literal, *([outside] if outside else []))

    def _add_outsiders(self, clauses: Clauses) -> None:
        first = np.array([self.first[j] for j in clauses.ladders], dtype=np.int64)
        literals = np.where(clauses.steps >= 0, first + clauses.steps, 0)
        wrong = np.where(clauses.boxes >= 0, self.wrong[clauses.boxes], 0)
        for row in np.column_stack([literals, wrong]):
            self.formula.add(*row[row > 0].tolist())

    def _add_limits(self) -> None:
        ranks = self.problem.ranks
        limits = ranks.limits
        if limits.max_conditions is not None:
            for k in range(ranks.clusters):
                pairs = zip(self.problem.ladders, self.first, strict=True)
                own = [(first, 1) for ladder, first in pairs if ladder.cluster == k]
                self.formula.at_most(own, limits.max_conditions)
        for k in limits.bind_within(self.problem.budget):
            own = self._weighed(np.where(ranks.cluster == k, self.outside, 0), 1)
            self.formula.at_most(own, limits.most_outside[k])

    def _weighed(self, literals: NDArray[np.int64], times: int) -> Weighted:
        """Return the literals of boxes with their weights, without those that are 0."""
        boxes = np.flatnonzero(literals)
        weights = times * self.problem.ranks.weight[boxes]
        return list(zip(literals[boxes].tolist(), weights.tolist(), strict=True))
