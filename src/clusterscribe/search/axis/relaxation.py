"""The linear relaxation of the master, as a second source of proven bounds.

All variables of the master lie between 0 and 1, so *any* non-negative multipliers of its
constraints give a valid bound (weak duality):

    minimum  >=  multipliers . right-hand sides  +  sum of the negative reduced costs

The bound claimed here is computed that way from the data with the multipliers that the LP
solver returns, so it stays valid however roughly the LP was solved.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.optimize import linprog

from clusterscribe.problem.reduce import Reduced
from clusterscribe.search.goal import Goal
from clusterscribe.search.patience import wait_for

ROUNDING = 2.0**-52  # for each summand of a long sum, relative to what is added up


def relaxation_bound(
    problem: Reduced, goal: Goal, budget: int | None, seconds: float
) -> float | None:
    """Return a proven lower bound on the goal, or None if there was no time to find one."""
    if not problem.ladders:
        return 0.0
    rows, least = _constraints(problem, budget)
    cost = _costs(problem, goal)
    answer = wait_for(
        lambda: linprog(
            cost,
            A_ub=-rows,
            b_ub=-least,
            bounds=(0.0, 1.0),
            method="highs",
            options={"time_limit": max(0.1, seconds)},
        )
    )
    if answer.status != 0:
        return None
    multipliers = np.maximum(0.0, -answer.ineqlin.marginals)
    return _dual_bound(rows, least, cost, multipliers)


def _dual_bound(
    rows: sparse.csr_array,
    least: NDArray[np.float64],
    cost: NDArray[np.float64],
    multipliers: NDArray[np.float64],
) -> float:
    gained = rows.T @ multipliers
    bound = float(least @ multipliers + np.minimum(cost - gained, 0.0).sum())
    added_up = float(np.abs(least) @ multipliers + cost.sum() + (abs(rows).T @ multipliers).sum())
    return bound - ROUNDING * float(sum(rows.shape)) * added_up


def _costs(problem: Reduced, goal: Goal) -> NDArray[np.float64]:
    tight = np.zeros(problem.candidates)
    features = [problem.ranks.feature_of(ladder.feature) for ladder in problem.ladders]
    tight[_starts(problem)] = [goal.of_condition((feature,)) for feature in features]
    wrong = goal.errors * problem.ranks.weight.astype(np.float64)
    used = np.zeros(problem.ranks.features)  # there are no more features than axes
    used[features] = [goal.of_feature(feature) for feature in features]
    return np.concatenate([tight, wrong, used])


def _starts(problem: Reduced) -> NDArray[np.int64]:
    """Position of each ladder's loosest step among all steps."""
    lengths = [len(ladder) for ladder in problem.ladders]
    return np.concatenate([[0], np.cumsum(lengths)[:-1]]).astype(np.int64)


class _Rows:
    """Collects constraints `sum of coefficients x variables >= least`."""

    def __init__(self) -> None:
        self.count = 0
        self._row: list[NDArray[np.int64]] = []
        self._column: list[NDArray[np.int64]] = []
        self._value: list[NDArray[np.float64]] = []
        self._least: list[NDArray[np.float64]] = []

    def open(self, number: int, least: float) -> NDArray[np.int64]:
        """Add empty rows and return their positions."""
        positions = np.arange(self.count, self.count + number)
        self.count += number
        self._least.append(np.full(number, least))
        return positions

    def put(self, row: NDArray[np.int64], column: NDArray[np.int64], value: float) -> None:
        """Give variables a coefficient in rows."""
        self._row.append(row)
        self._column.append(column)
        self._value.append(np.full(len(row), value))

    def matrix(self, columns: int) -> tuple[sparse.csr_array, NDArray[np.float64]]:
        """All rows as a sparse matrix with its left-hand limits."""
        where = (np.concatenate(self._row), np.concatenate(self._column))
        matrix = sparse.coo_array((np.concatenate(self._value), where), (self.count, columns))
        return matrix.tocsr(), np.concatenate(self._least)


def _constraints(
    problem: Reduced, budget: int | None
) -> tuple[sparse.csr_array, NDArray[np.float64]]:
    """Build the master's constraints, family by family as in `master.py`.

    Limits are left out: a bound without them holds with them.
    """
    ranks, starts, rows = problem.ranks, _starts(problem), _Rows()
    wrong, used = problem.candidates, problem.candidates + len(ranks)
    for clauses in problem.clauses:
        clause, free = rows.open(len(clauses.boxes), 1.0), clauses.boxes >= 0
        rows.put(clause[free], wrong + clauses.boxes[free], 1.0)
        for j, steps in zip(clauses.ladders, clauses.steps.T, strict=True):
            rows.put(clause[steps >= 0], starts[j] + steps[steps >= 0], 1.0)
    for start, ladder in zip(starts.tolist(), problem.ladders, strict=True):
        chain = rows.open(len(ladder) - 1, 0.0)
        rows.put(chain, start + np.arange(len(ladder) - 1), 1.0)
        rows.put(chain, start + np.arange(1, len(ladder)), -1.0)
        use = rows.open(1, 0.0)
        rows.put(use, np.array([used + ranks.feature_of(ladder.feature)]), 1.0)
        rows.put(use, np.array([start]), -1.0)
        inner, _ = ranks.inward(ladder.feature, ladder.high)
        members = np.flatnonzero(ranks.cluster == ladder.cluster)
        first = ladder.first_step(inner[members])
        out = first < len(ladder)
        implied = rows.open(int(out.sum()), 0.0)
        rows.put(implied, wrong + members[out], 1.0)
        rows.put(implied, start + first[out], -1.0)
    if budget is not None:
        total = rows.open(1, -float(budget))
        boxes = np.arange(len(ranks))
        for weight in np.unique(ranks.weight).tolist():
            some = boxes[ranks.weight == weight]
            rows.put(np.repeat(total, len(some)), wrong + some, -float(weight))
    return rows.matrix(used + ranks.features)
