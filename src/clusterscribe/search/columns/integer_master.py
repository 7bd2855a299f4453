"""The integer master over a pool of columns.

Columns of one cluster with the same direction are nested, so they form a ladder from loose
to tight in order encoding, as in `master.py`: `tight[s]` says that the bound is at least as
tight as step s, and a box is cut off in this direction exactly if the loosest step that
excludes it holds. Boxes that no column distinguishes are one weighted box. (What columns cut off at
best need not be nested; then a box counts as cut off too early, which is the safe side of a proof.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model

from clusterscribe.problem.clauses import strictest
from clusterscribe.problem.columns import Column, Polyhedra, all_columns, used_features
from clusterscribe.search.columns.pool import Pool
from clusterscribe.search.goal import Goal
from clusterscribe.search.integer import Expression


@dataclass(frozen=True, slots=True)
class Rung:
    """Columns of one direction from loose to tight, and what each step cuts off."""

    columns: list[Column]
    literals: list[Any]
    first_step: NDArray[np.int64]  # of each box: the loosest step that cuts it off


class ColumnMaster:
    """The model of one pool under an error budget; None leaves errors to the goal.

    `at_best`: columns cut off what they cut off at best, which is what a proof has to count with.
    Answers with more than `worst` errors, if that is known, are of no interest.
    """

    def __init__(
        self,
        pool: Pool,
        budget: int | None,
        *,
        worst: int | None = None,
        at_best: bool = False,
    ) -> None:
        self.model = cp_model.CpModel()
        self.pool = pool
        self.at_best = at_best
        self.budget = budget
        self.hard = budget == 0
        self.outside = pool.reading(at_best=at_best, none_lost=self.hard)
        self.clusters = pool.geometry.ranks.clusters
        kept = [self._usable(k) for k in range(self.clusters)]
        self.boxes, self.weight = self._merged(kept)
        self.cluster = pool.geometry.ranks.cluster[self.boxes]
        self.ladders = [list(self._ladders(k, kept[k])) for k in range(self.clusters)]
        self.wrong: list[Any] = self._wrong_literals()
        self.limits = pool.geometry.ranks.limits
        self.binding = self._binding(worst)
        self.lost = self._lost_literals()
        for k in range(self.clusters):
            self._add_false_positives(k)
            self._add_false_negatives(k)
        self.used = self._add_features()
        self._add_limits()
        if pool.geometry.ranks.has_wishes and not at_best:
            # what is listed for a proof is complete without wishes, and only then
            self._add_wishes()
        if budget is not None and not self.hard:
            self.model.add(self.errors <= budget)

    @property
    def candidates(self) -> int:
        """Number of columns in the model."""
        return sum(len(rung.columns) for rung in self._rungs())

    def _rungs(self) -> Iterable[Rung]:
        return chain.from_iterable(self.ladders)

    def measure(self, goal: Goal) -> Expression:
        """Return the goal as an expression, in a proof without costs.

        What is listed for a proof is complete where all features cost alike.
        """
        goal = goal.plain if self.at_best else goal
        parts = []
        if goal.errors:
            parts.append(goal.errors * self.errors)
        if goal.complexity:
            rungs = list(self._rungs())
            literals = [rung.literals[0] for rung in rungs]
            feature_of = self.pool.geometry.ranks.feature_of
            features = [map(feature_of, rung.columns[0].features) for rung in rungs]
            weights = list(map(goal.of_condition, features))
            parts.append(cp_model.LinearExpr.weighted_sum(literals, weights))
        if goal.sparsity:
            weights = [goal.of_feature(d) for d in self.used]
            parts.append(cp_model.LinearExpr.weighted_sum(list(self.used.values()), weights))
        return sum(parts)

    @property
    def errors(self) -> Expression:
        """Weight of the boxes that are wrong."""
        return cp_model.LinearExpr.weighted_sum(self.wrong, self.weight[: len(self.wrong)].tolist())

    def complexity(self, cluster: int) -> Expression:
        """Complexity of one cluster's polyhedron."""
        ladders = self.ladders[cluster]
        return cp_model.LinearExpr.weighted_sum(
            [rung.literals[0] for rung in ladders],
            [rung.columns[0].complexity for rung in ladders],
        )

    def cost_of(self, cost: Callable[[Column], int]) -> Expression:
        """Sum what the chosen columns cost, each at the step that its direction ends on."""
        literals, weights = [], []
        for rung in self._rungs():
            costs = [cost(column) for column in rung.columns]
            literals += rung.literals
            weights += [here - looser for here, looser in zip(costs, (0, *costs), strict=False)]
        return cp_model.LinearExpr.weighted_sum(literals, weights)

    def hint(self, polyhedra: Polyhedra) -> None:
        """Suggest an answer to start from."""
        self.model.clear_hints()
        bounds = {(c.cluster, c.direction): c.bound for c in all_columns(polyhedra)}
        for rung in self._rungs():
            place = rung.columns[0].cluster, rung.columns[0].direction
            bound = bounds.get(place, np.inf)
            for column, literal in zip(rung.columns, rung.literals, strict=True):
                self.model.add_hint(literal, column.bound >= bound)
        if self.wrong:
            wrong = self.pool.geometry.wrong(polyhedra)[self.boxes]
            for literal, value in zip(self.wrong, wrong.tolist(), strict=True):
                self.model.add_hint(literal, value)
        self._hint_lost(polyhedra)
        used = {self.pool.geometry.ranks.feature_of(axis) for axis in used_features(polyhedra)}
        for d, literal in self.used.items():
            self.model.add_hint(literal, d in used)

    def _hint_lost(self, polyhedra: Polyhedra) -> None:
        geometry = self.pool.geometry
        for k in self.binding:
            outside = np.zeros(len(geometry), dtype=bool)
            for column in polyhedra[k]:
                outside |= geometry.outside(column)
            for i, literal in self.lost.items():
                if self.cluster[i] == k:
                    self.model.add_hint(literal, bool(outside[self.boxes[i]]))

    def read(self, value: Callable[[Any], bool]) -> Polyhedra:
        """Turn literal values into an answer."""
        return tuple(tuple(_chosen(ladders, value)) for ladders in self.ladders)

    def _usable(self, cluster: int) -> NDArray[np.int64]:
        """Return the columns that an answer within the budget may use."""
        ranks = self.pool.geometry.ranks
        outside = self.outside(cluster)
        if self.budget is None:
            return np.arange(len(outside))
        member = ranks.cluster == cluster
        return np.flatnonzero(outside[:, member] @ ranks.weight[member] <= self.budget)

    def _merged(self, kept: Sequence[NDArray[np.int64]]) -> tuple[NDArray[np.int64], Any]:
        """Return one box of each kind, and the weight of its kind."""
        ranks = self.pool.geometry.ranks
        pattern = np.concatenate([self.outside(k)[kept[k]] for k in range(self.clusters)])
        rows = np.packbits(pattern, axis=0).T
        own = np.ascontiguousarray(ranks.cluster).view(np.uint8).reshape(len(ranks), -1)
        key = np.ascontiguousarray(np.column_stack([own, rows]))
        words = key.view(np.dtype((np.void, key.shape[1]))).ravel()
        _, first, kind = np.unique(words, return_index=True, return_inverse=True)
        self.kind = kind.ravel()  # of every box
        weight = np.bincount(self.kind, weights=ranks.weight).astype(np.int64)
        return first.astype(np.int64), weight

    def _ladders(self, cluster: int, kept: NDArray[np.int64]) -> Iterable[Rung]:
        columns, outside = self.pool.columns[cluster], self.outside(cluster)
        loose_first = sorted(kept.tolist(), key=lambda at: columns[at].loose_first)
        for _, group in groupby(loose_first, key=lambda at: columns[at].direction):
            places = list(group)
            literals = [self.model.new_bool_var("") for _ in places]
            for looser, tighter in pairwise(literals):
                self.model.add_implication(tighter, looser)
            cut_off = outside[np.ix_(places, self.boxes)]
            first = np.where(cut_off.any(axis=0), cut_off.argmax(axis=0), len(places))
            yield Rung([columns[at] for at in places], literals, first)

    def _wrong_literals(self) -> list[Any]:
        return [] if self.hard else [self.model.new_bool_var("") for _ in self.boxes]

    def _binding(self, worst: int | None) -> list[int]:
        """Return the clusters of which too much may be outside in an answer of interest."""
        if self.hard:
            return []
        allowed = worst if self.budget is None else self.budget
        return self.limits.bind_within(np.inf if allowed is None else allowed)

    def _lost_literals(self) -> dict[int, Any]:
        """Return a literal for each member of these clusters: its own polyhedron cuts it off."""
        lost = {}
        for i in np.flatnonzero(np.isin(self.cluster, self.binding)).tolist():
            lost[i] = self.model.new_bool_var("")
            self.model.add_implication(lost[i], self.wrong[i])
        return lost

    def _add_limits(self) -> None:
        for k, ladders in enumerate(self.ladders):
            most = self.limits.most_of(k)
            if most is not None and len(ladders) > most:
                first = [rung.literals[0] for rung in ladders]
                self.model.add(cp_model.LinearExpr.sum(first) <= most)
        for k in self.binding:
            boxes = [i for i in self.lost if self.cluster[i] == k]
            weight = cp_model.LinearExpr.weighted_sum(
                [self.lost[i] for i in boxes], self.weight[boxes].tolist()
            )
            self.model.add(weight <= self.limits.most_outside[k])

    def _add_wishes(self) -> None:
        """Keep answers to wishes, with what the columns of the pool exclude of the rows."""
        wishes, ranks = self.pool.geometry.ranks.wishes, self.pool.geometry.ranks
        for column in wishes.required:
            self.model.add_bool_or(self._excluding(column))
        for group in wishes.exclusive:
            in_use = [self.model.new_bool_var("") for _ in group]
            for axes, literal in zip(group, in_use, strict=True):
                for rung in self._rungs():
                    if not set(axes).isdisjoint(rung.columns[0].features):
                        self.model.add_implication(rung.literals[0], literal)
            self.model.add_at_most_one(in_use)
        for k, most in enumerate(wishes.most_wrong):
            own = np.flatnonzero(self.cluster == k).tolist()
            if most is not None and self.wrong:
                wrong = [self.wrong[i] for i in own]
                weight = cp_model.LinearExpr.weighted_sum(wrong, self.weight[own].tolist())
                self.model.add(weight <= most)
        for pair in wishes.separate:
            self._separate(pair)
        if ranks.right is not None and self.wrong:
            for i in self._kinds_of(ranks.right):
                self.model.add_bool_or([self.wrong[i].negated()])

    def _excluding(self, axes: Sequence[int]) -> list[Any]:
        """Return literals of conditions on these axes that exclude some row."""
        found = []
        for rung in self._rungs():
            if not set(axes).isdisjoint(rung.columns[0].features):
                first = int(rung.first_step.min(initial=len(rung.literals)))
                found += rung.literals[first : first + 1]
        return found

    def _separate(self, pair: tuple[int, int]) -> None:
        if self.hard:
            return  # every row is right, and in one of them at most
        for i in range(len(self.boxes)):
            clause = [
                rung.literals[rung.first_step[i]]
                for k in pair
                for rung in self.ladders[k]
                if rung.first_step[i] < len(rung.literals)
            ]
            self.model.add_bool_or(clause)

    def _kinds_of(self, right: NDArray[np.bool_]) -> list[int]:
        """Return the kinds of boxes of which any must be right."""
        kinds: list[int] = np.unique(self.kind[right]).tolist()
        return kinds

    def _add_false_positives(self, cluster: int) -> None:
        ladders = self.ladders[cluster]
        outsiders = np.flatnonzero(self.cluster != cluster)
        size = np.array([len(rung.columns) for rung in ladders], dtype=np.int64)
        steps = np.array([rung.first_step[outsiders] for rung in ladders], dtype=np.int64)
        steps = steps.reshape(len(ladders), len(outsiders)).T
        if self.hard:
            steps = strictest(np.unique(steps, axis=0))
        for place, clause_steps in enumerate(steps):
            clause = [] if self.hard else [self.wrong[outsiders[place]]]
            for j in np.flatnonzero(clause_steps < size).tolist():
                clause.append(ladders[j].literals[clause_steps[j]])
            self.model.add_bool_or(clause)

    def _add_false_negatives(self, cluster: int) -> None:
        if self.hard:
            return
        members = np.flatnonzero(self.cluster == cluster)
        for rung in self.ladders[cluster]:
            steps = rung.first_step[members]
            for step, literal in enumerate(rung.literals):
                boxes = members[steps == step].tolist()
                lost = [self.lost.get(i, self.wrong[i]) for i in boxes]
                if lost:
                    self.model.add_bool_and(lost).only_enforce_if(literal)

    def _add_features(self) -> dict[int, Any]:
        used: dict[int, Any] = {}
        for rung in self._rungs():
            for axis in rung.columns[0].features:
                d = self.pool.geometry.ranks.feature_of(axis)
                if d not in used:
                    used[d] = self.model.new_bool_var("")
                self.model.add_implication(rung.literals[0], used[d])
        return used


def _chosen(ladders: Sequence[Rung], value: Callable[[Any], bool]) -> Iterable[Column]:
    for rung in ladders:
        reached = sum(1 for literal in rung.literals if value(literal))
        if reached:
            yield rung.columns[reached - 1]
