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
from clusterscribe.problem.common_rows import rows_in_common
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
        if problem.ranks.has_wishes:
            self._add_wishes()

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
            feature_of = self.problem.ranks.feature_of
            for ladder, first in zip(self.problem.ladders, self.first, strict=True):
                counted.append((first, goal.of_condition((feature_of(ladder.feature),))))
        if goal.sparsity:
            counted += [(literal, goal.of_feature(d)) for d, literal in self.used.items()]
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
        limits = self.problem.ranks.limits
        for k in range(self.problem.ranks.clusters if limits.limit_conditions else 0):
            most = limits.most_of(k)
            pairs = zip(self.problem.ladders, self.first, strict=True)
            own = [(first, 1) for ladder, first in pairs if ladder.cluster == k]
            if most is not None:
                self.formula.at_most(own, most)

    def _add_wishes(self) -> None:
        """Add the same constraints as `wishes/in_model.py`; rows that must be right are settled."""
        wishes, pairs = (
            self.problem.ranks.wishes,
            zip(self.problem.ladders, self.first, strict=True),
        )
        first = [(ladder.feature, literal) for ladder, literal in pairs]
        for column in wishes.required:
            self.formula.add(*(literal for axis, literal in first if axis in column))
        for group in wishes.exclusive:
            in_use = [self._column_in_use(column, first) for column in group]
            self.formula.at_most([(literal, 1) for literal in in_use], 1)
        for cluster in limits_on_wrong(self.problem):
            most, own = wishes.most_wrong[cluster], self.problem.ranks.cluster == cluster
            self.formula.at_most(self._weighed(np.where(own, self.wrong, 0), 1), most or 0)
        for pair in wishes.separate:
            self._separate(pair)

    def _column_in_use(self, column: Sequence[int], first: list[tuple[int, int]]) -> int:
        literal = self.formula.new()
        for axis, loosest in first:
            if axis in column:
                self.formula.add(-loosest, literal)
        return literal

    def _separate(self, pair: tuple[int, int]) -> None:
        known = list(zip(self.problem.ladders, self.first, strict=True))
        own = [[(one, first) for one, first in known if one.cluster == k] for k in pair]
        ladders = [[ladder for ladder, _ in part] for part in own]
        for cutting in rows_in_common(self.problem.ranks, ladders, pair, self.problem.settled):
            clause = [
                part[j][1] + step
                for part, steps in zip(own, cutting, strict=True)
                for j, step in steps
            ]
            self.formula.add(*clause)

    def _weighed(self, literals: NDArray[np.int64], times: int) -> Weighted:
        """Return the literals of boxes with their weights, without those that are 0."""
        boxes = np.flatnonzero(literals)
        weights = times * self.problem.ranks.weight[boxes]
        return list(zip(literals[boxes].tolist(), weights.tolist(), strict=True))


def limits_on_wrong(problem: Reduced) -> list[int]:
    """Return the clusters of which too much may be wrong without too many errors in all."""
    most_wrong = enumerate(problem.ranks.wishes.most_wrong)
    return [k for k, most in most_wrong if most is not None and most < problem.budget]


def clauses_of_wishes(problem: Reduced) -> int:
    """Return about how many clauses it takes to limit what is wrong in some clusters."""
    ranks, clauses = problem.ranks, 0
    for k in limits_on_wrong(problem):
        own = (ranks.cluster == k) & ~problem.settled
        clauses += clauses_of_limit(ranks.weight[own].tolist(), ranks.wishes.most_wrong[k] or 0)
    return clauses


def _new_literals(formula: Formula, boxes: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return new literals for some boxes, and 0 for the others."""
    literals = np.zeros(len(boxes), dtype=np.int64)
    number = int(boxes.sum())
    literals[boxes] = formula.new(number) + np.arange(number)
    return literals
