"""The integer master over polyhedra: one of each cluster, with the fewest errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ortools.sat.python import cp_model

from clusterscribe.problem.ranges import Ranges
from clusterscribe.search.goal import Goal
from clusterscribe.search.integer import Expression
from clusterscribe.search.whole.patterns import Patterns
from clusterscribe.search.whole.polyhedron import Polyhedron, ranges_from


class Choice:
    """Chooses one polyhedron for each cluster from a list."""

    def __init__(self, patterns: Patterns, ceiling: int | None = None) -> None:
        least = patterns.ranks.least_inside
        self.patterns = patterns
        self.model = cp_model.CpModel()
        self.chosen = [self.model.new_bool_var("") for _ in patterns.polyhedra]
        self.wrong = [self.model.new_bool_var("") for _ in range(len(patterns))]
        self.of_cluster = [
            [i for i, p in enumerate(patterns.polyhedra) if p.cluster == k]
            for k in range(patterns.ranks.clusters)
        ]
        for k, columns in enumerate(self.of_cluster):
            literals = [self.chosen[i] for i in columns]
            self.model.add_exactly_one(literals)
            for i, literal in zip(columns, literals, strict=True):
                if patterns.polyhedra[i].own < least[k]:
                    self.model.add(literal == 0)
        if ceiling is not None:
            lengths = [p.conditions for p in patterns.polyhedra]
            length = cp_model.LinearExpr.weighted_sum(self.chosen, lengths)
            self.model.add(length <= ceiling)
        for pattern in range(len(patterns)):
            self._add_pattern(pattern)

    @property
    def errors(self) -> Expression:
        """Weight of the patterns that are wrong."""
        return cp_model.LinearExpr.weighted_sum(self.wrong, self.patterns.weight.tolist())

    def measure(self, goal: Goal) -> Expression:
        """Return the errors, which are all that is chosen by."""
        return goal.errors * self.errors

    def hint(self, answer: Ranges) -> None:
        """Suggest nothing: the answer need not be in the list."""

    def read(self, value: Callable[[Any], bool]) -> Ranges:
        """Return the answer that the values of the literals stand for."""
        taken: list[Polyhedron] = [
            next(self.patterns.polyhedra[i] for i in columns if value(self.chosen[i]))
            for columns in self.of_cluster
        ]
        return ranges_from(self.patterns.ranks, taken)

    def _add_pattern(self, pattern: int) -> None:
        """Make a pattern wrong outside its own polyhedron, and inside any other."""
        own, wrong = int(self.patterns.own[pattern]), self.wrong[pattern]
        inside = self.patterns.inside[pattern] > 0
        for k, columns in enumerate(self.of_cluster):
            holding = [self.chosen[i] for i in columns if inside[i]]
            if k == own:
                self.model.add_bool_or([wrong, *holding])
            else:
                for literal in holding:
                    self.model.add_implication(literal, wrong)
