"""The linear relaxation of the master over columns, live: it grows and is never rebuilt.

    minimise   the goal
    cover      wrong[i] + sum of the columns that cut i off  >=  1      (2) false positive,
                   for each other cluster k
    keep       repeats x wrong[i] - sum of the columns that cut i off  >=  0
                   of the box's own cluster                             (3) false negative
    use        uses x used[d] - sum of the columns on feature d  >=  0  (4) feature use
    allow      sum of weight[i] wrong[i]  <=  budget                    (5)

Columns enter when pricing finds them, rows when they are violated for the first time: a
row that is not there has a dual of 0 (or, for `keep`, the largest dual that is feasible,
which costs nothing and makes pricing sharper), so every bound is a bound for all rows.

With a budget of 0 no box may be wrong: columns cut off no member, and `wrong`, `keep` and
`allow` disappear. `repeats` is how often one member may be cut off. With 1 the relaxation
is strong but only a guide (it is no bound where one member is cut off twice); a bound
needs a number that no better answer exceeds.

Limits on the conditions and on the members inside of each cluster are left out: a bound without
them holds with them. The integer master keeps to them.

Columns cut off what they cut off at best (see `pool.py`), so that a bound holds whichever way
rounding turns out. A guide that proves nothing may take them for what they cut off for sure.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ortools.math_opt.python import mathopt

from clusterscribe.clock import Clock
from clusterscribe.pricing.prices import CLEARLY, Prices
from clusterscribe.problem.columns import Column, Geometry
from clusterscribe.search.columns.pool import Pool
from clusterscribe.search.goal import Goal
from clusterscribe.search.patience import wait_for

VIOLATED = 1e-6
MOST_NEW_ROWS = 400  # a cluster and a round
FEW_ROWS = 4000  # that many rows are all there from the start
FIRST_ROWS = 300  # of a cluster, where there are more
TINY = 1e-9  # a dual below this is none
# What sums of duals may lose to rounding, relative to what is added up
ROUNDING = 1e-12
ROUNDING_A_SUMMAND = 1e-15
ROUNDS_WITHOUT_PRICING = 20
LONGEST = 1e6  # seconds: no limit


@dataclass(frozen=True, slots=True)
class Duals:
    """Prices by name, of everything in the relaxation; all of them at least 0."""

    value: float  # of the relaxation over the present columns
    false_positive: NDArray[np.float64]  # clusters x boxes
    false_negative: NDArray[np.float64]  # boxes
    feature_use: NDArray[np.float64]
    error: float  # of one unit of the budget


@dataclass(frozen=True, slots=True)
class PricingProof:
    """What exact pricing has proved under given duals, for each cluster.

    No column has a reduced cost below `least`, or is worth more than `overpriced` times
    what its length costs; no answer of interest has more than `most` columns.
    """

    least: NDArray[np.float64]
    overpriced: NDArray[np.float64]
    most: NDArray[np.int64]


class RestrictedMaster:
    """The relaxation for one goal and budget; None as budget counts errors in the goal.

    Columns that cut off members of more weight than `most_cut` (the budget if nothing else
    is said) are of no interest, nor are reduced costs that are not below minus `interest`. Without
    `at_best` it is a guide: columns count with what they cut off for sure, and no bound comes from
    it.
    """

    def __init__(
        self,
        pool: Pool,
        goal: Goal,
        budget: int | None,
        *,
        most_cut: int | None = None,
        interest: float = CLEARLY,
        repeats: int = 1,
        uses: int = 1,
        at_best: bool = True,
    ) -> None:
        self.pool = pool
        self.at_best = at_best
        self.geometry: Geometry = pool.geometry
        self.goal = goal
        self.budget = budget
        self.most_cut = budget if most_cut is None else most_cut
        self.interest = interest
        self.repeats = repeats
        self.uses = uses
        self.hard = budget == 0
        self.outside_of = pool.reading(at_best=at_best, none_lost=self.hard)
        self.model = mathopt.Model()
        ranks = self.geometry.ranks
        self._cover: list[dict[int, Any]] = [{} for _ in range(ranks.clusters)]
        self._keep: dict[int, Any] = {}
        self._wrong: dict[int, Any] = {}
        self._columns: list[dict[int, Any]] = [{} for _ in range(ranks.clusters)]  # by place
        self._seen = [0] * ranks.clusters  # columns of the pool that were looked at
        self.grown: set[int] = set()  # clusters that got new rows when it was last solved
        self._use = self._feature_rows()
        self._allow = None
        if not self.hard and budget is not None:
            self._allow = self.model.add_linear_constraint(lb=-float(budget), name="allow")
        self._first_rows()
        self._solver = mathopt.IncrementalSolver(self.model, mathopt.SolverType.GLOP)
        self._result: Any = None

    @property
    def rows(self) -> int:
        """Number of rows so far."""
        return int(self.model.get_num_linear_constraints())

    def allow_repeats(self, repeats: int, uses: int) -> None:
        """Say how often one member may be cut off, and one feature be used."""
        self.repeats, self.uses = repeats, uses
        for i, row in self._keep.items():
            row.set_coefficient(self._wrong[i], float(repeats))
        for row, used in self._use.values():
            row.set_coefficient(used, float(uses))

    def add_new_columns(self) -> None:
        """Take in what the pool has and the relaxation has not."""
        for cluster, columns in enumerate(self.pool.columns):
            for place in range(self._seen[cluster], len(columns)):
                self._add(columns[place], place)
            self._seen[cluster] = len(columns)

    def solve(self, seconds: float) -> Duals | None:
        """Solve over the present columns, adding violated rows; None if that was not possible.

        Then time ran out, unless `infeasible` says that there is no solution.
        """
        clock = Clock(seconds)
        self.grown.clear()
        for rounds_left in range(ROUNDS_WITHOUT_PRICING, -1, -1):
            if not self._solve(clock.remaining):
                return None
            if not rounds_left or not self._add_violated_rows():
                break
        return self._duals()

    def _solve(self, seconds: float) -> bool:
        """Solve over the present rows and columns; say whether that was possible in time."""
        limit = timedelta(seconds=min(max(0.05, seconds), LONGEST))
        parameters = mathopt.SolveParameters(time_limit=limit)
        self._result = wait_for(lambda: self._solver.solve(params=parameters))
        return bool(self._result.termination.reason == mathopt.TerminationReason.OPTIMAL)

    @property
    def infeasible(self) -> bool:
        """Whether the present columns leave no solution."""
        if self._result is None:
            return False
        reasons = mathopt.TerminationReason
        return self._result.termination.reason in (
            reasons.INFEASIBLE,
            reasons.INFEASIBLE_OR_UNBOUNDED,
        )

    def prices(self, duals: Duals, cluster: int) -> Prices:
        """Return what the columns of a cluster are priced by."""
        ranks = self.geometry.ranks
        gain = duals.false_positive[cluster]
        outsiders = np.flatnonzero(gain)
        members = np.flatnonzero(ranks.cluster == cluster)
        complexity = float(self.goal.complexity)
        return Prices(
            cluster=cluster,
            outsiders=outsiders,
            gain=gain[outsiders],
            members=members,
            loss=duals.false_negative[members],
            budget=self.largest_cut(cluster),
            condition=complexity,
            term=complexity,
            feature=duals.feature_use,
            # the worth of a column is a sum of gains, and rounded
            interest=max(self.interest, ROUNDING_A_SUMMAND * len(outsiders) * float(gain.sum())),
            at_best=self.at_best,
        )

    def largest_cut(self, cluster: int) -> int:
        """Weight of members that a column may cut off."""
        ranks = self.geometry.ranks
        total = int(ranks.weight[ranks.cluster == cluster].sum())
        return total - 1 if self.most_cut is None else min(self.most_cut, total)

    def bound(self, duals: Duals, proof: PricingProof) -> float:
        """Return the bound that these duals prove, by weak duality.

        It holds for any duals, so how exactly the relaxation was solved does not matter.
        Where half-spaces cost something, duals that overprice them are scaled down until
        they do not (Farley's bound); otherwise the least reduced cost counts as often as
        a better answer may have columns.
        """
        self._refuse_to_guess()
        ranks = self.geometry.ranks
        covered, allowed = float(duals.false_positive.sum()), duals.error * float(self.budget or 0)
        bound, added_up = covered - allowed, covered + allowed
        if not self.hard:
            spent = duals.false_positive.sum(axis=0) + self.repeats * duals.false_negative
            paid = ranks.weight * (self.goal.errors + duals.error)
            bound += float(np.minimum(0.0, paid - spent).sum())
            added_up += float(spent.sum()) + float(np.minimum(paid, spent).sum())
        if self._use:
            _, axes = np.unique(ranks.sides.feature, return_index=True)
            left = self.goal.sparsity - self.uses * duals.feature_use[axes]
            bound += float(np.minimum(0.0, left).sum())
        bound -= ROUNDING * added_up
        if self.goal.complexity:
            return max(0.0, bound) / float(proof.overpriced.max())
        if not np.isfinite(proof.least).all():
            return 0.0
        return bound + float((np.minimum(0.0, proof.least) * proof.most).sum())

    def bounds_by_cluster(self, duals: Duals, proof: PricingProof) -> NDArray[np.float64]:
        """Return the bound that each cluster's covering rows prove on their own.

        It bounds the cluster's part of the goal where nothing else connects the clusters: no
        errors allowed, and features free of charge.
        """
        self._refuse_to_guess()
        bounds: NDArray[np.float64] = duals.false_positive.sum(axis=1) / proof.overpriced
        return bounds

    def _refuse_to_guess(self) -> None:
        if not self.at_best:
            raise RuntimeError("a guide proves nothing")

    def _feature_rows(self) -> dict[int, tuple[Any, Any]]:
        if not self.goal.sparsity:
            return {}
        rows = {}
        ranks = self.geometry.ranks
        for d in np.unique(ranks.sides.feature).tolist():
            used = self.model.add_variable(lb=0.0, name=f"used {d}")
            self.model.objective.set_linear_coefficient(used, float(self.goal.sparsity))
            row = self.model.add_linear_constraint(lb=0.0, name=f"use {d}")
            row.set_coefficient(used, float(self.uses))
            rows[d] = row, used
        return rows

    def _first_rows(self) -> None:
        ranks = self.geometry.ranks
        chance = np.random.default_rng(0)
        for cluster in range(ranks.clusters):
            outsiders = np.flatnonzero(ranks.cluster != cluster)
            if len(ranks) * ranks.clusters > FEW_ROWS:
                few = min(FIRST_ROWS, len(outsiders))
                outsiders = np.sort(chance.choice(outsiders, few, replace=False))
            self._add_covers(cluster, outsiders)

    def _add_covers(self, cluster: int, boxes: Iterable[int]) -> None:
        columns, outside = self._columns[cluster], self.outside_of(cluster)
        for i in map(int, boxes):
            row = self.model.add_linear_constraint(lb=1.0, name=f"cover {cluster} {i}")
            self._cover[cluster][i] = row
            if not self.hard:
                row.set_coefficient(self._wrong_of(i), 1.0)
            for place, chosen in columns.items():
                if outside[place, i]:
                    row.set_coefficient(chosen, 1.0)

    def _wrong_of(self, box: int) -> Any:  # noqa: ANN401
        if box not in self._wrong:
            weight = float(self.geometry.ranks.weight[box])
            wrong = self.model.add_variable(lb=0.0, ub=1.0, name=f"wrong {box}")
            self.model.objective.set_linear_coefficient(wrong, self.goal.errors * weight)
            if self._allow is not None:
                self._allow.set_coefficient(wrong, -weight)
            self._wrong[box] = wrong
        return self._wrong[box]

    def _keep_of(self, box: int) -> Any:  # noqa: ANN401
        if box not in self._keep:
            row = self.model.add_linear_constraint(lb=0.0, name=f"keep {box}")
            row.set_coefficient(self._wrong_of(box), float(self.repeats))
            self._keep[box] = row
        return self._keep[box]

    def _add(self, column: Column, place: int) -> None:
        cluster = column.cluster
        outside = self.outside_of(cluster)[place]
        lost = np.flatnonzero(outside & (self.geometry.ranks.cluster == cluster))
        if self.hard and len(lost):
            return
        chosen = self.model.add_variable(lb=0.0, name=f"column {cluster} {place}")
        self._columns[cluster][place] = chosen
        cost = self.goal.complexity * column.complexity
        self.model.objective.set_linear_coefficient(chosen, float(cost))
        for i, row in self._cover[cluster].items():
            if outside[i]:
                row.set_coefficient(chosen, 1.0)
        for i in lost.tolist():
            self._keep_of(i).set_coefficient(chosen, -1.0)
        for d in column.features if self._use else ():
            self._use[self.geometry.ranks.feature_of(d)][0].set_coefficient(chosen, -1.0)

    def _add_violated_rows(self) -> bool:
        """Add the covering rows that the present solution violates most; say if there were any."""
        ranks, any_added = self.geometry.ranks, False
        wrong = np.zeros(len(ranks))
        for i, value in self._values(self._wrong).items():
            wrong[i] = value
        for cluster in range(ranks.clusters):
            if len(self._cover[cluster]) == int((ranks.cluster != cluster).sum()):
                continue
            levels = self._values(self._columns[cluster])
            used = [place for place, level in levels.items() if level > VIOLATED]
            level = np.array([levels[place] for place in used])
            covered = wrong + level @ self.outside_of(cluster)[used]
            missing = np.where(ranks.cluster == cluster, 0.0, 1.0 - covered)
            missing[list(self._cover[cluster])] = 0.0
            worst = np.argsort(-missing, kind="stable")[:MOST_NEW_ROWS]
            worst = worst[missing[worst] > VIOLATED]
            if len(worst):
                self._add_covers(cluster, worst)
                self.grown.add(cluster)
                any_added = True
        return any_added

    def _values(self, variables: dict[int, Any]) -> dict[int, float]:
        values = self._result.variable_values(list(variables.values())) if variables else []
        return dict(zip(variables, values, strict=True))

    def _row_duals(self, rows: dict[int, Any]) -> dict[int, float]:
        values = self._result.dual_values(list(rows.values())) if rows else []
        return {i: max(0.0, value) for i, value in zip(rows, values, strict=True)}

    def _duals(self) -> Duals:
        ranks = self.geometry.ranks
        false_positive = np.zeros((ranks.clusters, len(ranks)))
        for cluster, rows in enumerate(self._cover):
            for i, value in self._row_duals(rows).items():
                false_positive[cluster, i] = value if value > TINY else 0.0
        error = 0.0
        if self._allow is not None:
            error = max(0.0, float(self._result.dual_values([self._allow])[0]))
        feature_use = np.zeros(ranks.features)
        of_use = self._row_duals({d: row for d, (row, _) in self._use.items()})
        for axis, feature in enumerate(ranks.sides.feature.tolist() if of_use else ()):
            feature_use[axis] = of_use[feature]
        return Duals(
            value=float(self._result.objective_value()),
            false_positive=false_positive,
            false_negative=self._false_negative(false_positive, error),
            feature_use=feature_use,
            error=error,
        )

    def _false_negative(
        self, false_positive: NDArray[np.float64], error: float
    ) -> NDArray[np.float64]:
        """Return the duals of `keep`; a row that is not there gets the largest feasible one."""
        if self.hard:
            return np.zeros(false_positive.shape[1])
        paid = self.geometry.ranks.weight * (self.goal.errors + error)
        spare = np.maximum(0.0, paid - false_positive.sum(axis=0))
        largest: NDArray[np.float64] = spare / self.repeats
        for i, value in self._row_duals(self._keep).items():
            largest[i] = value
        return largest
