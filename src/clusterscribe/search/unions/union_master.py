"""The integer master for several axis-parallel polyhedra per cluster, in order encoding.

Every cluster has as many copies of its ladders as it may have polyhedra. With `tight[j, s]` for
"copy j is at least as tight as step s", `there[j]` for a copy that is used, `inside[i, j]` for a
box of the cluster inside a copy and `wrong[i]` for any box, the program of `axis/master.py` becomes

    tight[j, s + 1]  implies  tight[j, s]
    tight[j, 0]  implies  there[j];   there[j + 1]  implies  there[j]
    wrong[i]  or  not there[j]  or  some tight[j, first step that shuts i out]
        for each other cluster and each of its copies j
    tight[j, first step that shuts i out]  implies  not inside[i, j];   inside  implies  there
    wrong[i]  or  some inside[i, j]                                   over the copies of its own

A box of a cluster may be outside of one polyhedron because it is inside another one. So the errors
that are allowed do not limit how far a bound moves in, and ladders have all their steps, down to
the one that shuts out everything. They are complete all the same: a bound may be moved in to the
last member inside its polyhedron, and out to the next step that shuts out the same outsiders.
Neither makes an error more, a condition more or a share inside less.

Polyhedra of a cluster can change places, so that the first has at least as many conditions as the
next. The first one is always there: a cluster is given up by a bound that shuts out everything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model

from clusterscribe.problem.boxes import NOISE
from clusterscribe.problem.columns import (
    Column,
    Polyhedra,
    assembled,
    by_owner,
    columns_of_one,
    ranges_of,
)
from clusterscribe.problem.ladders import Ladder
from clusterscribe.problem.limits import NO_LIMITS, Limits
from clusterscribe.problem.ranges import Ranges
from clusterscribe.problem.ranks import Ranks
from clusterscribe.problem.reduce import Reduced, reduce
from clusterscribe.problem.wishes import NO_WISHES, Wishes
from clusterscribe.search.axis.master import set_bound, steps_reached
from clusterscribe.search.integer import Expression, MeasuredByConditions
from clusterscribe.search.wishes.in_model import Part, WishesInModel


def reduced_for_unions(ranks: Ranks) -> Reduced:
    """Build ladders of all steps, and merge what they do not distinguish.

    That few of a cluster may be wrong, or a row must be right, does not limit them either.
    """
    wishes = replace(ranks.wishes, most_wrong=())
    none_settled = np.zeros(len(ranks), dtype=bool)
    free = replace(ranks, limits=NO_LIMITS, wishes=wishes)
    return reduce(free, ranks.total_weight, none_settled)


def literals_of(problem: Reduced, polyhedra: int) -> int:
    """Return about how many literals the constraints of a model have."""
    return polyhedra * problem.literals


class Copy(NamedTuple):
    """One polyhedron that a cluster may have: its literals, and the ladders they stand for."""

    cluster: int
    there: Any  # a literal, or 1
    ladders: Sequence[Ladder]
    tight: Sequence[Sequence[Any]]

    @property
    def absent(self) -> list[Any]:
        """A literal that it is not there, where that is possible."""
        return [] if isinstance(self.there, int) else [self.there.negated()]

    @property
    def conditions(self) -> Expression:
        """Number of its half-spaces."""
        return cp_model.LinearExpr.sum([steps[0] for steps in self.tight])


class UnionMaster(MeasuredByConditions):
    """The model of one reduced problem, within limits; measures are linear expressions over it."""

    def __init__(
        self,
        problem: Reduced,
        polyhedra: int,
        limits: Limits,
        budget: int,
        wishes: Wishes = NO_WISHES,
    ) -> None:
        self.problem = problem
        self.model = cp_model.CpModel()
        self.wrong = [self.model.new_bool_var("") for _ in range(len(problem.ranks))]
        self.copies = [
            copy
            for cluster in range(problem.ranks.clusters)
            for copy in self._copies_of(cluster, polyhedra, limits.most_of(cluster))
        ]
        self.inside = [self._members_of(copy) for copy in self.copies]
        self._cover_members(limits, budget)
        self._shut_out_others()
        self.used = self._add_features()
        if problem.ranks.has_wishes or not wishes.are_none:
            parts = [
                Part(copy.cluster, copy.ladders, copy.tight, copy.absent) for copy in self.copies
            ]
            WishesInModel(self.model, problem, parts, self.wrong).add(wishes)

    # ---- measures ---------------------------------------------------------------------

    @property
    def errors(self) -> Expression:
        """Weight of the boxes that are wrong."""
        weights = self.problem.ranks.weight.tolist()
        return cp_model.LinearExpr.weighted_sum(self.wrong, weights)

    @property
    def conditions(self) -> list[tuple[int, Any]]:
        """All half-spaces of all polyhedra: their features, and literals that they are there."""
        pairs = [
            pair for copy in self.copies for pair in zip(copy.ladders, copy.tight, strict=True)
        ]
        feature_of = self.problem.ranks.feature_of
        return [(feature_of(ladder.feature), steps[0]) for ladder, steps in pairs]

    def step_costs(self, costs: Sequence[Sequence[int]]) -> Expression:
        """Sum over all bounds of the cost of the step that each one ends on."""
        places = {id(ladder): place for place, ladder in enumerate(self.problem.ladders)}
        literals: list[Any] = []
        weights: list[int] = []
        for copy in self.copies:
            for ladder, steps in zip(copy.ladders, copy.tight, strict=True):
                cost = costs[places[id(ladder)]]
                literals += steps
                weights += [here - looser for here, looser in zip(cost, (0, *cost), strict=False)]
        return cp_model.LinearExpr.weighted_sum(literals, weights)

    # ---- answers ----------------------------------------------------------------------

    def hint(self, answer: Polyhedra) -> None:
        """Suggest an answer to start from."""
        self.model.clear_hints()
        ranks = self.problem.ranks
        owned = by_owner(answer)
        waiting = {k: sorted(parts, key=len, reverse=True) for k, parts in owned.items()}
        inside = np.zeros((ranks.clusters, len(ranks)), dtype=bool)
        for copy, members in zip(self.copies, self.inside, strict=True):
            parts = waiting[copy.cluster]
            held = self._hint_copy(copy, parts.pop(0) if parts else None)
            inside[copy.cluster] |= held
            for i, literal in members.items():
                self.model.add_hint(literal, bool(held[i]))
        is_wrong = (inside != (ranks.cluster == np.arange(ranks.clusters)[:, None])).any(axis=0)
        for literal, wrong in zip(self.wrong, is_wrong.tolist(), strict=True):
            self.model.add_hint(literal, wrong)

    def _hint_copy(self, copy: Copy, part: tuple[Column, ...] | None) -> NDArray[np.bool_]:
        """Suggest a polyhedron, or none, for one copy; return which boxes it holds."""
        problem = self.problem
        if not isinstance(copy.there, int):
            self.model.add_hint(copy.there, part is not None)
        box = problem.express(ranges_of((part or (),), problem.original_sizes))
        on_steps = Ranges.everything(1, problem.ranks.sizes)
        for ladder, steps in zip(copy.ladders, copy.tight, strict=True):
            reached = steps_reached(ladder, box, 0) if part else 0
            for s, literal in enumerate(steps):
                self.model.add_hint(literal, s < reached)
            if reached:
                set_bound(on_steps, ladder, 0, int(ladder.thresholds[reached - 1]))
        if part is None:
            return np.zeros(len(problem.ranks), dtype=bool)
        return on_steps.inside(problem.ranks, copy.cluster, 0)

    def read(self, value: Callable[[Any], bool]) -> Polyhedra:
        """Return the answer that the values of the literals stand for."""
        parts = []
        for copy in self.copies:
            if not isinstance(copy.there, int) and not value(copy.there):
                continue
            box = Ranges.everything(1, self.problem.ranks.sizes)
            for ladder, steps in zip(copy.ladders, copy.tight, strict=True):
                reached = sum(1 for literal in steps if value(literal))
                if reached:
                    set_bound(box, ladder, 0, int(ladder.thresholds[reached - 1]))
            columns = columns_of_one(self.problem.restore(box), 0, copy.cluster)
            parts.append((copy.cluster, columns))
        return assembled(parts)

    # ---- constraints ------------------------------------------------------------------

    def _copies_of(self, cluster: int, polyhedra: int, most: int | None) -> list[Copy]:
        own = [ladder for ladder in self.problem.ladders if ladder.cluster == cluster]
        there = [1, *(self.model.new_bool_var("") for _ in range(polyhedra - 1))]
        copies = [Copy(cluster, here, own, [self._steps(one) for one in own]) for here in there]
        for copy in copies[1:]:
            for steps in copy.tight:
                self.model.add_implication(steps[0], copy.there)
        for earlier, later in pairwise(there[1:]):
            self.model.add_implication(later, earlier)
        if not own:
            return copies
        for first, second in pairwise(copies):
            self.model.add(first.conditions >= second.conditions)
        if most is not None and len(own) > most:
            for copy in copies:
                self.model.add(copy.conditions <= most)
        return copies

    def _steps(self, ladder: Ladder) -> list[Any]:
        literals = [self.model.new_bool_var("") for _ in range(len(ladder))]
        for looser, tighter in pairwise(literals):
            self.model.add_implication(tighter, looser)
        return literals

    def _members_of(self, copy: Copy) -> dict[int, Any]:
        """Return a literal for each box of the cluster: whether it is inside this polyhedron."""
        ranks = self.problem.ranks
        members = np.flatnonzero(ranks.cluster == copy.cluster)
        inside = {i: self.model.new_bool_var("") for i in members.tolist()}
        if not isinstance(copy.there, int):
            for literal in inside.values():
                self.model.add_implication(literal, copy.there)
        for ladder, steps in zip(copy.ladders, copy.tight, strict=True):
            inner, _ = ranks.inward(ladder.feature, ladder.high)
            first = ladder.first_step(inner[members])
            for step, literal in enumerate(steps):
                lost = [inside[i].negated() for i in members[first == step].tolist()]
                if lost:
                    self.model.add_bool_and(lost).only_enforce_if(literal)
        return inside

    def _cover_members(self, limits: Limits, budget: int) -> None:
        """Have members wrong that are inside no polyhedron, and only so much of a cluster."""
        ranks, binding = self.problem.ranks, limits.bind_within(budget)
        ways: list[list[Any]] = [[] for _ in range(len(ranks))]
        for inside in self.inside:
            for i, literal in inside.items():
                ways[i].append(literal)
        outside: dict[int, dict[int, Any]] = {k: {} for k in binding}
        for i, cluster in enumerate(ranks.cluster.tolist()):
            if cluster == NOISE:
                continue
            lost = self.wrong[i]
            if cluster in outside:
                lost = outside[cluster][i] = self.model.new_bool_var("")
                self.model.add_implication(lost, self.wrong[i])
            self.model.add_bool_or([*ways[i], lost])
        for k, literals in outside.items():
            weights = [int(ranks.weight[i]) for i in literals]
            lost_weight = cp_model.LinearExpr.weighted_sum(list(literals.values()), weights)
            self.model.add(lost_weight <= limits.most_outside[k])

    def _shut_out_others(self) -> None:
        """Have boxes wrong that are inside a polyhedron of another cluster."""
        for copy in self.copies:
            clauses = self.problem.clauses[copy.cluster]
            absent = copy.absent
            for steps, box in zip(clauses.steps, clauses.boxes.tolist(), strict=True):
                columns = np.flatnonzero(steps >= 0).tolist()
                cutting = [copy.tight[column][steps[column]] for column in columns]
                self.model.add_bool_or([*cutting, *absent, self.wrong[box]])

    def _add_features(self) -> dict[int, Any]:
        used: dict[int, Any] = {}
        for copy in self.copies:
            for ladder, steps in zip(copy.ladders, copy.tight, strict=True):
                feature = self.problem.ranks.feature_of(ladder.feature)
                if feature not in used:
                    used[feature] = self.model.new_bool_var("")
                self.model.add_implication(steps[0], used[feature])
        return used
