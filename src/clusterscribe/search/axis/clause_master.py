"""The master for axis-parallel half-spaces as clauses, for a SAT solver.

The same statements as in `master.py`, of the same reduced problem, with the same literals: steps
of ladders, boxes that are wrong, features in use. What is counted there
is a list of literals and their weights here, and whoever minimises or limits it chooses how.

That enough of each cluster is inside takes many clauses, and few answers that are good otherwise
lack it. So it is written for a cluster when an assignment lacks it, and not before: what is refuted
without it is refuted with it.
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
from clusterscribe.refuting.sums import clauses_of_limit
from clusterscribe.search.axis.master import set_bound
from clusterscribe.search.goal import Goal

Weighted: TypeAlias = list[tuple[int, int]]  # literals with weights


class ClauseMaster:
    """The clauses of one reduced problem; measures are weighted literals over it."""

    def __init__(self, problem: Reduced) -> None:
        self.problem = problem
        self.formula = Formula()
        self.first = [self.formula.new(len(ladder)) for ladder in problem.ladders]
        self.wrong = _new_literals(self.formula, ~problem.settled)
        self.used = {feature: self.formula.new() for feature in self._features}
        self._add_ladders()
        for clauses in problem.clauses:
            self._add_outsiders(clauses)
        self._add_limits()

    @property
    def _features(self) -> list[int]:
        ranks = self.problem.ranks
        return sorted({ranks.feature_of(ladder.feature) for ladder in self.problem.ladders})

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
        return self.problem.restore(self._read_here(model))

    def lacking(self, model: Sequence[int]) -> list[int]:
        """Return the clusters of which an assignment leaves too much outside."""
        ranks = self.problem.ranks
        limits = ranks.limits
        if not limits.most_outside:
            return []
        outside = self._read_here(model).outside_own(ranks).tolist()
        return [k for k, most in enumerate(limits.most_outside) if outside[k] > most]

    def clauses_of_recall(self, cluster: int) -> int:
        """Return about how many clauses `recall` writes for a cluster."""
        ranks = self.problem.ranks
        own = (ranks.cluster == cluster) & ~self.problem.settled
        return clauses_of_limit(ranks.weight[own].tolist(), ranks.limits.most_outside[cluster])

    def recall(self, cluster: int, variables: int) -> Formula:
        """Return what lets enough of a cluster be inside, after so many variables."""
        ranks, formula = self.problem.ranks, Formula(variables)
        outside = _new_literals(formula, (ranks.cluster == cluster) & ~self.problem.settled)
        for ladder, first in zip(self.problem.ladders, self.first, strict=True):
            if ladder.cluster == cluster:
                self._add_members(ladder, first, outside, formula)
        formula.at_most(self._weighed(outside, 1), ranks.limits.most_outside[cluster])
        return formula

    def _read_here(self, model: Sequence[int]) -> Ranges:
        """Return the answer in the ranks of the reduced problem."""
        ranks = self.problem.ranks
        answer = Ranges.everything(ranks.clusters, ranks.sizes)
        for ladder, first in zip(self.problem.ladders, self.first, strict=True):
            steps = model[first - 1 : first - 1 + len(ladder)]
            reached = sum(1 for literal in steps if literal > 0)
            if reached:
                set_bound(answer, ladder, ladder.cluster, int(ladder.thresholds[reached - 1]))
        return answer

    def _add_ladders(self) -> None:
        """Let steps imply looser ones, the features that they use, and members outside."""
        for ladder, first in zip(self.problem.ladders, self.first, strict=True):
            for step in range(first, first + len(ladder) - 1):
                self.formula.add(-(step + 1), step)
            self.formula.add(-first, self.used[self.problem.ranks.feature_of(ladder.feature)])
            self._add_members(ladder, first, self.wrong, self.formula)

    def _add_members(
        self, ladder: Ladder, first: int, outside: NDArray[np.int64], formula: Formula
    ) -> None:
        """Let the steps of a ladder imply what is true of members that are beyond them."""
        ranks = self.problem.ranks
        members = np.flatnonzero(ranks.cluster == ladder.cluster)
        inner, _ = ranks.inward(ladder.feature, ladder.high)
        step = ladder.first_step(inner[members])
        is_beyond = step < len(ladder)
        steps, boxes = first + step[is_beyond], outside[members[is_beyond]]
        for literal, box in zip(steps.tolist(), boxes.tolist(), strict=True):
            formula.add(-literal, *([box] if box else []))  # settled boxes have no literal

    def _add_outsiders(self, clauses: Clauses) -> None:
        first = np.array([self.first[j] for j in clauses.ladders], dtype=np.int64)
        literals = np.where(clauses.steps >= 0, first + clauses.steps, 0)
        wrong = np.where(clauses.boxes >= 0, self.wrong[clauses.boxes], 0)
        for row in np.column_stack([literals, wrong]):
            self.formula.add(*row[row > 0].tolist())

    def _add_limits(self) -> None:
        most = self.problem.ranks.limits.max_conditions
        for k in range(self.problem.ranks.clusters if most is not None else 0):
            pairs = zip(self.problem.ladders, self.first, strict=True)
            own = [(first, 1) for ladder, first in pairs if ladder.cluster == k]
            self.formula.at_most(own, most or 0)

    def _weighed(self, literals: NDArray[np.int64], times: int) -> Weighted:
        """Return the literals of boxes with their weights, without those that are 0."""
        boxes = np.flatnonzero(literals)
        weights = times * self.problem.ranks.weight[boxes]
        return list(zip(literals[boxes].tolist(), weights.tolist(), strict=True))


def _new_literals(formula: Formula, boxes: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return new literals for some boxes, and 0 for the others."""
    literals = np.zeros(len(boxes), dtype=np.int64)
    number = int(boxes.sum())
    literals[boxes] = formula.new(number) + np.arange(number)
    return literals
