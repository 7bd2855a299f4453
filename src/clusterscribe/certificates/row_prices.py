"""Multipliers of rows under which no half-space is worth more than it costs, and rows are much.

    maximise   the prices of rows of others, of all clusters k of a part
               - E budget - sum of extra[i]
    columns    prices of rows of others that a half-space cuts off
               - prices of members that it loses                    <=  its complexity
    errors     prices of i as a row of others
               + R prices of i as a member                          <=  weight[i] budget + extra[i]

This is the dual of the linear relaxation (see `clusterscribe.checker.duals`); the second kind of
rows is there only where errors are allowed. Half-spaces enter when they are worth more than they
cost. They are found by going through all of them, as the checker does: how the linear program is
solved does not matter, and nothing need be trusted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clusterscribe.checker.duals import Part, most_complexity
from clusterscribe.checker.formula import Statement
from clusterscribe.checker.half_spaces import Found, Question, Sums, half_spaces
from clusterscribe.checker.labelled_rows import Rows
from clusterscribe.clock import Clock

DENOMINATOR = 10**6
MOST_NEW = 100  # half-spaces of a cluster and a round
BEST_OF_FEATURES = 2  # of the same features and signs
ROUNDS = 200
LESS = 1 - 1e-6  # of a price, so that what a linear program leaves open does not matter

Floats: TypeAlias = NDArray[np.float64]
Program: TypeAlias = tuple[Floats, Floats, Floats, Floats]


def priced_part(
    rows: Rows, sums: Sums, statement: Statement, clusters: tuple[int, ...], clock: Clock
) -> Part | None:
    """Return the best prices; None if there was no time, or nothing is limited that they bound."""
    most = most_complexity(statement)
    if most is None:
        return None
    program = _Program(rows, sums, clusters, statement.errors, most // 2)
    part, is_closed = None, False
    for max_terms in range(1, min(sums.max_terms, most - 1) + 1):
        for _ in range(ROUNDS):
            part = Part(clusters, DENOMINATOR, program.prices())
            is_closed = not program.enter(part, max_terms, clock)
            if is_closed:
                break
    return part if is_closed and not clock.expired else None


@dataclass(slots=True)
class _Program:
    """The linear program over the half-spaces that have entered."""

    rows: Rows
    sums: Sums
    clusters: tuple[int, ...]
    errors: int
    repeats: int
    columns: list[Floats] = field(default_factory=list)
    limits: list[float] = field(default_factory=list)

    @property
    def own(self) -> NDArray[np.bool_]:
        """Which rows are members, for each cluster."""
        own: NDArray[np.bool_] = self.rows.cluster == np.array(self.clusters)[:, None]
        return own

    def enter(self, part: Part, max_terms: int, clock: Clock) -> bool:
        """Let half-spaces in that are worth more than they cost; say whether there are any."""
        before = len(self.columns)
        for place, (cluster, prices) in enumerate(zip(part.clusters, part.prices, strict=True)):
            question = Question(cluster, self.errors, max_terms, prices, part.denominator, gap=-1)
            best: list[tuple[float, int, NDArray[np.bool_]]] = []
            for found in half_spaces(self.rows, self.sums, question):
                best += _best(found)
                if clock.expired:
                    return False
            best.sort(key=lambda one: -one[0])
            for _, complexity, right in best[:MOST_NEW]:
                self._add(place, right, complexity)
        return len(self.columns) > before

    def _add(self, place: int, right: NDArray[np.bool_], complexity: int) -> None:
        own = self.own[place]
        column = np.zeros((len(self.clusters), len(self.rows)))
        column[place] = np.where(own, -1.0 * ~right, 1.0 * right)
        self.columns.append(column.ravel())
        self.limits.append(float(complexity))

    def prices(self) -> NDArray[np.float64]:
        """Solve it, and return prices in whole units: of rows of others a little less."""
        from scipy.optimize import linprog

        gain = np.where(self.own, 0.0, 1.0).ravel()
        matrix = np.array(self.columns).reshape(len(self.columns), gain.size)
        limits = np.array(self.limits)
        # no row need have a price beyond what the longest half-space costs
        highest = np.full(gain.size, self.sums.max_terms + 1.0) * (1.0 if self.errors else gain)
        if self.errors:
            gain, matrix, limits, highest = self._with_errors(gain, matrix, limits, highest)
        bounds = np.column_stack([np.zeros_like(highest), highest])
        solved = linprog(-gain, A_ub=matrix, b_ub=limits, bounds=bounds)
        found = highest if solved.x is None else solved.x
        prices = np.maximum(found[: self.own.size], 0.0).reshape(self.own.shape)
        of_members, of_others = np.ceil(prices * DENOMINATOR), np.floor(prices * DENOMINATOR * LESS)
        return np.where(self.own, of_members, of_others)

    def _with_errors(
        self, gain: Floats, matrix: Floats, limits: Floats, highest: Floats
    ) -> Program:
        """Add the budget and what is extra of each row, and the rows of the second kind."""
        count = len(self.rows)
        spent = np.hstack([np.diag(one) for one in np.where(self.own, self.repeats, 1.0)])
        weight = self.rows.weight.astype(np.float64)[:, None]
        of_columns = np.hstack([matrix, np.zeros((len(matrix), count + 1))])
        of_errors = np.hstack([spent, -weight, -np.eye(count)])
        return (
            np.concatenate([gain, [-float(self.errors)], -np.ones(count)]),
            np.vstack([of_columns, of_errors]),
            np.concatenate([limits, np.zeros(count)]),
            np.concatenate([highest, np.full(count + 1, np.inf)]),
        )


def _best(found: Found) -> list[tuple[float, int, NDArray[np.bool_]]]:
    """Return those that are worth most for what they cost."""
    complexity = len(found.features) + 1
    order = np.argsort(-found.worth, kind="stable")[:BEST_OF_FEATURES]
    return [(float(found.worth[h]) / complexity, complexity, found.right[h]) for h in order]
