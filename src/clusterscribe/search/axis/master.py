"""The integer master for axis-parallel half-spaces, in order encoding.

For a ladder of candidate bounds (one cluster, feature and side) the literal `tight[s]`
says "the bound is at least as tight as step s". With `wrong[i]` for each box and `used[d]`
for each feature, the paper's formulation (1)-(6) reads

    tight[s + 1]  implies  tight[s]                                     (a bound is one step)
    wrong[i]  or  some tight[first step that shuts i out]               (2) false positive,
        for each other cluster, over its ladders
    tight[first step that shuts i out]  implies  wrong[i]               (3) false negative,
        for each ladder of the box's own cluster
    tight[0]  implies  used[d]                                          (4) sparsity
    sum of weight[i] wrong[i]  <=  budget                               (5)

    sum of tight[0] over the ladders of a cluster  <=  max_conditions   (limits)
    sum of weight[i] outside[i] over its boxes     <=  most_outside     (limits)

where `outside[i]` stands between `tight` and `wrong` in (3). Only clusters of which too much may be
outside without too many errors have these literals.

Wishes for the whole description are added by `wishes/in_model.py`.

A half-space costs 2 (one feature, plus one), paid by `tight[0]`. No big M is left, and a
clause has at most two literals a feature, however many thresholds there are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from ortools.sat.python import cp_model

from clusterscribe.problem.clauses import Clauses
from clusterscribe.problem.ladders import Ladder
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.reduce import Reduced
from clusterscribe.search.integer import Expression, MeasuredByConditions
from clusterscribe.search.wishes.in_model import Part, WishesInModel


class Master(MeasuredByConditions):
    """The model of one reduced problem; measures are linear expressions over it."""

    def __init__(self, problem: Reduced) -> None:
        self.problem = problem
        self.model = cp_model.CpModel()
        self.tight = [self._ladder_literals(ladder) for ladder in problem.ladders]
        self.wrong = [0 if settled else self.model.new_bool_var("") for settled in problem.settled]
        self.outside = self._outside_literals()
        self._add_rows()
        self._add_limits()
        self.used = self._add_features()
        if problem.ranks.has_wishes:
            self._in_model.add(problem.ranks.wishes)

    @property
    def _in_model(self) -> WishesInModel:
        pairs, parts = list(zip(self.problem.ladders, self.tight, strict=True)), []
        for k in range(self.problem.ranks.clusters):
            own = [(ladder, steps) for ladder, steps in pairs if ladder.cluster == k]
            parts.append(Part(k, [ladder for ladder, _ in own], [steps for _, steps in own]))
        return WishesInModel(self.model, self.problem, parts, self.wrong)

    @property
    def errors(self) -> Expression:
        """Weight of the boxes that are wrong."""
        free = np.flatnonzero(~self.problem.settled).tolist()
        weight = self.problem.ranks.weight
        return cp_model.LinearExpr.weighted_sum(
            [self.wrong[i] for i in free], [int(weight[i]) for i in free]
        )

    @property
    def conditions(self) -> list[tuple[int, Any]]:
        """All half-spaces there may be: their features, and literals that they are there."""
        pairs = zip(self.problem.ladders, self.tight, strict=True)
        feature_of = self.problem.ranks.feature_of
        return [(feature_of(ladder.feature), steps[0]) for ladder, steps in pairs]

    def step_costs(self, costs: Sequence[Sequence[int]]) -> Expression:
        """Sum over all bounds of the cost of the step that each one ends on."""
        literals, weights = [], []
        for steps, cost in zip(self.tight, costs, strict=True):
            for literal, here, looser in zip(steps, cost, (0, *cost[:-1]), strict=True):
                literals.append(literal)
                weights.append(here - looser)
        return cp_model.LinearExpr.weighted_sum(literals, weights)

    def hint(self, answer: Ranges) -> None:
        """Suggest an answer to start from."""
        ranks, answer = self.problem.ranks, self.problem.express(answer)
        on_steps = Ranges.everything(ranks.clusters, ranks.sizes)
        self.model.clear_hints()
        for ladder, steps in zip(self.problem.ladders, self.tight, strict=True):
            reached = steps_reached(ladder, answer, ladder.cluster)
            for s, literal in enumerate(steps):
                self.model.add_hint(literal, s < reached)
            if reached:
                set_bound(on_steps, ladder, ladder.cluster, int(ladder.thresholds[reached - 1]))
        wrong = on_steps.wrong(ranks)
        for i in np.flatnonzero(~self.problem.settled).tolist():
            self.model.add_hint(self.wrong[i], bool(wrong[i]))
        outside = ~on_steps.inside_own(ranks)
        for i, literal in self.outside.items():
            self.model.add_hint(literal, bool(outside[i]))
        in_use = {ranks.feature_of(axis) for axis in np.flatnonzero(on_steps.used).tolist()}
        for feature, literal in self.used.items():
            self.model.add_hint(literal, feature in in_use)

    def read(self, value: Callable[[Any], bool]) -> Ranges:
        """Return the answer that the values of the literals stand for."""
        ranks = self.problem.ranks
        answer = Ranges.everything(ranks.clusters, ranks.sizes)
        for ladder, steps in zip(self.problem.ladders, self.tight, strict=True):
            reached = sum(1 for literal in steps if value(literal))
            if reached:
                set_bound(answer, ladder, ladder.cluster, int(ladder.thresholds[reached - 1]))
        return self.problem.restore(answer)

    def _ladder_literals(self, ladder: Ladder) -> list[Any]:
        literals = [self.model.new_bool_var("") for _ in range(len(ladder))]
        for looser, tighter in pairwise(literals):
            self.model.add_implication(tighter, looser)
        return literals

    def _outside_literals(self) -> dict[int, Any]:
        """Return a literal for each box that may be outside, of clusters where that counts."""
        ranks, outside = self.problem.ranks, {}
        binding = np.isin(ranks.cluster, ranks.limits.bind_within(self.problem.budget))
        for i in np.flatnonzero(binding & ~self.problem.settled).tolist():
            outside[i] = self.model.new_bool_var("")
            self.model.add_implication(outside[i], self.wrong[i])
        return outside

    def _add_limits(self) -> None:
        ranks = self.problem.ranks
        for k in range(ranks.clusters):
            most = ranks.limits.most_of(k)
            pairs = zip(self.problem.ladders, self.tight, strict=True)
            own = [steps[0] for ladder, steps in pairs if ladder.cluster == k]
            if most is not None and len(own) > most:
                self.model.add(cp_model.LinearExpr.sum(own) <= most)
        for k in ranks.limits.bind_within(self.problem.budget):
            boxes = [i for i in self.outside if ranks.cluster[i] == k]
            weight = cp_model.LinearExpr.weighted_sum(
                [self.outside[i] for i in boxes], [int(ranks.weight[i]) for i in boxes]
            )
            self.model.add(weight <= ranks.limits.most_outside[k])

    def _add_rows(self) -> None:
        for ladder, literals in zip(self.problem.ladders, self.tight, strict=True):
            self._add_false_negatives(ladder, literals)
        for clauses in self.problem.clauses:
            self._add_false_positives(clauses)

    def _add_false_negatives(self, ladder: Ladder, literals: Sequence[Any]) -> None:
        ranks = self.problem.ranks
        members = np.flatnonzero(ranks.cluster == ladder.cluster)
        inner, _ = ranks.inward(ladder.feature, ladder.high)
        first = ladder.first_step(inner[members])
        order = np.argsort(first, kind="stable")
        ends = np.searchsorted(first[order], np.arange(len(ladder) + 1))
        for step, (start, end) in enumerate(pairwise(ends.tolist())):
            boxes = members[order[start:end]].tolist()
            shut_out = [self.outside.get(i, self.wrong[i]) for i in boxes]
            if shut_out:
                self.model.add_bool_and(shut_out).only_enforce_if(literals[step])

    def _add_false_positives(self, clauses: Clauses) -> None:
        tight = [self.tight[j] for j in clauses.ladders]
        for steps, box in zip(clauses.steps, clauses.boxes.tolist(), strict=True):
            columns = np.flatnonzero(steps >= 0)
            pairs = zip(columns.tolist(), steps[columns].tolist(), strict=True)
            clause = [tight[column][step] for column, step in pairs]
            if box >= 0:
                clause.append(self.wrong[box])
            self.model.add_bool_or(clause)

    def _add_features(self) -> dict[int, Any]:
        used: dict[int, Any] = {}
        for ladder, steps in zip(self.problem.ladders, self.tight, strict=True):
            feature = self.problem.ranks.feature_of(ladder.feature)
            if feature not in used:
                used[feature] = self.model.new_bool_var("")
            self.model.add_implication(steps[0], used[feature])
        return used


def set_bound(answer: Ranges, ladder: Ladder, place: int, threshold: int) -> None:
    """Set the bound of the ranges in a place on the side of a ladder."""
    if ladder.high:
        answer.high[place, ladder.feature] = threshold
    else:
        top = int(answer.sizes[ladder.feature]) - 1
        answer.low[place, ladder.feature] = top - threshold


def steps_reached(ladder: Ladder, answer: Ranges, place: int) -> int:
    """Return how many steps of the ladder are at least as loose as the bound of the ranges."""
    return int((ladder.thresholds >= _threshold_of(ladder, answer, place)).sum())


def _threshold_of(ladder: Ladder, answer: Ranges, place: int) -> int:
    """Return the bound on this side, turned inwards."""
    if ladder.high:
        return int(answer.high[place, ladder.feature])
    top = int(answer.sizes[ladder.feature]) - 1
    return top - int(answer.low[place, ladder.feature])
