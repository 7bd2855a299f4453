"""The best description of a small table, by SAT, from the definition alone.

A description gives each cluster a set of conditions; a row is inside a cluster's polyhedron
iff it meets all of them. It is *correct* iff it is inside its own and inside no other (noise:
inside none), and the errors of a description are the weight of all other rows.

Conditions come in *ladders*. In one direction every row has a score s_i, and the condition with
the bound b cuts off the rows with s_i > b. Only the order of the scores matters: with the
distinct scores v_0 < v_1 < ... < v_m let the literal t_j say "the bound lies below v_j". Then

    t_j -> t_j+1              a bound below v_j lies below every larger score
    row i is cut off          <=> t_j holds for the j with v_j = s_i
    the direction is in use   <=> t_m holds

and every bound there is (below all scores, between two neighbours, above all) is one way to set
the t_j. Of two conditions in one direction the tighter one says everything, so one bound for each
cluster and direction is no restriction. With w_i for "row i is wrong":

    i in cluster k:  t -> w_i            for every ladder of k, with the t that cuts off i
    i not in k:      w_i or t or t' ...  over all ladders of k

A cluster may have several polyhedra, each with ladders of its own. Then a_j says "there is no j-th
polyhedron", which the first one cannot say, and n_ij says "i is inside the j-th":

    i in cluster k:  w_i or n_i1 or n_i2 ...   where n_ij -> not t, for every ladder, and not a_j
    i not in k:      w_i or a_j or t or t' ... over all ladders of the j-th polyhedron, for every j

At most so many t_m of a polyhedron may hold where conditions are limited. Where a share of each
cluster has to be inside, o_i stands for w_i among the members, "i is outside its own polyhedra",
and implies w_i; the o_i of a cluster may not weigh more than the rest.

The w_i may be true without need, which no minimum does. The errors are a weighted sum of w_i, the
complexity one of the t_m, the sparsity one of literals "the feature is in use" that the t_m
imply. Weights are fractions and become whole numbers of any size, so nothing is ever rounded.
The fewest errors, of all descriptions or of those up to a length (a totalizer over the lengths
that can occur), are found by MaxSAT (RC2). The least length within a budget is the first one
whose fewest errors are within it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import pairwise
from math import floor, lcm
from typing import Any

from pysat.examples.rc2 import RC2Stratified
from pysat.formula import WCNF

NOISE = None
SOLVER = "glucose4"


@dataclass(frozen=True)
class Ladder:
    """All conditions in one direction: the score of each row, and what using it costs."""

    scores: tuple[Any, ...]
    length: int
    features: frozenset[Hashable]


class Best:
    """The fewest errors, and the least length within errors, over all sets of conditions."""

    def __init__(
        self,
        ladders: Iterable[Ladder],
        clusters: Sequence[Hashable],
        weights: Sequence[Fraction | int] | None = None,
        max_conditions: int | None = None,
        min_recall: Fraction | int = 0,
        max_polyhedra: int = 1,
    ) -> None:
        self.ladders = tuple(ladders)
        self.clusters = tuple(clusters)
        amounts = [Fraction(weight) for weight in weights or [1] * len(self.clusters)]
        self.unit = Fraction(1, lcm(*(amount.denominator for amount in amounts)))
        self.weights = [int(amount / self.unit) for amount in amounts]
        self.max_conditions, self.min_recall = max_conditions, Fraction(min_recall)
        self.max_polyhedra = max_polyhedra
        self.fewest_errors_within = cache(self._fewest_errors_within)

    @cached_property
    def fewest_errors(self) -> Fraction:
        """The errors of the best description, whatever its length."""
        return self._fewest(_Formula(self))

    def _fewest_errors_within(self, limit: int, complexity: int = 1, sparsity: int = 0) -> Fraction:
        """The fewest errors where `complexity x complexity + sparsity x sparsity <= limit`."""
        formula = _Formula(self)
        lengths = [(literal, complexity * length) for literal, length in formula.lengths]
        features = [(literal, sparsity) for literal in formula.used.values()]
        formula.at_most([*lengths, *features], limit)
        return self._fewest(formula)

    def least(self, budget: Fraction | int, complexity: int = 1, sparsity: int = 0) -> int | None:
        """The least `complexity x complexity + sparsity x sparsity` within a budget of errors."""

        def is_enough(limit: int) -> bool:
            return self.fewest_errors_within(limit, complexity, sparsity) <= budget

        if self.fewest_errors > budget:
            return None
        most = 1
        while not is_enough(most):
            most *= 2
        return bisect_left(range(most), True, key=is_enough)

    def _fewest(self, formula: _Formula) -> Fraction:
        return formula.minimum(formula.errors) * self.unit


class _Formula:
    """The clauses of the text above, and the sums that are limited or minimised."""

    def __init__(self, problem: Best) -> None:
        self.clauses = WCNF()
        self.last = 0
        wrong = [self._new() for _ in problem.clusters]
        self.errors = list(zip(wrong, problem.weights, strict=True))
        self.lengths: list[tuple[int, int]] = []
        self.used: dict[Hashable, int] = {}
        for cluster in dict.fromkeys(problem.clusters):
            if cluster is not NOISE:
                self._add_cluster(problem, [other == cluster for other in problem.clusters], wrong)

    def _new(self) -> int:
        self.last += 1
        return self.last

    def _add_cluster(self, problem: Best, member: list[bool], wrong: list[int]) -> None:
        outside = {i: self._new() for i, is_member in enumerate(member) if is_member}
        homes: dict[int, list[int]] = {i: [] for i in outside}
        for place in range(problem.max_polyhedra):
            absent = self._new()
            if place == 0:
                self.clauses.append([-absent])
            cuts = self._add_polyhedron(problem)
            for i in range(len(member)):
                cutting = [cut[i] for cut in cuts]
                if i in outside:
                    homes[i].append(self._new())
                    for literal in (absent, *cutting):
                        self.clauses.append([-homes[i][-1], -literal])
                else:
                    self.clauses.append([wrong[i], absent, *cutting])
        for i, literal in outside.items():
            self.clauses.append([-literal, wrong[i]])
            self.clauses.append([literal, *homes[i]])
        if problem.min_recall:
            lost = [(literal, problem.weights[i]) for i, literal in outside.items()]
            whole = sum(weight for _, weight in lost)
            self.at_most(lost, floor((1 - problem.min_recall) * whole))

    def _add_polyhedron(self, problem: Best) -> list[list[int]]:
        """Return for each ladder of another polyhedron the literals that cut off the rows."""
        before = len(self.lengths)
        cuts = [self._add_ladder(ladder) for ladder in problem.ladders]
        if problem.max_conditions is not None:
            in_use = [(literal, 1) for literal, _ in self.lengths[before:]]
            self.at_most(in_use, problem.max_conditions)
        return cuts

    def _add_ladder(self, ladder: Ladder) -> list[int]:
        """Return for each row the literal that cuts it off."""
        step = {score: self._new() for score in sorted(set(ladder.scores))}
        steps = list(step.values())
        for tighter, looser in pairwise(steps):
            self.clauses.append([-tighter, looser])
        self.lengths.append((steps[-1], ladder.length))
        for feature in ladder.features:
            if feature not in self.used:
                self.used[feature] = self._new()
            self.clauses.append([-steps[-1], self.used[feature]])
        return [step[score] for score in ladder.scores]

    def at_most(self, terms: list[tuple[int, int]], limit: int) -> None:
        """Limit a weighted sum of literals."""
        too_much = self._sums([term for term in terms if term[1]], limit + 1).get(limit + 1)
        if too_much:
            self.clauses.append([-too_much])

    def _sums(self, terms: list[tuple[int, int]], cap: int) -> dict[int, int]:
        """Return a literal for each sum that can occur, true when it does; `cap` is "or more"."""
        if len(terms) <= 1:
            return {min(weight, cap): literal for literal, weight in terms}
        half = len(terms) // 2
        left, right = self._sums(terms[:half], cap), self._sums(terms[half:], cap)
        sums: dict[int, int] = {}
        for one, first in [(0, None), *left.items()]:
            for other, second in [(0, None), *right.items()]:
                total = min(one + other, cap)
                if total:
                    sums[total] = sums.get(total) or self._new()
                    premises = [-literal for literal in (first, second) if literal]
                    self.clauses.append([*premises, sums[total]])
        return sums

    def minimum(self, terms: list[tuple[int, int]]) -> int:
        """Return the least weighted sum of literals; something always meets the clauses."""
        for literal, weight in terms:
            if weight:
                self.clauses.append([-literal], weight=weight)
        with RC2Stratified(self.clauses, solver=SOLVER, adapt=True, exhaust=True) as solver:
            solver.compute()
            return int(solver.cost)
